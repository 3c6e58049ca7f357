"""Turn a grammar file into the tables that `lalr` runs on.

Place: frontends/. `grammar_files` calls this where no tables are kept; the only importer
of lark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from heapwright.frontends.lalr import END, Rule, Tables, Terminal


def build_tables(grammar: Path, starts: tuple[str, ...]) -> Tables:
    """Give the tables of a grammar with one entry per start symbol."""
    lark = Lark.open(str(grammar), parser="lalr", lexer="basic", start=list(starts))
    start_states: dict[str, int] = {}
    end_states: dict[str, int] = {}
    for start in starts:
        configuration = lark.parse_interactive(start=start).parser_state.parse_conf
        start_states[start] = configuration.start_state
        end_states[start] = configuration.end_state
    numbers = _numbered(configuration.states, start_states.values())
    rules: list[Rule] = []
    rule_numbers: dict[object, int] = {}
    rows: list[dict[str, int]] = []
    for state in numbers:
        row: dict[str, int] = {}
        for symbol, (action, argument) in sorted(configuration.states[state].items()):
            if action is Shift:
                row[str(symbol)] = numbers[argument]
                continue
            number = rule_numbers.setdefault(argument, len(rules))
            if number == len(rules):
                rules.append(_our_rule(argument.origin.name, argument.alias, argument.expansion))
            row[str(symbol)] = ~number
        rows.append(row)
    ignored = set(lark.ignore_tokens)
    return Tables(
        rows=rows,
        rules=rules,
        start_states={start: numbers[state] for start, state in start_states.items()},
        end_states={start: numbers[state] for start, state in end_states.items()},
        terminals=tuple(
            Terminal(
                str(terminal.name),
                terminal.pattern.value,
                is_text=terminal.pattern.type == "str",
                is_ignored=terminal.name in ignored,
            )
            for terminal in lark.terminals
        ),
        order=_order_of_terminals([str(terminal.name) for terminal in lark.terminals], rules, rows),
        shortcuts={},
    )


def _numbered(
    states: Mapping[int, Mapping[str, tuple[object, Any]]], starts: Iterable[int]
) -> dict[int, int]:
    """Number the states in the order in which sorted symbols lead to them.

    lark's own numbers and the order of its rows follow the hashes of strings, which differ
    from run to run.
    """
    order = list(starts)
    numbers = {state: number for number, state in enumerate(order)}
    for state in order:
        for _, (action, argument) in sorted(states[state].items()):
            if action is Shift and argument not in numbers:
                numbers[argument] = len(order)
                order.append(argument)
    return numbers


def _order_of_terminals(
    written: list[str], rules: list[Rule], rows: list[dict[str, int]]
) -> tuple[str, ...]:
    """List the terminals as written, then those that are only declared."""
    known = {END, *written, *(rule.origin for rule in rules)}
    declared = {symbol for row in rows for symbol in row} - known
    return (*written, *sorted(declared))


def _our_rule(origin: str, alias: str | None, expansion: list[object]) -> Rule:
    if alias is None and len(expansion) != 1:
        raise ValueError(f"an alternative of `{origin}` has several symbols and no alias")
    return Rule(str(origin), len(expansion), None if alias is None else str(alias))
