"""Strings as ints: a code for every text, and a text for every code.

Place: heaps/. A string of which only equality matters is an int for the solver: the code
of its text. Known texts have codes of their own, so comparing with a literal is exact; a
model's other codes stand for texts that nothing else is equal to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def text_code(text: str) -> int:
    """Give the code of a text; no two texts share one, and the empty one has 0."""
    content = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(b"\x01" + content, "big") - 1


def texts_for(codes: Iterable[int], reserved: Iterable[str] = ()) -> Mapping[int, str]:
    """Give a text for each code: the one that has it, else a new one that is not reserved."""
    known: dict[int, str] = {}
    open_codes: list[int] = []
    for code in dict.fromkeys(codes):
        text = _decoded(code)
        if text is None:
            open_codes.append(code)
        else:
            known[code] = text
    taken = {*known.values(), *reserved}
    number = 0
    for code in open_codes:
        name = _name(number)
        while name in taken:
            number += 1
            name = _name(number)
        taken.add(name)
        known[code] = name
    return known


def _decoded(code: int) -> str | None:
    """Give the text that has this code, if there is one."""
    if code < 0:
        return None
    content = (code + 1).to_bytes(((code + 1).bit_length() + 7) // 8, "big")
    if content[:1] != b"\x01":
        return None
    try:
        return content[1:].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return None


def _name(number: int) -> str:
    """Give a, b, …, z, aa, ab, …"""
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("a") + letter) + name
    return name
