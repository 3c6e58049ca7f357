"""Prepare a program for symbolic runs: its functions, its dispatch tables, its defaults.

Place: paths/known_shapes/. `run` calls the compiled functions with a `Machine`. The code of a
function is made when it is first called, by `runs.compile` with `semantics`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping

from heapwright.heaps.known_shape import ABSENT, FieldName, HeapObject, NamedValue, Value
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.operations import FUNCTION_FIELD
from heapwright.ir.core.program import Function, Parameter, Program, Role
from heapwright.ir.core.types import AnyType, BoolType, IntType, RefType, Type, type_name
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.endings import catches_its_end, classes_with_ending, ending_not_followed
from heapwright.ir.reach.hashing import classes_with_changing_hash
from heapwright.ir.reach.named_texts import named_texts
from heapwright.paths.known_shapes.compile_pull import PulledCode, pulled_code, yields
from heapwright.paths.known_shapes.kinds import FRESH, GENERATOR, STATE_FIELD
from heapwright.paths.known_shapes.semantics import ExprCode, Slots, known_shapes
from heapwright.paths.runs.compile import Compiler, RunnableFunction, left_out
from heapwright.paths.runs.machine import Machine


class CompiledFunction(RunnableFunction[Machine, Value]):
    """A function ready to run, and what a caller has to know of its parameters."""

    __slots__ = ("_casts", "_defaults", "compiled")

    def __init__(self, compiled: CompiledProgram, function: Function) -> None:
        super().__init__(known_shapes(compiled, function.qualified_name), function)
        self.compiled = compiled
        self._casts: dict[str, str] | None = None
        self._defaults: dict[str, ExprCode] = {}

    @property
    def casts(self) -> dict[str, str]:
        """Say what a caller that knows nothing of types has to see to, by parameter."""
        if self._casts is None:
            self._casts = {
                p.name: type_name(p.type)
                for p in self.function.parameters
                if not isinstance(p.type, AnyType) and not p.gathers
            }
        return self._casts

    def default(self, machine: Machine, parameter: Parameter) -> Value:
        """Evaluate the default of a parameter."""
        code = self._defaults.get(parameter.name)
        if code is None:
            assert parameter.default is not None
            code = Compiler(self.semantics).expression(parameter.default)
            self._defaults[parameter.name] = code
        return code(machine, [])


class GeneratorFunction(CompiledFunction):
    """A function whose call gives an iterator over what its body yields."""

    __slots__ = ("acts_at_end", "catches_end", "pulled_body")

    def __init__(self, compiled: CompiledProgram, function: Function) -> None:
        super().__init__(compiled, function)
        self.pulled_body: PulledCode | None = None
        self.catches_end = catches_its_end(function.body)
        # Whether it may wait inside of a `try` that does something when nobody wants it any more.
        self.acts_at_end = self.catches_end or any(
            isinstance(node, ir.Try) and node.final and yields((node,))
            for node in walk(function.body)
        )

    def call(self, machine: Machine, arguments: Slots) -> Value:
        """Remember the arguments; the body runs when somebody wants the items."""
        name = NamedValue("function", self.function.qualified_name)
        fields: dict[FieldName, Value] = {FUNCTION_FIELD: name, STATE_FIELD: FRESH}
        fields.update(enumerate(arguments))
        made = HeapObject(GENERATOR, fields)
        machine.fresh.add(made)
        return made

    def pulled(self, machine: Machine, arguments: Slots) -> Generator[Value, None, str | None]:
        """Give what the body yields, item by item; it runs as far as somebody asks."""
        if self.pulled_body is None:
            if self.function.left_out is not None:
                raise left_out(self.function)
            self.pulled_body = pulled_code(
                self.compiled, self.function.qualified_name, self.function.body
            )
        arguments.extend([None] * (self.function.n_slots - len(arguments)))
        return self.pulled_body(machine, arguments)

    def run_yielding(
        self, machine: Machine, arguments: Slots, handler: Callable[[Value], None]
    ) -> None:
        """Run the body; the handler gets what it yields."""
        body = self.entered(machine)
        arguments.extend([None] * (self.function.n_slots - len(arguments)))
        arguments.append(handler)  # type: ignore[arg-type]  # only `yield` reads this slot
        body(machine, arguments)
        machine.depth -= 1


def _compiled_function(compiled: CompiledProgram, function: Function) -> CompiledFunction:
    made = GeneratorFunction if function.is_generator else CompiledFunction
    return made(compiled, function)


class CompiledProgram:
    """All functions of a program, and which one a class finds for a method name."""

    __slots__ = (
        "ancestors",
        "changing_keys",
        "closed",
        "defaults",
        "dispatch",
        "ending",
        "field_casts",
        "functions",
        "generators",
        "hierarchy",
        "ignored",
        "is_traced",
        "measures_gaps",
        "opaque",
        "program",
        "statics",
        "texts",
    )

    def __init__(
        self,
        program: Program,
        opaque: frozenset[str],
        ignored: frozenset[str],
        measures_gaps: bool,
        is_traced: bool,
    ) -> None:
        self.program = program
        self.hierarchy = hierarchy_of(program)
        self.is_traced = is_traced
        self.ignored = ignored
        self.measures_gaps = measures_gaps
        self.opaque = opaque
        self.functions: dict[str, CompiledFunction] = {}
        self.dispatch: dict[str, dict[str, CompiledFunction]] = {}
        self.statics: dict[str, dict[str, CompiledFunction]] = {}
        self.ancestors: dict[str, frozenset[str]] = {}
        self.defaults: dict[str, dict[FieldName, Value]] = {}
        # What a value must be to stand in a field with a declared type.
        self.field_casts: dict[tuple[str, str], str] = {}
        self.texts = named_texts(program)
        self.changing_keys = classes_with_changing_hash(program)
        self.closed = frozenset([one.name for one in program.classes if one.is_closed])
        self.ending = classes_with_ending(program)  # whose objects do something when they go
        program_fields = {class_def.name: class_def.fields for class_def in program.classes}
        for class_def in program.classes:
            parent = class_def.parent
            table = dict(self.dispatch[parent]) if parent is not None else {}
            statics = dict(self.statics[parent]) if parent is not None else {}
            above = self.ancestors[parent] if parent is not None else frozenset()
            fields = dict(self.defaults[parent]) if parent is not None else {}
            for function in class_def.functions:
                compiled = _compiled_function(self, function)
                self.functions[function.qualified_name] = compiled
                if function.has_receiver:
                    table[function.name] = compiled
                elif function.role is Role.STATIC:
                    statics[function.name] = compiled
            for field in class_def.fields:
                if field.name not in ignored:
                    fields[field.name] = _first_value(field.type, opaque)
            for level in (*above, class_def.name):
                for field in program_fields.get(level, ()):
                    if not isinstance(field.type, AnyType):
                        self.field_casts[class_def.name, field.name] = type_name(field.type)
            self.dispatch[class_def.name] = table
            self.statics[class_def.name] = statics
            self.ancestors[class_def.name] = above | {class_def.name}
            self.defaults[class_def.name] = fields
        for function in program.functions:
            self.functions[function.qualified_name] = _compiled_function(self, function)

        self.generators = {
            name: function
            for name, function in self.functions.items()
            if isinstance(function, GeneratorFunction)
        }

    def allocate(
        self, machine: Machine, class_name: str, fields: Mapping[FieldName, Value] | None = None
    ) -> HeapObject:
        """Make an object with these fields, or as it is before anybody sets one."""
        machine.changed = True
        if class_name in self.ending:
            machine.doubts[ending_not_followed(class_name)] = None
        return HeapObject(class_name, dict(self.defaults[class_name] if fields is None else fields))

    def static(self, class_name: str, name: str) -> CompiledFunction | None:
        """Find a static method of a class by name."""
        return self.statics.get(class_name, {}).get(name)

    def ignored_default(self, name: str) -> Value:
        """Give what reading an ignored field gives: 0, or false for a Boolean."""
        fields = (field for class_def in self.program.classes for field in class_def.fields)
        is_boolean = any(f.name == name and isinstance(f.type, BoolType) for f in fields)
        return False if is_boolean else 0


def _first_value(type_: Type, opaque: frozenset[str]) -> Value:
    """Give what a field holds before anybody sets it."""
    match type_:
        case BoolType():
            return False
        case AnyType():
            return ABSENT
        case IntType():
            return 0
        case RefType(class_name) if class_name in opaque:
            return 0
        case _:
            return None


def compile_program(
    program: Program,
    opaque: frozenset[str] = frozenset(),
    ignored: frozenset[str] = frozenset(),
    *,
    measures_gaps: bool = False,
    is_traced: bool = False,
) -> CompiledProgram:
    """Prepare all functions.

    `opaque` names the classes whose objects are mere identities, `ignored` the fields
    that no heap holds: a write to one is dropped, a read gives 0 or false. With `measures_gaps`
    a machine learns by how much the last comparison of known ints failed; when the program
    `is_traced`, how every condition came out, at the sites where the plain interpreter
    reports it.
    """
    return CompiledProgram(program, opaque, ignored, measures_gaps, is_traced)
