"""Give the tables that `lalr` runs on for a grammar file.

Place: frontends/. The parsers of tiny and HEX call `load_grammar`. Reads files of our own
package. Tables are kept in `grammar/<name>.tables.json` beside the grammar, because building
them took 0.3 s of every start; what was built from another text of the grammar is not used.
`UPDATE_EXPECT=1 ./dev test tests/frontends/test_grammar_tables.py` writes them anew.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from heapwright.frontends.lalr import Rule, Tables, Terminal
from heapwright.records import fields


@cache
def load_grammar(name: str, starts: tuple[str, ...]) -> Tables:
    """Give the tables of `grammar/<name>.lark` with one entry per start symbol."""
    kept = _kept_tables(name, starts)
    return build_grammar(name, starts) if kept is None else kept


def build_grammar(name: str, starts: tuple[str, ...]) -> Tables:
    """Build the tables from the grammar itself."""
    # Imported here, because lark alone is a tenth of what a start costs.
    from heapwright.frontends.build_tables import build_tables

    return build_tables(grammar_folder() / f"{name}.lark", starts)


def tables_file(name: str) -> Path:
    """Give the file that keeps the tables of a grammar."""
    return grammar_folder() / f"{name}.tables.json"


def tables_text(name: str, starts: tuple[str, ...], tables: Tables) -> str:
    """Write tables down, with what they were built from; one line per state and rule."""
    parts = {
        "built from": json.dumps(_origin(name, starts)),
        "start_states": json.dumps(tables.start_states),
        "end_states": json.dumps(tables.end_states),
        "order": json.dumps(tables.order),
        "terminals": _lines([_by_name(terminal) for terminal in tables.terminals]),
        "rules": _lines([_by_name(rule) for rule in tables.rules]),
        "rows": _lines(tables.rows),
    }
    return "{" + ",\n".join(f"{json.dumps(key)}: {text}" for key, text in parts.items()) + "}\n"


def _by_name(record: Terminal | Rule) -> dict[str, object]:
    return {one.name: getattr(record, one.name) for one in fields(record)}


def grammar_folder() -> Path:
    """Give the folder of the `.lark` files: in the wheel, else in the repository."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "grammar"
    return installed if installed.is_dir() else package.parent.parent / "grammar"


def _kept_tables(name: str, starts: tuple[str, ...]) -> Tables | None:
    """Read the tables that lie beside the grammar; None unless they were built from it."""
    try:
        kept = json.loads(tables_file(name).read_bytes())
    except (OSError, ValueError):
        return None
    if kept["built from"] != _origin(name, starts):
        return None
    return Tables(
        rows=kept["rows"],
        rules=[Rule(**rule) for rule in kept["rules"]],
        start_states=kept["start_states"],
        end_states=kept["end_states"],
        terminals=tuple(Terminal(**terminal) for terminal in kept["terminals"]),
        order=tuple(kept["order"]),
        shortcuts={},
    )


def _origin(name: str, starts: tuple[str, ...]) -> list[str]:
    """Say what tables depend on: the grammar with what it imports, and the start symbols."""
    digest = hashlib.sha256()
    for file_name in (f"{name}.lark", "shared.lark"):
        digest.update((grammar_folder() / file_name).read_bytes().replace(b"\r\n", b"\n"))
    return [digest.hexdigest(), *starts]


def _lines(values: list[dict[str, object]] | list[dict[str, int]]) -> str:
    return "[" + ",\n".join(json.dumps(value) for value in values) + "]"
