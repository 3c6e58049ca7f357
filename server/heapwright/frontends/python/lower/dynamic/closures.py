"""Functions inside functions, as objects of classes of their own.

Place: frontends/python/lower/dynamic/. Part of `dynamic.expressions`. A nested function or lambda
becomes a class with a method `__call__`; what it sees of the functions around it are cells, which
it shares with them. So a variable that changes later has changed for it, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.dynamic import expressions
from heapwright.frontends.python.lower.dynamic.generator_bodies import generator_body
from heapwright.frontends.python.lower.dynamic.names import ABSENT, CELL, CELL_FIELD, write_name
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import Node, assigned_names, targets_in, walk
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.ir.checks.flow import open_ends
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import ClassDef, Field, Function, Parameter, Role
from heapwright.ir.core.types import ANY
from heapwright.text.span import Span

ITEMS = "(items)"


def closure(
    sheet: Sheet,
    name: str,
    parameters: tuple[tree.Parameter, ...],
    body: tree.Block,
    span: Span,
    *,
    is_generator: bool,
) -> ir.Expr:
    """Give a nested function as a value."""
    own = {**{p.name.text: None for p in parameters}, **assigned_names(body)}
    shared = {n for node in walk(body) if isinstance(node, tree.Nonlocal) for n in node.names}
    local_names = {n for n in own if n not in shared}
    visible = (*sheet.slots, *sheet.captured)
    inside = names_in(body) if visible else set()
    seen = [n for n in dict.fromkeys(visible) if n in inside and n not in local_names]
    owner = "" if sheet.function is None else sheet.function.qualified_name
    class_name = f"({owner} {name} {len(sheet.closures) + 1})"
    # The place is taken before what is inside takes its own.
    sheet.closures.append(ClassDef(class_name, "object", (), (), False))
    at = len(sheet.closures) - 1
    fields = [Field(n, ANY, False) for n in seen]
    defaults = [p for p in parameters if p.default is not None]
    fields += [Field(f"(default {p.name.text})", ANY, False) for p in defaults]
    function = _function(sheet, class_name, parameters, body, span, seen, is_generator)
    sheet.closures[at] = ClassDef(class_name, "object", tuple(fields), (function,), False)
    slot = sheet.slot()
    made: list[ir.Statement] = [
        ir.Assign(slot, ir.New(class_name, sheet.site(span)), sheet.site(span))
    ]
    for n in seen:
        made.append(
            ir.SetField(sheet.local(slot, span), n, _cell(sheet, n, span), sheet.site(span))
        )
    for p in defaults:
        assert p.default is not None
        given = expressions.value(sheet, p.default)
        field_name = f"(default {p.name.text})"
        made.append(ir.SetField(sheet.local(slot, span), field_name, given, sheet.site(span)))
    return ir.Do(tuple(made), sheet.local(slot, span), sheet.site(span))


def generator_value(sheet: Sheet, expr: tree.Comprehension, *, is_guarded: bool = True) -> ir.Expr:
    """Give `(x for y in z)`: a generator of its own, whose first `z` is evaluated at once.

    One that is not guarded lets out a StopIteration of the code inside.
    """
    span = expr.span
    inner: tree.Statement = tree.ExprStatement(tree.Yield(expr.element, False, span), span)
    for index, clause in reversed(list(enumerate(expr.clauses))):
        body: tree.Block = (inner,)
        for asked in reversed(clause.conditions):
            body = (tree.If(asked, body, (), span),)
        iterable = tree.Name(ITEMS, span) if index == 0 else clause.iterable
        inner = tree.For(clause.target, iterable, body, (), span)
    body = (inner,)
    outer = _named_in(expr)
    if outer:
        # `y := x` gives a variable of the function around a value.
        for name in outer:
            if name not in sheet.slots and name not in sheet.captured:
                raise Refusal(f"`{name} := …` in a generator is not supported here", span)
        body = (tree.Nonlocal(tuple(outer), span), inner)
    parameter = tree.Parameter(tree.Name(ITEMS, span), None, None, "plain", span)
    first = expressions.value(sheet, expr.clauses[0].iterable)
    if is_guarded:
        body = guarded_body(sheet, body, span)
    function = closure(sheet, "generator", (parameter,), body, span, is_generator=True)
    before, slot = expressions.kept(sheet, first, span)
    call = ir.CallValue(function, None, (sheet.local(slot, span),), (None,), sheet.site(span))
    return ir.Do(tuple(before), call, sheet.site(span))


def guarded_body(sheet: Sheet, body: tree.Block, span: Span) -> tree.Block:
    """Give the body of a generator with what Python does around it; the library has it written."""
    return body if sheet.is_library else generator_body(body, span)


def _named_in(expr: tree.Comprehension) -> list[str]:
    """Name the variables that a comprehension gives values by `:=`, nested ones included."""
    return sorted({node.name.text for node in walk([expr]) if isinstance(node, tree.NamedExpr)})


def deleted_names(body: tree.Block) -> frozenset[str]:
    """Name the variables that may lose their value: by `del`, or at the end of a handler."""
    found: set[str] = set()
    for node in walk(body):
        match node:
            case tree.Delete(targets):
                found |= {t.text for t in targets if isinstance(t, tree.Name)}
            case tree.Try(handlers=handlers):
                found |= {h.name.text for h in handlers if h.name is not None}
            case _:
                pass
    return frozenset(found)


def _cell(sheet: Sheet, name: str, span: Span) -> ir.Expr:
    if name in sheet.slots:
        if name not in sheet.cells:
            raise Refusal(f"a nested function sees `{name}`", span)
        return sheet.local(sheet.slots[name], span)
    return ir.GetField(sheet.local(0, span), sheet.captured[name], sheet.site(span))


def _function(
    sheet: Sheet,
    class_name: str,
    parameters: tuple[tree.Parameter, ...],
    body: tree.Block,
    span: Span,
    seen: list[str],
    is_generator: bool,
) -> Function:
    """Lower the body of a nested function."""
    names = [p.name.text for p in parameters]
    around = Surroundings(
        sheet.around.table,
        sheet.around.fields,
        sheet.around.path,
        sheet.around.function,
        sheet.around.locals | frozenset((*names, *assigned_names(body))),
        sheet.around.imports,
    )
    guarded = deleted_names(body) & frozenset((*names, *assigned_names(body))) - frozenset(seen)
    for _ in range(2):
        inner = Sheet(
            sheet.types,
            around,
            sheet.function,
            ["", *names],
            {name: slot + 1 for slot, name in enumerate(names)},
            guarded,
            sites=sheet.sites,
            captured={name: name for name in seen},
            closures=sheet.closures,
            unread=sheet.unread,
            is_library=sheet.is_library,
            is_generator=is_generator,
            is_nested=True,
            lower_value=sheet.lower_value,
            lower_block=sheet.lower_block,
        )
        n_closures = len(sheet.closures)
        start = prepared(inner, assigned_names(body), body, span, shared=set(seen))
        for p in parameters:
            if p.default is not None:
                start = [*_take_default(inner, p, span), *start]
        statements = [*start, *inner.lower_block(inner, body)]
        null = ir.NullConstant(sheet.site(span))
        statements.append(ir.Return(null, sheet.site(span)))
        function = Function(
            "__call__",
            class_name,
            Role.METHOD,
            tuple(_parameter(p) for p in parameters),
            ANY,
            tuple(without_dead_end(statements)),
            len(inner.slot_names),
            is_public=False,
            is_generator=is_generator,
            has_names=True,
        )
        unassigned = [inner.slot_names[slot] for slot in open_ends(function).unassigned]
        if not unassigned:
            return function
        if "" in unassigned or not guarded.isdisjoint(unassigned):
            break
        guarded |= frozenset(unassigned)
        del sheet.closures[n_closures:]
    raise Refusal("a variable may be read before it has a value", span)


def without_dead_end(statements: list[ir.Statement]) -> list[ir.Statement]:
    """Drop what stands behind a statement that never ends."""
    for index, statement in enumerate(statements):
        if isinstance(statement, ir.Return | ir.Throw):
            return statements[: index + 1]
    return statements


def _parameter(parameter: tree.Parameter) -> Parameter:
    gathers = parameter.kind if parameter.kind in ("*", "**") else ""
    default = None
    if parameter.default is not None:
        default = ir.NameConstant("constant", ABSENT)
    return Parameter(
        parameter.name.text,
        ANY,
        is_keyword_only=parameter.kind == "keyword",
        is_positional_only=parameter.kind == "positional",
        default=default,
        gathers=gathers,
    )


def _take_default(sheet: Sheet, parameter: tree.Parameter, span: Span) -> list[ir.Statement]:
    """Give a parameter the value that its default had when the function was made."""
    name = parameter.name.text
    slot = sheet.slot_names.index(name)
    asked = ir.Operate("missing", (sheet.local(slot, span),), "", sheet.site(span))
    default = ir.GetField(sheet.local(0, span), f"(default {name})", sheet.site(span))
    taken = ir.Assign(slot, default, sheet.site(span))
    return [ir.If(asked, (taken,), (), sheet.site(span))]


def prepared(
    sheet: Sheet,
    own: Iterable[str],
    body: tree.Block,
    span: Span,
    shared: set[str] | None = None,
) -> list[ir.Statement]:
    """Give the variables of a function their slots and cells; the statements make them."""
    statements: list[ir.Statement] = []
    taken = dict(sheet.slots)
    nonlocals = {n for node in walk(body) if isinstance(node, tree.Nonlocal) for n in node.names}
    for name in sorted(own):
        if name not in sheet.slots and name not in (nonlocals & (shared or set())):
            sheet.slots[name] = sheet.slot(name)
    for name in seen_inside(body):
        if name not in sheet.slots:
            continue
        given = taken.get(name)
        slot = sheet.slot()
        made = ir.New(CELL, sheet.site(span))
        statements.append(ir.Assign(slot, made, sheet.site(span)))
        if given is not None:
            kept = sheet.local(given, span)
            statements.append(
                ir.SetField(sheet.local(slot, span), CELL_FIELD, kept, sheet.site(span))
            )
        sheet.slots[name] = slot
        sheet.cells.add(name)
    for name in sorted(sheet.guarded):
        if name in sheet.slots and name not in sheet.cells and name not in taken:
            absent = ir.Operate("absent", (), "", sheet.site(span))
            statements += write_name(sheet, name, absent, span)
    return statements


def seen_inside(body: tree.Block) -> list[str]:
    """Name what nested functions of a body use, whosever it is, in the order of the alphabet."""
    found: set[str] = set()
    functions = _made_functions(body)
    for node in walk(body):
        match node:
            case tree.FunctionDef(body=inner):
                found |= names_in(inner)
            case tree.Lambda(body=value):
                found |= names_in((value,))
            case tree.Comprehension() if id(node) in functions:
                found |= names_in((node,))
            case _:
                pass
    return sorted(found)


def names_in(body: Iterable[tree.Expr | tree.Statement]) -> set[str]:
    """Name all that stands in code, nested functions too."""
    found: set[str] = set()
    pending = list(body)
    while pending:
        for node in walk([pending.pop()]):
            match node:
                case tree.Name(text):
                    found.add(text)
                case tree.FunctionDef(body=inner, parameters=parameters):
                    pending.extend(inner)
                    pending.extend(p.default for p in parameters if p.default is not None)
                case tree.Lambda(parameters, value):
                    pending.append(value)
                    pending.extend(p.default for p in parameters if p.default is not None)
                case tree.Nonlocal(names):
                    found.update(names)
                case tree.NamedExpr(name):
                    found.add(name.text)
                case tree.Comprehension(clauses=clauses):
                    for clause in clauses:
                        pending.extend(targets_in(clause.target))
                case tree.ClassDef():
                    raise Refusal("classes inside functions are not supported", node.name.span)
                case _:
                    pass
    return found


def sees_own_names(expr: tree.Comprehension) -> bool:
    """Say whether a function inside a comprehension uses one of its variables."""
    return _is_seen_inside(expr, _made_functions([expr]))


def _made_functions(roots: Iterable[Node]) -> set[int]:
    """Give the comprehensions that become functions of their own, by their identity.

    A list of lists becomes one if what is inside does and uses its variables, from inside out:

        [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in rows]
    """
    found: set[int] = set()
    every = [node for node in walk(roots) if isinstance(node, tree.Comprehension)]
    for expr in reversed(every):
        if expr.kind == "generator" or _is_seen_inside(expr, found):
            found.add(id(expr))
    return found


def _is_seen_inside(expr: tree.Comprehension, functions: set[int]) -> bool:
    targets = [one for clause in expr.clauses for one in targets_in(clause.target)]
    names = {one.text for one in targets if isinstance(one, tree.Name)}
    parts = [expr.element, *([] if expr.value is None else [expr.value])]
    parts += [c for clause in expr.clauses for c in clause.conditions]
    parts += [clause.iterable for clause in expr.clauses[1:]]
    for node in walk(parts):
        match node:
            case tree.Lambda(body=value):
                inside = names_in((value,))
            case tree.Comprehension() if id(node) in functions:
                inside = names_in((node,))
            case _:
                continue
        if not names.isdisjoint(inside):
            return True
    return False
