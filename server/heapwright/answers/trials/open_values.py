"""Make the calls of a client once more with open values, and solve for those that answer.

Place: answers/trials/. `trial_turns` comes here with a client whose calls led to something new.
It knows which calls, on which objects, in which order; that the ranks of two cards are to be 9
and 4 it would find by luck only. So the whole sequence, and the question after it, is one
symbolic run in which each number and each string that the client wrote down is open:

    hand = Hand()                            hand = Hand()
    card = Card(1, "a")                      card = Card(x, s)
    hand.add(card)                           hand.add(card)
    ranks(hand) == [9]?      not yet         ranks(hand) == [9]?      if x = 9

The first run takes the turns that the client took, as if it had its values. Then the last turns are
taken the other way, which are those of the question, and so on for a small number of runs.
What comes out is a guess until it is replayed, so a run may assume what it likes; that nothing
comes out means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from heapwright.answers.calls.match_goal import Assignment, solution
from heapwright.answers.calls.sequence import (
    FreshContainer,
    Inside,
    LeftAway,
    OpaqueObject,
    PlainArgument,
    ResultOf,
    Sequence,
)
from heapwright.answers.calls.synthesize import as_float
from heapwright.domains.constraint import TRUE, assume
from heapwright.graph.client.given_values import values_of
from heapwright.graph.explore.explore import invoke
from heapwright.graph.state.public_calls import READING
from heapwright.graph.state.state_graph import (
    Argument,
    Fresh,
    Literal,
    MemberOf,
    ObjectAt,
    Omitted,
    Setting,
    Unknown,
)
from heapwright.graph.state.watch import Watch
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.heaps.text_codes import text_code, texts_for
from heapwright.ir.core.program import ByDigits, ByNumber, Function, Made
from heapwright.paths.plain.heap import Named
from heapwright.paths.runs.machine import Machine, OpaqueMixed, RunStopped, SubjectThrow, TextLooked
from heapwright.paths.runs.run import PathEnd, Returned, Threw, paths_of
from heapwright.records import dataclass, replace
from heapwright.solver.answer import Sat, Solver
from heapwright.terms.build import not_, variable
from heapwright.terms.evaluate import evaluate
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term

FLOAT_PARTS = 100  # of one: prices have hundredths
OTHERWISE = "the calls came to another end than those of the client"


class NotOpened(Exception):
    """There is no open value to put in the place of an argument."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A sequence with variables in the place of values."""

    sequence: Sequence
    # The arguments of each call, and of the question. An object has the number of the call that
    # returned it in the place of its own, which only a run knows.
    calls: tuple[tuple[Argument, ...], ...]
    asked: tuple[Argument, ...]
    values: Mapping[Term, int]  # that the client has for the variables


def skeleton(sequence: Sequence) -> object:
    """Give what is left of a sequence when its open values are taken away."""
    return (
        tuple(
            (made.call.name, made.call.receiver, made.raises, *map(_bare, made.arguments))
            for made in sequence.calls
        ),
        tuple(map(_bare, sequence.arguments)),
    )


def with_open_values(
    setting: Setting,
    solver: Solver,
    question: Function,
    sequence: Sequence,
    n_runs: int,
    watch: Watch,
    *,
    wanted: bool,
) -> Iterator[Sequence | None]:
    """Give for each of so many runs the sequence that seems to answer the question, or None."""
    if any(made.call is READING for made in sequence.calls):
        return
    for opens_texts in (setting.spelling is None, False):
        try:
            opened = _opened(setting.hierarchy.made, sequence, opens_texts)
        except NotOpened:
            return
        if not opened.values:
            return
        try:
            for end in islice(_ends(setting, question, opened, watch), n_runs):
                values = _solved(solver, end, wanted)
                yield None if values is None else _with_values(setting, opened, values)
        except TextLooked:
            # With the strings that the client has, the run knows their letters.
            if opens_texts:
                continue
        except OpaqueMixed:
            pass
        return


def _ends(setting: Setting, question: Function, opened: _Opened, watch: Watch) -> Iterator[PathEnd]:
    def run(machine: Machine) -> Value:
        machine.follows_unread = False
        objects: list[HeapObject] = []
        places: dict[int, int] = {}
        for number, made in enumerate(opened.sequence.calls):
            arguments = tuple(_placed(one, places) for one in opened.calls[number])
            try:
                result = invoke(setting, made.call, arguments, objects, machine)
            except SubjectThrow as thrown:
                if thrown.class_name != made.raises:
                    raise RunStopped(OTHERWISE) from None
                continue
            if made.raises is not None:
                raise RunStopped(OTHERWISE)
            if isinstance(result, HeapObject):
                places[number] = len(objects)
                objects.append(result)
        arguments = tuple(_placed(one, places) for one in opened.asked)
        callee = setting.compiled.functions[question.qualified_name]
        if question.has_receiver and isinstance(arguments[0], ObjectAt):
            receiver = objects[arguments[0].position]
            callee = setting.compiled.dispatch[receiver.class_name][question.name]
        return callee.call(machine, values_of(callee, arguments, objects, machine))

    def as_the_client_did(condition: Term) -> bool:
        try:
            return bool(evaluate(condition, opened.values))
        except (KeyError, ZeroDivisionError):
            return True

    return paths_of(TRUE, run, setting.run_limits, watch.look, as_the_client_did)


def _placed(template: Argument, places: Mapping[int, int]) -> Argument:
    match template:
        case ObjectAt(call):
            if call not in places:
                raise RunStopped(OTHERWISE)
            return ObjectAt(places[call])
        case Fresh(entries=entries):
            return replace(template, entries=tuple(_placed(entry, places) for entry in entries))
        case argument:
            return argument


def _solved(solver: Solver, end: PathEnd, wanted: bool) -> Assignment | None:
    pc = end.pc
    match end.outcome:
        case Threw() if not wanted:
            pass
        case Returned(Term() as truth):
            pc = assume(pc, truth if wanted else not_(truth))
        case Returned(value) if value is wanted:
            pass
        case _:
            return None
    found = solution(solver, pc)
    return found.assignment if isinstance(found, Sat) else None


# --- From plain values to open ones, and back ------------------------------------------------


def _bare(argument: PlainArgument) -> object:
    """Give an argument without its value, but with its kind."""
    match argument:
        case bool() | None | Named() | ResultOf() | Inside() | LeftAway():
            return argument
        case FreshContainer(class_name, entries):
            return class_name, tuple(map(_bare, entries))
        case _:
            return type(argument)


def _opened(made_by: Mapping[str, Made], sequence: Sequence, opens_texts: bool) -> _Opened:
    values: dict[Term, int] = {}

    def fresh(value: int) -> Term:
        found = variable(f"open{len(values)}", INT)
        values[found] = value
        return found

    def opened(argument: PlainArgument) -> Argument:
        match argument:
            case bool() | None:
                return Literal(argument)
            case int():
                return Unknown(fresh(argument))
            case float():
                parts = argument * FLOAT_PARTS
                if parts != int(parts):
                    return Literal(argument)
                return Unknown(fresh(int(parts)), kind="float", parts=FLOAT_PARTS)
            case str():
                code = text_code(argument) if opens_texts else None
                return Literal(argument) if code is None else Unknown(fresh(code), kind="str")
            case Named(class_name, name):
                return MemberOf(class_name, name)
            case OpaqueObject(number):
                return Unknown(fresh(number), is_opaque=True)
            case LeftAway():
                return Omitted()
            case ResultOf(call):
                return ObjectAt(call)
            case FreshContainer(class_name, entries, number):
                match made_by.get(class_name):
                    case ByNumber():
                        return Fresh(class_name, tuple(_fixed(entry) for entry in entries))
                    case ByDigits():
                        return Fresh(class_name, (opened(entries[0]), _fixed(entries[1])))
                    case _:
                        return Fresh(class_name, tuple(map(opened, entries)), number)
            case Inside():
                raise NotOpened

    calls = tuple(tuple(map(opened, made.arguments)) for made in sequence.calls)
    asked = tuple(map(opened, sequence.arguments))
    return _Opened(sequence, calls, asked, values)


def _fixed(entry: PlainArgument) -> Literal:
    assert isinstance(entry, int)
    return Literal(entry)


def _with_values(setting: Setting, opened: _Opened, values: Assignment) -> Sequence:
    """Put values in the place of the variables."""
    codes = [int(values.get(one, value)) for one, value in opened.values.items()]
    texts = texts_for(codes, setting.compiled.texts)

    def plain(template: Argument, before: PlainArgument) -> PlainArgument:
        match template:
            case Unknown(variable=place, kind=kind, parts=parts, is_opaque=is_opaque):
                number = int(values.get(place, opened.values[place]))
                if is_opaque:
                    return OpaqueObject(number) if number else None
                if kind == "str":
                    return texts[number]
                return as_float(number, parts) if kind == "float" else number
            case Fresh(entries=entries) if isinstance(before, FreshContainer):
                pairs = zip(entries, before.entries, strict=True)
                return replace(before, entries=tuple(plain(one, was) for one, was in pairs))
            case _:
                return before

    calls = [
        replace(made, arguments=tuple(map(plain, templates, made.arguments)))
        for made, templates in zip(opened.sequence.calls, opened.calls, strict=True)
    ]
    return Sequence(tuple(calls), tuple(map(plain, opened.asked, opened.sequence.arguments)))
