"""What code tells about the kinds of values: the one place that looks for it.

Place: frontends/python/types/. `infer` weighs what is found here, and `object_uses` asks whether
calls give all that is wanted. A function is looked through once, each source of evidence by a
reader of its own. What variables hold, as far as it is known by then, plays no part: that is for
`follow_flow`, which carries values along the flow, and for `cell_values`, which says what they are.

    def put(self, value: Item | None = None):   an annotation, a default: an item or `None`
        self.last = value                       flow: what is given is kept as `last`
        if isinstance(value, str): …            a test: strings
        elif type(value) in (list, tuple): …    a test: lists and tuples
        elif value == 0.5: …                    a comparison: with something that is a float
        elif callable(value): …                 a question of kind that names none
        else: self.kept.append(value)           it is put into a container
        for one in value: …                     a use: as no number can be used
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in, walk
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.types.comparisons import (
    compared_in,
    has_text_key,
    is_compared_with_texts,
)
from heapwright.frontends.python.types.flows import flows_in
from heapwright.frontends.python.types.known_types import Types, surroundings_of
from heapwright.frontends.python.types.told import (
    QUESTIONS,
    Annotated,
    Compared,
    KindAsked,
    Told,
    TypeTest,
    Used,
)
from heapwright.frontends.python.types.type_tests import asked_in, asks_class, refusing_in, tests_in
from heapwright.frontends.python.types.uses import (
    gone_through,
    kinds_by_use,
    listed_in,
    put_into_containers,
    told_kinds,
    used_as_objects,
    used_in,
)
from heapwright.ir.core.kinds import ValueKind
from heapwright.records import replace


def told_by(types: Types, function: class_table.FunctionInfo) -> Told:
    """Look through the body of a function, once."""
    known = types.told.get(function.qualified_name)
    if known is None:
        known = types.told[function.qualified_name] = _told_by(types, function)
    return known


def annotations_in(function: class_table.FunctionInfo) -> Iterator[Annotated]:
    """Give what a body declares by annotations; `infer` reads them before anything is followed."""
    for node in walk(function.node.body):
        match node:
            case tree.Assignment([target], annotation, _) if annotation is not None:
                yield Annotated(target, annotation)
            case _:
                pass


def _told_by(types: Types, function: class_table.FunctionInfo) -> Told:
    around = surroundings_of(types.table, types.fields, function)
    is_question = function.kind in QUESTIONS
    tests: dict[int, list[TypeTest]] = {}  # by the identity of a node
    whole: set[int] = set()
    refusing: set[int] = set()
    compared: list[Compared | Used] = []
    listed: dict[str, None] = {}
    targets: list[tree.Expr] = []
    nested: list[tree.FunctionDef | tree.Lambda] = []
    for node in nodes_below(function.node.body):
        refusing.update(id(test) for test in refusing_in(node))
        found = [
            replace(one, is_refused=id(node) in refusing) for one in tests_in(types, around, node)
        ]
        if found:
            tests[id(node)] = found
        if found and all(one.is_whole for one in found):
            whole.add(id(node))
            if isinstance(node, tree.Comparison):
                whole.update(id(one) for one in node.operands)
        compared += compared_in(node, is_question=is_question)
        compared += used_in(types, node) if is_question else ()
        listed.update((name, None) for name in listed_in(node))
        targets += gone_through(node)
    asked: list[KindAsked] = []
    uses: dict[str, dict[ValueKind | None, None]] = {}
    held: list[str] = []
    own = list(walk(function.node.body))
    given = {parameter.name.text for parameter in function.parameters}
    for node in own:
        for subject, kind in asked_in(types, function, node):
            is_of_parameter = asks_class(node, subject, given)
            is_of_value = isinstance(node, tree.Comparison) and not any(
                sign in ("is", "is not") for sign in node.operators
            )
            asked.append(KindAsked(subject, kind, id(node) in whole, is_of_parameter, is_of_value))
        for name, told in kinds_by_use(node):
            uses.setdefault(name, {})[told] = None
        held += [name for name in put_into_containers(node) if name in given]
        if isinstance(node, tree.FunctionDef | tree.Lambda):
            nested.append(node)
    names = [one for target in targets for one in targets_in(target)]
    return Told(
        tuple(flows_in(function)),
        tuple(test for found in tests.values() for test in found),
        tuple(test for node in own for test in tests.get(id(node), ())),
        tuple(compared),
        tuple(asked),
        {name: told_kinds(told) for name, told in uses.items()},
        frozenset(one.text for one in names if isinstance(one, tree.Name)),
        tuple(held),
        tuple(listed),
        frozenset(one.text for one in nodes_below(nested) if isinstance(one, tree.Name)),
        frozenset(name for node in own for name in used_as_objects(node)),
        tuple(node for node in own if isinstance(node, tree.Call)),
        any(map(has_text_key, own)),
        any(map(is_compared_with_texts, own)),
    )
