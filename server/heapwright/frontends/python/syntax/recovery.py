"""Keep what is whole apart from what somebody is still typing.

Place: frontends/python/syntax/. `parse` asks about brackets, `desugar` about the bodies of classes.

    def broken(self, x):                  class A:
        self.n = max(x,                       def
    class B: …                                def down(self): …

An open bracket would take `class B` with it, and broken text all of `class A`.
"""

from __future__ import annotations

import re

from heapwright.frontends.python.syntax import tree
from heapwright.records import replace

BROKEN = "broken text"
_NAMELESS = "…"
# What matters for brackets, in the order in which it is looked for at each place.
_TOKENS = re.compile(
    rb"(?P<comment>#[^\n]*)"
    rb"|(?P<text>'''(?:[^\\]|\\.)*?(?:'''|\Z)|\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)"
    rb"|'(?:[^\\'\n]|\\.)*'?|\"(?:[^\\\"\n]|\\.)*\"?)"
    rb"|(?P<opening>[(\[{])|(?P<closing>[)\]}])"
    rb"|(?P<declaration>(?:(?<=\n)|\A)(?:[ \t]*@[^\n]*\n)*"
    rb"[ \t]*(?:class|def|async[ \t]+def)[ \t]+\w)",
    re.DOTALL,
)

_WORD, _SPACE = re.compile(rb"\S"), re.compile(rb"\s")


def with_closed_brackets(content: bytes) -> bytes:
    """Blot out brackets that a declaration follows before they are closed.

    No expression has `class` or `def` at the beginning of a line. What takes the place of the
    bracket and of all that stands in it is as long, and no Python either.
    """
    made = bytearray(content)
    opened: list[int] = []
    at = 0
    while (found := _TOKENS.search(content, at)) is not None:
        at = found.end()
        match found.lastgroup:
            case "opening":
                opened.append(found.start())
            case "closing":
                del opened[-1:]
            case "declaration":
                if opened:
                    start = opened[0]
                    end = len(content[: found.start()].rstrip())
                    made[start:end] = _SPACE.sub(b" ", _WORD.sub(b"$", content[start:end]))
                    opened = []
                # Its decorators and its own brackets come next.
                at = found.start() + 1
    return bytes(made)


def with_whole_members(node: tree.ClassDef) -> tree.ClassDef:
    """Give a class in whose body broken text is a method that nobody can call."""
    members: list[tree.Statement] = []
    for member in node.body:
        last = members[-1] if members else None
        if isinstance(member, tree.OtherStatement) and member.what == BROKEN:
            members.append(_broken_method(member))
        elif isinstance(last, tree.FunctionDef) and _lacks_body(last) and _is_loose(member):
            # The body of the method before, which is not indented yet.
            continue
        else:
            members.append(member)
    return replace(node, body=tuple(members)) if members != list(node.body) else node


def _broken_method(statement: tree.OtherStatement) -> tree.FunctionDef:
    match statement.parts:
        case (tree.Name() as name,):
            pass
        case _:
            name = tree.Name(_NAMELESS, statement.span)
    own = tree.Name("self", name.span)
    receiver = tree.Parameter(own, None, None, "plain", name.span)
    return tree.FunctionDef(name, (receiver,), None, (), (), (), False, False, True, statement.span)


def _lacks_body(function: tree.FunctionDef) -> bool:
    match function.body:
        case (tree.OtherStatement(what=what),):
            return what == BROKEN
        case body:
            return function.is_broken and not body


def _is_loose(member: tree.Statement) -> bool:
    declarations = tree.FunctionDef | tree.ClassDef | tree.Import | tree.Pass
    if isinstance(member, declarations):
        return False
    is_name = isinstance(member, tree.Assignment) and all(
        isinstance(target, tree.Name) for target in member.targets
    )
    return not is_name
