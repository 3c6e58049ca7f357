"""What names mean in code whose values may be of any kind.

Place: frontends/python/lower/dynamic/. `dynamic.expressions` asks here: variables in slots and
cells, constants of modules, classes and functions as values, and what Python brings along.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from heapwright.frontends.python.desugar.attribute_getters import attribute_getter
from heapwright.frontends.python.desugar.class_bodies import CONTEXT, OWN
from heapwright.frontends.python.desugar.coroutines import COROUTINE, RUN
from heapwright.frontends.python.desugar.descriptors import GIVEN_UP
from heapwright.frontends.python.desugar.kept_decorators import GIVEN
from heapwright.frontends.python.import_time.constant_values import (
    SYSTEM_NUMBER,
    Changing,
    as_it_began,
    is_constant,
)
from heapwright.frontends.python.import_time.escape import is_mutable, is_shared
from heapwright.frontends.python.import_time.metaclasses import is_metaclass
from heapwright.frontends.python.import_time.plain_objects import makes_plain_object
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.unread import (
    is_unread,
    unfollowed_name,
    unread,
    unread_value,
)
from heapwright.frontends.python.modules.library_names import (
    BUILT_IN_CLASSES,
    KIND_CLASSES,
    LIBRARY_OWNER,
    foreign_name,
    library_class,
    library_function,
    method_of_class,
)
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.awaits import ASYNC_CONTEXT, AWAIT
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.walk import assigned_names
from heapwright.frontends.python.table.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionName,
    Meaning,
    ModuleName,
    OpenName,
    TypeVariable,
)
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.ir.core import instructions as ir
from heapwright.records import replace
from heapwright.text.span import Span

MAX_CONSTANT_DEPTH = 20
CELL, CELL_FIELD = "cell", "value"
ABSENT = "absent"
NO_VALUE = "(absent)"
LOGGER = "logging_Logger"
BY_NAME = frozenset(("getattr", "setattr", "hasattr"))
BOUND_METHOD = "(bound method)"
_COROUTINES = {
    COROUTINE: ("type", "coroutine"),
    ASYNC_CONTEXT: ("type", "async_context"),
    AWAIT: ("function", f"{LIBRARY_OWNER}.await_value"),
    RUN: ("function", f"{LIBRARY_OWNER}.run_coroutine"),
}
# What modules make of strings at their start, and what it is: values without a state.
_OPAQUE: Mapping[Meaning | None, str] = {
    ForeignName("re", "compile"): "re_Pattern",
    ForeignName("codecs", "charmap_build"): "codecs_map",
    ForeignName("_codecs", "charmap_build"): "codecs_map",
}


def read_name(sheet: Sheet, expr: tree.Name) -> ir.Expr:
    """Give the value of a name."""
    name, span = expr.text, expr.span
    if name in sheet.slots:
        return _read_slot(sheet, name, span)
    if name in sheet.captured:
        cell = ir.GetField(sheet.local(0, span), sheet.captured[name], sheet.site(span))
        inside = ir.GetField(cell, CELL_FIELD, sheet.site(span))
        return ir.Operate("bound", (inside,), f"free {name}", sheet.site(span))
    if name == "(view)":
        return ir.NameConstant("type", "mapping_view", sheet.site(span))
    if name == "(is set)":
        return ir.NameConstant("function", f"{LIBRARY_OWNER}._is_set", sheet.site(span))
    if name == NO_VALUE or (sheet.is_library and name == "_ABSENT"):
        return ir.NameConstant("constant", ABSENT, sheet.site(span))
    if name == tree.BYTES:
        return ir.NameConstant("type", "bytes", sheet.site(span))
    if name == OWN:
        raise Refusal("values of the class body in such a place are not supported", span)
    if name == GIVEN_UP:
        return ir.NameConstant("function", f"{LIBRARY_OWNER}.given_up", sheet.site(span))
    if name == SYSTEM_NUMBER:
        return ir.NameConstant("function", f"{LIBRARY_OWNER}.system_int", sheet.site(span))
    if name == BOUND_METHOD:
        return ir.NameConstant("function", f"{LIBRARY_OWNER}.types_method", sheet.site(span))
    if name in _COROUTINES:
        return ir.NameConstant(*_COROUTINES[name], sheet.site(span))
    if name == CONTEXT:
        return ir.NameConstant("type", "generator_context", sheet.site(span))
    match sheet.around.meaning(name):
        case ConstantName() as found:
            return _module_value(sheet, found, span)
        case ClassName(class_name):
            info = sheet.around.table.classes.get(class_name)
            if info is not None and is_metaclass(info.node):
                raise Refusal("metaclasses as values are not supported", span)
            return ir.NameConstant("type", class_name, sheet.site(span))
        case FunctionName(qualified):
            return ir.NameConstant("function", qualified, sheet.site(span))
        case ForeignName(module, inner) if inner:
            return _foreign(sheet, module, inner, span)
        case ForeignName(module, "") if is_unread(module, "") and not sheet.is_library:
            return unread(sheet, module, span, can_raise=True)
        case OpenName():
            return unread(sheet, name, span, can_raise=False)
        case None:
            return _built_in(sheet, name, span)
        case _:
            raise Refusal(f"`{name}` as a value is not supported", span)


def is_built_in(sheet: Sheet, name: str) -> bool:
    """Say whether a name means what Python has under it."""
    if name in sheet.slots or name in sheet.captured:
        return False
    return sheet.around.meaning(name) is None or (sheet.is_library and name in KIND_CLASSES)


def is_variable(sheet: Sheet, expr: tree.Expr) -> bool:
    """Say whether the first name of an expression is a variable, but not the object itself."""
    while isinstance(expr, tree.Attribute):
        expr = expr.value
    if not isinstance(expr, tree.Name) or sheet.around.is_self(expr):
        return False
    return expr.text in sheet.slots or expr.text in sheet.captured


def value_by_name(sheet: Sheet, name: str, span: Span) -> ir.Expr:
    """Give what stands for `getattr` itself, which only a call that shows its arguments can run."""
    return ir.NameConstant("function", f"{LIBRARY_OWNER}.{name}_itself", sheet.site(span))


def is_own_default(sheet: Sheet, name: str) -> bool:
    """Say whether a name is a parameter that means what Python has under it: `getattr=getattr`."""
    info = sheet.function
    if name not in BY_NAME or info is None or name in sheet.cells or name not in sheet.slots:
        return False
    return name not in assigned_names(info.node.body) and any(
        parameter.name.text == name
        and isinstance(parameter.default, tree.Name)
        and parameter.default.text == name
        and sheet.around.table.meaning(info.path, name) is None
        for parameter in info.parameters
    )


def write_name(sheet: Sheet, name: str, value: ir.Expr, span: Span) -> list[ir.Statement]:
    """Give a variable a value."""
    if name in sheet.slots:
        slot = sheet.slots[name]
        if name in sheet.cells:
            return [ir.SetField(sheet.local(slot, span), CELL_FIELD, value, sheet.site(span))]
        return [ir.Assign(slot, value, sheet.site(span))]
    if name in sheet.captured:
        cell = ir.GetField(sheet.local(0, span), sheet.captured[name], sheet.site(span))
        return [ir.SetField(cell, CELL_FIELD, value, sheet.site(span))]
    match sheet.around.meaning(name):
        case ConstantName(_, path, own_name) if path == sheet.around.path:
            # A function that says `global`.
            place = f"{sheet.around.table.modules[path].owner}.{own_name}"
            stored = ir.Operate("share", (value,), place, sheet.site(span))
            return [ir.Evaluate(stored, sheet.site(span))]
    raise Refusal(f"`{name}` cannot be assigned here", span)


def _read_slot(sheet: Sheet, name: str, span: Span) -> ir.Expr:
    local = sheet.local(sheet.slots[name], span)
    if name in sheet.cells:
        inside = ir.GetField(local, CELL_FIELD, sheet.site(span))
        return ir.Operate("bound", (inside,), name, sheet.site(span))
    if name in sheet.guarded:
        return ir.Operate("bound", (local,), name, sheet.site(span))
    return local


def _built_in(sheet: Sheet, name: str, span: Span) -> ir.Expr:
    if name == "__file__":
        # Where the file lies, the system says.
        asked = ir.NameConstant("function", f"{LIBRARY_OWNER}.system_str", sheet.site(span))
        return ir.CallValue(asked, None, (), (), sheet.site(span))
    if name in ("NotImplemented", "Ellipsis"):
        return ir.NameConstant("constant", name, sheet.site(span))
    class_name = library_class(name)
    if class_name is not None or name in KIND_CLASSES or name in BUILT_IN_CLASSES:
        return ir.NameConstant("type", class_name or name, sheet.site(span))
    function = library_function(name)
    if function is not None:
        return ir.NameConstant("function", function, sheet.site(span))
    raise Refusal(f"`{name}` is not known", span)


def _foreign(sheet: Sheet, module: str, name: str, span: Span) -> ir.Expr:
    """Give what a module from outside has under a name."""
    found = foreign_name(module, name)
    if found is None and not sheet.is_library and is_unread(module, name):
        return unread(sheet, f"{module}.{name}", span, can_raise=True)
    if found is None:
        shown = f"`{module}.{name}` is not supported" if module else f"`{name}` is not known"
        raise Refusal(shown, span)
    match found:
        case float():
            return ir.FloatConstant(repr(found), sheet.site(span))
        case int():
            return ir.IntConstant(found, sheet.site(span))
        case str():
            return ir.TextConstant(found, sheet.site(span))
        case ("tuple", *classes):
            held = tuple(ir.NameConstant("type", one, sheet.site(span)) for one in classes)
            return ir.Operate("tuple", held, "", sheet.site(span))
        case kind, inner:
            return ir.NameConstant(kind, inner, sheet.site(span))


def outside_attribute(sheet: Sheet, expr: tree.Attribute) -> ir.Expr | None:
    """Give what a module, or a built-in class, has under a name; None for other attributes."""
    found = module_attribute(sheet, expr)
    return _class_attribute(sheet, expr) if found is None else found


def _class_attribute(sheet: Sheet, expr: tree.Attribute) -> ir.Expr | None:
    """Give `str.lower`, a function that takes the string first; None for what is no such thing."""
    match expr.value:
        case tree.Name(text) if not sheet.is_library and is_built_in(sheet, text):
            found = method_of_class(text, expr.name)
            if found is not None:
                return ir.NameConstant("function", found, sheet.site(expr.span))
    return None


def module_attribute(sheet: Sheet, expr: tree.Attribute) -> ir.Expr | None:
    """Give `module.name`; None where the receiver is no module."""
    path = sheet.around.module_named(expr.value)
    if path is not None:
        match sheet.around.table.modules[path].names.get(expr.name):
            case ConstantName() as found:
                return _module_value(sheet, found, expr.span)
            case ClassName(class_name):
                return ir.NameConstant("type", class_name, sheet.site(expr.span))
            case FunctionName(qualified):
                return ir.NameConstant("function", qualified, sheet.site(expr.span))
            case ForeignName(module, inner) if inner:
                return _foreign(sheet, module, inner, expr.span)
        raise Refusal(f"`{expr.name}` of another module is not known", expr.span)
    outer = dotted_name(expr.value)
    if outer is None:
        return None
    first, _, rest = outer.partition(".")
    if first in sheet.slots or first in sheet.captured:
        return None
    match sheet.around.meaning(first):
        case ForeignName(module, inner) if module:
            # `datetime.datetime.now`, however the text came by its first name.
            whole = ".".join(part for part in (module, inner, rest) if part)
            if foreign_name(whole, expr.name) is None and _is_foreign_value(whole):
                return None  # an attribute of a value, such as `sys.stdout.write`
            return _foreign(sheet, whole, expr.name, expr.span)
        case ModuleName() if not rest:
            raise Refusal("such attributes of modules are not supported", expr.span)
    return None


def meaning_of(sheet: Sheet, expr: tree.Expr) -> Meaning | None:
    """Say what a name, or a name of a module, means where code uses it."""
    match expr:
        case tree.Name(text):
            return sheet.around.meaning(text)
        case tree.Attribute(value, name) if (outer := dotted_name(value)) is not None:
            first, _, rest = outer.partition(".")
            match sheet.around.meaning(first):
                case ForeignName(module, inner) if module:
                    whole = ".".join(part for part in (module, inner, rest) if part)
                    return ForeignName(whole, name)
    return None


def _is_foreign_value(whole: str) -> bool:
    module, _, name = whole.rpartition(".")
    found = foreign_name(module, name)
    return found is not None and not (isinstance(found, tuple) and found[0] == "function")


def logger(sheet: Sheet, expr: tree.Call) -> ir.Expr | None:
    """Give what `logging.getLogger(…)` gives, if this is that: one value for each name."""
    match expr.function:
        case tree.Name(text) if text not in sheet.slots and text not in sheet.captured:
            meaning = sheet.around.meaning(text)
        case tree.Attribute(tree.Name(text), name) if text not in sheet.slots:
            module = sheet.around.meaning(text)
            meaning = ForeignName("logging", name) if module == ForeignName("logging", "") else None
        case _:
            return None
    if meaning != ForeignName("logging", "getLogger"):
        return None
    match [argument.value for argument in expr.arguments]:
        case []:
            shown = "root"
        case [tree.StringLiteral(text=shown, parts=())]:
            pass
        case [tree.Name("__name__")]:
            shown = f"of {PurePath(sheet.around.path).stem}"
        case given if all(a.name is None for a in expr.arguments):
            # Which loggers are the same depends on what their names are.
            maker = unread(sheet, "logging.getLogger", expr.span, can_raise=False)
            names = tuple(sheet.lower_value(sheet, one) for one in given)
            return ir.CallValue(maker, None, names, (None,) * len(names), sheet.site(expr.span))
        case _:
            raise Refusal("loggers of such names are not supported", expr.span)
    return ir.NameConstant(LOGGER, shown, sheet.site(expr.span))


def plain_form(sheet: Sheet, expr: tree.Call) -> tree.Expr | None:
    """Write some calls in plainer words: `attrgetter("x")`, `Level(3)` for a `NewType`, casts."""
    name = dotted_name(expr.function)
    first, _, last = (name or "").partition(".")
    if not first or first in sheet.slots or first in sheet.captured:
        return None
    meaning = sheet.around.meaning(first)
    match meaning, [(argument.name, argument.value) for argument in expr.arguments]:
        case TypeVariable(), [(None, value)] if not last and not isinstance(value, tree.Starred):
            return value
        case (
            ForeignName("typing" | "typing_extensions", inner),
            [(None, wanted), (None, value)],
        ) if (inner or last) == "cast" and _is_type(sheet, wanted):
            return value
        case ForeignName("operator", inner), given if (inner or last) == "attrgetter":
            getter = attribute_getter([value for _, value in given], expr.span)
            if getter is None:
                raise Refusal("such names of attributes are not supported", expr.span)
            return getter
        case ForeignName("types", inner), _ if (inner or last) == "MethodType":
            # What it makes is known, but not which other values are of this type.
            return replace(expr, function=tree.Name(BOUND_METHOD, expr.function.span))
    return None


def _is_type(sheet: Sheet, expr: tree.Expr) -> bool:
    """Say whether an expression can only be a type, which nobody has to make."""
    match expr:
        case tree.StringLiteral(parts=()) | tree.NoneLiteral():
            return True
        case tree.Name(name):
            is_own = name in sheet.slots or name in sheet.captured
            meaning = sheet.around.meaning(name)
            is_class = isinstance(meaning, TypeVariable | ClassName | ForeignName)
            return not is_own and (is_class or (meaning is None and name in BUILT_IN_CLASSES))
        case tree.Attribute(value):
            return _is_type(sheet, value)
        case tree.Subscript(container, index):
            return _is_type(sheet, container) and _is_type(sheet, index)
        case tree.TupleExpr(items) | tree.Display("list", items):
            return all(_is_type(sheet, item) for item in items)
        case tree.BinaryOperation("|", lhs, rhs):
            return _is_type(sheet, lhs) and _is_type(sheet, rhs)
        case _:
            return False


def generic_alias(sheet: Sheet, function: tree.Expr) -> ir.Expr | None:
    """Give the class that a name for `dict[str, int]` makes objects of when it is called."""
    if not isinstance(function, tree.Name) or function.text in (*sheet.slots, *sheet.captured):
        return None
    match sheet.around.meaning(function.text):
        case ConstantName(tree.Subscript(tree.Name(name)), path, _) if (
            name in BUILT_IN_CLASSES and sheet.around.table.meaning(path, name) is None
        ):
            return ir.NameConstant("type", name, sheet.site(function.span))
        case _:
            return None


def constant(
    sheet: Sheet, expr: tree.Expr, path: str, name: str, span: Span, place: str | None = None
) -> ir.Expr:
    """Lower a value that a module or class body gives.

    It is made anew wherever it is used, unless somebody could tell; then it stands in a
    place that all share.
    """
    match expr:
        case tree.Call(tree.Name("getLogger") | tree.Attribute(name="getLogger")):
            around = Surroundings(sheet.around.table, sheet.around.fields, path, None, frozenset())
            made = logger(replace(sheet, around=around, slots={}, captured={}), expr)
            if made is not None:
                return replace(made, site=sheet.site(span))
        case tree.Call(tree.Name() | tree.Attribute() as maker, []) if _is_lock(sheet, maker, path):
            where = PurePath(path).stem
            return ir.NameConstant("shared_lock", f"{where} {name}", sheet.site(span))
        case _ if is_mark(expr):
            where = place or f"{PurePath(path).stem} {name}"
            return ir.NameConstant("constant", f"object {where}", sheet.site(span))
        case tree.Call(tree.Name() | tree.Attribute() as maker, [tree.Argument(None, given), *_]):
            kind = _OPAQUE.get(_meaning_there(sheet, maker, path))
            if kind is not None and _is_text(given):
                where = PurePath(path).stem
                return ir.NameConstant(kind, f"{where} {name}", sheet.site(span))
    there = Surroundings(sheet.around.table, sheet.around.fields, path, None, frozenset())
    made_by = None if sheet.is_library else unread_value(there, expr)
    if made_by is not None:
        return unread(sheet, made_by, span, can_raise=False)
    if name in sheet.around.table.sharing.changed:
        raise Refusal(f"the code of a module changes `{name}`", span)
    if place is not None and (
        GIVEN in name
        or is_shared(sheet.around.table, expr, name)
        or makes_plain_object(there, expr, name)
    ):
        return shared_value(sheet, expr, path, name, place, span)
    return _made(sheet, expr, path, name, span)


def is_mark(expr: tree.Expr) -> bool:
    """Say whether this makes a mark that is only compared by identity."""
    match expr:
        case tree.Call(tree.Name("object"), []):
            return True
        case _:
            return False


def shared_value(
    sheet: Sheet, expr: tree.Expr, path: str, name: str, place: str, span: Span
) -> ir.Expr:
    """Give the value in a place that all share; the first who asks makes it."""
    first = _made(sheet, expr, path, name, span)
    there = Surroundings(sheet.around.table, sheet.around.fields, path, None, frozenset())
    if GIVEN in name or is_mutable(expr) or makes_plain_object(there, expr, name):
        first = ir.Operate("share", (first,), place, sheet.site(span))
    held = ir.Operate("shared", (), place, sheet.site(span))
    missing = ir.Operate("missing", (held,), "", sheet.site(span))
    again = ir.Operate("shared", (), place, sheet.site(span))
    return ir.Choose(missing, first, again, sheet.site(span))


def _made(sheet: Sheet, expr: tree.Expr, path: str, name: str, span: Span) -> ir.Expr:
    """Make a value of constants, as if it stood here."""
    if sheet.constant_depth > MAX_CONSTANT_DEPTH:
        raise Refusal("constants in a circle are not supported", span)
    if name in sheet.around.table.sharing.changed:
        raise Refusal(f"the code of a module changes `{name}`", span)
    expr = _without_new_types(sheet, expr, path)
    around = Surroundings(sheet.around.table, sheet.around.fields, path, None, frozenset())
    is_known = GIVEN in name or is_constant(around, expr)
    if not is_known and not makes_plain_object(around, expr, name):
        raise Refusal(f"the value of `{name}` is not supported", span)
    try:
        expr = expr if GIVEN in name else as_it_began(around, expr)
    except Changing as part:
        what = f"the value of `{name}` is made of `{part}`, which changes"
        raise Refusal(what, span) from None
    inner = replace(
        sheet,
        around=around,
        slots={},
        captured={},
        cells=set(),
        guarded=frozenset(),
        constant_depth=sheet.constant_depth + 1,
    )
    n_sites = len(sheet.sites)
    value = sheet.lower_value(inner, expr)
    # The spans of the constant lie elsewhere, maybe in another file.
    sheet.sites[n_sites:] = [span] * (len(sheet.sites) - n_sites)
    return value


def _without_new_types(sheet: Sheet, expr: tree.Expr, path: str) -> tree.Expr:
    """Give the value in the place of `Level(value)`, where `Level` is a `NewType`."""
    match expr:
        case tree.Call(tree.Name(name), [tree.Argument(None, value)]) if isinstance(
            sheet.around.table.meaning(path, name), TypeVariable
        ):
            return value
        case _:
            return expr


def _module_value(sheet: Sheet, found: ConstantName, span: Span) -> ir.Expr:
    """Give the value of a name of a module.

    Of one that is computed in a way which is not followed nothing is known, as if code had made it
    that is not read.
    """
    n_sites = len(sheet.sites)
    try:
        return followed_value(sheet, found, span)
    except Refusal as refusal:
        if sheet.is_library:
            raise
        del sheet.sites[n_sites:]
        name = unfollowed_name(found.path, found.name)
        return unread(sheet, name, span, can_raise=False, why=refusal.what)


def followed_value(sheet: Sheet, found: ConstantName, span: Span) -> ir.Expr:
    """Give the value of a name of a module, or refuse."""
    table = sheet.around.table
    place = f"{table.modules[found.path].owner}.{found.name}"
    if (found.path, found.name) in table.sharing.in_modules:
        if found.value == tree.Name(NO_VALUE, Span(0, 0)):
            held = ir.Operate("shared", (), place, sheet.site(span))
            return ir.Operate("bound", (held,), f"free {found.name}", sheet.site(span))
        return shared_value(sheet, found.value, found.path, found.name, place, span)
    return constant(sheet, found.value, found.path, found.name, span, place)


def _meaning_there(sheet: Sheet, maker: tree.Expr, path: str) -> Meaning | None:
    """Say what a name, or a name of a module, means at the top of a file."""
    names = sheet.around.table.modules[path].names
    match maker:
        case tree.Name(text):
            return names.get(text)
        case tree.Attribute(tree.Name(text), inner):
            match names.get(text):
                case ForeignName(module, ""):
                    return ForeignName(module, inner)
                case ModuleName(place):
                    return sheet.around.table.modules[place].names.get(inner)
    return None


def _is_lock(sheet: Sheet, maker: tree.Expr, path: str) -> bool:
    match _meaning_there(sheet, maker, path):
        case ForeignName("threading" | "_thread", "Lock" | "RLock" | "allocate_lock"):
            return True
        case _:
            return False


def _is_text(expr: tree.Expr) -> bool:
    match expr:
        case tree.StringLiteral() | tree.Name():
            return True
        case tree.BinaryOperation("+" | "%", lhs, _):
            return _is_text(lhs)
        case _:
            return False
