"""Run LALR tables over tokens, stop where they do not fit, and go on when told.

Place: frontends/. `grammar_files` makes the tables, the parsers of tiny and HEX
call `advance`. lark only builds the tables: its own parser cannot be resumed
after an edit of the tokens, keeps no depth beside a value, and walks every step
of a precedence ladder for every operand, which was most of the time.

A `Progress` is the one mutable value here. It lives inside one call of a
parser: `advance` runs until the text is accepted or no action fits; then the
caller may edit `progress.tokens` from `progress.position` on and advance again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeAlias

from heapwright.records import dataclass
from heapwright.text.span import Span

END = "$END"

# (value, start, end, depth of the tree in value, terminal). A token's value is
# its text; what a rule built takes the place of its parts with the terminal "".
# Plain tuples, because one is made for every token and node: a named tuple
# costs four times as much.
Slot: TypeAlias = tuple[Any, int, int, int, str]

Builder: TypeAlias = Callable[[list[Slot], Span], object]


@dataclass(frozen=True, slots=True)
class Rule:
    """`origin` made of `size` symbols; without a builder it passes its one symbol on."""

    origin: str
    size: int
    builder: str | None


@dataclass(frozen=True, slots=True)
class Terminal:
    """A token of the grammar: fixed text or a regular expression."""

    name: str
    pattern: str
    is_text: bool
    is_ignored: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """What to do in each state: `row[symbol]` is a next state, or `~number` of a rule."""

    rows: list[dict[str, int]]
    rules: list[Rule]
    start_states: Mapping[str, int]
    end_states: Mapping[str, int]
    terminals: tuple[Terminal, ...]
    order: tuple[str, ...]  # names of terminals in the order of the grammar
    # Remembers where a run of rules that only pass a value on ends:
    # (state below, state, terminal) -> state. Filled by `advance`, never wrong.
    shortcuts: dict[tuple[int, int, str], int]


class Outcome(Enum):
    """Why `advance` came back."""

    ACCEPTED = "accepted"
    STUCK = "stuck"
    TOO_DEEP = "too deep"


@dataclass(slots=True)
class Progress:
    """How far a parse has come; `tokens` ends with one of terminal END."""

    tokens: list[Slot]
    position: int
    states: list[int]
    slots: list[Slot]
    end_state: int


def begin(tables: Tables, start: str, tokens: list[Slot]) -> Progress:
    """Stand before the first token."""
    return Progress(tokens, 0, [tables.start_states[start]], [], tables.end_states[start])


def advance(
    tables: Tables, builders: Mapping[str, Builder], max_depth: int, progress: Progress
) -> Outcome:
    """Run until the tokens are accepted, do not fit, or make too deep a tree."""
    rows, rules, shortcuts = tables.rows, tables.rules, tables.shortcuts
    states, slots, tokens = progress.states, progress.slots, progress.tokens
    # No construct keeps more than seven symbols waiting per level of its tree;
    # the bound therefore refuses nothing but piles of parentheses.
    max_height = 8 * max_depth
    position = progress.position
    state = states[-1]
    while True:
        token = tokens[position]
        terminal = token[4]
        while True:
            action = rows[state].get(terminal)
            if action is None:
                progress.position = position
                if terminal == END and state == progress.end_state:
                    return Outcome.ACCEPTED
                return Outcome.STUCK
            if action >= 0:
                break
            rule = rules[~action]
            size = rule.size
            if rule.builder is None:
                key = (states[-2], state, terminal)
                state = states[-1] = shortcuts.get(key) or _shortcut(tables, *key)
                continue
            if size:
                parts = slots[-size:]
                del slots[-size:]
                del states[-size:]
                start = parts[0][1]
                end = parts[-1][2]
                depth = 1
                for part in parts:
                    if part[3] >= depth:
                        depth = part[3] + 1
                if depth > max_depth:
                    return Outcome.TOO_DEEP
            else:
                parts = []
                start = end = slots[-1][2] if slots else 0
                depth = 0
            value = builders[rule.builder](parts, Span(start, end))
            # Lists and parentheses are no level of the tree.
            if rule.builder in _LEVEL_PARTS:
                depth -= 1
            slots.append((value, start, end, depth, ""))
            state = rows[states[-1]][rule.origin]
            states.append(state)
        if len(states) > max_height:
            return Outcome.TOO_DEEP
        state = action
        states.append(state)
        slots.append(token)
        position += 1


_LEVEL_PARTS = frozenset({"items", "first_item", "next_item", "parentheses"})


# What the states would be: so many of the parse's own, and these above them.
Ahead: TypeAlias = tuple[int, tuple[int, ...]]


def accepts(tables: Tables, progress: Progress, *terminals: str) -> bool:
    """Say whether the tables would take these terminals next, one after the other."""
    ahead: Ahead = (len(progress.states), ())
    for terminal in terminals:
        after = follow(tables, progress, ahead, terminal)
        if after is None:
            return False
        ahead = after
    return True


def follow(tables: Tables, progress: Progress, ahead: Ahead, terminal: str) -> Ahead | None:
    """Say where one more terminal would lead; None if it does not fit."""
    rows, rules, states = tables.rows, tables.rules, progress.states
    height, pushed = ahead
    state = pushed[-1] if pushed else states[height - 1]
    if terminal not in rows[state] and terminal != END:
        # Repairs try many terminals, and for most of them this is the answer.
        return None
    above = list(pushed)
    while True:
        action = rows[state].get(terminal)
        if action is None:
            is_end = terminal == END and state == progress.end_state
            return (height, tuple(above)) if is_end else None
        if action >= 0:
            return height, (*above, action)
        rule = rules[~action]
        if len(above) >= rule.size:
            del above[len(above) - rule.size :]
        else:
            height -= rule.size - len(above)
            above.clear()
        below = above[-1] if above else states[height - 1]
        state = rows[below][rule.origin]
        if rule.builder is None:
            state = _shortcut(tables, below, state, terminal)
        above.append(state)


def first_that_fits(
    tables: Tables, progress: Progress, ahead: Ahead, terminals: tuple[str, ...]
) -> tuple[str, Ahead] | None:
    """Find the first of the terminals that could come next, and where it leads."""
    height, pushed = ahead
    row = tables.rows[pushed[-1] if pushed else progress.states[height - 1]]
    for terminal in terminals:
        # Most are not even in the row; repairs come here often enough to spare the call.
        if terminal in row:
            after = follow(tables, progress, ahead, terminal)
            if after is not None:
                return terminal, after
    return None


def acceptable(tables: Tables, progress: Progress) -> list[str]:
    """List the terminals that fit next, in the order of the grammar."""
    row = tables.rows[progress.states[-1]]
    return [name for name in tables.order if name in row and accepts(tables, progress, name)]


def _shortcut(tables: Tables, below: int, state: int, terminal: str) -> int:
    """Climb the rules that only pass a value on, and remember where that ends."""
    key = (below, state, terminal)
    end = tables.shortcuts.get(key)
    if end is not None:
        return end
    while True:
        action = tables.rows[state].get(terminal)
        if action is None or action >= 0 or tables.rules[~action].builder is not None:
            tables.shortcuts[key] = state
            return state
        state = tables.rows[below][tables.rules[~action].origin]
