"""How a language writes tests: assertions, what must be thrown, a whole file.

Place: answers/branches/. `generate_tests` makes `Case` values and asks a `CaseSyntax` for the text;
there is one per language, in `write_pytest` and `write_tiny_tests`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.answers.branches.record import Seen
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """One test: its name without a prefix, the calls, and the recorded assertions."""

    name: str
    method: str  # what is called, for people
    calls: tuple[str, ...]  # statements, the tested call last
    assertions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseSyntax:
    """The words of one language."""

    # Expression, what came out → an assertion.
    assertion: Callable[[Seen], str]
    # Expression, class of what it throws → a statement that expects it.
    raising: Callable[[str, str], str]
    # Cases → names of tests and the text of the generated region.
    region: Callable[[Sequence[Case]], tuple[tuple[str, ...], str]]
    begin: str
    end: str
