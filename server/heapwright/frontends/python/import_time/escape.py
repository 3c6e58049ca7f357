"""Which values of classes and modules are one object that all share.

Place: frontends/python/import_time/. `declare` asks once all names are known.

A value that a class or module body gives is made anew wherever it is used, as long as
nobody can tell: it cannot be changed, or all code only looks at it. Otherwise it is a
*shared* value: it is made once, when it is first used, and is part of the state from then
on (see `SHARED` in `ir.operations`). Making it later than Python does cannot be seen,
because it is made of constants.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from heapwright.frontends.python.desugar.kept_decorators import is_given_function
from heapwright.frontends.python.desugar.mixins import registers_by_name
from heapwright.frontends.python.import_time.plain_objects import makes_plain_object, only_asks
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import (
    Node,
    assigned_names,
    global_names,
    inside,
    targets_in,
    walk,
)
from heapwright.frontends.python.table.class_table import (
    ClassTable,
    ConstantName,
    ForeignName,
    FunctionInfo,
    FunctionKind,
    Sharing,
    Use,
)
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.frontends.python.table.resolve import Surroundings

CONTAINER_MAKERS = frozenset(
    ("list", "dict", "set", "deque", "defaultdict", "OrderedDict", "Counter")
)
_LOOKING_METHODS = frozenset(("get", "items", "keys", "values", "index", "count", "copy"))
_LOOKING = frozenset(
    (
        *("list", "tuple", "set", "sorted", "enumerate", "reversed", "sum", "frozenset", "dict"),
        *("any", "all", "min", "max", "zip", "iter"),
    )
)


_Values: TypeAlias = Sequence[tuple[str, tree.Expr]]  # with the paths where they stand
# Functions of Python that give a number or a string, which nobody can change.
_CALCULATING = frozenset(("int", "bool", "float", "str", "len", "ord", "chr", "repr"))


def sharing_of(
    table: ClassTable,
    modules: Sequence[tuple[str, tree.Module]],
    noted: frozenset[str],
    rebound: Iterable[str],
    used: Mapping[str, Use],
    named: frozenset[str],
) -> Sharing:
    """Say how the values of names are used in all of a program.

    `noted` are names whose values decorators and hooks of classes may change, see `import_code`;
    `rebound` and `used` say what the code of modules does to values, see `module_code`; `named` is
    all that it names, see `named_at_import`.
    """
    uses: dict[str, Use] = {}
    touched = set(noted)
    for _, module in modules:
        add_uses(uses, _uses_in_body(module.body, touched))
    given = _values_by_name(table)
    changed = {name for name in touched if not _is_fixed(table, given.get(name, ()))}
    changed |= set(rebound)
    for name, use in used.items():
        if not is_given_function(name) and _may_change(table, given.get(name, ()), use):
            changed.add(name)
    for name in named & given.keys():
        if any(makes_plain_object(_top(table, path), value, name) for path, value in given[name]):
            changed.add(name)
    uses = {name: use for name, use in uses.items() if name in given}
    holding = _attributes_with_classes(table)
    on_classes = {
        name for f in table.functions.values() for name in _set_on_classes(table, f, holding)
    }
    assigned = {(path, name) for path, module in modules for name in global_names(module.body)}
    registers = any(
        isinstance(node, tree.Call)
        and isinstance(node.function, tree.Attribute)
        and node.function.name == "register"
        and not (registers_by_name(node.function) and len(node.arguments) == 1)
        for _, module in modules
        for node in walk(module.body)
    )
    return Sharing(
        uses,
        frozenset(on_classes),
        frozenset(assigned),
        frozenset(given.keys() & changed),
        registers,
    )


def _may_change(table: ClassTable, values: _Values, use: Use) -> bool:
    """Say whether code that uses the values of a name so may change one of them."""
    return not _is_fixed(table, values) and any(
        _shows(value, use) if is_mutable(value) else _is_own(table, path, value, use)
        for path, value in values
    )


def _is_own(table: ClassTable, path: str, value: tree.Expr, use: Use) -> bool:
    """Say whether a value is an object of the program which is handed out."""
    match value:
        case tree.Call(tree.Name(name)):
            return use is Use.HANDS_OUT and not isinstance(table.meaning(path, name), ForeignName)
        case _:
            return False


def _values_by_name(table: ClassTable) -> Mapping[str, _Values]:
    """Give all that classes and modules call by each name, and where these stand."""
    values: dict[str, list[tuple[str, tree.Expr]]] = {}
    for info in table.classes.values():
        for name, value in info.constants.items():
            values.setdefault(name, []).append((info.path, value))
    for module_info in table.modules.values():
        for meaning in module_info.names.values():
            if isinstance(meaning, ConstantName):
                values.setdefault(meaning.name, []).append((meaning.path, meaning.value))
    return values


def _is_fixed(table: ClassTable, values: _Values) -> bool:
    """Say whether nobody can change any of these values of classes and modules."""
    return all(_is_fixed_value(table, path, value) for path, value in values)


def _is_fixed_value(table: ClassTable, path: str, value: tree.Expr) -> bool:
    match value:
        case (
            tree.IntLiteral()
            | tree.BoolLiteral()
            | tree.NoneLiteral()
            | tree.FloatLiteral()
            | tree.StringLiteral()
        ):
            return True
        case tree.Call(tree.Name(name)) if name in _CALCULATING and not table.meaning(path, name):
            return True
        case tree.Call(function, arguments):
            # What the system says belongs to nobody.
            return only_asks(_top(table, path), function, arguments)
        case _:
            return False


def _top(table: ClassTable, path: str) -> Surroundings:
    return Surroundings(table, FieldTable(table, {}), path, None, frozenset())


def is_shared(table: ClassTable, expr: tree.Expr, name: str) -> bool:
    """Say whether somebody could tell if a value was made anew for every use."""
    return is_mutable(expr) and _shows(expr, table.sharing.uses.get(name, Use.LOOKS))


def _shows(expr: tree.Expr, use: Use) -> bool:
    """Say whether whoever uses a value so may see that it is made anew, or change it."""
    match expr:
        case tree.Call(tree.Name("defaultdict") | tree.Attribute(name="defaultdict")):
            # Looking for a key puts it in.
            return True
        case _:
            return use is Use.HANDS_OUT or (use is Use.TAKES_PARTS and _has_mutable_parts(expr))


def has_shared_default(info: FunctionInfo, parameter: tree.Parameter) -> bool:
    """Say whether all calls that leave an argument out share one object that may change."""
    default = parameter.default
    if default is None or not is_mutable(default):
        return False
    uses: dict[str, Use] = {}
    add_uses(uses, (use for statement in info.node.body for use in uses_in(statement)))
    return _shows(default, uses.get(parameter.name.text, Use.LOOKS))


def is_mutable(expr: tree.Expr) -> bool:
    """Say whether somebody could change the value of a constant."""
    match expr:
        case tree.Display() | tree.DictDisplay():
            return True
        case tree.Call(tree.Name(name) | tree.Attribute(name=name)) if name in CONTAINER_MAKERS:
            return True
        case tree.TupleExpr(items):
            return any(map(is_mutable, items))
        case tree.BinaryOperation(_, lhs, rhs):
            return is_mutable(lhs) or is_mutable(rhs)
        case _:
            return False


def _has_mutable_parts(expr: tree.Expr) -> bool:
    """Say whether what is inside of a container could be changed."""
    match expr:
        case tree.TupleExpr(items) | tree.Display(items=items):
            return any(map(is_mutable, items))
        case tree.DictDisplay(values=values):
            return any(map(is_mutable, values))
        case tree.BinaryOperation(_, lhs, rhs):
            return _has_mutable_parts(lhs) or _has_mutable_parts(rhs)
        case tree.Call(arguments=arguments):
            return any(_has_mutable_parts(a.value) for a in arguments)
        case _:
            return False


def add_uses(uses: dict[str, Use], found: Iterable[tuple[str, Use]]) -> None:
    """Note what code does with the values of names."""
    for name, use in found:
        uses[name] = max(use, uses.get(name, Use.LOOKS))


def _uses_in_body(body: tree.Block, touched: set[str]) -> Iterator[tuple[str, Use]]:
    """Go through what a module or class does when it is read.

    Giving a value another name is fine; any other statement may change it on the spot: `touched`.
    """
    for statement in body:
        match statement:
            case tree.ClassDef(body=inner):
                yield from _uses_in_body(inner, touched)
            case tree.FunctionDef():
                yield from uses_in(statement)
            case tree.Assignment(targets, _, value) if all(
                isinstance(one, tree.Name) for target in targets for one in targets_in(target)
            ):
                yield from () if value is None else _uses_in_value(value)
            case tree.If(_, then_body, else_body):
                yield from _uses_in_body((*then_body, *else_body), touched)
            case tree.Try(inner, handlers, else_body, final_body):
                caught = tuple(one for handler in handlers for one in handler.body)
                blocks = (*inner, *caught, *else_body, *final_body)
                yield from _uses_in_body(blocks, touched)
            case tree.ExprStatement(tree.Name(text)):
                yield text, Use.LOOKS
            case tree.Import(names=names):
                # The text may go on to use it by another name.
                yield from ((one.name, Use.HANDS_OUT) for one in names if one.alias != one.name)
            case other:
                for name, use in uses_in(other):
                    if use is not Use.LOOKS:
                        touched.add(name)
                    yield name, use


def _uses_in_value(value: tree.Expr) -> Iterator[tuple[str, Use]]:
    """Go through the value of a name: `A + B` of two containers is a third one."""
    match value:
        case tree.BinaryOperation("+" | "*" | "|" | "-" | "&", lhs, rhs):
            for side in (lhs, rhs):
                is_name = isinstance(side, tree.Name | tree.Attribute)
                yield from uses_in(side, Use.TAKES_PARTS) if is_name else _uses_in_value(side)
        case _:
            yield from uses_in(value, Use.HANDS_OUT)


def uses_in(
    root: tree.Expr | tree.Statement, context: Use = Use.HANDS_OUT
) -> Iterator[tuple[str, Use]]:
    """Give the names in code, each with what becomes of its value."""
    stack: list[tuple[tree.Expr | tree.Statement, Use]] = [(root, context)]
    while stack:
        node, use = stack.pop()
        match node:
            case tree.Name(text):
                yield text, use
            case tree.Attribute(value, name):
                yield name, use
                stack.append((value, Use.HANDS_OUT))
            case tree.Subscript(value, index):
                part = Use.LOOKS if use is Use.LOOKS else Use.TAKES_PARTS
                stack += [(value, part), (index, Use.HANDS_OUT)]
            case tree.Comparison(operands=operands, operators=operators):
                by_identity = any("is" in operator for operator in operators)
                stack += [(o, Use.HANDS_OUT if by_identity else Use.LOOKS) for o in operands]
            case tree.For(target, iterable, body, else_body):
                stack += [(one, Use.HANDS_OUT) for one in (target, *body, *else_body)]
                stack.append((iterable, Use.TAKES_PARTS))
            case tree.Comprehension(_, element, value, clauses):
                parts = [element, *([] if value is None else [value])]
                parts += [one for clause in clauses for one in clause.conditions]
                stack += [(one, Use.HANDS_OUT) for one in parts]
                stack += [(clause.iterable, Use.TAKES_PARTS) for clause in clauses]
            case tree.StringLiteral(parts=parts):
                # Showing a container shows what is inside of it.
                stack += [(one, Use.TAKES_PARTS) for one in parts]
            case tree.Call(tree.Name("len"), arguments):
                stack += [(argument.value, Use.LOOKS) for argument in arguments]
            case tree.Call(tree.Name(called), arguments) if called in _LOOKING:
                stack += [(argument.value, Use.TAKES_PARTS) for argument in arguments]
            case tree.Call(tree.Name("getattr" | "setattr"), arguments):
                stack += [(argument.value, Use.HANDS_OUT) for argument in arguments]
                for argument in arguments[1:2]:
                    if isinstance(argument.value, tree.StringLiteral):
                        yield argument.value.text, Use.HANDS_OUT
            case tree.Call(tree.Attribute(value, method), arguments) if method in _LOOKING_METHODS:
                is_look = use is Use.LOOKS and method == "get"
                stack.append((value, Use.LOOKS if is_look else Use.TAKES_PARTS))
                stack += [(argument.value, Use.HANDS_OUT) for argument in arguments]
            case tree.Conditional(condition, then_value, else_value):
                stack += [(condition, Use.LOOKS), (then_value, use), (else_value, use)]
            case tree.Assignment(targets, _, value):
                stack += [one for target in targets for one in _targets(target)]
                if value is not None:
                    stack.append((value, Use.HANDS_OUT))
            case tree.With(items, body):
                stack += [(one, Use.HANDS_OUT) for one in (*(i.value for i in items), *body)]
                stack += [t for item in items if item.target for t in _targets(item.target)]
            case tree.AugmentedAssignment(target, _, value):
                stack += [*_targets(target), (value, Use.HANDS_OUT)]
                stack.append((target, Use.HANDS_OUT))
            case tree.Delete(targets):
                stack += [one for target in targets for one in _targets(target)]
            case tree.FunctionDef(body=body, parameters=parameters):
                stack += [(one, Use.HANDS_OUT) for one in body]
                defaults = [p.default for p in parameters if p.default is not None]
                stack += [(one, Use.HANDS_OUT) for one in defaults]
            case tree.Lambda(parameters, value):
                defaults = [p.default for p in parameters if p.default is not None]
                stack += [(one, Use.HANDS_OUT) for one in (value, *defaults)]
            case tree.ClassDef(body=body):
                stack += [(one, Use.HANDS_OUT) for one in body]
            case _:
                stack += [(one, Use.HANDS_OUT) for one in inside(node)]


def _targets(target: tree.Expr) -> list[tuple[tree.Expr | tree.Statement, Use]]:
    """Give what an assignment changes: `x[i] = v` the value of `x`, and `x.a = v` too."""
    found: list[tuple[tree.Expr | tree.Statement, Use]] = []
    for single in targets_in(target):
        match single:
            case tree.Subscript(value, index):
                found += [(value, Use.HANDS_OUT), (index, Use.HANDS_OUT)]
            case tree.Attribute(value):
                found.append((value, Use.HANDS_OUT))
            case _:
                pass
    return found


def _set_on_classes(
    table: ClassTable, function: FunctionInfo, holding: frozenset[str]
) -> Iterator[str]:
    """Name the attributes that a function sets on a class and not on an object.

    `holding` are attributes whose values are classes: `self.kind.least = 4`.
    """
    names = dict.fromkeys(parameter.name.text for parameter in function.parameters)
    names.update(assigned_names(function.node.body))
    around = Surroundings(table, FieldTable(table, {}), function.path, function, frozenset(names))
    known = _class_variables(function, around, holding)
    for target in set_attributes(function.node.body):
        if names_class(around, target.value) or _holds_class(target.value, known, holding):
            yield target.name


def _attributes_with_classes(table: ClassTable) -> frozenset[str]:
    """Name the attributes that are declared to hold classes, or get one in some function."""
    found = {
        name
        for info in table.classes.values()
        for name, annotation in info.annotations.items()
        if _is_class_type(annotation)
    }
    for function in table.functions.values():
        names = dict.fromkeys(parameter.name.text for parameter in function.parameters)
        names.update(assigned_names(function.node.body))
        path = function.path
        around = Surroundings(table, FieldTable(table, {}), path, function, frozenset(names))
        known = _class_variables(function, around, frozenset())
        for node in walk(function.node.body):
            match node:
                case tree.Assignment(targets, annotation, value) if (
                    annotation is not None and _is_class_type(annotation)
                ) or (
                    value is not None
                    and (_holds_class(value, known, frozenset()) or names_class(around, value))
                ):
                    found.update(one.name for one in targets if isinstance(one, tree.Attribute))
                case _:
                    pass
    return frozenset(found)


def _class_variables(
    function: FunctionInfo, around: Surroundings, holding: frozenset[str]
) -> frozenset[str]:
    """Name the parameters of a function that are classes, and variables that get one."""
    found = {
        parameter.name.text
        for parameter in function.parameters
        if parameter.annotation is not None and _is_class_type(parameter.annotation)
    }
    for node in walk(function.node.body):
        match node:
            case tree.Assignment([tree.Name(text)], _, value) if value is not None and (
                _holds_class(value, found, holding) or names_class(around, value)
            ):
                found.add(text)
            case _:
                pass
    return frozenset(found)


def _holds_class(expr: tree.Expr, variables: Collection[str], holding: Collection[str]) -> bool:
    match expr:
        case tree.Name(text):
            return text in variables
        case tree.Attribute(name=name):
            return name in holding
        case tree.Conditional(_, then_value, else_value):
            return any(_holds_class(one, variables, holding) for one in (then_value, else_value))
        case _:
            return False


def _is_class_type(annotation: tree.Expr) -> bool:
    """Say whether an annotation is that of classes: `type`, `type[Room] | None`."""
    match annotation:
        case tree.Name("type" | "Type") | tree.Attribute(name="Type"):
            return True
        case tree.Subscript(value, index):
            is_optional = isinstance(value, tree.Name) and value.text == "Optional"
            return _is_class_type(index if is_optional else value)
        case tree.BinaryOperation("|", lhs, rhs):
            return _is_class_type(lhs) or _is_class_type(rhs)
        case _:
            return False


def set_attributes(body: Iterable[Node]) -> Iterator[tree.Attribute]:
    """Give the attributes that a body assigns or deletes, nested functions left aside."""
    for node in walk(body):
        match node:
            case tree.Assignment(targets) | tree.Delete(targets):
                pass
            case tree.AugmentedAssignment(target=target) | tree.For(target=target):
                targets = (target,)
            case tree.With(items):
                targets = tuple(item.target for item in items if item.target is not None)
            case _:
                continue
        for target in targets:
            for single in targets_in(target):
                if isinstance(single, tree.Attribute):
                    yield single


def names_class(around: Surroundings, expr: tree.Expr) -> bool:
    """Say whether an expression is a class: `Node`, `cls`, `type(self)`, `self.__class__`."""
    match expr:
        case tree.Call(tree.Name("type"), [tree.Argument(None, _)]):
            return around.meaning("type") is None
        case tree.Attribute(name="__class__"):
            return True
        case tree.Name(text) if (
            around.function is not None
            and around.function.kind is FunctionKind.CLASS
            and text == around.function.self_name
        ):
            return True
        case _:
            return around.class_named(expr) is not None
