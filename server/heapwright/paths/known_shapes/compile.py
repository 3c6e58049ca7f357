"""Prepare a program for symbolic runs: its functions, its dispatch tables, its defaults.

Place: paths/known_shapes/. `run` calls the compiled functions with a `Machine`. The code of a
function is made when it is first called, by `runs.compile` with `semantics`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from heapwright.heaps.known_shape import ABSENT, FieldName, HeapObject, NamedValue, Value
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.operations import FUNCTION_FIELD
from heapwright.ir.core.program import Function, Parameter, Program, Role
from heapwright.ir.core.types import AnyType, BoolType, IntType, RefType, Type, type_name
from heapwright.ir.reach.endings import (
    catches_its_end,
    classes_with_ending,
    ending_not_followed,
    may_act_at_end,
)
from heapwright.ir.reach.hashing import classes_with_changing_hash
from heapwright.ir.reach.named_texts import named_texts
from heapwright.paths.known_shapes.compile_pull import (
    START,
    YIELD,
    Pulled,
    can_wait,
    pulled_code,
)
from heapwright.paths.known_shapes.endings import below, let_go
from heapwright.paths.known_shapes.kinds import FRESH, GENERATOR, STATE_FIELD
from heapwright.paths.known_shapes.semantics import ExprCode, Slots, known_shapes
from heapwright.paths.runs.compile import Compiler, RunnableFunction, left_out
from heapwright.paths.runs.machine import Machine, SubjectThrow


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

    __slots__ = ("_can_wait", "_pulled", "catches_end")

    def __init__(self, compiled: CompiledProgram, function: Function) -> None:
        super().__init__(compiled, function)
        self._pulled: Pulled | None = None
        self.catches_end = catches_its_end(function.body)
        self._can_wait: bool | None = None

    def call(self, machine: Machine, arguments: Slots) -> Value:
        """Remember the arguments; the body runs when somebody wants the items."""
        name = NamedValue("function", self.function.qualified_name)
        fields: dict[FieldName, Value] = {FUNCTION_FIELD: name, STATE_FIELD: FRESH}
        fields.update(enumerate(arguments))
        made = HeapObject(GENERATOR, fields)
        machine.fresh.add(made)
        return made

    @property
    def can_wait(self) -> bool:
        """Say whether the code can wait after each item."""
        if self._can_wait is None:
            self._can_wait = can_wait(self.function.body)
        return self._can_wait

    @property
    def pulled(self) -> Pulled:
        """Give the code of the body that waits after each item."""
        if self._pulled is None:
            if self.function.left_out is not None:
                raise left_out(self.function)
            self._pulled = pulled_code(self.compiled, self.function)
        return self._pulled

    def go_on(
        self,
        machine: Machine,
        generator: HeapObject,
        state: Value,
        sent: Value | SubjectThrow,
    ) -> Value:
        """Run the body of a generator to its next item, which is none at the end."""
        pulled, fields = self.pulled, generator.fields
        slots = [value for key, value in fields.items() if type(key) is int]
        place = START
        if isinstance(state, NamedValue):
            place = int(state.name)
        else:
            slots.extend([None] * (pulled.n_slots - len(slots)))
        slots.append(sent)  # type: ignore[arg-type]  # only `yield` reads this slot
        if pulled.code(machine, slots, place) is not YIELD:
            return ABSENT
        item, waits_at = machine.result, slots[-1]
        assert type(waits_at) is int
        generator.fields = pulled.fields(machine, fields[FUNCTION_FIELD], slots, waits_at)
        if pulled.waits[waits_at].acts_at_end:
            machine.unfinished[generator] = None
        else:
            machine.unfinished.pop(generator, None)
        return item

    def run_yielding(
        self, machine: Machine, arguments: Slots, handler: Callable[[Value], None]
    ) -> None:
        """Run the body; the handler gets what it yields."""
        body = self.entered(machine)
        arguments.extend([None] * (self.function.n_slots - len(arguments)))
        arguments.append(handler)  # type: ignore[arg-type]  # only `yield` reads this slot
        body(machine, arguments)
        machine.depth -= 1


class WatchedFunction(CompiledFunction):
    """A function of a program whose generators may do something when nobody wants them any more."""

    __slots__ = ()

    def call(self, machine: Machine, arguments: Slots) -> Value:
        """Run the body; the call of a client says which of these generators it lets go."""
        if machine.depth > 0:
            return super().call(machine, arguments)
        held = [*arguments, machine.shared]
        before = below(held)
        try:
            result = super().call(machine, arguments)
        except SubjectThrow as thrown:
            self.note_gone(machine, before, [*held, thrown.thrown])
            raise
        self.note_gone(machine, before, [*held, result])
        return result

    def note_gone(
        self, machine: Machine, before: Sequence[HeapObject], kept: Sequence[Value]
    ) -> None:
        """Keep those as unfinished that nothing leads to any more."""
        gone = let_go(self.compiled, [*before, *machine.unfinished], kept)
        machine.unfinished = dict.fromkeys(gone)


def _maker(program: Program) -> type[CompiledFunction]:
    """Give how functions of a program are made that are no generators."""
    is_watched = any(
        function.is_generator and may_act_at_end(function.body)
        for function in hierarchy_of(program).functions.values()
    )
    return WatchedFunction if is_watched else CompiledFunction


def _compiled_function(
    compiled: CompiledProgram, function: Function, maker: type[CompiledFunction]
) -> CompiledFunction:
    return (GeneratorFunction if function.is_generator else maker)(compiled, function)


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
        maker = _maker(program)
        program_fields = {class_def.name: class_def.fields for class_def in program.classes}
        for class_def in program.classes:
            parent = class_def.parent
            table = dict(self.dispatch[parent]) if parent is not None else {}
            statics = dict(self.statics[parent]) if parent is not None else {}
            above = self.ancestors[parent] if parent is not None else frozenset()
            fields = dict(self.defaults[parent]) if parent is not None else {}
            for function in class_def.functions:
                compiled = _compiled_function(self, function, maker)
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
            self.functions[function.qualified_name] = _compiled_function(self, function, maker)

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
