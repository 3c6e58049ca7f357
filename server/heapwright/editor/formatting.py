"""The edits that format a tiny file.

Place: editor/. The options of the client (tab size, spaces or tabs) are not asked for: a
file looks the same in every editor. Python has formatters of its own.
"""

from __future__ import annotations

from heapwright.frontends.tiny.format import format_edits as formatting_edits

__all__ = ["formatting_edits"]
