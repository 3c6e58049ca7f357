"""Calls whose callee or arguments may be of any kind, to IR.

Place: frontends/python/lower/dynamic/. Part of `dynamic.expressions`. Most calls find their callee
when they run; what is decided here is what only syntax can tell: `super()`, exceptions, built-in
functions with a short form, and arguments that are never evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.desugar.below_containers import library_method
from heapwright.frontends.python.desugar.instance_dict_statements import SET_FIELD, TAKEN
from heapwright.frontends.python.import_time.escape import names_class
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.convert import is_quiet
from heapwright.frontends.python.lower.dynamic import closures, expressions, instance_dicts
from heapwright.frontends.python.lower.dynamic.abstract_classes import (
    abstract_test,
    is_of_class,
    is_of_value,
    single_classes,
)
from heapwright.frontends.python.lower.dynamic.allocations import allocated
from heapwright.frontends.python.lower.dynamic.enum_tests import enum_tests
from heapwright.frontends.python.lower.dynamic.generator_bodies import may_let_out
from heapwright.frontends.python.lower.dynamic.named_attributes import (
    attribute_call,
    field_set,
    wrapped,
)
from heapwright.frontends.python.lower.dynamic.names import (
    generic_alias,
    is_built_in,
    is_own_default,
    is_variable,
    logger,
    meaning_of,
    outside_attribute,
    plain_form,
    value_by_name,
)
from heapwright.frontends.python.lower.dynamic.object_attributes import object_call
from heapwright.frontends.python.lower.dynamic.property_parts import property_part
from heapwright.frontends.python.modules.library_names import LIBRARY_OWNER
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.table.class_table import (
    INITIALISER,
    ForeignName,
    FunctionInfo,
    FunctionKind,
)
from heapwright.frontends.python.table.exception_reads import ARGS
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import OPERATIONS
from heapwright.text.span import Span

_ONE_OPERAND = {
    "len": "len",
    "abs": "abs",
    "repr": "repr",
    "chr": "chr",
    "ord": "ord",
    "int": "int",
    "str": "text",
    "float": "float",
    "bool": "truth",
    "tuple": "gather",
    "type": "type",
}
_REFUSED = frozenset(
    (
        *("input", "eval", "exec", "globals", "locals", "vars", "dir"),
        *("compile", "complex", "breakpoint", "classmethod", "staticmethod", "ascii"),
    )
)
# What makes a list of a generator before it does anything else.
_EAGER = frozenset(("list", "tuple", "set", "sorted", "frozenset", "dict"))
_TAKING = _EAGER | {"any", "all", "sum"}


def call_value(sheet: Sheet, expr: tree.Call) -> ir.Expr:
    """Lower a call."""
    function, span = expr.function, expr.span
    made = logger(sheet, expr)
    if made is not None:
        return made
    plainer = plain_form(sheet, expr)
    if plainer is not None:
        return expressions.value(sheet, plainer)
    match function:
        case tree.Name("(stop)"):
            reasons = tuple([expressions.value(sheet, a.value) for a in expr.arguments])
            return ir.Operate("stop", reasons, "", sheet.site(span))
        case tree.Name("(missing)"):
            asked = tuple([expressions.value(sheet, a.value) for a in expr.arguments])
            return ir.Operate("missing", asked, "", sheet.site(span))
        case tree.Name(text) if text == TAKEN:
            return instance_dicts.state_taken(sheet, span)
        case tree.Name("(set field)" | "(wrap)" as what):
            given = [argument.value for argument in expr.arguments]
            return (
                field_set(sheet, given, span) if what == SET_FIELD else wrapped(sheet, given, span)
            )
        case tree.Name(text) if is_own_default(sheet, text):
            built_in = _built_in(sheet, expr, text)
            if built_in is not None:
                given_one = expressions.value(sheet, function)
                operands = (given_one, value_by_name(sheet, text, span))
                is_default = ir.Operate("is", operands, "", sheet.site(span))
                other = _call(sheet, expressions.value(sheet, function), None, expr, span)
                return ir.Choose(is_default, built_in, other, sheet.site(span))
        case tree.Name(text) if is_built_in(sheet, text):
            found = _built_in(sheet, expr, text)
            if found is not None:
                return found
        case _ if (plain := object_call(sheet, expr)) is not None:
            return plain
        case _ if (own := _copied_above(sheet, expr)) is not None:
            return ir.Operate("fieldwise", (own,), "", sheet.site(span))
        case tree.Attribute(tree.Call(tree.Name("super")) as above, name) if (
            name != "__new__" and is_built_in(sheet, "super")
        ):
            expressions.check_super(sheet, above)
            return _super_call(sheet, expr, name)
        case tree.Attribute(name="__new__"):
            return allocated(sheet, expr, function.value)
        case tree.Attribute() if (part := property_part(sheet, expr)) is not None:
            if part.obstacle is not None:
                raise Refusal(f"`{part.shown_name}` is not supported: {part.obstacle.what}", span)
            run = ir.NameConstant("function", part.qualified_name, sheet.site(span))
            return _call(sheet, run, None, expr, span)
        case tree.Attribute():
            return _attribute_call(sheet, expr, function)
    class_name = None if is_variable(sheet, function) else sheet.around.class_named(function)
    if class_name is not None:
        return _construction(sheet, expr, class_name)
    generic = generic_alias(sheet, function)
    callee = expressions.value(sheet, function) if generic is None else generic
    return _call(sheet, callee, None, expr, span)


def _call(
    sheet: Sheet, callee: ir.Expr, method: str | None, expr: tree.Call, span: Span
) -> ir.Expr:
    arguments, names = _arguments(sheet, expr.arguments)
    if method is not None and not all(map(is_quiet, arguments)):
        # Python looks the method up before it evaluates the arguments.
        callee = ir.Operate("require", (callee,), method, sheet.site(span))
    return ir.CallValue(callee, method, tuple(arguments), tuple(names), sheet.site(span))


def _arguments(
    sheet: Sheet, arguments: tuple[tree.Argument, ...]
) -> tuple[list[ir.Expr], list[str | None]]:
    values: list[ir.Expr] = []
    names: list[str | None] = []
    for argument in arguments:
        match argument.value:
            case tree.Starred(value, is_double):
                values.append(expressions.value(sheet, value))
                names.append("**" if is_double else "*")
            case value:
                values.append(expressions.value(sheet, value))
                names.append(argument.name)
    return values, names


def _attribute_call(sheet: Sheet, expr: tree.Call, function: tree.Attribute) -> ir.Expr:
    span = expr.span
    expressions.check_attribute(function.name, span)
    if not is_variable(sheet, function):
        class_name = sheet.around.class_named(function)
        if class_name is not None:
            return _construction(sheet, expr, class_name)
        outer = sheet.around.class_named(function.value)
        if outer is not None or outside_attribute(sheet, function) is not None:
            if outer is not None:
                found = sheet.around.table.function(outer, function.name)
                if found is not None:
                    _check_question(sheet, found, span)
            return _call(sheet, expressions.value(sheet, function), None, expr, span)
    receiver = expressions.value(sheet, function.value)
    return _call(sheet, receiver, function.name, expr, span)


def _check_question(sheet: Sheet, function: FunctionInfo, span: Span) -> None:
    asks = sheet.function is not None and sheet.function.kind in (
        FunctionKind.SPEC,
        FunctionKind.INVARIANT,
    )
    if function.kind in (FunctionKind.SPEC, FunctionKind.INVARIANT) and not asks:
        raise Refusal(
            f"`{function.name}` is a question: only specs and invariants can ask it", span
        )


def _super_call(sheet: Sheet, expr: tree.Call, name: str) -> ir.Expr:
    span = expr.span
    found = expressions.super_function(sheet, name, span)
    assert sheet.function is not None
    if found is None:
        owner = sheet.function.owner
        if owner is not None and sheet.around.table.is_exception(owner):
            return _exception_init(sheet, expr)
        container = None if owner is None else sheet.around.table.container(owner)
        if container is not None:
            return _container_call(sheet, expr, container, name)
        if name in expressions.ROOT_METHODS:
            maker = f"{LIBRARY_OWNER}.{expressions.ROOT_METHODS[name]}"
            callee = ir.NameConstant("function", maker, sheet.site(span))
            own = expressions.value(sheet, tree.Name(sheet.function.self_name or "", span))
            given, named = _arguments(sheet, expr.arguments)
            return ir.CallValue(callee, None, (own, *given), (None, *named), sheet.site(span))
        if expr.arguments:
            root = ir.NameConstant("function", f"{LIBRARY_OWNER}.object_init", sheet.site(span))
            given, named = _arguments(sheet, expr.arguments)
            return ir.CallValue(root, None, tuple(given), tuple(named), sheet.site(span))
        return ir.NullConstant(sheet.site(span))
    if found.obstacle is not None:
        raise Refusal(f"`{found.shown_name}` is not supported: {found.obstacle.what}", span)
    callee = ir.NameConstant("function", found.qualified_name, sheet.site(span))
    arguments, names = _arguments(sheet, expr.arguments)
    if found.kind in (FunctionKind.STATIC, FunctionKind.CLASS):
        return ir.CallValue(callee, None, tuple(arguments), tuple(names), sheet.site(span))
    assert sheet.function.self_name is not None
    own = expressions.value(sheet, tree.Name(sheet.function.self_name, span))
    return ir.CallValue(callee, None, (own, *arguments), (None, *names), sheet.site(span))


def _copied_above(sheet: Sheet, expr: tree.Call) -> ir.Expr | None:
    """Give the object in `copy(super(C, self))`, which does not ask the class for `__copy__`."""
    match expr.arguments:
        case [tree.Argument(None, tree.Call(tree.Name("super")) as above)] if (
            is_built_in(sheet, "super")
            and not is_variable(sheet, expr.function)
            and meaning_of(sheet, expr.function) == ForeignName("copy", "copy")
        ):
            expressions.check_super(sheet, above)
        case _:
            return None
    function = sheet.function
    if function is None or function.self_name is None or function.kind is FunctionKind.CLASS:
        return None
    return expressions.value(sheet, tree.Name(function.self_name, expr.span))


def _container_call(sheet: Sheet, expr: tree.Call, container: str, name: str) -> ir.Expr:
    """`super().append(x)` in a class below `list` is `list.append(self, x)`."""
    span = expr.span
    assert sheet.function is not None and sheet.function.self_name is not None
    found = library_method(container, name)
    if found is None:
        raise Refusal(f"`{container}.{name}` is not supported", span)
    callee = ir.NameConstant("function", found, sheet.site(span))
    own = expressions.value(sheet, tree.Name(sheet.function.self_name, span))
    arguments, names = _arguments(sheet, expr.arguments)
    return ir.CallValue(callee, None, (own, *arguments), (None, *names), sheet.site(span))


def _exception_init(sheet: Sheet, expr: tree.Call) -> ir.Expr:
    """`super().__init__(…)` of an exception: what it is given are its arguments from now on."""
    span = expr.span
    assert sheet.function is not None and sheet.function.self_name is not None
    arguments, names = _arguments(sheet, expr.arguments)
    if any(name is not None for name in names):
        raise Refusal("such arguments of an exception are not supported", span)
    own = expressions.value(sheet, tree.Name(sheet.function.self_name, span))
    held = ir.Operate("tuple", tuple(arguments), "", sheet.site(span))
    stored = ir.SetField(own, ARGS, held, sheet.site(span))
    return ir.Do((stored,), ir.NullConstant(sheet.site(span)), sheet.site(span))


def _construction(sheet: Sheet, expr: tree.Call, class_name: str) -> ir.Expr:
    span, table = expr.span, sheet.around.table
    if table.is_exception(class_name):
        return exception(sheet, class_name, expr.arguments, span)
    info = table.classes.get(class_name)
    if info is not None and info.obstacle is not None:
        raise Refusal(f"`{class_name}` is not supported: {info.obstacle.what}", span)
    if info is not None and info.is_abstract:
        raise Refusal(f"`{class_name}` is abstract", span)
    callee = ir.NameConstant("type", class_name, sheet.site(span))
    return _call(sheet, callee, None, expr, span)


def exception(
    sheet: Sheet, class_name: str, given: tuple[tree.Argument, ...], span: Span
) -> ir.Expr:
    """Make an exception, which keeps its arguments where somebody may look at them."""
    table = sheet.around.table
    if not table.reads_exceptions or sheet.is_library:
        before = [one for argument in given for one in effects(sheet, argument.value)]
        made = ir.New(class_name, sheet.site(span))
        return ir.Do(tuple(before), made, sheet.site(span)) if before else made
    if any(isinstance(argument.value, tree.Starred) for argument in given):
        raise Refusal("starred arguments of an exception are not supported", span)
    slot = sheet.slot()
    arguments, names = _arguments(sheet, given)
    body: list[ir.Statement] = []
    slots: list[int] = []
    for argument in arguments:
        kept, at = expressions.kept(sheet, argument, span)
        body += kept
        slots.append(at)

    def locals_of(places: list[int]) -> tuple[ir.Expr, ...]:
        return tuple(sheet.local(place, span) for place in places)

    body.append(ir.Assign(slot, ir.New(class_name, sheet.site(span)), sheet.site(span)))
    positional = [at for at, name in zip(slots, names, strict=True) if name is None]
    held = ir.Operate("tuple", locals_of(positional), "", sheet.site(span))
    body.append(ir.SetField(sheet.local(slot, span), ARGS, held, sheet.site(span)))
    initialiser = table.function(class_name, INITIALISER)
    if initialiser is not None:
        callee = ir.NameConstant("function", initialiser.qualified_name, sheet.site(span))
        passed = (sheet.local(slot, span), *locals_of(slots))
        call = ir.CallValue(callee, None, passed, (None, *names), sheet.site(span))
        body.append(ir.Evaluate(call, sheet.site(span)))
    elif len(positional) < len(slots):
        raise Refusal("named arguments of an exception are not supported", span)
    return ir.Do(tuple(body), sheet.local(slot, span), sheet.site(span))


def effects(sheet: Sheet, expr: tree.Expr, shown: str = "") -> list[ir.Statement]:
    """Lower an expression whose value nobody uses, such as the message of an exception.

    `shown` says whether its text is made, by "text" as `str` does, by "repr", or by "either". The
    text itself does not matter, but what the program's own `__str__` does on the way.
    """
    match expr:
        case tree.StringLiteral(parts=parts, pieces=pieces):
            formatted = _format_pieces(pieces or ())
            by_repr = {id(piece.value) for piece in formatted if piece.conversion in ("r", "a")}
            made = [(part, "repr" if id(part) in by_repr else "text") for part in parts]
            return [one for part, how in made for one in effects(sheet, part, how)]
        case tree.BinaryOperation("%" | "+" as operator, tree.StringLiteral() as lhs, rhs):
            items = rhs.items if isinstance(rhs, tree.TupleExpr) else (rhs,)
            how = "" if operator == "+" else "either" if "%r" in lhs.text else "text"
            inner = [one for item in items for one in effects(sheet, item, how)]
            return [*effects(sheet, lhs), *inner]
        case tree.Call(tree.Name("str" | "repr" as name), [tree.Argument(None, argument)]) if (
            is_built_in(sheet, name)
        ):
            return effects(sheet, argument, "text" if name == "str" else "repr")
        case tree.Call(tree.Attribute(tree.StringLiteral() as text, "format"), arguments):
            how = "either" if "!" in text.text else "text"
            inner = [one for a in arguments for one in effects(sheet, _shown(a.value), how)]
            return [*effects(sheet, text), *inner]
        case _:
            found = expressions.value(sheet, expr)
            if shown and not isinstance(found, _PLAIN):
                return _spoken(sheet, found, shown, expr.span)
            return [] if is_quiet(found) else [ir.Evaluate(found, sheet.site(expr.span))]


_PLAIN = ir.IntConstant | ir.BoolConstant | ir.TextConstant | ir.FloatConstant | ir.NullConstant


def _format_pieces(
    pieces: tuple[str | tree.FormatPiece, ...],
) -> Iterator[tree.FormatPiece]:
    for piece in pieces:
        if isinstance(piece, tree.FormatPiece):
            yield piece
            yield from _format_pieces(piece.spec)


def _spoken(sheet: Sheet, value: ir.Expr, shown: str, span: Span) -> list[ir.Statement]:
    """Let an object of a class that says how it is shown do so."""
    table = sheet.around.table
    speaking = () if sheet.is_library else table.speaking
    if not speaking:
        # What is not read may raise instead of showing itself.
        if not sheet.is_library:
            value = ir.Operate("shown", (value,), "", sheet.site(span))
        return [] if is_quiet(value) else [ir.Evaluate(value, sheet.site(span))]
    before, slot = expressions.kept(sheet, value, span)
    is_own: ir.Expr = ir.BoolConstant(False, sheet.site(span))
    for place, name in enumerate(speaking):
        test = ir.Operate("fits", (sheet.local(slot, span),), name, sheet.site(span))
        is_own = test if place == 0 else ir.Or(is_own, test, sheet.site(span))
    if shown == "either" or any("__format__" in table.classes[name].functions for name in speaking):
        reason = ir.TextConstant("the text of an object", sheet.site(span))
        said = ir.Operate("stop", (reason,), "", sheet.site(span))
    else:
        said = ir.Operate(shown, (sheet.local(slot, span),), "", sheet.site(span))
    speak = ir.If(is_own, (ir.Evaluate(said, sheet.site(span)),), (), sheet.site(span))
    return [*before, speak]


# --- Built-in functions -------------------------------------------------------------------


def _built_in(sheet: Sheet, expr: tree.Call, name: str) -> ir.Expr | None:
    """Lower a call with a short form; None for one that the library has."""
    span = expr.span
    if name in _REFUSED:
        raise Refusal(f"calls of `{name}` are not supported", span)
    if sheet.is_library and name.startswith("_hw_"):
        operands = tuple([expressions.value(sheet, a.value) for a in expr.arguments])
        assert name[4:] in OPERATIONS, name
        return ir.Operate(name[4:], operands, "", sheet.site(span))
    plain = [a.value for a in expr.arguments if a.name is None]
    match name, expr.arguments:
        case "int", [tree.Argument(None, text), tree.Argument("base", base)]:
            plain = [text, base]
    is_spread = any(isinstance(argument, tree.Starred) for argument in plain)
    if name != "print" and (is_spread or len(plain) < len(expr.arguments)):
        return None
    match name, plain:
        case "print", _:
            before = [one for a in expr.arguments for one in _printed(sheet, a)]
            null = ir.NullConstant(sheet.site(span))
            return ir.Do(tuple(before), null, sheet.site(span)) if before else null
        case _, [tree.Comprehension(kind="generator") as items] if name in _TAKING and may_let_out(
            items, program_stops=sheet.around.table.stops
        ):
            return _call(sheet, expressions.value(sheet, expr.function), None, expr, span)
        case (("any" | "all" | "sum"), [tree.Comprehension(kind="generator") as items]):
            return _folded(sheet, name, items, span)
        case _, [tree.Comprehension(kind="generator") as items] if name in _EAGER:
            if name in ("list", "set"):
                return expressions.comprehension(sheet, items, name)
            made = expressions.comprehension(sheet, items, "list")
            if name == "tuple":
                return ir.Operate("gather", (made,), "", sheet.site(span))
            callee = expressions.value(sheet, expr.function)
            return ir.CallValue(callee, None, (made,), (None,), sheet.site(span))
        case "type", [operand] if names_class(sheet.around, operand) and any(
            info.is_enum or info.node.keywords or info.node.bases
            for info in sheet.around.table.classes.values()
        ):
            # Classes of classes are `type` alone only where nobody says otherwise.
            raise Refusal("metaclasses as values are not supported", span)
        case _, [operand] if name in _ONE_OPERAND:
            operands = (expressions.value(sheet, operand),)
            return ir.Operate(_ONE_OPERAND[name], operands, "", sheet.site(span))
        case (("int" | "str" | "float" | "bool" | "tuple"), []):
            empty: dict[str, ir.Expr] = {
                "int": ir.IntConstant(0, sheet.site(span)),
                "str": ir.TextConstant("", sheet.site(span)),
                "float": ir.FloatConstant("0.0", sheet.site(span)),
                "bool": ir.BoolConstant(False, sheet.site(span)),
                "tuple": ir.Operate("tuple", (), "", sheet.site(span)),
            }
            return empty[name]
        case "int", [text, base]:
            maker = ir.NameConstant("function", f"{LIBRARY_OWNER}.int_of_text", sheet.site(span))
            both = (expressions.value(sheet, text), expressions.value(sheet, base))
            return ir.CallValue(maker, None, both, (None, None), sheet.site(span))
        case "__import__", [_, *_]:
            return _given_up(sheet, plain, "a module by its name", span)
        case (("int" | "type" | "super"), _):
            raise Refusal(f"calls of `{name}` like this are not supported", span)
        case "callable", [operand]:
            operands = (expressions.value(sheet, operand),)
            return ir.Operate("callable", operands, "", sheet.site(span))
        case "issubclass", [operand, classes]:
            before_, slot = expressions.kept(sheet, expressions.value(sheet, operand), span)
            upper = expressions.value(sheet, classes)
            asked = is_of_value(sheet, "subclass", slot, upper, span)
            return ir.Do(tuple(before_), asked, sheet.site(span))
        case "object", []:
            return ir.New("object", sheet.site(span))
        case "isinstance", [operand, classes]:
            return _is_instance(sheet, operand, classes, span)
        case (("getattr" | "setattr" | "hasattr" | "delattr"), _):
            return attribute_call(sheet, name, plain, span)
        case _:
            return None


def _given_up(sheet: Sheet, given: list[tree.Expr], what: str, span: Span) -> ir.Expr:
    """End the run of a call, after its arguments."""
    before = [ir.Evaluate(expressions.value(sheet, one), sheet.site(span)) for one in given]
    reason = ir.TextConstant(what, sheet.site(span))
    stop = ir.Operate("stop", (reason,), "", sheet.site(span))
    return ir.Do(tuple(before), stop, sheet.site(span))


def _printed(sheet: Sheet, argument: tree.Argument) -> list[ir.Statement]:
    """Lower what `print` does with one of its arguments: it writes into a `file`."""
    span = argument.value.span
    match argument:
        case tree.Argument("file", into) if dotted_name(into) not in ("sys.stdout", "sys.stderr"):
            written = ir.Operate("printed", (expressions.value(sheet, into),), "", sheet.site(span))
            return [ir.Evaluate(written, sheet.site(span))]
        case tree.Argument(value=tree.Starred(value, True)):
            # One of the names may be `file`.
            reason = ir.TextConstant("printing as named values say", sheet.site(span))
            stop = ir.Operate("stop", (reason,), "", sheet.site(span))
            before = ir.Evaluate(expressions.value(sheet, value), sheet.site(span))
            return [before, ir.Evaluate(stop, sheet.site(span))]
        case _:
            how = "text" if argument.name is None else ""
            return effects(sheet, _shown(argument.value), how)


def _shown(expr: tree.Expr) -> tree.Expr:
    return expr.value if isinstance(expr, tree.Starred) else expr


def _is_instance(sheet: Sheet, operand: tree.Expr, classes: tree.Expr, span: Span) -> ir.Expr:
    items = single_classes(sheet, classes)
    before, slot = expressions.kept(sheet, expressions.value(sheet, operand), span)
    whole: ir.Expr = ir.BoolConstant(False, sheet.site(span))
    for index, item in enumerate(items):
        abstract = abstract_test(sheet, item, slot, span)
        enums = enum_tests(sheet, item, slot)
        if abstract is not None:
            test: ir.Expr = abstract
        elif enums is not None:
            test = enums
        elif is_variable(sheet, item):
            named = expressions.value(sheet, item)
            test = is_of_value(sheet, "instance", slot, named, span)
        else:
            match expressions.value(sheet, item):
                case ir.NameConstant("type", name):
                    test = is_of_class(sheet, slot, name, span)
                case other:
                    test = is_of_value(sheet, "instance", slot, other, span)
        whole = test if index == 0 else ir.Or(whole, test, sheet.site(span))
    return ir.Do(tuple(before), whole, sheet.site(span))


def _folded(sheet: Sheet, name: str, items: tree.Comprehension, span: Span) -> ir.Expr:
    """`any(x for …)`, `all(…)` and `sum(…)` as the loops that they are."""
    slot = sheet.slot()
    starts: dict[str, ir.Expr] = {
        "any": ir.BoolConstant(False, sheet.site(span)),
        "all": ir.BoolConstant(True, sheet.site(span)),
        "sum": ir.IntConstant(0, sheet.site(span)),
    }
    if name != "sum" and len(items.clauses) > 1:
        # Leaving the inner loop is not enough.
        made = closures.generator_value(sheet, items)
        callee = ir.NameConstant("function", f"{LIBRARY_OWNER}.{name}", sheet.site(span))
        return ir.CallValue(callee, None, (made,), (None,), sheet.site(span))

    def add() -> list[ir.Statement]:
        if name == "sum":
            operands = (sheet.local(slot, span), expressions.value(sheet, items.element))
            total = ir.Operate("summed", operands, "", sheet.site(span))
            return [ir.Assign(slot, total, sheet.site(span))]
        asked = expressions.condition(sheet, items.element)
        found = ir.BoolConstant(name == "any", sheet.site(span))
        leave = (ir.Assign(slot, found, sheet.site(span)), ir.Break(sheet.site(span)))
        sides: tuple[ir.Body, ir.Body] = (leave, ()) if name == "any" else ((), leave)
        return [ir.If(asked, sides[0], sides[1], sheet.site(span))]

    loops = expressions.clauses(sheet, items, add)
    start = ir.Assign(slot, starts[name], sheet.site(span))
    return ir.Do((start, *loops), sheet.local(slot, span), sheet.site(span))
