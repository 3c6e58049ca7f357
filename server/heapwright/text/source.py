"""A text with its path, and how it is read from disk.

Place: text/. `cli` and `workspace` make sources, front ends read them.
`read_source` reads a file and `is_regular` looks at one; nothing else here touches the disk.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from heapwright.errors import UnreadableInput
from heapwright.records import dataclass
from heapwright.text.line_index import LineIndex

MAX_BYTES = 20_000_000


@dataclass(frozen=True)
class Source:
    """One text and the path it is known by; equal if these are."""

    path: str
    text: str

    # Most sources are parsed and never shown, so the index is built when it is
    # first asked for. Such a property needs a class without slots.
    @cached_property
    def line_index(self) -> LineIndex:
        """Give the line index of the text, the same one each time."""
        return LineIndex(self.text)


def is_regular(path: Path) -> bool:
    """Say whether a file has an end: it is no folder, pipe, device or circle of links."""
    try:
        return S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def read_source(path: str, *, is_named: bool = False) -> Source:
    """Read a file of UTF-8 text without its byte order mark.

    A pipe or a device is read only if the user has named it, since others may never end.
    Raises `UnreadableInput` with one line that names the path and the reason.
    """
    try:
        if not is_named and not S_ISREG(mode := Path(path).stat().st_mode) and not S_ISDIR(mode):
            raise UnreadableInput(f"{shown(path)}: not a regular file")
        with Path(path).open("rb") as file:
            # One byte more than allowed tells a file that is too large, also where
            # the size is not known beforehand, as for a pipe.
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UnreadableInput(f"{shown(path)}: {_reason(error)}") from error
    if len(content) > MAX_BYTES:
        raise UnreadableInput(f"{shown(path)}: larger than {MAX_BYTES // 1_000_000} MB")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableInput(
            f"{shown(path)}: not UTF-8 text: byte 0x{content[error.start]:02x} in line {line}"
        ) from error
    return Source(path, text.removeprefix("\ufeff"))


def shown(path: str) -> str:
    """Give a path in a form that fits on one line and that any terminal can print."""
    return path if path.isprintable() else ascii(path)


def _reason(error: OSError | ValueError) -> str:
    """Say in a few words why a file could not be opened."""
    match error:
        case FileNotFoundError():
            return "no such file"
        case IsADirectoryError():
            return "a folder, not a file"
        case PermissionError():
            return "no permission to read it"
        case OSError(strerror=str(reason)):
            return reason[:1].lower() + reason[1:]
        case _:
            # Python refuses paths with a NUL or with characters that the file
            # system cannot write before it asks the system.
            return "not a path that can exist"
