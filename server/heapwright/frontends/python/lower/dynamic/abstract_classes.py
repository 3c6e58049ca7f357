"""`isinstance(x, Mapping)` and its like: which values are of a class in `collections.abc`.

Place: frontends/python/lower/dynamic/. Part of `dynamic.calls`. Which of Python's own classes are
of an abstract one is known. A class of the program is of a container class (`Mapping`) when it
stands below it or is registered, which `mixins` notes at the class, and of a class that only asks
for methods (`Iterable`) when it has these. `Hashable`, `Generator` and the rest are not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heapwright.frontends.python.desugar.mixins import abstract_bases
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.table.class_table import ClassTable, ForeignName
from heapwright.ir.core import instructions as ir
from heapwright.text.span import Span

_MODULES = frozenset(("collections.abc", "_collections_abc", "typing", "numbers"))
_MAPPINGS = ("dict", "collections_ChainMap", "os_environ")
_STRINGS = ("str", "bytes", "bytearray", "memoryview")
_SEQUENCES = ("list", "tuple", "range", "deque", *_STRINGS)
_SETS = ("set", "frozenset")
_VIEWS = ("dict_view", "mapping_view")
_COLLECTIONS = (*_SEQUENCES, *_MAPPINGS, *_SETS, *_VIEWS)
_ITERATORS = (
    *("generator", "object_iterator", "itertools_count", "itertools_repeat", "itertools_cycle"),
    *("io_StringIO", "sys_stream"),
)
_BUILT_IN = frozenset(
    ("int", "bool", "str", "float", "bytes", "list", "tuple", "dict", "set", "frozenset")
)
_NUMBERS: Mapping[str, tuple[str, ...]] = {
    "Number": ("int", "float"),
    "Complex": ("int", "float"),
    "Real": ("int", "float"),
    "Rational": ("int",),
    "Integral": ("int",),
}
_SET_LIKE = ("Set", "AbstractSet", "MutableSet", "KeysView", "ItemsView")
# By name: the classes of Python that are of it, and its subclasses among the abstract ones.
_CONTAINERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Mapping": (_MAPPINGS, ("Mapping", "MutableMapping")),
    "MutableMapping": (_MAPPINGS, ("MutableMapping",)),
    "Sequence": (_SEQUENCES, ("Sequence", "MutableSequence")),
    "MutableSequence": (("list", "deque", "bytearray"), ("MutableSequence",)),
    "Set": (_SETS, _SET_LIKE),
    "AbstractSet": (_SETS, _SET_LIKE),
    "MutableSet": (("set",), ("MutableSet",)),
}
# By name: the classes of Python that are of it, and the methods that it asks for.
_ASKING: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Iterable": ((*_COLLECTIONS, *_ITERATORS), ("__iter__",)),
    "Iterator": (_ITERATORS, ("__iter__", "__next__")),
    "Sized": ((*_COLLECTIONS, "xml_Element"), ("__len__",)),
    "Container": (_COLLECTIONS, ("__contains__",)),
    "Collection": (_COLLECTIONS, ("__len__", "__iter__", "__contains__")),
}
# What else says that a class is of one of these.
_WHOLE = (*_CONTAINERS, "Collection", "KeysView", "ItemsView", "ValuesView")
_IMPLYING: Mapping[str, tuple[str, ...]] = {
    "Iterable": (*_WHOLE, "Iterator", "Reversible"),
    "Sized": (*_WHOLE, "MappingView"),
    "Container": _WHOLE,
    "Collection": _WHOLE,
}


def abstract_test(sheet: Sheet, item: tree.Expr, slot: int, span: Span) -> ir.Expr | None:
    """Ask whether the value in a slot is of such a class; None if the name means another one."""
    name = _abstract_name(sheet, item)
    table = sheet.around.table
    if name and table.sharing.registers:
        raise Refusal("a module that registers classes like this is not supported here", span)
    if name in _NUMBERS:
        return _is_one_of(sheet, _NUMBERS[name], slot, span)
    if name == "Callable":
        return ir.Operate("callable", (sheet.local(slot, span),), "", sheet.site(span))
    if name in _CONTAINERS:
        own, below = _CONTAINERS[name]
        names = [*own, *(n for n, i in table.classes.items() if abstract_bases(i.node) & {*below})]
        doubtful: tuple[str, ...] = _VIEWS if "Set" in name else ()
    elif name in _ASKING:
        own, methods = _ASKING[name]
        names = [*own, *_classes_with(table, name, methods, span)]
        # A class with members can be gone through, too.
        doubtful = ("type",) if any(i.is_enum for i in table.classes.values()) else ()
    else:
        return None
    whole = _is_one_of(sheet, names, slot, span)
    if not doubtful:
        return whole
    reason = ir.TextConstant(f"whether a view or a class is a `{name}`", sheet.site(span))
    stop = ir.Operate("stop", (reason,), "", sheet.site(span))
    unknown = _is_one_of(sheet, doubtful, slot, span)
    return ir.Choose(unknown, stop, whole, sheet.site(span))


def single_classes(sheet: Sheet, classes: tree.Expr) -> tuple[tree.Expr, ...]:
    """Take apart what `isinstance` is given: `(int, str)`, or `int | str` of classes by name."""
    if isinstance(classes, tree.TupleExpr):
        return classes.items
    parts: list[tree.Expr] = []
    pending: list[tree.Expr] = [classes]
    while pending:
        match pending.pop():
            case tree.BinaryOperation("|", lhs, rhs):
                pending += [rhs, lhs]
            case one:
                parts.append(one)
    return tuple(parts) if all(_is_plain_class(sheet, part) for part in parts) else (classes,)


def _is_plain_class(sheet: Sheet, expr: tree.Expr) -> bool:
    """Say whether an expression names a class for whose `|` no metaclass stands."""
    if not isinstance(expr, tree.Name) or expr.text in sheet.slots or expr.text in sheet.captured:
        return False
    name = sheet.around.class_named(expr)
    if name is None:
        return expr.text in _BUILT_IN and sheet.around.meaning(expr.text) is None
    table = sheet.around.table
    line = [table.classes[level] for level in table.line(name) if level in table.classes]
    return not any(info.node.keywords for info in line)


def is_of_class(
    sheet: Sheet, slot: int, name: str, span: Span, *, is_asked: bool = True
) -> ir.Expr:
    """Ask whether the value in a slot is of a class, by any of its bases.

    Where no text asks this, the test is no sign that such objects come here.
    """
    operation = "isinstance" if is_asked else "fits"
    return _is_one_of(sheet, sheet.around.table.names_of(name), slot, span, operation)


def is_of_value(sheet: Sheet, operation: str, slot: int, cls: ir.Expr, span: Span) -> ir.Expr:
    """Ask the same of a class that only the run knows, for an object or for a class.

    Of a class that stands beside the parent of another, the IR does not know what is below it.
    """
    if isinstance(cls, ir.NameConstant) and cls.kind == "type":
        whole: ir.Expr | None = None
        for name in sheet.around.table.names_of(cls.name):
            this = ir.NameConstant("type", name, sheet.site(span))
            asked = (sheet.local(slot, span), this)
            test = ir.Operate(operation, asked, "", sheet.site(span))
            whole = test if whole is None else ir.Or(whole, test, sheet.site(span))
        assert whole is not None
        return whole
    beside = sorted(sheet.around.table.others)
    if not beside:
        return ir.Operate(operation, (sheet.local(slot, span), cls), "", sheet.site(span))
    held = sheet.slot()
    keep = ir.Assign(held, cls, sheet.site(span))
    unknown = _is_one_of(sheet, ("tuple",), held, span)
    for name in beside:
        this = ir.NameConstant("type", name, sheet.site(span))
        is_it = ir.Operate("is", (sheet.local(held, span), this), "", sheet.site(span))
        unknown = ir.Or(unknown, is_it, sheet.site(span))
    reason = ir.TextConstant("one of several bases", sheet.site(span))
    stop = ir.Operate("stop", (reason,), "", sheet.site(span))
    operands = (sheet.local(slot, span), sheet.local(held, span))
    test = ir.Operate(operation, operands, "", sheet.site(span))
    return ir.Do((keep,), ir.Choose(unknown, stop, test, sheet.site(span)), sheet.site(span))


def _is_one_of(
    sheet: Sheet, names: Sequence[str], slot: int, span: Span, operation: str = "isinstance"
) -> ir.Expr:
    whole: ir.Expr = ir.BoolConstant(False, sheet.site(span))
    for place, name in enumerate(names):
        test = ir.Operate(operation, (sheet.local(slot, span),), name, sheet.site(span))
        whole = test if place == 0 else ir.Or(whole, test, sheet.site(span))
    return whole


def _abstract_name(sheet: Sheet, item: tree.Expr) -> str:
    """Give the name of a class in `collections.abc` or `typing`, however the text came by it."""
    first, _, rest = (dotted_name(item) or "").partition(".")
    if not first or first in sheet.slots or first in sheet.captured:
        return ""
    match sheet.around.meaning(first):
        case ForeignName(module, inner) if module:
            whole = ".".join(part for part in (module, inner, rest) if part)
            place, _, name = whole.rpartition(".")
            return name if place in _MODULES else ""
        case _:
            return ""


def _classes_with(
    table: ClassTable, abstract: str, methods: tuple[str, ...], span: Span
) -> Iterator[str]:
    """Name the classes of the program that have some methods, or were registered for them."""
    implied = {abstract, *_IMPLYING.get(abstract, ())}
    for name, info in table.classes.items():
        if any(method in info.constants for method in methods):
            raise Refusal(f"`{name}` has a value for `{methods[0]}`", span)
        has_all = all(table.function(name, method) is not None for method in methods)
        if has_all or abstract_bases(info.node) & implied:
            yield name
