"""The marks on user code give back what they are put on."""

from collections.abc import Callable

import heapwright
from heapwright import invariant, scope, spec, structure


def always(n: int) -> bool:
    """Be true."""
    return n == n


def test_a_marked_function_is_the_function() -> None:
    # The annotation fails under mypy if a mark loses the type.
    marked: Callable[[int], bool] = scope(Node=3, calls=8)(spec(always))
    assert marked is always


def test_marks_stand_above_definitions_in_any_order() -> None:
    @spec
    @scope(Node=3)
    def first(n: int) -> bool:
        return n > 0

    @scope(Node=3)
    @spec
    def second(n: int) -> bool:
        return n > 0

    assert first(1) and not second(0)


def test_a_marked_class_is_the_class() -> None:
    class Tree:
        @invariant
        def ordered(self) -> bool:
            return True

    marked: type[Tree] = structure("this.root(.left|.right)* aliases nothing")(Tree)
    assert marked is Tree
    assert marked().ordered()


def test_the_marks_are_all_that_a_star_import_gives() -> None:
    assert heapwright.__all__ == ["invariant", "scope", "spec", "structure"]
