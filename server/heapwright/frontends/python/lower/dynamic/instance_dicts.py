"""The dict of an object's attributes (`x.__dict__`, `vars(x)`), to IR.

Place: frontends/python/lower/dynamic/. Part of `dynamic.expressions`. There is no such dict in the
IR: what code does with it is done to the fields of the object. Where the dict is only looked at,
on the spot, a fresh dict takes its place, and where its order can matter and is not known, each
order is a run of its own, as for sets. Whoever would keep the dict itself is refused.

Long because: every use of the dict is one case of the same questions, which stand at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.observers import only_looks
from heapwright.frontends.python.lower.dynamic import expressions
from heapwright.frontends.python.lower.dynamic.kept_attributes import Kept, kept_attributes
from heapwright.frontends.python.lower.dynamic.names import is_built_in, is_variable
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below, targets_in
from heapwright.frontends.python.table.attribute_names import dict_owner, text_of
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.ir.core import instructions as ir
from heapwright.records import dataclass, replace
from heapwright.text.span import Span

# Stands for a fresh dict of the attributes of an object; no text can contain it.
FIELDS, UNORDERED = "(fields)", "(fields in any order)"
MOST_FIELDS = 400
_REASON = "what such an object keeps in its `__dict__`"
_LOOKING = frozenset(
    (
        *("dict", "list", "tuple", "set", "frozenset", "sorted", "len", "str", "repr", "bool"),
        *("OrderedDict", "any", "all"),
    )
)
# Order does not matter to these.
_COUNTING = frozenset(("len", "bool", "set", "frozenset", "sorted"))
_VIEWS = frozenset(("items", "keys", "values"))
_QUIET_CALLS = frozenset(
    (
        *("isinstance", "str", "repr", "int", "float", "bool", "len", "type", "callable", "list"),
        *("tuple", "dict", "set", "sorted", "getattr", "hasattr", "copy", "deepcopy", "format"),
        *("startswith", "endswith", "lower", "upper", "strip", "lstrip", "isoformat", "join"),
        *("items", "keys", "values", "get", "replace", "print"),
    )
)
# What changes containers, which are no attributes, but for the dict of these.
_CHANGING = frozenset(
    (
        *("append", "extend", "insert", "add", "remove", "discard", "update", "pop"),
        *("setdefault", "clear", "popitem"),
    )
)


def dict_value(sheet: Sheet, expr: tree.Expr) -> ir.Expr | None:
    """Lower an expression that uses such a dict; None for any other one."""
    span = expr.span
    match expr:
        case tree.Call(tree.Name(name), [tree.Argument(None, of)]) if name in (FIELDS, UNORDERED):
            return _snapshot(sheet, of, span, is_ordered=name == FIELDS)
        case tree.Subscript(kept, key):
            owner = owner_in(sheet, kept)
            return None if owner is None else _got(sheet, owner, [key], span)
        case tree.Call(tree.Attribute(kept, method), arguments):
            owner = owner_in(sheet, kept)
            given = [argument.value for argument in arguments]
            plain = all(a.name is None and not isinstance(a.value, tree.Starred) for a in arguments)
            if owner is not None and plain:
                match method, given:
                    case "get", [key]:
                        return _got(sheet, owner, [key, tree.NoneLiteral(span)], span)
                    case (("get" | "pop" | "setdefault"), [key, default]):
                        return _got(sheet, owner, [key, default], span, method)
                    case "pop", [key]:
                        return _got(sheet, owner, [key], span, method)
                    case "setdefault", [key]:
                        return _got(sheet, owner, [key, tree.NoneLiteral(span)], span, method)
                    case "copy", []:
                        return _snapshot(sheet, owner, span)
                    case "clear", []:
                        return _cleared(sheet, owner, span)
                    case _:
                        pass
        case tree.Comparison([key, kept], ["in" | "not in" as sign]):
            owner = owner_in(sheet, kept)
            if owner is not None:
                return _contained(sheet, owner, key, span, is_in=sign == "in")
        case _:
            pass
    plainer = _looked_at(sheet, expr)
    return None if plainer is None else expressions.value(sheet, plainer)


def owner_in(sheet: Sheet, expr: tree.Expr) -> tree.Expr | None:
    """Give the object whose dict an expression is; a class has another kind of dict."""
    owner = dict_owner(expr)
    if owner is None:
        return None
    if isinstance(expr, tree.Call) and not is_built_in(sheet, "vars"):
        return None
    if not is_variable(sheet, owner) and sheet.around.class_named(owner) is not None:
        return None
    return None if sheet.around.module_named(owner) is not None else owner


def dict_item_set(
    sheet: Sheet, owner: tree.Expr, key: tree.Expr, slot: int, span: Span
) -> list[ir.Statement]:
    """`x.__dict__[key] = value`, which is in a slot."""
    use = _Use(sheet, owner, [key], span)
    return [*use.before, *use.chosen(lambda name: use.stored(name, sheet.local(slot, span)))]


def dict_item_deleted(
    sheet: Sheet, owner: tree.Expr, key: tree.Expr, span: Span
) -> list[ir.Statement]:
    """`del x.__dict__[key]`."""
    return [ir.Evaluate(_got(sheet, owner, [key], span, "pop"), sheet.site(span))]


def looped_over(sheet: Sheet, statement: tree.For) -> Loop | None:
    """Say how to go through such a dict; None for a loop over anything else.

    Where the body may change attributes, each is read when its turn comes; where it adds or
    removes some, the run is given up.
    """
    found = _view(sheet, statement.iterable, is_ordered=True)
    if found is None:
        return None
    span = statement.iterable.span
    match statement.iterable:
        case tree.Call(tree.Attribute(kept, what), []) if what in _VIEWS:
            pass
        case kept:
            what = "keys"
    owner = owner_in(sheet, kept)
    if owner is None or _is_quiet(sheet, statement.body):
        # What is no such dict is a copy of one, which nobody changes.
        return Loop(expressions.value(sheet, found))
    if not isinstance(owner, tree.Name) or owner.text in assigned_names((statement,)):
        raise Refusal("a loop over a `__dict__` that may change is not supported", span)
    name = _Hidden(sheet, span)
    use = _Use(sheet, owner, [name.read], span)
    whole = _snapshot(sheet, owner, span, is_ordered=False)
    before, number = expressions.kept(sheet, _length(sheet, whole, span), span)

    def checked() -> ir.Statement:
        again = _length(sheet, _snapshot(sheet, owner, span, is_ordered=False), span)
        same = ir.Operate("eq", (again, sheet.local(number, span)), "", sheet.site(span))
        is_same = expressions.truth(sheet, same, span)
        return ir.If(is_same, (), (use.stop(),), sheet.site(span))

    value = use.result()
    each = [
        checked(),
        *use.before,
        *use.chosen(lambda one: [ir.Assign(value, use.own(one), sheet.site(span))]),
    ]
    gone = ir.Operate("missing", (sheet.local(value, span),), "", sheet.site(span))
    each.append(ir.If(gone, (use.stop(),), (), sheet.site(span)))
    pair = (sheet.local(name.slot, span), sheet.local(value, span))
    items: dict[str, ir.Expr] = {
        "items": ir.Operate("tuple", pair, "", sheet.site(span)),
        "keys": pair[0],
        "values": pair[1],
    }
    maker = ir.NameConstant("type", "list", sheet.site(span))
    fresh = _snapshot(sheet, owner, span)
    names = ir.CallValue(maker, None, (fresh,), (None,), sheet.site(span))
    return Loop(names, tuple(before), name.slot, tuple(each), items[what], (checked(),))


def returned(sheet: Sheet, expr: tree.Expr) -> tree.Expr:
    """Give what a function gives: a fresh dict, if nobody but a client can get it.

    Clients do not change what they are given, so they cannot tell.
    """
    found = _view(sheet, expr, is_ordered=True)
    if found is None or sheet.function is None:
        return expr
    if sheet.captured or sheet.is_generator or owner_in(sheet, expr) is None:
        return expr
    name = sheet.function.name
    for function in sheet.around.table.functions.values():
        for node in nodes_below(function.node.body):
            match node:
                case tree.Attribute(name=text) | tree.Name(text) if text == name:
                    return expr
                case _:
                    pass
    return found


def state_taken(sheet: Sheet, span: Span) -> ir.Expr:
    """See that no code of the program has the dict that `__setstate__` makes the object's own."""
    for function in sheet.around.table.functions.values():
        for node in nodes_below(function.node.body):
            if isinstance(node, tree.Attribute) and node.name == "__setstate__":
                what = "`__setstate__` keeps a dict that others have, which is not supported"
                raise Refusal(what, span)
    return ir.NullConstant(sheet.site(span))


@dataclass(frozen=True, slots=True)
class Loop:
    """What to go through; where attributes are read in turn, also what comes before each."""

    iterable: ir.Expr
    before: tuple[ir.Statement, ...] = ()
    slot: int | None = None  # of the name of an attribute
    each: tuple[ir.Statement, ...] = ()
    item: ir.Expr | None = None
    after: tuple[ir.Statement, ...] = ()


class _Hidden:
    """A variable that no text has."""

    def __init__(self, sheet: Sheet, span: Span) -> None:
        self.slot = sheet.slot()
        name = f"(attribute {self.slot})"
        sheet.slots[name] = self.slot
        self.read = tree.Name(name, span)


def _length(sheet: Sheet, whole: ir.Expr, span: Span) -> ir.Expr:
    return ir.Operate("len", (whole,), "", sheet.site(span))


# --- Where the dict is only looked at ------------------------------------------------------


def _looked_at(sheet: Sheet, expr: tree.Expr) -> tree.Expr | None:
    """Put a fresh dict where an expression looks at one on the spot."""
    match expr:
        case tree.Call(tree.Name(name), [tree.Argument(None, first), *rest]) if (
            name in _LOOKING and not is_variable(sheet, expr.function)
        ):
            is_ordered = name not in _COUNTING
            found = _view(sheet, first, is_ordered=is_ordered)
            if found is not None and _is_quiet(sheet, [one.value for one in rest]):
                return replace(expr, arguments=(tree.Argument(None, found), *rest))
        case tree.Call(function, [tree.Argument(None, tree.Comprehension() as items)]) if (
            items.kind == "generator"
            and _takes_all(sheet, function)
            and _view(sheet, items.clauses[0].iterable, is_ordered=True) is not None
        ):
            whole = tree.Argument(None, replace(items, kind="list"))
            return replace(expr, arguments=(whole,))
        case tree.Call(arguments=arguments) if any(
            isinstance(a.value, tree.Starred) and owner_in(sheet, a.value.value) is not None
            for a in arguments
        ):
            return replace(expr, arguments=tuple([_spread(sheet, one) for one in arguments]))
        case tree.Comparison(operands, ["==" | "!="]):
            sides = [_view(sheet, one, is_ordered=False) for one in operands]
            if any(side is not None for side in sides):
                both = zip(sides, operands, strict=True)
                return replace(expr, operands=tuple([side or one for side, one in both]))
        case tree.DictDisplay(keys, values):
            pairs = [
                _view(sheet, item, is_ordered=True) if key is None else None
                for key, item in zip(keys, values, strict=True)
            ]
            if any(pair is not None for pair in pairs):
                both = zip(pairs, values, strict=True)
                return replace(expr, values=tuple([pair or item for pair, item in both]))
        case tree.StringLiteral(pieces=pieces) if pieces is not None and any(
            isinstance(one, tree.FormatPiece) and owner_in(sheet, one.value) is not None
            for one in pieces
        ):
            shown = [
                replace(one, value=_view(sheet, one.value, is_ordered=True) or one.value)
                if isinstance(one, tree.FormatPiece)
                else one
                for one in pieces
            ]
            return replace(expr, pieces=tuple(shown))
        case tree.Comprehension(_, element, value, [first_clause, *others]):
            found = _view(sheet, first_clause.iterable, is_ordered=True)
            if found is None:
                return None
            parts = [element, *([] if value is None else [value])]
            parts += [one for clause in expr.clauses for one in clause.conditions]
            parts += [clause.iterable for clause in others]
            if expr.kind == "generator" or not _is_quiet(sheet, parts):
                raise Refusal(
                    "a loop over a `__dict__` that may change is not supported", expr.span
                )
            return replace(expr, clauses=(replace(first_clause, iterable=found), *others))
        case _:
            pass
    return None


def _takes_all(sheet: Sheet, function: tree.Expr) -> bool:
    """Say whether a function goes through all that it is given before it does anything."""
    match function:
        case tree.Attribute(tree.StringLiteral(), "join"):
            return True
        case tree.Name(name):
            is_eager = name in ("list", "tuple", "set", "frozenset", "sorted", "dict")
            return is_eager and is_built_in(sheet, name)
        case _:
            return False


def _view(sheet: Sheet, expr: tree.Expr, *, is_ordered: bool) -> tree.Expr | None:
    """Give a fresh dict for `x.__dict__`, or what `.items()` gives of one."""
    match expr:
        case tree.Call(tree.Attribute(kept, name), []) if name in _VIEWS:
            fresh = _view(sheet, kept, is_ordered=is_ordered)
            if fresh is None:
                return None
            assert isinstance(expr.function, tree.Attribute)
            return replace(expr, function=replace(expr.function, value=fresh))
        case tree.Call(tree.Name(name), [tree.Argument(None, first)]) if name in (
            "list",
            "sorted",
            "tuple",
            "dict",
        ) and is_built_in(sheet, name):
            fresh = _view(sheet, first, is_ordered=is_ordered and name != "sorted")
            return fresh and replace(expr, arguments=(tree.Argument(None, fresh),))
    owner = owner_in(sheet, expr)
    if owner is None:
        return None
    maker = tree.Name(FIELDS if is_ordered else UNORDERED, expr.span)
    return tree.Call(maker, (tree.Argument(None, owner),), expr.span)


def _spread(sheet: Sheet, argument: tree.Argument) -> tree.Argument:
    match argument.value:
        case tree.Starred(inner):
            found = _view(sheet, inner, is_ordered=True)
            if found is not None:
                return replace(argument, value=replace(argument.value, value=found))
    return argument


def _is_quiet(sheet: Sheet, nodes: Sequence[tree.Expr | tree.Statement]) -> bool:
    """Say whether nothing in some code can change the attributes of an object that is there."""
    named: dict[str, list[FunctionInfo]] = {}
    for function in sheet.around.table.functions.values():
        named.setdefault(function.name, []).append(function)
    for node in nodes_below(nodes):
        match node:
            case tree.Call(tree.Attribute(value, name)) if (
                name in _CHANGING and dict_owner(value) is not None
            ):
                return False
            case tree.Call(tree.Name(name) | tree.Attribute(name=name)):
                own = named.get(name, [])
                if not own and name not in (*_QUIET_CALLS, *_CHANGING):
                    return False
                if not all(only_looks(sheet.types, function) for function in own):
                    return False
            case tree.Call() | tree.Delete() | tree.Yield() | tree.With():
                return False
            case tree.Assignment(targets=targets):
                if any(map(_is_attribute, targets)):
                    return False
            case tree.AugmentedAssignment(target=target) if _is_attribute(target):
                return False
            case _:
                pass
    return True


def _is_attribute(target: tree.Expr) -> bool:
    """Say whether an assignment to this may change an attribute."""
    return any(
        isinstance(one, tree.Attribute)
        or (isinstance(one, tree.Subscript) and dict_owner(one.value) is not None)
        for one in targets_in(target)
    )


# --- One attribute, or all -----------------------------------------------------------------


class _Use:
    """One use of the dict of an object: the object and the operands, each evaluated once."""

    def __init__(
        self, sheet: Sheet, owner: tree.Expr, operands: list[tree.Expr], span: Span
    ) -> None:
        self.sheet = sheet
        self.span = span
        self.before, self.owner = expressions.kept(sheet, expressions.value(sheet, owner), span)
        self.slots: list[int] = []
        for operand in operands:
            kept, slot = expressions.kept(sheet, expressions.value(sheet, operand), span)
            self.before += kept
            self.slots.append(slot)
        self.key = operands[0] if operands else None
        if self.key is not None and text_of(self.key) is None:
            asked = ir.Operate("hashable", (sheet.local(self.slots[0], span),), "", self.site())
            self.before.append(ir.Evaluate(asked, self.site()))
        table, function = sheet.around.table, sheet.function
        classes = tuple(table.classes)
        self.is_self = sheet.around.is_self(owner)
        if self.is_self and function is not None and function.owner is not None:
            classes = table.below(function.owner)
        self.kept: dict[str, Kept | None] = {
            name: kept_attributes(table, sheet.around.fields, name)
            for name in classes
            if not table.classes[name].is_abstract
        }
        n_fields = sum(len(one.names) for one in self.kept.values() if one is not None)
        if n_fields > MOST_FIELDS:
            raise Refusal("the attributes of so many classes are not supported", span)

    def here(self) -> ir.Expr:
        return self.sheet.local(self.owner, self.span)

    def site(self) -> int:
        return self.sheet.site(self.span)

    def result(self) -> int:
        """Give a slot for what is found; it holds no value before."""
        absent = ir.Operate("absent", (), "", self.site())
        before, slot = expressions.kept(self.sheet, absent, self.span)
        self.before += before
        return slot

    def stop(self) -> ir.Statement:
        reason = ir.TextConstant(_REASON, self.site())
        return ir.Evaluate(ir.Operate("stop", (reason,), "", self.site()), self.site())

    def by_class(self, done: Callable[[Kept], list[ir.Statement]]) -> list[ir.Statement]:
        """Do something for the class of the object; what is of no such class is given up."""
        chosen: list[ir.Statement] = [self.stop()]
        if not self.is_self:
            nothing = ir.Operate("isinstance", (self.here(),), "NoneType", self.site())
            lacks = ir.Throw(ir.New("AttributeError", self.site()), self.site())
            chosen = [ir.If(nothing, (lacks,), tuple(chosen), self.site())]
        for name, kept in reversed(self.kept.items()):
            if kept is None:
                continue
            kind = ir.Operate("type", (self.here(),), "", self.site())
            this = ir.NameConstant("type", name, self.site())
            fits = ir.Operate("is", (kind, this), "", self.site())
            chosen = [ir.If(fits, tuple(done(kept)), tuple(chosen), self.site())]
        return chosen

    def own(self, name: str) -> ir.Expr:
        return ir.Operate("own", (self.here(),), name, self.site())

    def stored(self, name: str, new: ir.Expr) -> list[ir.Statement]:
        """Store an attribute; one that a property hides is given up."""
        table = self.sheet.around.table
        if any(table.function(c, f"@{name}") is not None for c in self.kept):
            return [self.stop()]
        stored = ir.Operate("plainset", (self.here(), new), name, self.site())
        return [ir.Evaluate(stored, self.site())]

    def chosen(
        self,
        done: Callable[[str], list[ir.Statement]],
        otherwise: Callable[[], list[ir.Statement]] | None = None,
    ) -> list[ir.Statement]:
        """Do something for the attribute that the key names; `otherwise` for no attribute."""

        def last() -> list[ir.Statement]:
            return [self.stop()] if otherwise is None else otherwise()

        def one(name: str) -> Callable[[Kept], list[ir.Statement]]:
            def of_class(kept: Kept) -> list[ir.Statement]:
                if name in kept.unsure:
                    return [self.stop()]
                return done(name) if name in kept.names else last()

            return of_class

        text = text_of(self.key)
        every = dict.fromkeys(n for kept in self.kept.values() if kept for n in kept.names)
        if text is not None:
            return self.by_class(one(text))
        result = self.by_class(lambda _: last())
        for name in reversed(every):
            constant = ir.TextConstant(name, self.site())
            operands = (self.sheet.local(self.slots[0], self.span), constant)
            asked = ir.Operate("eq", operands, "", self.site())
            is_it = expressions.truth(self.sheet, asked, self.span)
            result = [ir.If(is_it, tuple(self.by_class(one(name))), tuple(result), self.site())]
        return result


def _got(
    sheet: Sheet, owner: tree.Expr, operands: list[tree.Expr], span: Span, method: str = "get"
) -> ir.Expr:
    """Read an attribute; without a default, one that is not there is a KeyError."""
    use = _Use(sheet, owner, operands, span)
    result = use.result()

    def missing() -> list[ir.Statement]:
        if len(operands) == 1:
            return [ir.Throw(ir.New("KeyError", use.site()), use.site())]
        return [ir.Assign(result, sheet.local(use.slots[1], span), use.site())]

    def done(name: str) -> list[ir.Statement]:
        absent = ir.Operate("missing", (sheet.local(result, span),), "", use.site())
        otherwise, then = missing(), list[ir.Statement]()
        if method == "setdefault":
            otherwise += use.stored(name, sheet.local(result, span))
        elif method == "pop":
            gone = expressions.attribute_deleted(sheet, use.here, name, span, "plaindel")
            then.append(ir.Evaluate(gone, use.site()))
        return [
            ir.Assign(result, use.own(name), use.site()),
            ir.If(absent, tuple(otherwise), tuple(then), use.site()),
        ]

    chosen = use.chosen(done, None if method == "setdefault" else missing)
    return ir.Do((*use.before, *chosen), sheet.local(result, span), use.site())


def _contained(
    sheet: Sheet, owner: tree.Expr, key: tree.Expr, span: Span, *, is_in: bool
) -> ir.Expr:
    """`key in x.__dict__`: the key is evaluated first, but an attribute has no effect."""
    use = _Use(sheet, owner, [key], span)
    result = use.result()

    def said(answer: bool) -> ir.Statement:
        return ir.Assign(result, ir.BoolConstant(answer is is_in, use.site()), use.site())

    def done(name: str) -> list[ir.Statement]:
        absent = ir.Operate("missing", (use.own(name),), "", use.site())
        return [ir.If(absent, (said(False),), (said(True),), use.site())]

    chosen = use.chosen(done, lambda: [said(False)])
    return ir.Do((*use.before, *chosen), sheet.local(result, span), use.site())


def _snapshot(sheet: Sheet, owner: tree.Expr, span: Span, *, is_ordered: bool = True) -> ir.Expr:
    """Make a fresh dict of the attributes that an object keeps."""
    use = _Use(sheet, owner, [], span)
    maker = ir.NameConstant("type", "dict", use.site())
    before, made = expressions.kept(sheet, ir.CallValue(maker, None, (), (), use.site()), span)
    held = use.result()

    def noted(name: str) -> list[ir.Statement]:
        key = ir.TextConstant(name, use.site())
        value = sheet.local(held, span)
        stored = ir.Operate("setitem", (sheet.local(made, span), key, value), "", use.site())
        absent = ir.Operate("missing", (sheet.local(held, span),), "", use.site())
        put = ir.Evaluate(stored, use.site())
        return [
            ir.Assign(held, use.own(name), use.site()),
            ir.If(absent, (), (put,), use.site()),
        ]

    def of_class(kept: Kept) -> list[ir.Statement]:
        if kept.unsure:
            return [use.stop()]
        first = [one for name in kept.ordered for one in noted(name)]
        if not is_ordered or len(kept.others) < 2:
            return [*first, *(one for name in kept.others for one in noted(name))]
        return [*first, *_in_any_order(sheet, kept.others, noted, span)]

    chosen = use.by_class(of_class)
    return ir.Do((*use.before, *before, *chosen), sheet.local(made, span), use.site())


def _in_any_order(
    sheet: Sheet, names: Sequence[str], noted: Callable[[str], list[ir.Statement]], span: Span
) -> list[ir.Statement]:
    """Do something for each name; a set of them is gone through in every order."""
    texts = tuple([ir.TextConstant(name, sheet.site(span)) for name in names])
    listed = ir.Operate("list", texts, "", sheet.site(span))
    maker = ir.NameConstant("type", "set", sheet.site(span))
    together = ir.CallValue(maker, None, (listed,), (None,), sheet.site(span))
    item = sheet.slot()
    body: list[ir.Statement] = []
    for name in names:
        operands = (sheet.local(item, span), ir.TextConstant(name, sheet.site(span)))
        asked = ir.Operate("eq", operands, "", sheet.site(span))
        is_it = expressions.truth(sheet, asked, span)
        body.append(ir.If(is_it, tuple(noted(name)), (), sheet.site(span)))
    return [ir.ForEach(item, together, tuple(body), sheet.site(span))]


def _cleared(sheet: Sheet, owner: tree.Expr, span: Span) -> ir.Expr:
    """Delete all attributes that an object keeps."""
    use = _Use(sheet, owner, [], span)

    def of_class(kept: Kept) -> list[ir.Statement]:
        if kept.unsure:
            return [use.stop()]
        done: list[ir.Statement] = []
        for name in kept.names:
            absent = ir.Operate("missing", (use.own(name),), "", use.site())
            gone = expressions.attribute_deleted(sheet, use.here, name, span, "plaindel")
            done.append(ir.If(absent, (), (ir.Evaluate(gone, use.site()),), use.site()))
        return done

    null = ir.NullConstant(use.site())
    return ir.Do((*use.before, *use.by_class(of_class)), null, use.site())
