"""Expressions whose values may be of any kind, to IR.

Place: frontends/python/lower/dynamic/. `dynamic.statements` calls `value` for every expression.
Where the types of all values are known, `typed.expressions` makes faster code; here the operations
of the IR find out when they run.

Long because: every kind of expression is one case of the same function, with its helpers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.frontends.python.desugar.dataclasses_ import class_defaults, is_dataclass
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.convert import negated, throw_if
from heapwright.frontends.python.lower.dynamic import closures, instance_dicts
from heapwright.frontends.python.lower.dynamic.abstract_classes import is_of_class
from heapwright.frontends.python.lower.dynamic.calls import call_value
from heapwright.frontends.python.lower.dynamic.names import outside_attribute, read_name, write_name
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import is_on
from heapwright.frontends.python.syntax.static_conditions import known_condition
from heapwright.frontends.python.syntax.walk import targets_in
from heapwright.frontends.python.table.class_table import (
    ROOT_CLASS,
    ForeignName,
    FunctionInfo,
    FunctionKind,
)
from heapwright.frontends.python.table.resolve import FieldOf, attribute_of
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import BINARY, COMPARISONS
from heapwright.text.span import Span

_BINARY = {sign: name for name, sign in BINARY.items()}
_COMPARISONS = {sign: name for name, sign in COMPARISONS.items()}
_ALL_ATTRIBUTES = frozenset(("__dict__", "__new__", "__getattribute__"))
_UNARY = {"-": "neg", "+": "pos", "~": "invert"}
# What may use the dict of an object's attributes, see `instance_dicts`.
_OF_DICTS = (
    tree.Subscript
    | tree.Call
    | tree.Comparison
    | tree.DictDisplay
    | tree.StringLiteral
    | tree.Comprehension
)


def value(sheet: Sheet, expr: tree.Expr) -> ir.Expr:
    """Lower an expression."""
    span = expr.span
    if isinstance(expr, _OF_DICTS):
        of_dict = instance_dicts.dict_value(sheet, expr)
        if of_dict is not None:
            return of_dict
    match expr:
        case tree.IntLiteral(number):
            return ir.IntConstant(number, sheet.site(span))
        case tree.BoolLiteral(is_true):
            return ir.BoolConstant(is_true, sheet.site(span))
        case tree.NoneLiteral():
            return ir.NullConstant(sheet.site(span))
        case tree.Member(class_name, name):
            return ir.NameConstant(class_name, name, sheet.site(span))
        case tree.FloatLiteral(text):
            return ir.FloatConstant(text, sheet.site(span))
        case tree.StringLiteral():
            return _string(sheet, expr)
        case tree.Name():
            return read_name(sheet, expr)
        case tree.Attribute():
            return _attribute(sheet, expr)
        case tree.Call():
            return call_value(sheet, expr)
        case tree.Subscript(container, index):
            operands = (value(sheet, container), value(sheet, index))
            return ir.Operate("getitem", operands, "", sheet.site(span))
        case tree.UnaryOperation("not", operand):
            return negated(sheet, condition(sheet, operand), span)
        case tree.UnaryOperation("-", tree.IntLiteral(number)):
            return ir.IntConstant(-number, sheet.site(span))
        case tree.UnaryOperation(sign, operand):
            return ir.Operate(_UNARY[sign], (value(sheet, operand),), "", sheet.site(span))
        case tree.BinaryOperation(sign, lhs, rhs):
            return binary(sheet, sign, value(sheet, lhs), value(sheet, rhs), span)
        case tree.BooleanOperation():
            return _boolean(sheet, expr)
        case tree.Comparison():
            holds = known_here(sheet, expr)
            if holds is not None:
                return ir.BoolConstant(holds, sheet.site(span))
            return _comparison(sheet, expr)
        case tree.Conditional(asked, then_value, else_value):
            return ir.Choose(
                condition(sheet, asked),
                value(sheet, then_value),
                value(sheet, else_value),
                sheet.site(span),
            )
        case tree.NamedExpr(name, inner):
            slot = sheet.slot()
            kept = ir.Assign(slot, value(sheet, inner), sheet.site(span))
            written = write_name(sheet, name.text, sheet.local(slot, span), span)
            return ir.Do((kept, *written), sheet.local(slot, span), sheet.site(span))
        case tree.TupleExpr(items):
            return _sequence(sheet, "tuple", items, span)
        case tree.Display(kind, items):
            made = _sequence(sheet, "list", items, span)
            return made if kind == "list" else _made(sheet, "set", made, span)
        case tree.DictDisplay():
            return _dict(sheet, expr)
        case tree.Comprehension(kind="generator"):
            return closures.generator_value(sheet, expr)
        case tree.Comprehension():
            return comprehension(sheet, expr)
        case tree.Lambda(parameters, body):
            result = tree.Return(body, body.span)
            return closures.closure(
                sheet, "lambda", parameters, (result,), span, is_generator=False
            )
        case tree.SliceExpr(start, stop, step):
            bounds = [
                ir.NullConstant(sheet.site(span)) if part is None else value(sheet, part)
                for part in (start, stop, step)
            ]
            made_slice = ir.NameConstant("type", "slice", sheet.site(span))
            return ir.CallValue(made_slice, None, tuple(bounds), (None,) * 3, sheet.site(span))
        case tree.Yield():
            return _yield(sheet, expr)
        case tree.Starred():
            raise Refusal("a starred value is not supported here", span)
        case tree.OtherExpr(what):
            raise Refusal(f"{what} are not supported", span)


def known_here(sheet: Sheet, expr: tree.Expr) -> bool | None:
    """Say whether a condition about the running Python holds; None for any other one."""
    for name in ("sys", "os"):
        if name in sheet.slots or name in sheet.captured:
            return None
        if sheet.around.meaning(name) not in (None, ForeignName(name, "")):
            return None
    return None if isinstance(expr, tree.BoolLiteral) else known_condition(expr)


def condition(sheet: Sheet, expr: tree.Expr) -> ir.Expr:
    """Lower an expression of which only the truth matters."""
    match expr:
        case tree.BooleanOperation(operator, lhs, rhs):
            both = ir.And if operator == "and" else ir.Or
            return both(condition(sheet, lhs), condition(sheet, rhs), sheet.site(expr.span))
        case tree.UnaryOperation("not", operand):
            return negated(sheet, condition(sheet, operand), expr.span)
        case tree.BoolLiteral(is_true):
            return ir.BoolConstant(is_true, sheet.site(expr.span))
        case _:
            return truth(sheet, value(sheet, expr), expr.span)


def truth(sheet: Sheet, expr: ir.Expr, span: Span) -> ir.Expr:
    """Give whether a value counts as true."""
    match expr:
        case ir.And() | ir.Or() | ir.BoolConstant() | ir.Unary():
            return expr
        case ir.Operate("is" | "isinstance" | "instance" | "contains" | "missing" | "truth"):
            return expr
        case ir.Operate("fits" | "exactly"):
            return expr
        case ir.Do(body, inner):
            return ir.Do(body, truth(sheet, inner, span), expr.site)
        case ir.IntConstant(number):
            return ir.BoolConstant(number != 0, expr.site)
        case _:
            return ir.Operate("truth", (expr,), "", sheet.site(span))


def binary(sheet: Sheet, sign: str, lhs: ir.Expr, rhs: ir.Expr, span: Span) -> ir.Expr:
    """Compute with two values; a sign with `=` behind it may change the first one."""
    operation = f"i{_BINARY[sign[:-1]]}" if sign.endswith("=") else _BINARY[sign]
    return ir.Operate(operation, (lhs, rhs), "", sheet.site(span))


def kept(sheet: Sheet, expr: ir.Expr, span: Span) -> tuple[list[ir.Statement], int]:
    """Put a value into a slot of its own."""
    slot = sheet.slot()
    return [ir.Assign(slot, expr, sheet.site(span))], slot


# --- Attributes --------------------------------------------------------------------


def check_attribute(name: str, span: Span) -> None:
    """Refuse what gives access to all attributes: who uses it may change any of them."""
    if name in _ALL_ATTRIBUTES:
        raise Refusal(f"`{name}` is not supported", span)


def _attribute(sheet: Sheet, expr: tree.Attribute) -> ir.Expr:
    span = expr.span
    check_attribute(expr.name, span)
    match expr.value:
        case tree.Call(tree.Name("super")) as above if (
            "super" not in sheet.slots and sheet.around.meaning("super") is None
        ):
            check_super(sheet, above)
            return _super_attribute(sheet, expr)
    found = outside_attribute(sheet, expr)
    if found is not None:
        return found
    inner_class = sheet.around.class_named(expr)
    if inner_class is not None and not _hides(sheet, expr):
        return ir.NameConstant("type", inner_class, sheet.site(span))
    outer = None if _hides(sheet, expr) else sheet.around.class_named(expr.value)
    if outer is not None:
        function = sheet.around.table.function(outer, expr.name)
        if function is not None:
            return ir.NameConstant("function", function.qualified_name, sheet.site(span))
        target: ir.Expr = ir.NameConstant("type", outer, sheet.site(span))
        return ir.Operate("getattr", (target,), expr.name, sheet.site(span))
    receiver = value(sheet, expr.value)
    if _is_plain_field(sheet, expr):
        return ir.GetField(receiver, expr.name, sheet.site(span))
    return ir.Operate("getattr", (receiver,), expr.name, sheet.site(span))


def _super_attribute(sheet: Sheet, expr: tree.Attribute) -> ir.Expr:
    """Read a property of a class above."""
    span = expr.span
    found = super_function(sheet, f"@{expr.name}", span)
    assert sheet.function is not None
    if found is None:
        raise Refusal(f"no base class has a property `{expr.name}` that is known", span)
    assert sheet.function.self_name is not None
    own = value(sheet, tree.Name(sheet.function.self_name, span))
    callee = ir.NameConstant("function", found.qualified_name, sheet.site(span))
    return ir.CallValue(callee, None, (own,), (None,), sheet.site(span))


def _hides(sheet: Sheet, expr: tree.Expr) -> bool:
    """Say whether the first name of an expression is a variable."""
    while isinstance(expr, tree.Attribute):
        expr = expr.value
    return (
        isinstance(expr, tree.Name)
        and (expr.text in sheet.slots or expr.text in sheet.captured)
        and not sheet.around.is_self(expr)
    )


def _is_plain_field(sheet: Sheet, expr: tree.Attribute) -> bool:
    """Say whether an attribute of `self` is a field that is surely there."""
    function, table, fields = sheet.function, sheet.around.table, sheet.around.fields
    if function is None or function.owner is None or not sheet.around.is_self(expr.value):
        return False
    if not isinstance(expr.value, tree.Name) or expr.value.text in sheet.cells:
        return False
    if sheet.slots.get(expr.value.text) != 0 or sheet.captured:
        return False
    found = attribute_of(table, fields, function.owner, expr.name)
    return (
        isinstance(found, FieldOf)
        and (found.owner, expr.name) not in sheet.types.missing
        # Until it is set, the class may have the value.
        and all(table.constant(b, expr.name) is None for b in table.below(function.owner))
        and all(table.function(b, f"@{expr.name}") is None for b in table.below(function.owner))
    )


# What `object` has that classes ask it for; see `values` of the library.
ROOT_METHODS = {"__repr__": "object_repr", "__eq__": "object_eq", "__hash__": "object_hash"}


def super_function(sheet: Sheet, name: str, span: Span) -> FunctionInfo | None:
    """Give what `super().name` is; None for what the library knows."""
    function = sheet.function
    if function is None or function.owner not in sheet.around.table.classes:
        raise Refusal("`super()` is not supported here", span)
    found = sheet.around.table.super_function(function, name)
    has_more = name == "__init__" or _is_container(sheet, function.owner)
    has_more = has_more or asks_root(sheet, function.owner, name)
    if found is None and not has_more:
        raise Refusal(f"no base class has a method `{name}` that is known", span)
    is_static = found is not None and found.kind in (FunctionKind.STATIC, FunctionKind.CLASS)
    if function.self_name is None or (function.kind is FunctionKind.CLASS and not is_static):
        raise Refusal("`super()` is not supported here", span)
    return found


def asks_root(sheet: Sheet, owner: str | None, name: str) -> bool:
    """Say whether `super().name` is what `object` itself has, as far as that is known."""
    table = sheet.around.table
    if owner is None or name not in ROOT_METHODS:
        return False
    levels = [table.classes.get(one) for one in table.lookup_order(owner) if one != ROOT_CLASS]
    return all(
        info is not None
        and not (info.is_exception or info.is_enum or info.beneath)
        # A dataclass has some methods that no text shows.
        and (info.name == owner or not is_dataclass(info.node))
        for info in levels
    )


def _is_container(sheet: Sheet, owner: str | None) -> bool:
    return owner is not None and sheet.around.table.container(owner) is not None


def check_super(sheet: Sheet, above: tree.Call) -> None:
    """See that `super(…)` names the class around and its object, where it names anything."""
    function = sheet.function
    match above.arguments:
        case ():
            pass
        case (tree.Argument(None, owner), tree.Argument(None, tree.Name(text))) if (
            function is not None
            and text == function.self_name
            and sheet.around.class_named(owner) == (function.origin or function.owner)
        ):
            pass
        case _:
            raise Refusal("`super` with such arguments is not supported", above.span)


# --- Operators ---------------------------------------------------------------------


def _boolean(sheet: Sheet, expr: tree.BooleanOperation) -> ir.Expr:
    """`x or y` gives `x` itself where that counts as true."""
    span = expr.span
    before, slot = kept(sheet, value(sheet, expr.lhs), expr.lhs.span)
    asked = truth(sheet, sheet.local(slot, span), span)
    first: ir.Expr = sheet.local(slot, span)
    second = value(sheet, expr.rhs)
    if expr.operator == "and":
        first, second = second, first
    return ir.Do(tuple(before), ir.Choose(asked, first, second, sheet.site(span)), sheet.site(span))


def _comparison(sheet: Sheet, expr: tree.Comparison) -> ir.Expr:
    """Lower a chain; each operand is evaluated at most once."""
    span = expr.span
    if len(expr.operators) == 1:
        lhs, rhs = (value(sheet, operand) for operand in expr.operands)
        return _pair(sheet, expr.operators[0], lhs, rhs, span)
    lhs = value(sheet, expr.operands[0])
    parts: list[ir.Expr] = []
    for index, operator in enumerate(expr.operators):
        rhs = value(sheet, expr.operands[index + 1])
        if index < len(expr.operators) - 1:
            before, slot = kept(sheet, rhs, span)
            rhs = ir.Do(tuple(before), sheet.local(slot, span), sheet.site(span))
            parts.append(truth(sheet, _pair(sheet, operator, lhs, rhs, span), span))
            lhs = sheet.local(slot, span)
        else:
            parts.append(truth(sheet, _pair(sheet, operator, lhs, rhs, span), span))
    whole = parts[-1]
    for part in reversed(parts[:-1]):
        whole = ir.And(part, whole, sheet.site(span))
    return whole


def _pair(sheet: Sheet, operator: str, lhs: ir.Expr, rhs: ir.Expr, span: Span) -> ir.Expr:
    match operator:
        case "is" | "is not":
            same = ir.Operate("is", (lhs, rhs), "", sheet.site(span))
            return same if operator == "is" else negated(sheet, same, span)
        case "in" | "not in":
            # The item is evaluated first, and the container asked.
            before, slot = kept(sheet, lhs, span)
            asked: ir.Expr = ir.Operate(
                "contains", (rhs, sheet.local(slot, span)), "", sheet.site(span)
            )
            if not isinstance(lhs, ir.Local | ir.IntConstant | ir.TextConstant):
                second, container = kept(sheet, rhs, span)
                operands = (sheet.local(container, span), sheet.local(slot, span))
                asked = ir.Operate("contains", operands, "", sheet.site(span))
                before += second
            if operator == "not in":
                asked = negated(sheet, truth(sheet, asked, span), span)
            return ir.Do(tuple(before), asked, sheet.site(span))
        case _:
            name = "ne" if operator == "<>" else _COMPARISONS[operator]
            return ir.Operate(name, (lhs, rhs), "", sheet.site(span))


# --- Displays and comprehensions -------------------------------------------------------


def _sequence(sheet: Sheet, kind: str, items: Sequence[tree.Expr], span: Span) -> ir.Expr:
    if not any(isinstance(item, tree.Starred) for item in items):
        operands = tuple([value(sheet, item) for item in items])
        return ir.Operate(kind, operands, "", sheet.site(span))
    whole: ir.Expr = ir.Operate("tuple", (), "", sheet.site(span))
    for item in items:
        if isinstance(item, tree.Starred):
            part: ir.Expr = value(sheet, item.value)
        else:
            part = ir.Operate("tuple", (value(sheet, item),), "", sheet.site(span))
        whole = ir.Operate("concat", (whole, part), "", sheet.site(span))
    return whole if kind == "tuple" else _made(sheet, "list", whole, span)


def _made(sheet: Sheet, class_name: str, source: ir.Expr, span: Span) -> ir.Expr:
    maker = ir.NameConstant("type", class_name, sheet.site(span))
    return ir.CallValue(maker, None, (source,), (None,), sheet.site(span))


def _new(sheet: Sheet, class_name: str, span: Span) -> ir.Expr:
    if class_name == "list":
        return ir.Operate("list", (), "", sheet.site(span))
    maker = ir.NameConstant("type", class_name, sheet.site(span))
    return ir.CallValue(maker, None, (), (), sheet.site(span))


def _dict(sheet: Sheet, expr: tree.DictDisplay) -> ir.Expr:
    span = expr.span
    if sheet.constant_depth and None not in expr.keys:
        # A constant has no locals.
        pairs = [
            tree.TupleExpr((key, item), span)
            for key, item in zip(expr.keys, expr.values, strict=True)
            if key is not None
        ]
        return _made(sheet, "dict", _sequence(sheet, "list", pairs, span), span)
    body, slot = kept(sheet, _new(sheet, "dict", span), span)
    for key, item in zip(expr.keys, expr.values, strict=True):
        target = sheet.local(slot, span)
        if key is None:
            call = ir.CallValue(target, "update", (value(sheet, item),), (None,), sheet.site(span))
            body.append(ir.Evaluate(call, sheet.site(span)))
        else:
            operands = (target, value(sheet, key), value(sheet, item))
            stored = ir.Operate("setitem", operands, "", sheet.site(span))
            body.append(ir.Evaluate(stored, sheet.site(span)))
    return ir.Do(tuple(body), sheet.local(slot, span), sheet.site(span))


def comprehension(sheet: Sheet, expr: tree.Comprehension, kind: str | None = None) -> ir.Expr:
    """Lower `[x for y in z]` as a loop; its variables are its own."""
    span = expr.span
    wanted = kind or expr.kind
    if closures.sees_own_names(expr):
        return _comprehended(sheet, expr, wanted)
    body, slot = kept(sheet, _new(sheet, wanted, span), span)

    def add() -> list[ir.Statement]:
        target = sheet.local(slot, span)
        element = value(sheet, expr.element)
        match wanted:
            case "list":
                size = ir.Operate("size", (sheet.local(slot, span),), "", sheet.site(span))
                # The element may be long in coming, and the list is nobody else's.
                added: ir.Expr = ir.Operate("insert", (target, size, element), "", sheet.site(span))
            case "set":
                added = ir.CallValue(target, "add", (element,), (None,), sheet.site(span))
            case _:
                assert expr.value is not None
                operands = (target, element, value(sheet, expr.value))
                added = ir.Operate("setitem", operands, "", sheet.site(span))
        return [ir.Evaluate(added, sheet.site(span))]

    body += clauses(sheet, expr, add)
    return ir.Do(tuple(body), sheet.local(slot, span), sheet.site(span))


def _variables(expr: tree.Comprehension) -> set[str]:
    return {
        single.text
        for clause in expr.clauses
        for single in targets_in(clause.target)
        if isinstance(single, tree.Name)
    }


def _comprehended(sheet: Sheet, expr: tree.Comprehension, kind: str) -> ir.Expr:
    """Make a container of what a generator gives, whose functions see its variables late."""
    element = expr.element
    if expr.value is not None:
        element = tree.TupleExpr((expr.element, expr.value), expr.span)
    items = tree.Comprehension("generator", element, None, expr.clauses, expr.span)
    # A StopIteration leaves a list of its own accord, and a generator never.
    is_guarded = expr.kind == "generator"
    made = closures.generator_value(sheet, items, is_guarded=is_guarded)
    return _made(sheet, kind, made, expr.span)


def clauses(
    sheet: Sheet, expr: tree.Comprehension, add: Callable[[], list[ir.Statement]]
) -> list[ir.Statement]:
    """Lower the loops of a comprehension around what it does for each item."""
    names = _variables(expr)
    first = value(sheet, expr.clauses[0].iterable)
    hidden = {name: sheet.slots.get(name) for name in names}
    cells, guarded = sheet.cells, sheet.guarded
    sheet.cells, sheet.guarded = cells - names, guarded - names
    for name in sorted(names):
        sheet.slots[name] = sheet.slot()
    done = _clause(sheet, expr.clauses, 0, first, add)
    sheet.cells, sheet.guarded = cells, guarded
    for name, slot in hidden.items():
        if slot is None:
            del sheet.slots[name]
        else:
            sheet.slots[name] = slot
    return done


def _clause(
    sheet: Sheet,
    all_clauses: tuple[tree.ForClause, ...],
    index: int,
    iterable: ir.Expr,
    add: Callable[[], list[ir.Statement]],
) -> list[ir.Statement]:
    clause = all_clauses[index]
    span = clause.iterable.span
    item = sheet.slot()
    inner = assign(sheet, clause.target, sheet.local(item, span), clause.target.span)
    if index + 1 < len(all_clauses):
        following = all_clauses[index + 1]
        rest = _clause(sheet, all_clauses, index + 1, value(sheet, following.iterable), add)
    else:
        rest = add()
    for asked in reversed(clause.conditions):
        rest = [ir.If(condition(sheet, asked), tuple(rest), (), sheet.site(asked.span))]
    return [ir.ForEach(item, iterable, (*inner, *rest), sheet.site(span))]


# --- Assignments -------------------------------------------------------------------------


def attribute_stored(
    sheet: Sheet, owner: ir.Expr, name: str, new: ir.Expr, span: Span
) -> list[ir.Statement]:
    """Assign an attribute; objects of frozen dataclasses refuse."""
    before, slot = kept(sheet, owner, span)
    second, value_slot = kept(sheet, new, span)
    operands = (sheet.local(slot, span), sheet.local(value_slot, span))
    stored = ir.Evaluate(ir.Operate("setattr", operands, name, sheet.site(span)), sheet.site(span))
    return [*before, *second, *refused_if_frozen(sheet, slot, name, span), stored]


def attribute_deleted(
    sheet: Sheet, here: Callable[[], ir.Expr], name: str, span: Span, operation: str = "delattr"
) -> ir.Expr:
    """Delete an attribute of what `here` reads.

    The default of a dataclass's field is a value of the class, which shows up again.
    """
    gone: ir.Expr = ir.Operate(operation, (here(),), name, sheet.site(span))
    for class_name, info in sheet.around.table.classes.items():
        if name in class_defaults(info.node):
            said = f"`{name}` is deleted, which has a default"
            reason = ir.TextConstant(said, sheet.site(span))
            stop = ir.Operate("stop", (reason,), "", sheet.site(span))
            fits = ir.Operate("fits", (here(),), class_name, sheet.site(span))
            gone = ir.Choose(fits, stop, gone, sheet.site(span))
    return gone


def refused_if_frozen(sheet: Sheet, slot: int, name: str, span: Span) -> list[ir.Statement]:
    """Raise where the object in a slot is of a frozen dataclass, unless its `__init__` runs."""
    if sheet.function is not None and sheet.function.is_generated:
        return []
    refused: list[ir.Statement] = []
    for class_name, info in sheet.around.table.classes.items():
        if not (info.is_frozen and is_dataclass(info.node)):
            continue
        # A class below may have attributes beside the fields, and these can be assigned.
        if sheet.around.fields.owner(class_name, name) is not None:
            fits = is_of_class(sheet, slot, class_name, span, is_asked=False)
        else:
            fits = ir.Operate("exactly", (sheet.local(slot, span),), class_name, sheet.site(span))
        error = "AttributeError" if info.beneath == "tuple" else "FrozenInstanceError"
        thrown: ir.Statement = ir.Throw(ir.New(error, sheet.site(span)), sheet.site(span))
        is_field = sheet.around.fields.owner(class_name, name) is not None
        if is_dataclass(info.node) and is_on(info.node, "slots") and not is_field:
            # Which error that is differs between versions of Python.
            reason = ir.TextConstant("an attribute that a frozen class lacks", sheet.site(span))
            stop = ir.Operate("stop", (reason,), "", sheet.site(span))
            thrown = ir.Evaluate(stop, sheet.site(span))
        refused.append(ir.If(fits, (thrown,), (), sheet.site(span)))
    return refused


def assign(sheet: Sheet, target: tree.Expr, new: ir.Expr, span: Span) -> list[ir.Statement]:
    """Assign a value, which is evaluated before anything of the target."""
    match target:
        case tree.Name(name):
            return write_name(sheet, name, new, span)
        case tree.Attribute(owner, name):
            before, slot = kept(sheet, new, span)
            given = sheet.local(slot, span)
            return [*before, *attribute_stored(sheet, value(sheet, owner), name, given, span)]
        case tree.Subscript(container, index) if (
            of_object := instance_dicts.owner_in(sheet, container)
        ) is not None:
            before, slot = kept(sheet, new, span)
            stored_ = instance_dicts.dict_item_set(sheet, of_object, index, slot, span)
            return [*before, *stored_]
        case tree.Subscript(container, index):
            before, slot = kept(sheet, new, span)
            operands_ = (value(sheet, container), value(sheet, index), sheet.local(slot, span))
            stored = ir.Operate("setitem", operands_, "", sheet.site(span))
            return [*before, ir.Evaluate(stored, sheet.site(span))]
        case tree.TupleExpr(items) | tree.Display(items=items):
            return _unpack(sheet, items, new, span)
        case _:
            raise Refusal("assignments to such targets are not supported", target.span)


def _unpack(
    sheet: Sheet, items: Sequence[tree.Expr], new: ir.Expr, span: Span
) -> list[ir.Statement]:
    stars = [index for index, item in enumerate(items) if isinstance(item, tree.Starred)]
    if len(stars) > 1:
        raise Refusal("two starred targets are not Python", span)
    wanted = f"{stars[0]}*{len(items) - stars[0] - 1}" if stars else str(len(items))
    whole = ir.Operate("unpack", (new,), wanted, sheet.site(span))
    statements, slot = kept(sheet, whole, span)
    for index, item in enumerate(items):
        target = item.value if isinstance(item, tree.Starred) else item
        place = ir.IntConstant(index, sheet.site(span))
        part = ir.Operate("getitem", (sheet.local(slot, span), place), "", sheet.site(span))
        statements += assign(sheet, target, part, span)
    return statements


# --- Strings and generators ----------------------------------------------------------------


def _string(sheet: Sheet, expr: tree.StringLiteral) -> ir.Expr:
    if expr.pieces is None:
        raise Refusal("this string is not supported", expr.span)
    return _pieces(sheet, expr.pieces, expr.span)


def _pieces(sheet: Sheet, pieces: Sequence[str | tree.FormatPiece], span: Span) -> ir.Expr:
    if all(isinstance(piece, str) for piece in pieces):
        text = "".join(piece for piece in pieces if isinstance(piece, str))
        return ir.TextConstant(text, sheet.site(span))
    parts: list[ir.Expr] = []
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(ir.TextConstant(piece, sheet.site(span)))
            continue
        shown = value(sheet, piece.value)
        match piece.conversion:
            case "r" | "a":
                shown = ir.Operate("repr", (shown,), "", sheet.site(span))
            case "s":
                shown = ir.Operate("text", (shown,), "", sheet.site(span))
        spec = _pieces(sheet, piece.spec, span)
        parts.append(ir.Operate("format", (shown, spec), "", sheet.site(span)))
    return ir.Operate("joined", tuple(parts), "", sheet.site(span))


def _yield(sheet: Sheet, expr: tree.Yield) -> ir.Expr:
    span = expr.span
    if not sheet.is_generator:
        raise Refusal("`yield` is not supported here", span)
    null = ir.NullConstant(sheet.site(span))
    if expr.is_from:
        assert expr.value is not None
        item = sheet.slot()
        given = ir.Operate("yield", (sheet.local(item, span),), "", sheet.site(span))
        loop = ir.ForEach(
            item,
            value(sheet, expr.value),
            (ir.Evaluate(given, sheet.site(span)),),
            sheet.site(span),
        )
        return ir.Do((loop,), null, sheet.site(span))
    inner = null if expr.value is None else value(sheet, expr.value)
    return ir.Operate("yield", (inner,), "", sheet.site(span))


def check_int(sheet: Sheet, slot: int, span: Span) -> ir.Statement:
    """Throw a TypeError unless a slot holds an int."""
    fits = ir.Operate("isinstance", (sheet.local(slot, span),), "int", sheet.site(span))
    return throw_if(sheet, negated(sheet, fits, span), "TypeError", span)
