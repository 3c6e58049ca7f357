"""Decide where lines end, and how far each is set in.

Place: frontends/tiny/layout/. `layout` calls `decide_breaks` on its items, which it changes: they
live as long as one run of the formatter.

How far a line is set in follows from a stack of what is open at its start: a bracket, a
block, a statement, an `if` that waits for its `else`. A form such as `if` reaches as far
right as it can, so the next bracket, comma, semicolon or word that belongs to something
further out closes it; the stack needs no tree for that.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.tiny.layout.items import VERBATIM, Item, begins_with_break
from heapwright.frontends.tiny.syntax.lexemes import INCLUDE
from heapwright.frontends.tiny.syntax.split import ChunkKind
from heapwright.records import dataclass

INDENT = "    "
STEP = len(INDENT)
WIDTH = 100

# A declaration of more items is not broken where its lines are too long: each round looks
# at all of them.
MOST_ITEMS = 3_000


def decide_breaks(items: list[Item]) -> None:
    """Set breaks and indents of all items."""
    _find_partners(items)
    _force_breaks(items)
    for start, end, is_member in _stretches(items):
        while True:
            _indent(items, start, end, is_member)
            if end - start > MOST_ITEMS or not _break_long_lines(items, start, end):
                break
    _separate(items)


def _find_partners(items: list[Item]) -> None:
    """Let braces know each other."""
    opened: list[int] = []
    for index, item in enumerate(items):
        if item.terminal == "LBRACE":
            opened.append(index)
        elif item.terminal == "RBRACE" and opened:
            item.partner = opened.pop()
            items[item.partner].partner = index


def _stretches(items: list[Item]) -> Iterator[tuple[int, int, bool]]:
    """Give the stretches that are laid out on their own, and whether each is in a class.

    These are chunks; but a class on one line is laid out as a whole.
    """
    start, is_member = 0, False
    for index, item in enumerate(items):
        if index == start or item.chunk == items[index - 1].chunk:
            continue
        is_inside = item.kind in (ChunkKind.MEMBER, ChunkKind.HEX, ChunkKind.CLASS_END)
        first = next(i for i in range(index, len(items)) if _is_token_of(items, i, item.chunk))
        if is_inside and not (first < len(items) and items[first].breaks):
            continue
        yield start, index, is_member
        start, is_member = index, is_inside
    if start < len(items):
        yield start, len(items), is_member


def _is_token_of(items: list[Item], index: int, chunk: int) -> bool:
    """Whether an item is the first token of a chunk, or stands behind it."""
    return not items[index].is_comment or items[index].chunk != chunk or index + 1 == len(items)


# --- Breaks that must be --------------------------------------------------------------


def _force_breaks(items: list[Item]) -> None:
    previous: Item | None = None
    for index, item in enumerate(items):
        if previous is None:
            item.breaks = 0
        elif _must_break(previous, item):
            item.breaks = max(item.breaks, 1)
        elif item.breaks and item.terminal in ("SEMICOLON", "COMMA"):
            # Only a comment keeps it from standing where it belongs.
            item.breaks = 0
        previous = item
        is_opening = item.terminal == "LBRACE" and item.partner > index
        if is_opening and _has_break(items, index + 1, item.partner + 1):
            _expand(items, index)


def _must_break(previous: Item, item: Item) -> bool:
    if previous.is_comment and previous.text.startswith("//"):
        return True
    if previous.terminal in (VERBATIM, INCLUDE) and not item.is_comment:
        return True
    return begins_with_break(item)


def _has_break(items: list[Item], start: int, end: int) -> bool:
    return any(
        items[index].breaks or (items[index].is_comment and "\n" in items[index].text)
        for index in range(start, end)
    )


def _expand(items: list[Item], opening: int) -> None:
    """Give each item of a pair of braces its line; inner braces stay as they are."""
    closing = items[opening].partner
    if closing == opening + 1:
        items[closing].breaks = 0
        return
    index = opening + 1
    is_start = True
    while index <= closing:
        item = items[index]
        is_trailing = item.is_comment and not item.breaks
        if (is_start or index == closing) and not is_trailing:
            item.breaks = max(item.breaks, 1)
            if index == opening + 1 or index == closing:
                item.breaks = 1
            is_start = item.is_comment
        if item.terminal == "LBRACE" and item.partner > index:
            index = item.partner
            item = items[index]
        if item.terminal == "SEMICOLON":
            is_start = True
        elif item.terminal == "RBRACE" and item.kind is ChunkKind.HEX and index != closing:
            # A `hex` block in a class ends without a semicolon.
            is_start = items[opening].kind is ChunkKind.CLASS_HEAD
        index += 1


def _separate(items: list[Item]) -> None:
    """Put an empty line around classes and tests that take several lines."""
    wanted = False
    for index, item in enumerate(items):
        is_own_line = item.breaks > 0
        if wanted and is_own_line:
            item.breaks = 2
            wanted = False
        if item.begins_chunk and item.kind in (ChunkKind.CLASS_HEAD, ChunkKind.TEST):
            brace = next(
                (i for i in range(index, len(items)) if items[i].terminal == "LBRACE"), None
            )
            if brace is None or items[brace].partner < 0:
                continue
            if _has_break(items, brace + 1, items[brace].partner + 1):
                _blank_above(items, index)
        if item.terminal == "RBRACE" and 0 <= item.partner < index:
            opening = items[item.partner]
            is_outer = opening.kind in (ChunkKind.CLASS_HEAD, ChunkKind.TEST) and _is_outermost(
                items, index
            )
            wanted = wanted or (is_outer and _has_break(items, item.partner + 1, index + 1))


def _is_outermost(items: list[Item], closing: int) -> bool:
    """Whether a closing brace ends a class or a test."""
    item = items[closing]
    if item.kind is ChunkKind.CLASS_END:
        return True
    return closing + 1 == len(items) or items[closing + 1].chunk != item.chunk


def _blank_above(items: list[Item], index: int) -> None:
    """Put an empty line above the comments that stand right above an item."""
    while index > 0 and items[index].breaks == 1:
        above = items[index - 1]
        if not above.is_comment or (index > 1 and not above.breaks):
            break
        index -= 1
    if index > 0 and items[index].breaks:
        items[index].breaks = 2


# --- Indents --------------------------------------------------------------------------


@dataclass(slots=True)
class _Open:
    """Something that is open: its word or bracket, and where lines inside it begin."""

    what: str
    outer: int  # the indent of the line that it began on
    inner: int


# Which word goes on with which.
_CONTINUES = {"THEN": "IF", "ELSE": "IF", "IN": "LET", "DO": "WHILE", "CATCH": "TRY"}
_OPENS = ("IF", "LET", "WHILE", "TRY")
_CLOSERS = {"RPAR": "LPAR", "RBRACKET": "LBRACKET", "RBRACE": "LBRACE"}


def _indent(items: list[Item], start: int, end: int, is_member: bool) -> None:
    """Set how far the lines of one stretch are set in."""
    stack = [_Open("LBRACE", 0, STEP)] if is_member else []
    line = 0
    previous = ""
    for index in range(start, end):
        item = items[index]
        is_first = item.breaks > 0 or index == 0
        if item.is_comment:
            if is_first:
                item.indent = _comment_indent(items, index, end, stack)
            continue
        _close(stack, item.terminal)
        if is_first:
            line = item.indent = _indent_of(stack, item)
        # `else let x := e in` at the start of a line goes on below, like a guard.
        _open(stack, item, line, begins=is_first or previous == "ELSE")
        previous = item.terminal


def _indent_of(stack: list[_Open], item: Item) -> int:
    if not stack:
        return 0
    top = stack[-1]
    if item.terminal in _CLOSERS or item.terminal in _CONTINUES:
        is_own = top.what == _CLOSERS.get(item.terminal, _CONTINUES.get(item.terminal))
        return top.outer if is_own else top.inner
    return top.inner


def _comment_indent(items: list[Item], index: int, end: int, stack: list[_Open]) -> int:
    """Set a comment in like what follows it; before a closing brace like what is inside."""
    following = next((items[i] for i in range(index, end) if not items[i].is_comment), None)
    depth = len(stack)
    if following is None or following.terminal == "RBRACE" or following.begins_chunk:
        while depth and stack[depth - 1].what != "LBRACE":
            depth -= 1
    return stack[depth - 1].inner if depth else 0


def _close(stack: list[_Open], terminal: str) -> None:
    """Take from the stack what ends before a token."""
    if terminal in _CLOSERS:
        _pop_to(stack, (_CLOSERS[terminal],))
    elif terminal == "SEMICOLON":
        _pop_to(stack, ("LBRACE",))
    elif terminal == "COMMA":
        _pop_to(stack, ("LPAR", "LBRACKET", "LBRACE"))
    elif terminal in _CONTINUES:
        opener = _CONTINUES[terminal]
        # An `else` belongs to the nearest `if` that has no other; `ELSE` marks one that has.
        for depth in range(len(stack) - 1, -1, -1):
            if stack[depth].what in ("LPAR", "LBRACKET", "LBRACE"):
                return
            if stack[depth].what == opener:
                del stack[depth + 1 :]
                return


def _pop_to(stack: list[_Open], openers: tuple[str, ...]) -> None:
    while stack and stack[-1].what not in openers:
        stack.pop()


def _open(stack: list[_Open], item: Item, line: int, *, begins: bool) -> None:
    """Put onto the stack what a token begins."""
    terminal = item.terminal
    if terminal in _CLOSERS:
        if stack and stack[-1].what == _CLOSERS[terminal]:
            stack.pop()
        return
    if terminal in ("SEMICOLON", "COMMA"):
        return
    if terminal in _CONTINUES:
        if stack and stack[-1].what == _CONTINUES[terminal]:
            _continue(stack, item)
        return
    if not stack or stack[-1].what == "LBRACE":
        # A declaration, a member or a statement begins: what follows is set in further.
        stack.append(_Open("ITEM", line, line + STEP))
    if terminal in ("LPAR", "LBRACKET", "LBRACE"):
        stack.append(_Open(terminal, line, line + STEP))
    elif terminal in _OPENS and not item.is_hex:
        is_inside = stack[-1].what in ("LPAR", "LBRACKET") and stack[-1].outer == line
        is_set_in = not begins and (is_inside or terminal == "LET")
        outer = line + STEP if is_set_in else line
        stack.append(_Open(terminal, outer, outer + STEP))


def _continue(stack: list[_Open], item: Item) -> None:
    top = stack[-1]
    if item.terminal == "ELSE":
        top.what = "ELSE"
    elif item.terminal == "IN":
        # The body of a `let` stands below it, not further in.
        stack[-1] = _Open("BODY", top.outer, top.outer)
    elif item.terminal in ("DO", "CATCH"):
        top.what = item.terminal


# --- Lines that are too long ----------------------------------------------------------


def _break_long_lines(items: list[Item], start: int, end: int) -> bool:
    """Break every line that is too long at its loosest places; say whether one was."""
    has_broken = False
    first = start
    while first < end:
        last = first + 1
        while last < end and not items[last].breaks:
            last += 1
        if _width(items, first, last) > WIDTH and _break(items, first, last):
            has_broken = True
        first = last
    return has_broken


def _width(items: list[Item], first: int, last: int) -> int:
    """Measure a line, without a comment at its end."""
    while last > first + 1 and items[last - 1].is_comment:
        last -= 1
    width = items[first].indent
    for index in range(first, last):
        item = items[index]
        width += len(item.text) + (item.space if index > first else 0)
        if "\n" in item.text or item.terminal == VERBATIM:
            return 0
    return width


def _break(items: list[Item], first: int, last: int) -> bool:
    for index in range(first, last):
        item = items[index]
        if item.terminal == "LBRACE" and index + 1 < item.partner < last and not item.is_hex:
            _expand(items, index)
            return True
    places = _places(items, first, last)
    if not places:
        return False
    loosest = min(places)[:2]
    for depth, rank, index in places:
        if (depth, rank) == loosest:
            items[index].breaks = 1
    return True


# Where a line may be broken, loosest first: (rank, before or behind the token).
_RANKS = {
    "ASSIGN": (0, 1),
    "IN": (1, 1),
    "ELSE": (2, 0),
    "THEN": (3, 1),
    "DO": (3, 1),
    "CATCH": (3, 0),
    "OR": (4, 0),
    "AND": (5, 0),
    "COMMA": (6, 1),
}


def _places(items: list[Item], first: int, last: int) -> list[tuple[int, int, int]]:
    """Give depth, rank and index of every place of a line where a break may come."""
    places: list[tuple[int, int, int]] = []
    depth = 0
    for index in range(first, last):
        item = items[index]
        if item.terminal in ("LPAR", "LBRACKET", "LBRACE"):
            depth += 1
        elif item.terminal in _CLOSERS:
            depth -= 1
        elif item.terminal in _RANKS:
            rank, behind = _RANKS[item.terminal]
            at = index + behind
            if item.terminal == "ASSIGN" and (depth or not _ends_head(items, first, index)):
                continue
            if first < at < last and not items[at].is_comment:
                places.append((depth, rank, at))
    return places


def _ends_head(items: list[Item], first: int, index: int) -> bool:
    """Whether a `:=` is the one between the head of a declaration and its body."""
    return (
        items[first].begins_chunk
        and items[index - 1].terminal == "RPAR"
        and not any(items[i].terminal == "ASSIGN" for i in range(first, index))
    )
