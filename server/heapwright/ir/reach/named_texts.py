"""The strings that a program itself names.

Place: ir/reach/. They are likely to matter: candidates for arguments, and for what the system may
say.
"""

from __future__ import annotations

from heapwright.ir.core.instructions import TextConstant
from heapwright.ir.core.operations import LIBRARY_CLASSES
from heapwright.ir.core.program import Program
from heapwright.ir.core.walk import walk


def named_texts(program: Program) -> tuple[str, ...]:
    """Give the strings that functions of the program hold, in their own order."""
    functions = (*(f for c in program.classes for f in c.functions), *program.functions)
    found: dict[str, None] = {}
    for function in functions:
        if function.owner not in LIBRARY_CLASSES:
            for node in walk(function.body):
                if isinstance(node, TextConstant):
                    found[node.value] = None
    return tuple(sorted(found))
