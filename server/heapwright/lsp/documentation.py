"""Where the page about a code stands: `docs/problems.md`, which comes with the program.

Place: lsp/. `convert` links diagnostics to it. No network is needed to read it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import heapwright

PAGE = "problems.md"


def documentation_uri(code: str) -> str | None:
    """Give the link to what is said about a code; None if the page is not there."""
    page, lines = _page()
    return f"{page.as_uri()}#L{lines[code]}" if code in lines else None


@cache
def _page() -> tuple[Path, dict[str, int]]:
    package = Path(heapwright.__file__).resolve().parent
    # In a wheel the page lies in the package, in a clone beside it.
    for page in (package / "docs" / PAGE, package.parent.parent / "docs" / PAGE):
        try:
            text = page.read_text(encoding="utf-8")
        except OSError:
            continue
        headings = re.compile(r"^### (HW\d+)")
        found = (
            (number, headings.match(line)) for number, line in enumerate(text.split("\n"), start=1)
        )
        return page, {match[1]: number for number, match in found if match}
    return package, {}
