"""A heap in the DOT language, for those who lay it out with a program of their own.

Place: pictures/. Takes the model of `heap_model`.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.pictures.heap_model import DrawnObject, HeapPicture, Link, Null
from heapwright.pictures.words import dot_string, shortened, xml


def dot(picture: HeapPicture, title: str = "Heap") -> str:
    """Write the picture; the same picture gives the same text, byte for byte."""
    return "\n".join(["digraph {", *(f"  {line}" for line in _lines(picture, title)), "}", ""])


def _lines(picture: HeapPicture, title: str) -> Iterator[str]:
    yield f"label={dot_string(title)};"
    yield 'node [shape=plain, fontname="monospace", fontsize=11];'
    yield "edge [arrowsize=0.7];"
    for i, (name, value) in enumerate(picture.plain_roots):
        yield f"value{i} [shape=plaintext, label={dot_string(f'{name} = {shortened(value)}')}];"
    for i, drawn in enumerate(picture.objects):
        yield f"object{i} [label=<{_table(picture, drawn)}>];"
    n_roots = 0
    for i, drawn in enumerate(picture.objects):
        for name in drawn.names:
            yield f"root{n_roots} [shape=plaintext, label={dot_string(name)}];"
            yield f"root{n_roots} -> object{i};"
            n_roots += 1
    for i, drawn in enumerate(picture.objects):
        for row, field in enumerate(drawn.fields):
            if isinstance(field.content, Link):
                yield f"object{i}:field{row} -> object{field.content.target};"
    # Lists run to the right: what such a link leads to stands in the same rank.
    for i, drawn in enumerate(picture.objects):
        for field in drawn.fields:
            if field.name == drawn.rightward and isinstance(field.content, Link):
                yield f"{{rank=same; object{i}; object{field.content.target};}}"


def _table(picture: HeapPicture, drawn: DrawnObject) -> str:
    rows = [f'<tr><td bgcolor="#dfe6ee"><b>{xml(shortened(drawn.title))}</b></td></tr>']
    for row, field in enumerate(drawn.fields):
        match field.content:
            case Link(target):
                value = f"#{picture.objects[target].number}"
            case Null(word):
                value = word
            case data:
                value = data.text
        colour = ' bgcolor="#ffe08a"' if field.is_marked else ""
        written = f"{xml(shortened(field.name))} = {xml(shortened(value))}"
        rows.append(f'<tr><td port="field{row}" align="left"{colour}>{written}</td></tr>')
    return f'<table border="0" cellborder="1" cellspacing="0">{"".join(rows)}</table>'
