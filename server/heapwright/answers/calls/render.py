"""A call sequence as statements that a person would have written.

Place: answers/calls/. Takes a replayed sequence; the words are those of the program's language,
see `syntax`. Names: an object that the spec is asked about gets the parameter's name,
others the name of their class in the style of the language, numbered where there are
several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from heapwright.answers.calls import sequence as given
from heapwright.answers.calls.plain_client import read_step
from heapwright.answers.calls.render_python import python_syntax
from heapwright.answers.calls.render_tiny import TINY_CALLS
from heapwright.answers.calls.replay import Replayed
from heapwright.answers.calls.sequence import PlainArgument, Sequence
from heapwright.answers.calls.syntax import RenderedCall, Syntax
from heapwright.graph.state.public_calls import READING
from heapwright.graph.state.state_graph import Step, Way
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.language import PYTHON, TINY, Language
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import RefType, Type
from heapwright.paths.plain.heap import Named, PlainHeap, Reference, Unit, Value
from heapwright.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Rendered:
    """The calls, and the spec's arguments by parameter name."""

    calls: tuple[RenderedCall, ...]
    arguments: tuple[tuple[str, str], ...]
    results: tuple[tuple[int, str], ...] = ()  # by index of the call: the variable of its result
    opaque: tuple[tuple[str, int, str], ...] = ()  # class, number and variable

    @property
    def code(self) -> str:
        """Give the whole text, one statement a line."""
        return "\n".join(call.text for call in self.calls)

    @property
    def n_calls(self) -> int:
        """Count the calls; what only reads is none."""
        return sum(not call.is_reading for call in self.calls)


def render(
    program: Program, sequence: Sequence, replayed: Replayed | None, question: Function
) -> Rendered:
    """Name the objects and write the calls; without a replay by what types tell."""
    syntax = syntax_of(program)
    parameters = [*(["this"] if question.has_receiver else [])]
    parameters += [parameter.name for parameter in question.parameters]
    hierarchy = hierarchy_of(program)
    names = _names(syntax, hierarchy, sequence, replayed, parameters, _question_types(question))
    calls: list[RenderedCall] = []
    made: set[tuple[str, int]] = set()

    def make(needed: list[tuple[str, int]]) -> None:
        for opaque in needed:
            if opaque not in made:
                made.add(opaque)
                name, class_name = names.opaque[opaque], opaque[0]
                expression = syntax.construction(class_name)
                text = syntax.statement(name, expression, None)
                calls.append(RenderedCall(name, text, class_name, (), expression))

    writing = _Writing(syntax, names, hierarchy, replayed)
    for index, plain_call in enumerate(sequence.calls):
        types = _types(plain_call.call.receiver, plain_call.call.parameters)
        if plain_call.call is READING:
            calls.append(_rendered_reading(writing, plain_call, index))
            continue
        make(_opaque_in(plain_call.arguments, types))
        rendered = _rendered_call(writing, plain_call, types, index)
        if rendered.result is None or rendered.result != rendered.expression:
            calls.append(rendered)
    types = _question_types(question)
    make(_opaque_in(sequence.arguments, types))
    arguments = tuple(
        (parameter, writing.text(argument, type_, len(sequence.calls), []))
        for parameter, argument, type_ in zip(parameters, sequence.arguments, types, strict=True)
    )
    return Rendered(
        tuple(calls),
        arguments,
        tuple(sorted(names.results.items())),
        tuple((*key, name) for key, name in sorted(names.opaque.items()) if key in made),
    )


def test_text(program: Program, spec: Function, rendered: Rendered) -> str:
    """Give a test that makes the calls and asserts the spec, or the invariant that is violated."""
    arguments = [text for _, text in rendered.arguments]
    return syntax_of(program).test(spec, rendered.calls, arguments)


def syntax_of(program: Program) -> Syntax:
    """Give the words of the program's language."""
    return _SYNTAXES[program.language](program)


_SYNTAXES: Mapping[Language, Callable[[Program], Syntax]] = {
    TINY: lambda _: TINY_CALLS,
    PYTHON: python_syntax,
}


@dataclass(frozen=True, slots=True)
class _Names:
    results: dict[int, str]  # by index of the call
    opaque: dict[tuple[str, int], str]  # by class and number
    taken: set[str]
    same: dict[int, str] = field(default_factory=dict)  # containers of one call, by number


def _question_types(question: Function) -> list[str]:
    owner = question.owner if question.has_receiver else None
    return _types(owner, tuple(parameter.type for parameter in question.parameters))


def _types(receiver: str | None, parameters: tuple[Type, ...]) -> list[str]:
    """Give the class of each argument, receiver first; nothing for ints and Booleans."""
    classes = [t.class_name if isinstance(t, RefType) else "" for t in parameters]
    return classes if receiver is None else [receiver, *classes]


def _names(
    syntax: Syntax,
    hierarchy: Hierarchy,
    sequence: Sequence,
    replayed: Replayed | None,
    parameters: list[str],
    types: list[str],
) -> _Names:
    used = {
        argument.call
        for arguments in (*(c.arguments for c in sequence.calls), sequence.arguments)
        for one in arguments
        for argument in _parts(one)
        if isinstance(argument, given.ResultOf | given.Inside)
    }
    results: dict[int, str] = {}
    opaque: dict[tuple[str, int], str] = {}
    # A variable would hide a class of the same name.
    classes = {call.call.name.partition(".")[0] for call in sequence.calls}
    taken: set[str] = {*parameters, *classes, *syntax.reserved}
    for parameter, argument, type_ in zip(parameters, sequence.arguments, types, strict=True):
        name = syntax.receiver if parameter == "this" else parameter
        if name in classes:
            name = _fresh(name, taken)
        if isinstance(argument, given.ResultOf):
            results.setdefault(argument.call, name)
        elif isinstance(argument, given.OpaqueObject):
            opaque.setdefault((type_, argument.number), name)
    taken.update(results.values())
    roles = _roles(sequence) if syntax.names_by_role else {}
    for call in sorted(used - set(results)):
        known = syntax.object_name(sequence.calls[call].call)
        if known is not None:
            results[call] = known
            continue
        class_name = _class_of_result(hierarchy, sequence, replayed, call)
        # A plain value is known by what it is for: `mid = box.deliver("a")`, a list or a function
        # by what gave it: `items = shop.items()`.
        made = _called_name(sequence.calls[call]) if syntax.names_by_role else None
        name = syntax.variable(class_name or roles.get(call) or made or "Value")
        if name in taken and roles.get(call, name) not in taken:
            name = roles[call]
        results[call] = _fresh(name, taken)
    for class_name, number, _ in () if replayed is None else replayed.opaque:
        if (class_name, number) not in opaque:
            opaque[class_name, number] = _fresh(syntax.variable(class_name), taken)
    return _Names(results, opaque, taken)


def _called_name(call: given.PlainCall) -> str | None:
    """Give the name of what gives a value, where it has one that can be a variable."""
    if call.call is READING:
        (what,) = call.arguments
        steps = what.path if isinstance(what, given.Inside) else ()
        return next((step for step in reversed(steps) if isinstance(step, str)), None)
    name = call.call.name.rpartition(".")[2].partition("(")[0].strip("@=~").removeprefix("get_")
    return name if name.isidentifier() and not name.startswith("_") else None


def _class_of_result(
    hierarchy: Hierarchy, sequence: Sequence, replayed: Replayed | None, call: int
) -> str | None:
    """Name the class of the text that a call gave an object of, or declares to give one of."""
    if replayed is None:
        declared = sequence.calls[call].call.result
        return declared.class_name if isinstance(declared, RefType) else "Value"
    result = replayed.results[call]
    if not isinstance(result, Reference):
        return None
    name = replayed.heaps[-1].class_of(result)
    return None if name in hierarchy.library or name.startswith("(") else name


def _roles(sequence: Sequence) -> dict[int, str]:
    """Give objects the name of the parameter that they are first an argument for."""
    roles: dict[int, str] = {}
    for plain_call in sequence.calls:
        names = plain_call.call.parameter_names
        arguments = plain_call.arguments[len(plain_call.arguments) - len(names) :]
        for name, argument in zip(names, arguments, strict=True):
            if isinstance(argument, given.ResultOf) and len(name.strip("_")) > 1:
                roles.setdefault(argument.call, name.strip("_"))
    return roles


def _parts(argument: PlainArgument) -> Iterator[PlainArgument]:
    """Give an argument and, of a container, what is in it."""
    yield argument
    if isinstance(argument, given.FreshContainer):
        for entry in argument.entries:
            yield from _parts(entry)


def _fresh(base: str, taken: set[str]) -> str:
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}{number}"
    taken.add(name)
    return name


def _opaque_in(arguments: tuple[PlainArgument, ...], types: list[str]) -> list[tuple[str, int]]:
    return [
        (type_, argument.number)
        for type_, argument in zip(types, arguments, strict=True)
        if isinstance(argument, given.OpaqueObject)
    ]


def _rendered_call(
    writing: _Writing, plain_call: given.PlainCall, types: list[str], index: int
) -> RenderedCall:
    syntax, replayed = writing.syntax, writing.replayed
    goes_through = replayed is not None and index in replayed.gone_through
    writes = syntax.items if goes_through else syntax.call
    call, raises = plain_call.call, plain_call.raises
    result = writing.names.results.get(index)
    before: list[str] = []
    writing.names.same.clear()
    texts = [
        writing.text(argument, type_, index, before)
        for argument, type_ in zip(plain_call.arguments, types, strict=True)
    ]
    expression = syntax.construction(call.name) if call.function is None else writes(call, texts)
    text = "\n".join((*before, syntax.statement(result, expression, raises)))
    shown = tuple(filter(None, texts))
    method = syntax.method(call)
    return RenderedCall(result, text, method, shown, expression, raises, before=tuple(before))


def _rendered_reading(writing: _Writing, reading: given.PlainCall, index: int) -> RenderedCall:
    expression = writing.text(reading.arguments[0], "", index, [])
    result = writing.names.results.get(index)
    text = writing.syntax.statement(result, expression, None)
    return RenderedCall(result, text, "", (), expression, is_reading=True)


@dataclass(frozen=True, slots=True)
class _Writing:
    """What is needed to write arguments down."""

    syntax: Syntax
    names: _Names
    hierarchy: Hierarchy
    replayed: Replayed | None

    def text(self, argument: PlainArgument, type_: str, index: int, before: list[str]) -> str:
        """Write an argument of the call with this number.

        A container that is given in several places gets a name before.
        """
        match argument:
            case given.ResultOf(call):
                return self.names.results[call]
            case given.Inside(call, path):
                return self.way(call, path, index)
            case given.FreshContainer(number=number) if number in self.names.same:
                return self.names.same[number]
            case given.FreshContainer(class_name, entries, number):
                inner = [self.text(entry, "", index, before) for entry in entries]
                text = self.syntax.container(class_name, inner)
                if number == 0:
                    return text
                name = self.names.same[number] = _fresh("same", self.names.taken)
                before.append(self.syntax.statement(name, text, None))
                return name
            case given.OpaqueObject(number):
                return self.names.opaque[type_, number]
            case given.LeftAway():
                return ""
            case plain:
                return self.syntax.literal(plain)

    def way(self, call: int, path: Way, index: int) -> str:
        """Write what is read from a result just before the call with this number."""
        text = self.names.results[call]
        if self.replayed is None:
            return text + "".join(map(_step, path))
        heap = self.replayed.heaps[index - 1]
        value: Value | Unit = self.replayed.results[call]
        for step in path:
            if isinstance(value, Reference) and isinstance(step, tuple):
                text = self.entry(text, heap, value, step)
            else:
                text += _step(step)
            value = read_step(self.hierarchy, heap, value, step)
        return text

    def entry(
        self, text: str, heap: PlainHeap, container: Reference, step: tuple[str | int, ...]
    ) -> str:
        """Write an entry of a container, as its class lets a client get at it."""
        first, *rest = step
        name = heap.class_of(container)
        if name == "dict" and isinstance(first, int) and rest:
            key = read_step(self.hierarchy, heap, container, (first, 0))
            inside = "".join(f"[{place}]" for place in rest[1:])
            if rest[0] == 1 and isinstance(key, int | str | Named | None):
                return f"{text}[{self.syntax.literal(key)}]{inside}"
            return f"list({text}{'.values()' if rest[0] == 1 else ''})[{first}]{inside}"
        if name in ("list", "deque") or not isinstance(first, int):
            return text + _step(step)
        return f"list({text}){_step(step)}"


def _step(step: Step) -> str:
    if isinstance(step, str):
        return f".{step}"
    first, *rest = step
    return (f".{first}" if isinstance(first, str) else f"[{first}]") + "".join(
        f"[{place}]" for place in rest
    )
