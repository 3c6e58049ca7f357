"""What a worker is told about a file: its text, all other open texts, the settings.

Place: editor/work/. The server makes it and sends it with every job.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.records import dataclass
from heapwright.workspace.settings import NO_SETTINGS, Settings


@dataclass(frozen=True, slots=True)
class Task:
    """A file as the editor has it, with all other open texts, and the editor's settings."""

    path: str
    language: str  # its name
    texts: Mapping[str, str]  # open documents by path
    settings: Settings = NO_SETTINGS
    name: str = ""  # of the question or class, where one is asked about
    is_again: bool = False  # whether an answer that is known shall not count
    heap: str = "pose"  # how an unknown heap is kept, where paths are asked for
    is_trusted: bool = True  # whether all settings of the project count
