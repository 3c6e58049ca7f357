"""`heapwright cache info|clear|path`: the disk cache of explored graphs.

Place: cli/commands/.
"""

from __future__ import annotations

import argparse

from heapwright.cli.output import print_json
from heapwright.workspace.shelf import open_store


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("action", choices=("info", "clear", "path"))
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Show or empty the cache."""
    store = open_store()
    if options.action == "clear":
        n_entries = store.clear()
        if options.json:
            print_json({"cleared": n_entries})
        else:
            print(f"removed {n_entries} graphs")
        return 0
    info = store.info()
    path = None if info.path is None else str(info.path)
    if options.json:
        print_json(
            {"path": path, "entries": info.entries, "bytes": info.bytes, "limit": info.limit}
        )
    elif options.action == "path":
        print(path or "no cache folder can be found on this machine")
    else:
        megabytes = f"{info.bytes / 1_000_000:.1f} MB of {info.limit / 1_000_000:.0f} MB"
        print(f"{info.entries} graphs, {megabytes}, in {path or 'no folder'}")
    return 0
