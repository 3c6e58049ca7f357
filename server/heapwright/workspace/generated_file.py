"""A file of generated tests in which people may write, too.

Place: workspace/. Two marked lines hold what is generated; everything else belongs to
people and stays as it is.
"""

from __future__ import annotations

from heapwright.answers.branches.case_syntax import CaseSyntax


def regenerated(text: str, region: str, syntax: CaseSyntax) -> str:
    """Put the region in its place, with the line ends that the file has."""
    if "\r\n" not in text:
        return merged(text, region, syntax)
    found = merged(text.replace("\r\n", "\n"), region, syntax)
    return found.replace("\n", "\r\n")


def merged(text: str, region: str, syntax: CaseSyntax) -> str:
    """Put the region in its place in a file's text, or at the end if it has none."""
    generated = f"{syntax.begin}\n{region}{syntax.end}\n"
    begin = text.find(syntax.begin)
    end = text.find(syntax.end, max(begin, 0))
    if begin >= 0 and end >= 0:
        after = text[end + len(syntax.end) :].removeprefix("\n")
        return f"{text[:begin]}{generated}{after}"
    if not text.strip():
        return generated
    return f"{text.rstrip()}\n\n\n{generated}"
