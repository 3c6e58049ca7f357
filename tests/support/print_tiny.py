"""Print a tree as a program, formatted in the one canonical way.

For tests: what is printed is parsed again, which must give the same tree.
`parse(print_file(tree)).tree == tree` for every tree without mistakes in it.
Parentheses stand only where the grammar needs them, and around a far-reaching
form such as `let` that is an operand, because a reader needs them there. An expression that fits on
its line stays on it, otherwise `let`, `if`, `while`, `try` and blocks are broken
into lines. Walks by recursion: `tree.MAX_DEPTH` bounds every tree.
"""

from __future__ import annotations

import re

from heapwright.deep_recursion import deep_recursion
from heapwright.frontends.hex.print_formula import print_formula
from heapwright.frontends.tiny.layout.line_breaks import INDENT, WIDTH
from heapwright.frontends.tiny.syntax import tree
from heapwright.records import fields

# How tightly an expression holds together. A far-reaching form (`let`, `:=`, …)
# is as loose as can be; operators follow `tree.BINARY_PRECEDENCE`.
_FAR = 0
_BEGINS_DECLARATION = re.compile(r"(?:spec|scope|test)\b")
_LEVELS = {op: i for i, row in enumerate(tree.BINARY_PRECEDENCE, start=1) for op in row}
_UNARY = len(tree.BINARY_PRECEDENCE) + 1
_POSTFIX = _UNARY + 1


def print_file(file: tree.File) -> str:
    """Print all declarations of a file."""
    with deep_recursion():
        return _print_file(file)


def print_expression(expression: tree.Expr, indent: str = "") -> str:
    """Print an expression whose first line begins somewhere behind `indent`."""
    with deep_recursion():
        return _print(expression, indent, _FAR)


# --- Declarations -------------------------------------------------------------------


def _print_file(file: tree.File) -> str:
    texts: list[str] = []
    previous: tree.Declaration | None = None
    for placed in file.declarations:
        declaration = placed.node
        if previous is not None and not _stand_together(previous, declaration):
            texts.append("")
        texts.append(_print_declaration(declaration))
        previous = declaration
    return "".join(f"{text}\n" for text in texts)


def _stand_together(one: tree.Declaration, other: tree.Declaration) -> bool:
    return type(one) is type(other) and isinstance(one, tree.IncludeDecl | tree.ScopeDecl)


def _print_declaration(declaration: tree.Declaration) -> str:
    match declaration:
        case tree.ClassDecl():
            return _print_class(declaration)
        case tree.SpecDecl(name, parameters, body):
            return _headed(f"spec {name.text}({_print_parameters(parameters)}) :=", body, "")
        case tree.ScopeDecl(target, bound):
            return f"scope {target.text} <= {bound.value};"
        case tree.IncludeDecl(path):
            return f'include "{path.text}";' if '"' not in path.text else f"include {path.text}"
        case tree.TestDecl(name, body):
            return f"test {name.text} {_block_of_lines(body, '')}"
        case tree.MainDecl(body):
            text = _print(body, "", _FAR)
            # A variable may be named `spec`; before a name it would begin a declaration.
            return f"({text})" if _BEGINS_DECLARATION.match(text) else text


def _print_class(declaration: tree.ClassDecl) -> str:
    parent = "" if declaration.parent is None else f" extends {declaration.parent.text}"
    head = f"class {declaration.name.text}{parent} {{"
    if not declaration.members:
        return head + " }"
    lines = [head]
    previous: tree.Member | None = None
    for placed in declaration.members:
        member = placed.node
        short = tree.FieldDecl | tree.PrivateNew
        if previous is not None and not (isinstance(previous, short) and isinstance(member, short)):
            lines.append("")
        lines.append(INDENT + _print_member(member))
        previous = member
    return "\n".join([*lines, "}"])


def _print_member(member: tree.Member) -> str:
    match member:
        case tree.FieldDecl(type_name, name, is_private):
            return f"{'private ' if is_private else ''}{type_name.text} {name.text};"
        case tree.MethodDecl(result, name, parameters, body, is_private, is_static):
            modifiers = ("private " if is_private else "") + ("static " if is_static else "")
            head = f"{modifiers}{result.text} {name.text}({_print_parameters(parameters)}) :="
            return _headed(head, body, INDENT)
        case tree.PrivateNew():
            return "private new;"
        case tree.InvariantDecl(name, body):
            return _headed(f"invariant {name.text}() :=", body, INDENT)
        case tree.HexDecl(formulas):
            lines = [f"{INDENT * 2}{print_formula(formula)};\n" for formula in formulas]
            return "hex {\n" + "".join(lines) + INDENT + "}" if lines else "hex { }"


def _print_parameters(parameters: tuple[tree.Parameter, ...]) -> str:
    return ", ".join(f"{p.type_name.text} {p.name.text}" for p in parameters)


def _headed(head: str, body: tree.Expr, indent: str) -> str:
    """Print the body behind its head, or on lines of its own when it is long."""
    if _may_fit(body):
        flat = _flat(body, _FAR)
        if len(indent) + len(head) + len(flat) + 2 <= WIDTH:
            return f"{head} {flat};"
    if isinstance(body, tree.Block):
        return f"{head} {_block_of_lines(body, indent)};"
    inner = indent + INDENT
    return f"{head}\n{inner}{_print(body, inner, _FAR)};"


# --- Expressions over several lines -----------------------------------------------


def _print(expression: tree.Expr, indent: str, at_least: int) -> str:
    if _may_fit(expression):
        flat = _flat(expression, at_least)
        if len(indent) + len(flat) <= WIDTH:
            return flat
    if _level(expression) < at_least:
        return f"({_print(expression, indent, _FAR)})"
    inner = indent + INDENT
    match expression:
        case tree.Let(name, value, body):
            head = f"let {name.text} := {_print(value, inner, _FAR)} in"
            return f"{head}\n{indent}{_print(body, indent, _FAR)}"
        case tree.If(condition, then_branch, else_branch):
            then = _before_else(then_branch, else_branch)
            text = f"if {_print(condition, inner, _FAR)} then\n{inner}"
            text += _print(then_branch, inner, then)
            if else_branch is None:
                return text
            if isinstance(else_branch, tree.If):
                return f"{text}\n{indent}else {_print(else_branch, indent, _FAR)}"
            return f"{text}\n{indent}else\n{inner}{_print(else_branch, inner, _FAR)}"
        case tree.While(condition, body):
            head = f"while {_print(condition, inner, _FAR)} do"
            if isinstance(body, tree.Block):
                return f"{head} {_block_of_lines(body, indent)}"
            return f"{head}\n{inner}{_print(body, inner, _FAR)}"
        case tree.Try(body, handler):
            text = f"try\n{inner}{_print(body, inner, _FAR)}\n{indent}catch\n"
            return f"{text}{inner}{_print(handler, inner, _FAR)}"
        case tree.Throw(value) if value is not None:
            return f"throw {_print(value, indent, _after_throw(value))}"
        case tree.Assert(condition):
            return f"assert {_print(condition, indent, _FAR)}"
        case tree.FieldAssign(target, field_name, value):
            head = f"{_print(target, indent, _POSTFIX)}.{field_name.text} :="
            return f"{head} {_print(value, indent, _FAR)}"
        case tree.VariableAssign(name, value):
            return f"{name.text} := {_print(value, indent, _FAR)}"
        case tree.Block():
            return _block_of_lines(expression, indent)
        case tree.Binary("&&" | "||" as operator, lhs, rhs):
            level = _LEVELS[operator]
            left = _print(lhs, indent, level)
            return f"{left}\n{indent}{operator} {_print(rhs, inner, level + 1)}"
        case tree.Binary(operator, lhs, rhs):
            level = _LEVELS[operator]
            left = _print(lhs, indent, level)
            return f"{left} {operator} {_print(rhs, indent, level + 1)}"
        case _:
            return _flat(expression, _FAR)


def _may_fit(expression: tree.Expr) -> bool:
    """Rule out what has more nodes than a line has characters.

    Without it, every level of a deep tree would be printed flat in vain: some ten
    seconds for 990 levels on a busy machine.
    """
    waiting: list[object] = [expression]
    n_nodes = 0
    while waiting:
        node = waiting.pop()
        n_nodes += 1
        if n_nodes > WIDTH:
            return False
        for part in fields(node):  # type: ignore[arg-type]  # only nodes are put here
            value = getattr(node, part.name)
            if isinstance(value, tuple):
                waiting.extend(value)
            elif isinstance(value, tree.Expr):
                waiting.append(value)
    return True


def _block_of_lines(block: tree.Block, indent: str) -> str:
    inner = indent + INDENT
    lines = [f"{inner}{_print(part, inner, _FAR)};\n" for part in block.body]
    return "{\n" + "".join(lines) + indent + "}"


# --- Expressions on one line ---------------------------------------------------------


def _flat(expression: tree.Expr, at_least: int) -> str:
    text = _flat_text(expression)
    return f"({text})" if _level(expression) < at_least else text


def _flat_text(expression: tree.Expr) -> str:
    match expression:
        case tree.IntLiteral(value):
            return str(value)
        case tree.BoolLiteral(value):
            return "true" if value else "false"
        case tree.NullLiteral():
            return "null"
        case tree.This():
            return "this"
        case tree.Variable(name):
            return name.text
        case tree.Symbol(text):
            return text
        case tree.Marker(name):
            return f"@ {name.text}"
        case tree.New(class_name):
            return f"new {class_name.text}"
        case tree.FieldAccess(target, field_name):
            return f"{_flat(target, _POSTFIX)}.{field_name.text}"
        case tree.FieldAssign(target, field_name, value):
            return f"{_flat(target, _POSTFIX)}.{field_name.text} := {_flat(value, _FAR)}"
        case tree.VariableAssign(name, value):
            return f"{name.text} := {_flat(value, _FAR)}"
        case tree.Let(name, value, body):
            return f"let {name.text} := {_flat(value, _FAR)} in {_flat(body, _FAR)}"
        case tree.If(condition, then_branch, else_branch):
            then = _flat(then_branch, _before_else(then_branch, else_branch))
            text = f"if {_flat(condition, _FAR)} then {then}"
            return text if else_branch is None else f"{text} else {_flat(else_branch, _FAR)}"
        case tree.Binary(operator, lhs, rhs):
            level = _LEVELS[operator]
            return f"{_flat(lhs, level)} {operator} {_flat(rhs, level + 1)}"
        case tree.Unary(operator, operand):
            return f"{operator}{_flat(operand, _UNARY)}"
        case tree.InstanceOf(target, class_name):
            return f"{_flat(target, _LEVELS['instanceof'])} instanceof {class_name.text}"
        case tree.Call(target, method, arguments):
            return f"{_flat(target, _POSTFIX)}.{method.text}({_flat_list(arguments, ', ')})"
        case tree.SpecCall(name, arguments):
            return f"{name.text}({_flat_list(arguments, ', ')})"
        case tree.Block(body):
            return f"{{ {_flat_list(body, '; ')} }}"
        case tree.While(condition, body):
            return f"while {_flat(condition, _FAR)} do {_flat(body, _FAR)}"
        case tree.Throw(value):
            return "throw" if value is None else f"throw {_flat(value, _after_throw(value))}"
        case tree.Try(body, handler):
            return f"try {_flat(body, _FAR)} catch {_flat(handler, _FAR)}"
        case tree.Assert(condition):
            return f"assert {_flat(condition, _FAR)}"
        case tree.Missing():
            return ""


def _flat_list(expressions: tuple[tree.Expr, ...], separator: str) -> str:
    # A list, because a generator inside `join` would recur through C.
    return separator.join([_flat(expression, _FAR) for expression in expressions])


# --- Parentheses ------------------------------------------------------------------------

_ALWAYS = _POSTFIX + 1


def _level(expression: tree.Expr) -> int:
    match expression:
        case tree.Binary(operator):
            return _LEVELS[operator]
        case tree.InstanceOf():
            return _LEVELS["instanceof"]
        case tree.Unary() | tree.New() | tree.Marker():
            # `new C.f` would parse, but nobody reads it as `(new C).f`.
            return _UNARY
        case tree.Variable(name) if name.text in ("try", "assert"):
            # As a variable the word is safe only where no operand can follow it.
            return _FAR - 1
        case _:
            return _FAR if _is_far_reaching(expression) else _POSTFIX


def _is_far_reaching(expression: tree.Expr) -> bool:
    return isinstance(
        expression,
        tree.Let
        | tree.If
        | tree.While
        | tree.Throw
        | tree.Try
        | tree.Assert
        | tree.FieldAssign
        | tree.VariableAssign,
    )


def _before_else(then_branch: tree.Expr, else_branch: tree.Expr | None) -> int:
    """Keep an `else` away from an `if` at the end of the branch before it."""
    return _ALWAYS if else_branch is not None and _ends_in_short_if(then_branch) else _FAR


def _ends_in_short_if(expression: tree.Expr) -> bool:
    while True:
        match expression:
            case tree.If(_, _, None):
                return True
            case (
                tree.If(_, _, last)
                | tree.Let(_, _, last)
                | tree.While(_, last)
                | tree.Throw(last)
                | tree.Try(_, last)
                | tree.Assert(last)
                | tree.FieldAssign(_, _, last)
                | tree.VariableAssign(_, last)
            ) if last is not None:
                expression = last
            case _:
                return False


def _after_throw(value: tree.Expr) -> int:
    """Keep `throw (catch)` from ending a `try`."""
    return _ALWAYS if _flat(value, _FAR).startswith("catch") else _FAR
