"""What `./dev demo` shows: the main job on the example of the README.

Place: cli/. Runs the command line as a user would, and prints what was typed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from heapwright.cli.main import main

EXAMPLES = Path("examples")
COMMANDS = (
    ("synth", f"{EXAMPLES / 'node.tiny'}::TEST"),
    ("synth", f"{EXAMPLES / 'avl.tiny'}::SIX"),
    ("check", f"{EXAMPLES / 'node.tiny'}"),
    ("verify", f"{EXAMPLES / 'avl.tiny'}"),
)
# `check` reports the unreachable spec of the example, as it should.
EXPECTED_CODES = (0, 0, 1, 0)


def demo() -> int:
    """Run the commands; 0 when each ends as expected."""
    codes: list[int] = []
    for command in COMMANDS:
        print(f"$ heapwright {' '.join(command)}\n", flush=True)
        codes.append(main(command))
        print()
    return int(tuple(codes) != EXPECTED_CODES)


if __name__ == "__main__":
    sys.exit(demo())
