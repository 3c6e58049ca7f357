"""Comprehensions and generators inside of others, asked by specs."""

from __future__ import annotations

from support.python_engine import check_python_verdicts


def test_a_comprehension_inside_of_others_sees_all_variables() -> None:
    text = """
class Table:
    def __init__(self) -> None:
        self.rows = [[1, 2], [3, 4]]
        self.made = []

    def square(self) -> None:
        columns = list(zip(*self.rows))
        self.made = [[sum(a * b for a, b in zip(r, c)) for c in columns] for r in self.rows]

    def late(self) -> None:
        n = 2
        made = [[(r, lambda: c + n) for c in (1, 2)] for r in (3, 4)]
        n = 10
        self.made = [(r, late()) for row in made for r, late in row]

@spec
def SQUARE(t: Table) -> bool:
    return t.made == [[7, 10], [15, 22]]

@spec
def LATE(t: Table) -> bool:
    return t.made == [(3, 12), (3, 12), (4, 12), (4, 12)]

@spec
def OTHER(t: Table) -> bool:
    return t.made != [] and t.made[0] != [7, 10] and t.made[0] != (3, 12)
"""
    check_python_verdicts(text, {"SQUARE": "found in 2", "LATE": "found in 2", "OTHER": "nowhere"})


def test_a_name_that_a_generator_gives_a_value_belongs_to_the_function() -> None:
    text = """
class Last:
    def __init__(self) -> None:
        self.last = 0

    def by_list(self) -> None:
        last = 7
        seen = [(lambda: x, (last := x)) for x in [1, 2, 3]]
        self.last = last

    def by_generator(self) -> None:
        items = ((last := x) for x in [1, 2, 4])
        for _ in items:
            pass
        self.last = last

    def by_any(self) -> None:
        if any((last := x + y) > 5 for x in (1, 2) for y in (2, 3, 4)):
            self.last = last

@spec
def LIST(o: Last) -> bool:
    return o.last == 3

@spec
def GENERATOR(o: Last) -> bool:
    return o.last == 4

@spec
def ANY(o: Last) -> bool:
    return o.last == 6

@spec
def OTHER(o: Last) -> bool:
    return o.last not in (0, 3, 4, 6)
"""
    check_python_verdicts(
        text,
        {"LIST": "found in 2", "GENERATOR": "found in 2", "ANY": "found in 2", "OTHER": "nowhere"},
    )


def test_a_stop_iteration_leaves_no_generator_but_every_list() -> None:
    text = """
def first(items):
    return next(items)

def two(items):
    yield first(items)
    yield first(items)

class Told:
    def __init__(self) -> None:
        self.told = ""

    def tell(self, how: int) -> None:
        items = iter([5])
        kind = "generator" if how < 4 else "list"
        try:
            if how == 0:
                list(two(items))
            elif how == 1:
                list(next(items) for _ in (1, 2))
            elif how == 2:
                sum(next(items) for _ in (1, 2))
            elif how == 3:
                tuple(first(items) for _ in (1, 2))
            elif how == 4:
                [(next(items), lambda: x) for x in (1, 2)]
            elif how == 5:
                [(first(items), lambda: x) for x in (1, 2)]
            elif how == 6:
                [next(items) for _ in (1, 2)]
            else:
                return
            self.told = kind + " ended"
        except StopIteration:
            self.told = kind + " stopped"
        except RuntimeError:
            self.told = kind + " failed"

@spec
def LIST(o: Told) -> bool:
    return o.told == "list stopped"

@spec
def GENERATOR(o: Told) -> bool:
    return o.told == "generator failed"

@spec
def OTHER(o: Told) -> bool:
    return o.told not in ("", "list stopped", "generator failed")
"""
    check_python_verdicts(
        text, {"LIST": "found in 2", "GENERATOR": "found in 2", "OTHER": "nowhere"}
    )
