"""The strings that a program itself names.

Place: ir/reach/. They are likely to matter: candidates for arguments, and for what the system may
say.
"""

from __future__ import annotations

from heapwright.ir.core.instructions import TextConstant
from heapwright.ir.core.program import Program
from heapwright.ir.core.walk import walk


def named_texts(program: Program) -> tuple[str, ...]:
    """Give the strings that functions of the program hold, in their own order."""
    own = (f for c in program.classes if c.brought is None for f in c.functions)
    found = {
        node.value
        for function in (*own, *program.functions)
        for node in walk(function.body)
        if isinstance(node, TextConstant)
    }
    return tuple(sorted(found))
