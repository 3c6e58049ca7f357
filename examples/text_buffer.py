"""A line of text with a cursor, as an editor has it: all of it in one str."""

from __future__ import annotations

from heapwright import invariant, scope, spec


class TextBuffer:
    def __init__(self, text: str = "") -> None:
        if "\n" in text:
            raise ValueError("only one line")
        self._text = text
        self._cursor = len(text)

    def __len__(self) -> int:
        return len(self._text)

    def __str__(self) -> str:
        return self._text

    @property
    def cursor(self) -> int:
        return self._cursor

    def move(self, steps: int) -> None:
        self._cursor = max(0, min(len(self._text), self._cursor + steps))

    def insert(self, text: str) -> None:
        if "\n" in text:
            raise ValueError("only one line")
        self._text = self._text[: self._cursor] + text + self._text[self._cursor :]
        self._cursor += len(text)

    def backspace(self) -> None:
        if self._cursor > 0:
            self._text = self._text[: self._cursor - 1] + self._text[self._cursor :]
            self._cursor -= 1

    def shout(self) -> None:
        self._text = self._text.replace("?", "!")

    # holds
    @invariant
    def cursor_is_inside(self) -> bool:
        return 0 <= self._cursor <= len(self._text)

    # violated: nobody takes spaces away
    @invariant
    def has_no_spaces_around(self) -> bool:
        return self._text == self._text.strip()


# reachable: the cursor stands between two words
@scope(characters=3)
@spec
def BETWEEN_WORDS(buffer: TextBuffer) -> bool:
    return str(buffer) == "a b" and buffer.cursor == 1


# reachable: what ends with one must have been shouted
@spec
def SURPRISED(buffer: TextBuffer) -> bool:
    return str(buffer).startswith("oh") and str(buffer).endswith("!")


# unreachable: there is only one line
@spec
def TWO_LINES(buffer: TextBuffer) -> bool:
    return "\n" in str(buffer)
