"""Tests that take every branch that can be taken, as a person would have written them.

Place: answers/branches/. `workspace` calls this with what `cover` found out. A test makes its
inputs by public calls, makes the call under test, and asserts what came out and what can
be seen afterwards, as recorded from the replay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from heapwright.answers.branches import record
from heapwright.answers.branches.branches import THROWN, Branch, BranchKind
from heapwright.answers.branches.case_names import case_name, condition_words, told_apart
from heapwright.answers.branches.case_syntax import Case, CaseSyntax
from heapwright.answers.branches.cover import Cover, Found
from heapwright.answers.calls.plain_client import plain_client
from heapwright.answers.calls.render import Rendered, render, syntax_of
from heapwright.answers.calls.replay import Replayed
from heapwright.answers.calls.sequence import PlainCall, ResultOf
from heapwright.answers.calls.sequence import Sequence as CallSequence
from heapwright.answers.calls.syntax import Syntax
from heapwright.graph.state.public_calls import PublicCall
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import Function, Parameter, Program, Role
from heapwright.ir.core.types import BoolType, RefType, VoidType
from heapwright.paths.plain.heap import Reference
from heapwright.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Counted:
    """How many branches there are and what became of them."""

    total: int
    covered: int  # what a replay took is reachable, and nothing else is
    unreachable: int  # proved within the scope

    @property
    def unknown(self) -> int:
        """Count those of which neither is known."""
        return self.total - self.covered - self.unreachable


@dataclass(frozen=True, slots=True)
class GeneratedTests:
    """The tests of some calls, and what is known about every branch."""

    names: tuple[str, ...]
    region: str  # the text of all tests
    branches: Counted
    conditions: Counted
    exceptions: Counted
    faults: Counted
    unreachable: tuple[Branch, ...]  # proved within the scope
    unknown: tuple[tuple[Branch, str], ...]  # and why
    covered: tuple[Branch, ...]
    n_calls: int  # in all tests together


def generated(
    program: Program,
    cover: Cover,
    methods: Mapping[str, Sequence[PublicCall]],
    case_syntax: CaseSyntax,
    text_of: Callable[[Branch], str],
    optional: frozenset[str] = frozenset(),
) -> GeneratedTests:
    """Write the tests; `methods` are the public calls by class.

    `text_of` gives the text of a branch's condition. The results of `optional` calls may be null
    as far as a type checker knows.
    """
    chosen = _without_superfluous(cover.found)
    literals = sorted({one for found in chosen for one in _literals(found)}, key=repr)
    looking = record.looking_calls([found.client for found in chosen], methods, literals)
    looks = record.Looks(looking, optional)
    cases = _named([_case(program, found, looks, case_syntax, text_of) for found in chosen])
    names, region = case_syntax.region(cases) if cases else ((), "")
    missing = cover.missing
    unknown = tuple((b, cover.doubts[b]) for b in missing if b in cover.doubts)
    unreachable = tuple(branch for branch in missing if branch not in cover.doubts)
    return GeneratedTests(
        names,
        region,
        _counted(cover, unreachable, BranchKind.BRANCH),
        _counted(cover, unreachable, BranchKind.CONDITION),
        _counted(cover, unreachable, BranchKind.EXCEPTION),
        _counted(cover, unreachable, BranchKind.FAULT),
        unreachable,
        unknown,
        tuple(sorted(cover.covered)),
        sum(len(found.calls) for found in chosen),
    )


def _counted(cover: Cover, unreachable: Sequence[Branch], kind: BranchKind) -> Counted:
    return Counted(
        sum(branch.kind is kind for branch in cover.branches.all),
        sum(branch.kind is kind for branch in cover.covered),
        sum(branch.kind is kind for branch in unreachable),
    )


def _without_superfluous(found: Sequence[Found]) -> list[Found]:
    """Leave out tests whose branches others take as well, the longest first."""
    kept = list(found)
    for candidate in sorted(found, key=lambda one: len(one.calls), reverse=True):
        others = [one for one in kept if one is not candidate]
        taken = {branch for one in others for branch in one.branches}
        happened = {event for one in others for event in one.events}
        if candidate.branches <= taken and candidate.events <= happened:
            kept = others
    return kept


def _named(cases: Sequence[Case]) -> list[Case]:
    names = told_apart([case.name for case in cases])
    return [
        Case(name, case.method, case.calls, case.assertions)
        for name, case in zip(names, cases, strict=True)
    ]


def _case(
    program: Program,
    found: Found,
    looks: record.Looks,
    case_syntax: CaseSyntax,
    text_of: Callable[[Branch], str],
) -> Case:
    syntax = syntax_of(program)
    last = found.calls[-1]
    rendered = _rendered(program, syntax, found)
    texts = [text for _, text in rendered.arguments]
    if last.call.function is None:
        expression = syntax.construction(last.call.name)
    else:
        writes = syntax.items if _goes_through(found) else syntax.call
        expression = writes(last.call, texts)

    def looked(one: Found) -> tuple[str, str, dict[Reference, str], dict[str, None]]:
        named = _variables(one, rendered)
        tested, ending, made = _tested(syntax, case_syntax, one, expression, named)
        named |= made
        objects = _looked_at(one, last, named)
        seen = record.seen_after(one.client, syntax, looks, objects, named, _literals(one))
        return tested, ending, made, dict.fromkeys(map(case_syntax.assertion, seen))

    tested, ending, made, assertions = looked(found)
    again = _again(program, found)
    if again is not None:
        tested_again, _, _, assertions_again = looked(again)
        assertions = {text: None for text in assertions if text in assertions_again}
        if tested_again != tested and last.raises is None:
            tested = syntax.statement(None, expression, None)
    assertions.pop(tested, None)
    if made and not any(_mentions(text, name) for text in assertions for name in made.values()):
        # Nobody asks the new object anything, so it needs no name.
        tested = syntax.statement(None, expression, None)
    elif made and last.call.name in looks.optional:
        tested = "\n".join((tested, *(_is_there(case_syntax, name) for name in made.values())))
    method = syntax.method(last.call)
    name = case_name(method.rpartition(".")[2], ending, _condition(found, text_of))
    doubtful = {n for at, n in rendered.results if found.calls[at].call.name in looks.optional}
    calls: list[str] = []
    for call in rendered.calls:
        calls.append(call.text)
        if call.result is not None and call.result in doubtful:
            calls.append(_is_there(case_syntax, call.result))
    return Case(name, method, (*calls, tested), tuple(assertions))


def _again(program: Program, found: Found) -> Found | None:
    """Make the calls once more, after themselves; None where that cannot make a difference.

    Tests of a file run one after the other. What classes and modules share, such as the number of
    the next ticket, another test may have changed: only what is so both times is asserted.
    """
    if SHARED not in hierarchy_of(program).classes:
        return None
    client = replace(plain_client(program), heap=found.client.heap)
    for call in found.calls:
        client.make(call)
    is_alike = len(client.results) == len(found.client.results)
    return replace(found, client=client) if is_alike else None


def _is_there(case_syntax: CaseSyntax, name: str) -> str:
    """Say that a variable holds an object."""
    return case_syntax.assertion(record.Seen(name, None, is_object=True))


def _literals(found: Found) -> list[int | str]:
    """Give the ints and strings that calls are given, which are worth asking about."""
    given = (a for call in found.calls for a in call.arguments)
    return list(dict.fromkeys(a for a in given if type(a) is int or isinstance(a, str)))


def _rendered(program: Program, syntax: Syntax, found: Found) -> Rendered:
    """Write the calls that lead there, and the arguments of the last one."""
    last = found.calls[-1].call
    parameters: list[Parameter] = []
    if last.receiver is not None:
        parameters.append(Parameter(syntax.variable(last.receiver), RefType(last.receiver)))
    taken = {parameter.name for parameter in parameters}
    for name, type_ in zip(last.parameter_names, last.parameters, strict=True):
        while name in taken:
            name = f"other_{name}"
        taken.add(name)
        parameters.append(Parameter(name, type_))
    question = Function("", None, Role.SPEC, tuple(parameters), BoolType(), (), 0, True)
    client = found.client
    opaque = tuple((*key, reference) for key, reference in sorted(client.opaque.items()))
    replayed = Replayed(
        tuple(client.heaps),
        client.heap,
        tuple(client.results),
        (),
        opaque,
        frozenset(client.gone_through),
    )
    sequence = CallSequence(found.calls[:-1], found.calls[-1].arguments)
    return render(program, sequence, replayed, question)


def _variables(found: Found, rendered: Rendered) -> dict[Reference, str]:
    """Say which variable holds which object."""
    named: dict[Reference, str] = {}
    for call, name in rendered.results:
        result = found.client.results[call]
        if isinstance(result, Reference):
            named.setdefault(result, name)
    for class_name, number, name in rendered.opaque:
        named.setdefault(found.client.opaque[class_name, number], name)
    return named


def _tested(
    syntax: Syntax,
    case_syntax: CaseSyntax,
    found: Found,
    expression: str,
    named: Mapping[Reference, str],
) -> tuple[str, str, dict[Reference, str]]:
    """Give the statement of the tested call, how it ends in words, and a new variable."""
    last = found.calls[-1]
    if last.raises is not None:
        words = condition_words(last.raises.partition(" (")[0], True)
        return case_syntax.raising(expression, last.raises), f"raises_{words}", {}
    value = found.client.results[-1]
    if record.is_wrong_length(last.call, value):
        return case_syntax.raising(expression, "ValueError"), "raises_value_error", {}
    if (
        isinstance(last.call.result, VoidType)
        or " = " in expression
        or expression.startswith("del ")
    ):
        return syntax.statement(None, expression, None), "", {}
    seen = record.value_text(found.client, syntax, value, named, are_items=_goes_through(found))
    if seen is None and isinstance(value, Reference) and not _is_container(found, value):
        name = syntax.variable(found.client.heap.class_of(value))
        while name in (*named.values(), *syntax.reserved):
            name = f"new_{name}"
        return syntax.statement(name, expression, None), "", {value: name}
    if seen is None:
        return syntax.statement(None, expression, None), "", {}
    ending = {True: "returns_true", False: "returns_false", None: "returns_none"}
    words = "" if isinstance(seen.value, str) else ending[seen.value]
    return case_syntax.assertion(replace(seen, expression=expression)), words, {}


def _goes_through(found: Found) -> bool:
    """Say whether the tested call gives a generator, whose items are the result."""
    return len(found.calls) - 1 in found.client.gone_through


def _is_container(found: Found, reference: Reference) -> bool:
    return found.client.heap.class_of(reference) in found.client.hierarchy.made


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _looked_at(
    found: Found, last: PlainCall, named: Mapping[Reference, str]
) -> dict[Reference, str]:
    """Choose the objects to look at: those given to the call, and the one it made."""
    objects: dict[Reference, str] = {}
    for argument in last.arguments:
        if isinstance(argument, ResultOf):
            result = found.client.results[argument.call]
            call = found.calls[argument.call].call
            if isinstance(result, Reference) and record.is_seen_exactly(found.client, call, result):
                objects[result] = named[result]
    result = found.client.results[-1]
    if (
        isinstance(result, Reference)
        and result in named
        and last.raises is None
        and record.is_seen_exactly(found.client, last.call, result)
    ):
        objects.setdefault(result, named[result])
    opaque = set(found.client.opaque.values())
    return {reference: name for reference, name in objects.items() if reference not in opaque}


def _condition(found: Found, text_of: Callable[[Branch], str]) -> str:
    """Say in words what is special about a test: the last thing it decides for the first time."""
    asked = [branch for branch in found.taken_last if branch.kind not in THROWN]
    fresh = [branch for branch in asked if branch in found.fresh]
    chosen = fresh or asked
    return condition_words(text_of(chosen[-1]), chosen[-1].outcome) if chosen else ""
