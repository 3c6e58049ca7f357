"""Whether a program keeps the rules that everything after the front ends relies on.

Place: ir/checks/. Tests and front ends under test call this after lowering. Pure.
Types of values are the front end's business; here it is names, numbers and flow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from heapwright.deep_recursion import deep_recursion
from heapwright.ir.checks.flow import flow_complaints
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import ROOM, ClassDef, Function, Program, Role
from heapwright.ir.core.types import BOOL, RefType, Type
from heapwright.ir.core.walk import walk


def validate(program: Program) -> tuple[str, ...]:
    """List what is wrong with a program, one line each; nothing if it is sound."""
    names = _Names(program)
    complaints = list(_program_complaints(program, names))
    if complaints:
        # Without sound classes, questions about methods have no answer.
        return tuple(complaints)
    for function in _all_functions(program):
        own = list(_function_complaints(names, function))
        if not own and function.left_out is None:
            with deep_recursion():
                own.extend(flow_complaints(function))
        complaints.extend(f"{function.qualified_name}: {complaint}" for complaint in own)
    return tuple(complaints)


class _Names:
    """The names that a program declares."""

    def __init__(self, program: Program) -> None:
        self.classes = {class_def.name for class_def in program.classes}
        self.fields = {field.name for c in program.classes for field in c.fields}
        self.functions = {function.qualified_name: function for function in _all_functions(program)}
        self.methods = {
            (function.name, len(function.parameters))
            for function in _all_functions(program)
            if function.has_receiver
        }


def _all_functions(program: Program) -> Iterator[Function]:
    for class_def in program.classes:
        yield from class_def.functions
    yield from program.functions


def _program_complaints(program: Program, names: _Names) -> Iterator[str]:
    for name in _repeated(class_def.name for class_def in program.classes):
        yield f"class {name} is declared more than once"
    for name in _repeated(function.qualified_name for function in _all_functions(program)):
        yield f"function {name} is declared more than once"
    for name in (program.faults.null_dereference, program.faults.division_by_zero):
        if name not in names.classes:
            yield f"the class {name} of a fault does not exist"
    for bound in program.scope:
        if bound.class_name not in (None, *ROOM, *names.classes):
            yield f"the scope bounds the class {bound.class_name}, which does not exist"
    for function in program.functions:
        if function.owner is not None or function.has_receiver or function.role is Role.STATIC:
            yield f"{function.qualified_name} stands outside of classes with a role inside of one"
    if sum(function.role is Role.MAIN for function in program.functions) > 1:
        yield "there is more than one main"
    inherited: dict[str, ClassDef] = {}
    for class_def in program.classes:
        yield from _class_complaints(names, class_def, inherited)
        inherited[class_def.name] = class_def


def _class_complaints(
    names: _Names, class_def: ClassDef, before: dict[str, ClassDef]
) -> Iterator[str]:
    """Complain about one class, given those that stand before it."""
    name, parent = class_def.name, class_def.parent
    # A parent that stands before its children also rules out circles.
    if parent is not None and parent not in before:
        yield f"class {name}: its parent {parent} does not stand before it"
    for field in _repeated(field.name for field in class_def.fields):
        yield f"class {name}: field {field} is declared more than once"
    for field_def in class_def.fields:
        yield from (f"class {name}: {text}" for text in _type_complaints(names, field_def.type))
    for function in class_def.functions:
        if function.owner != name:
            yield f"class {name}: function {function.name} says its owner is {function.owner}"
        if function.role not in (Role.METHOD, Role.STATIC, Role.INVARIANT):
            yield f"class {name}: function {function.name} is a {function.role.value}"
    while parent is not None and parent in before:
        above = before[parent]
        own_fields = {field.name for field in class_def.fields}
        for field_def in above.fields:
            if field_def.name in own_fields:
                yield f"class {name}: field {field_def.name} is declared in {parent} too"
        for function in class_def.functions:
            for overridden in above.functions:
                if (
                    function.name == overridden.name
                    and not function.has_names
                    and function.has_receiver
                    and overridden.has_receiver
                    and len(function.parameters) != len(overridden.parameters)
                ):
                    yield (
                        f"class {name}: {function.name} takes another number of arguments"
                        f" than in {parent}"
                    )
        parent = above.parent


def _function_complaints(names: _Names, function: Function) -> Iterator[str]:
    for parameter in function.parameters:
        yield from _type_complaints(names, parameter.type)
    yield from _type_complaints(names, function.result)
    n_given = len(function.parameters) + function.has_receiver
    if function.n_slots < n_given:
        yield f"has {function.n_slots} slots for {n_given} arguments"
    if function.role in (Role.SPEC, Role.INVARIANT) and function.result != BOOL:
        yield f"its role, {function.role.value}, wants a Boolean result"
    if function.role in (Role.INVARIANT, Role.TEST, Role.MAIN) and function.parameters:
        yield f"its role, {function.role.value}, wants no parameters"
    if function.left_out is not None:
        return
    sites: Counter[int] = Counter()
    for node in walk(function.body):
        if not isinstance(node, ir.Handler):
            sites[node.site] += 1
        yield from _node_complaints(names, function, node)
    for site, count in sites.items():
        if site < 0 and site != ir.NO_SITE:
            yield f"site {site} is negative"
        elif count > 1 and site != ir.NO_SITE:
            yield f"site {site} stands for {count} instructions"


def _node_complaints(
    names: _Names, function: Function, node: ir.Expr | ir.Statement | ir.Handler
) -> Iterator[str]:
    """Complain about the names and numbers in one instruction."""
    match node:
        case ir.Local(slot=slot) | ir.Assign(slot=slot) | ir.ForEach(slot=slot):
            if not 0 <= slot < function.n_slots:
                yield f"slot {slot} does not exist, there are {function.n_slots}"
        case ir.GetField(field_name=name) | ir.SetField(field_name=name):
            if name not in names.fields:
                yield f"no class has a field {name}"
        case ir.New(class_name=name) | ir.IsInstance(class_name=name):
            if name not in names.classes:
                yield f"the class {name} does not exist"
        case ir.Symbol(type=type_):
            yield from _type_complaints(names, type_)
        case ir.Invoke(method=name, arguments=arguments):
            if (name, len(arguments)) not in names.methods:
                yield f"no class has a method {name} that takes {len(arguments)} arguments"
        case ir.InvokeExact(function=name, arguments=arguments):
            called = names.functions.get(name)
            if called is None:
                yield f"the function {name} does not exist"
            elif len(arguments) != len(called.parameters) + called.has_receiver:
                wanted = len(called.parameters) + called.has_receiver
                yield f"{name} takes {wanted} arguments and is given {len(arguments)}"
        case ir.CallValue(arguments=arguments, names=given):
            if len(arguments) != len(given):
                yield f"a call has {len(arguments)} arguments and {len(given)} names"
        case ir.Try(handlers=handlers, final=final):
            if not handlers and not final:
                yield "a try has neither handlers nor a final part"
            if any(handler.catches is None for handler in handlers[:-1]):
                yield "a handler stands after one that catches everything"
        case ir.Handler(catches=catches, slot=slot):
            if catches == ():
                yield "a handler catches nothing"
            for name in catches or ():
                if name not in names.classes:
                    yield f"the class {name} of a handler does not exist"
            if slot is not None and not 0 <= slot < function.n_slots:
                yield f"slot {slot} does not exist, there are {function.n_slots}"


def _type_complaints(names: _Names, type_: Type) -> Iterator[str]:
    if isinstance(type_, RefType) and type_.class_name not in names.classes:
        yield f"the class {type_.class_name} does not exist"


def _repeated(names: Iterable[str]) -> list[str]:
    """Give the names that come more than once, in the order they first come."""
    return [name for name, count in Counter(names).items() if count > 1]
