"""Find a grammar file and turn it into the tables that `lalr` runs on.

Place: frontends/. The parsers of tiny and HEX call `load_grammar`; the only
importer of lark. Reads files of our own package; the result is kept, because
building the tables takes far longer than parsing a file with them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from heapwright.frontends.lalr import END, Rule, Tables, Terminal


@cache
def load_grammar(name: str, starts: tuple[str, ...]) -> Tables:
    """Give the tables of `grammar/<name>.lark` with one entry per start symbol."""
    lark = Lark.open(
        str(grammar_folder() / f"{name}.lark"), parser="lalr", lexer="basic", start=list(starts)
    )
    start_states: dict[str, int] = {}
    end_states: dict[str, int] = {}
    for start in starts:
        configuration = lark.parse_interactive(start=start).parser_state.parse_conf
        start_states[start] = configuration.start_state
        end_states[start] = configuration.end_state
    rules: list[Rule] = []
    rule_numbers: dict[object, int] = {}
    rows: list[dict[str, int]] = []
    for state in range(len(configuration.states)):
        row: dict[str, int] = {}
        # Sorted: lark fills a row in the order of a set of strings.
        for symbol, (action, argument) in sorted(configuration.states[state].items()):
            if action is Shift:
                row[str(symbol)] = argument
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
        start_states=start_states,
        end_states=end_states,
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


def grammar_folder() -> Path:
    """Give the folder of the `.lark` files: in the wheel, else in the repository."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "grammar"
    return installed if installed.is_dir() else package.parent.parent / "grammar"


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
