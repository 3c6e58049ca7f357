"""A call sequence as statements that a person would have written.

Place: answers/calls/. Takes a replayed sequence; the words are those of the program's language,
see `syntax`. Names: an object that the spec is asked about gets the parameter's name,
others the name of their class in the style of the language, numbered where there are
several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from heapwright.answers.calls import synthesize
from heapwright.answers.calls.render_python import python_syntax
from heapwright.answers.calls.render_tiny import TINY_CALLS
from heapwright.answers.calls.replay import Replayed
from heapwright.answers.calls.syntax import RenderedCall, Syntax
from heapwright.answers.calls.synthesize import PlainArgument, Sequence
from heapwright.graph.state.public_calls import PublicCall
from heapwright.ir.core.language import PYTHON, TINY, Language
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import RefType, Type
from heapwright.paths.plain.heap import Reference
from heapwright.records import dataclass


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


def render(
    program: Program, sequence: Sequence, replayed: Replayed | None, question: Function
) -> Rendered:
    """Name the objects and write the calls; without a replay by what types tell."""
    syntax = syntax_of(program)
    parameters = [*(["this"] if question.has_receiver else [])]
    parameters += [parameter.name for parameter in question.parameters]
    names = _names(syntax, sequence, replayed, parameters, _question_types(question))
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

    for index, plain_call in enumerate(sequence.calls):
        types = _types(plain_call.call.receiver, plain_call.call.parameters)
        make(_opaque_in(plain_call.arguments, types))
        goes_through = replayed is not None and index in replayed.gone_through
        writes = syntax.items if goes_through else syntax.call
        calls.append(_rendered_call(syntax, writes, plain_call, types, names, index))
    types = _question_types(question)
    make(_opaque_in(sequence.arguments, types))
    arguments = tuple(
        (parameter, _text(syntax, argument, type_, names))
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


def _question_types(question: Function) -> list[str]:
    owner = question.owner if question.has_receiver else None
    return _types(owner, tuple(parameter.type for parameter in question.parameters))


def _types(receiver: str | None, parameters: tuple[Type, ...]) -> list[str]:
    """Give the class of each argument, receiver first; nothing for ints and Booleans."""
    classes = [t.class_name if isinstance(t, RefType) else "" for t in parameters]
    return classes if receiver is None else [receiver, *classes]


def _names(
    syntax: Syntax,
    sequence: Sequence,
    replayed: Replayed | None,
    parameters: list[str],
    types: list[str],
) -> _Names:
    used = {
        argument.call
        for arguments in (*(c.arguments for c in sequence.calls), sequence.arguments)
        for given in arguments
        for argument in _parts(given)
        if isinstance(argument, synthesize.ResultOf | synthesize.Inside)
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
        if isinstance(argument, synthesize.ResultOf):
            results.setdefault(argument.call, name)
        elif isinstance(argument, synthesize.OpaqueObject):
            opaque.setdefault((type_, argument.number), name)
    taken.update(results.values())
    roles = _roles(sequence) if syntax.names_by_role else {}
    for call in sorted(used - set(results)):
        class_name = _class_of_result(sequence, replayed, call)
        # A plain value is known by what it is for: `mid = box.deliver("a")`.
        name = syntax.variable(class_name or roles.get(call, "Value"))
        if name in taken and roles.get(call, name) not in taken:
            name = roles[call]
        results[call] = _fresh(name, taken)
    for class_name, number, _ in () if replayed is None else replayed.opaque:
        if (class_name, number) not in opaque:
            opaque[class_name, number] = _fresh(syntax.variable(class_name), taken)
    return _Names(results, opaque)


def _class_of_result(sequence: Sequence, replayed: Replayed | None, call: int) -> str | None:
    """Name the class of what a call gave, or declares to give; None for what is no object."""
    if replayed is None:
        declared = sequence.calls[call].call.result
        return declared.class_name if isinstance(declared, RefType) else "Value"
    result = replayed.results[call]
    return replayed.heaps[-1].class_of(result) if isinstance(result, Reference) else None


def _roles(sequence: Sequence) -> dict[int, str]:
    """Give objects the name of the parameter that they are first an argument for."""
    roles: dict[int, str] = {}
    for plain_call in sequence.calls:
        names = plain_call.call.parameter_names
        given = plain_call.arguments[len(plain_call.arguments) - len(names) :]
        for name, argument in zip(names, given, strict=True):
            if isinstance(argument, synthesize.ResultOf) and len(name.strip("_")) > 1:
                roles.setdefault(argument.call, name.strip("_"))
    return roles


def _parts(argument: PlainArgument) -> Iterator[PlainArgument]:
    """Give an argument and, of a container, what is in it."""
    yield argument
    if isinstance(argument, synthesize.FreshContainer):
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
        if isinstance(argument, synthesize.OpaqueObject)
    ]


def _rendered_call(
    syntax: Syntax,
    writes: Callable[[PublicCall, list[str]], str],
    plain_call: synthesize.PlainCall,
    types: list[str],
    names: _Names,
    index: int,
) -> RenderedCall:
    call, raises = plain_call.call, plain_call.raises
    result = names.results.get(index)
    texts = [
        _text(syntax, argument, type_, names)
        for argument, type_ in zip(plain_call.arguments, types, strict=True)
    ]
    expression = syntax.construction(call.name) if call.function is None else writes(call, texts)
    text = syntax.statement(result, expression, raises)
    given = tuple(filter(None, texts))
    return RenderedCall(result, text, syntax.method(call), given, expression, raises)


def _text(syntax: Syntax, argument: PlainArgument, type_: str, names: _Names) -> str:
    match argument:
        case synthesize.ResultOf(call):
            return names.results[call]
        case synthesize.Inside(call, path):
            return names.results[call] + "".join(map(_step, path))
        case synthesize.FreshContainer(class_name, entries):
            inner = [_text(syntax, entry, "", names) for entry in entries]
            return syntax.container(class_name, inner)
        case synthesize.OpaqueObject(number):
            return names.opaque[type_, number]
        case synthesize.LeftAway():
            return ""
        case plain:
            return syntax.literal(plain)


def _step(step: synthesize.Step) -> str:
    if isinstance(step, str):
        return f".{step}"
    first, *rest = step
    return (f".{first}" if isinstance(first, str) else f"[{first}]") + "".join(
        f"[{place}]" for place in rest
    )
