"""The SVG around a drawing: its size, its colours in light and dark, its lines and text.

Place: pictures/. `heap_svg` and `graph_svg` fill it. Nothing outside the file is needed:
no script, no font, no identifier that could clash with the page it is put into.

By itself a drawing follows the reader's light or dark scheme. A page that embeds it can
choose one by the class `heapwright-light` or `heapwright-dark` on any element around it
(an editor's web view says `vscode-light` or `vscode-dark`), and can set single colours:
the names in `_COLOURS` below with the prefix `--heapwright-`, such as `--heapwright-ink`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from heapwright.pictures.routes import Point
from heapwright.pictures.words import xml

MARGIN: Final = 16
CORNER: Final = 7
N_HUES: Final = 5

# Name, light, dark.
_COLOURS: Final = (
    ("paper", "#ffffff", "#16191d"),
    ("box", "#f6f8fa", "#22272e"),
    ("head", "#dfe6ee", "#343c46"),
    ("edge", "#6b7683", "#8b96a3"),
    ("ink", "#1c2128", "#e6edf3"),
    ("faint", "#5a6470", "#a3adb8"),
    ("line", "#2d3640", "#d5dde5"),
    ("root", "#0b5cad", "#7db8f7"),
    ("mark", "#ffe08a", "#4a3a00"),
    ("hue0", "#0f6bb8", "#6cb6ff"),
    ("hue1", "#a8480b", "#f0985a"),
    ("hue2", "#1b7a3d", "#62c984"),
    ("hue3", "#8a3ab0", "#d099ee"),
    ("hue4", "#b3244d", "#f58ba6"),
)

# Programs that do not know custom properties take the first of two declarations.
_RULES: Final = (
    (".hw-paper,.hw-slip", "fill", "paper"),
    (".hw-box,.hw-state", "fill", "box"),
    (".hw-box,.hw-state,.hw-frame", "stroke", "edge"),
    (".hw-head", "fill", "head"),
    (".hw-text", "fill", "ink"),
    (".hw-faint", "fill", "faint"),
    (".hw-mark", "fill", "mark"),
    (".hw-name", "fill", "root"),
    (".hw-null", "stroke", "faint"),
)


def page(
    title: str, description: str, left: int, width: int, height: int, body: Iterable[str]
) -> str:
    """Put a drawing on a page of its own; the body starts at the top, `left` may be negative."""
    whole_width, whole_height = width + 2 * MARGIN, height + 2 * MARGIN
    box = f"{left - MARGIN} {-MARGIN} {whole_width} {whole_height}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="heapwright" role="img"'
        f' aria-label="{xml(title)}" width="{whole_width}" height="{whole_height}"'
        f' viewBox="{box}">',
        f"<title>{xml(title)}</title>",
        f"<desc>{xml(description)}</desc>",
        f"<style>{_style()}</style>",
        f'<rect class="hw-paper" x="{left - MARGIN}" y="{-MARGIN}"'
        f' width="{whole_width}" height="{whole_height}"/>',
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def path(points: Sequence[Point]) -> str:
    """Write a line with rounded corners as path data."""
    (x, y), *_ = points
    parts = [f"M{x} {y}"]
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        reach = min(CORNER, (abs(bx - ax) + abs(by - ay)) // 2, (abs(cx - bx) + abs(cy - by)) // 2)
        parts.append(
            f"L{bx - reach * _sign(bx - ax)} {by - reach * _sign(by - ay)}"
            f"Q{bx} {by} {bx + reach * _sign(cx - bx)} {by + reach * _sign(cy - by)}"
        )
    x, y = points[-1]
    parts.append(f"L{x} {y}")
    return "".join(parts)


def arrow_head(points: Sequence[Point]) -> str:
    """Write the head of an arrow at the end of a line as path data."""
    (ax, ay), (x, y) = points[-2], points[-1]
    dx, dy = _sign(x - ax), _sign(y - ay)
    return (
        f"M{x} {y}L{x - 9 * dx - 4 * dy} {y - 9 * dy - 4 * dx}"
        f"L{x - 9 * dx + 4 * dy} {y - 9 * dy + 4 * dx}Z"
    )


def text(kind: str, x: int, y: int, content: str) -> str:
    """Write a text whose letters stand on `y`."""
    return f'<text class="{kind}" x="{x}" y="{y}">{xml(content)}</text>'


def hue(number: int) -> str:
    """Give the kind of a line with one of the few colours."""
    return f"hw-line hw-hue{number % N_HUES}"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _style() -> str:
    light = {name: colour for name, colour, _ in _COLOURS}
    rules = [*_RULES]
    for kind, colour in (("line", "line"), *((f"hue{i}", f"hue{i}") for i in range(N_HUES))):
        rules += [(f".hw-{kind} path", "stroke", colour), (f".hw-{kind} .hw-tip", "fill", colour)]
    return "".join(
        [
            f".heapwright{{{_properties(1)}}}",
            f"@media (prefers-color-scheme:dark){{.heapwright{{{_properties(2)}}}}}",
            f".heapwright-light .heapwright,.vscode-light .heapwright{{{_properties(1)}}}",
            f".heapwright-dark .heapwright,.vscode-dark .heapwright{{{_properties(2)}}}",
            ".heapwright text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"
            "'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre}",
            ".heapwright .hw-strong{font-weight:bold}",
            ".heapwright .hw-small{font-size:11px}",
            ".hw-line path{fill:none;stroke-width:1.4}",
            ".hw-line .hw-tip{stroke:none}",
            ".hw-frame{fill:none}",
            ".hw-null{stroke-width:1.6;fill:none}",
            *(
                f"{where}{{{what}:{light[name]};{what}:var(--hw-{name})}}"
                for where, what, name in rules
            ),
            ".hw-line .hw-tip{stroke:none}",
        ]
    )


def _properties(column: int) -> str:
    return ";".join(f"--hw-{row[0]}:var(--heapwright-{row[0]},{row[column]})" for row in _COLOURS)
