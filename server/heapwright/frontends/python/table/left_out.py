"""A function that clients can call and that is not followed, written as one that is left out.

Place: frontends/python/table/. Rewrites that meet such a callable put this beside it; `members`
makes it a function with that reason, so that no verdict forgets it.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree

# A decorator that no text can contain; its argument is the reason.
LEFT_OUT = "(left out)"
# What stands behind the name of what the function is about.
BESIDE = "(…)"


def left_out(name: tree.Name, reason: str) -> tree.FunctionDef:
    """Give the function; nothing in the program means it."""
    span = name.span
    text = tree.StringLiteral(reason, (), span, (reason,))
    decorator = tree.Call(tree.Name(LEFT_OUT, span), (tree.Argument(None, text),), span)
    shown = tree.Name(f"{name.text}{BESIDE}", span)
    own = tree.Parameter(tree.Name("self", span), None, None, "plain", span)
    body: tree.Block = (tree.Pass(span),)
    return tree.FunctionDef(shown, (own,), None, body, (decorator,), (), False, False, False, span)


def reason_of(decorator: tree.Expr) -> str | None:
    """Give the reason that such a decorator tells; None for any other."""
    match decorator:
        case tree.Call(tree.Name(text), [tree.Argument(None, tree.StringLiteral(text=reason))]):
            return reason if text == LEFT_OUT else None
        case _:
            return None
