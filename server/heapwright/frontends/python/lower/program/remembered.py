"""Where functions are lowered one by one, unless they are remembered from before an edit.

Place: frontends/python/lower/program/. `lower` makes one for all functions of a program.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.frontends.python.lower.program import digests
from heapwright.frontends.python.lower.program.functions import LoweredFunction, lower_function
from heapwright.frontends.python.modules.load import PythonFile
from heapwright.frontends.python.table.class_table import FunctionInfo, Obstacle
from heapwright.frontends.python.types.known_types import Types


class Workshop:
    """Lowers functions, or remembers them; notes what there is to remember next time."""

    def __init__(
        self, types: Types, files: Sequence[PythonFile], memory: digests.Memory, headings: bytes
    ) -> None:
        self.types = types
        self.memory = memory
        self.texts = {file.source.path: file.source.text for file in files}
        self.declarations = digests.declarations_digest(types, headings)
        self.fresh: dict[str, digests.Remembered] = {}
        self.n_lowered = 0

    def lowered(self, info: FunctionInfo, obstacle: Obstacle | None) -> LoweredFunction:
        """Give the IR of a function."""
        if obstacle is not None or info.is_generated:
            return lower_function(self.types, info, obstacle)
        text = self.texts[info.path]
        digest = digests.function_digest(self.types, self.declarations, info, text)
        found = digests.recalled(self.memory, digest, info)
        if found is None:
            self.n_lowered += 1
            found = lower_function(self.types, info, None)
        start = info.node.span.start
        self.fresh[info.qualified_name] = digests.Remembered(digest, start, found)
        return found
