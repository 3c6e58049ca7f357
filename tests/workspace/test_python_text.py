"""Generated Python looks like the file it is for, and runs in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heapwright.answers.calls.render import test_text as rendered_test
from heapwright.answers.calls.verdict import Found
from heapwright.limits import Limits
from heapwright.text.source import Source
from heapwright.workspace.load import load_program, program_of
from heapwright.workspace.python_text import Fitted, fitted
from heapwright.workspace.questions import Asking, ask_question
from support.expect import Expectation, expect


def answered(folder: Path, text: str, *, as_test: bool = False) -> Fitted:
    """Ask the first spec of a file; run the whole file with what is to be inserted."""
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    loaded = load_program(str(path), None)
    [question, *_] = loaded.program.functions
    asked = ask_question(loaded.program, question, Asking(Limits(), with_raising=True))
    verdict = asked.answer.verdict
    assert isinstance(verdict, Found), verdict
    rendered = verdict.rendered
    code = rendered_test(loaded.program, question, rendered) if as_test else rendered.code
    fit = fitted(loaded, code)
    imports = "".join(f"{line}\n" for line in fit.imports)
    whole = text[: fit.import_offset] + imports + text[fit.import_offset :] + "\n" + fit.code
    if as_test:
        whole += f"\n\ntest_{question.name}()\n"
    else:
        arguments = ", ".join(argument for _, argument in rendered.arguments)
        whole += f"\nassert {question.name}({arguments})\n"
    path.write_text(whole, encoding="utf-8")
    subprocess.run([sys.executable, str(path)], check=True, cwd=folder, timeout=60)
    return fit


def check_fitted(folder: Path, text: str, expectation: Expectation, *, as_test: bool) -> None:
    fit = answered(folder, text, as_test=as_test)
    expectation.check("\n".join((*fit.imports, "", fit.code)))


def test_names_of_one_module_are_imported_together(tmp_path: Path) -> None:
    (tmp_path / "stock.py").write_text(
        """
from enum import Enum

class Kind(Enum):
    GOOD = 1
    BAD = 2

class Item:
    def __init__(self, kind: Kind) -> None:
        self.kind = kind
""",
        encoding="utf-8",
    )
    (tmp_path / "shelf.py").write_text(
        """
from stock import Item

class Shelf:
    def __init__(self) -> None:
        self.top: Item | None = None

    def put(self, item: Item) -> None:
        self.top = item
""",
        encoding="utf-8",
    )
    check_fitted(
        tmp_path,
        """
from heapwright import spec
from shelf import Shelf

@spec
def BAD(shelf: Shelf) -> bool:
    return shelf.top.kind.value == 2
""",
        expect("""
        from stock import Item, Kind

        item = Item(Kind.BAD)
        shelf = Shelf()
        shelf.put(item)
        """),
        as_test=False,
    )


COUNTER = """
from heapwright import spec


class Counter:
    def __init__(self) -> None:
        self.n = 0

    def up(self, by: int) -> None:
        self.n += 1
        if by < 0:
            raise ValueError("not down")
        self.n += by


@spec
def TWICE(counter: Counter) -> bool:
    return counter.n == 1
"""


def test_statements_that_raise_are_suppressed(tmp_path: Path) -> None:
    check_fitted(
        tmp_path,
        COUNTER,
        expect(
            """
            import contextlib

            counter = Counter()
            with contextlib.suppress(ValueError):
                counter.up(-1)
            """
        ),
        as_test=False,
    )


def test_a_test_expects_what_is_raised(tmp_path: Path) -> None:
    check_fitted(
        tmp_path,
        COUNTER,
        expect(
            """
            import pytest

            def test_TWICE() -> None:
                counter = Counter()
                with pytest.raises(ValueError):
                    counter.up(-1)
                assert TWICE(counter)
            """
        ),
        as_test=True,
    )


def test_what_is_imported_already_is_used(tmp_path: Path) -> None:
    text = COUNTER.replace("from heapwright", "from contextlib import suppress\nfrom heapwright")
    fit = answered(tmp_path, text)
    assert fit.imports == ()
    assert "with suppress(ValueError):" in fit.code


def test_the_indentation_of_the_file_is_used(tmp_path: Path) -> None:
    fit = answered(tmp_path, COUNTER.replace("    ", "\t"), as_test=True)
    assert "\n\twith pytest.raises(ValueError):\n\t\tcounter.up(-1)\n" in fit.code


OTHER = """
class Shape:
    def __init__(self, sides: int) -> None:
        if sides < 3:
            raise Flat
        self.sides = sides


class Flat(Exception):
    pass
"""


@pytest.mark.parametrize(
    ("imports", "added", "made"),
    [
        ("from shapes import Shape", (), "Shape(5)"),
        ("import shapes", (), "shapes.Shape(5)"),
        ("import shapes as s", (), "s.Shape(5)"),
        ("from shapes import Flat", ("from shapes import Shape",), "Shape(5)"),
    ],
)
def test_classes_of_other_files_are_imported_unless_they_are(
    imports: str, added: tuple[str, ...], made: str, tmp_path: Path
) -> None:
    (tmp_path / "shapes.py").write_text(OTHER, encoding="utf-8")
    text = f'''"""About shapes."""

{imports}
from box import Box
from heapwright import spec


@spec
def FIVE(box: Box) -> bool:
    return box.shape.sides == 5
'''
    (tmp_path / "box.py").write_text(
        "from shapes import Shape\n\n\nclass Box:\n"
        "    def __init__(self, shape: Shape) -> None:\n        self.shape = shape\n",
        encoding="utf-8",
    )
    fit = answered(tmp_path, text)
    assert fit.imports == added
    assert made in fit.code


def test_the_quotes_of_the_file_are_used() -> None:
    text = "x = 'a'\ny = 'b'\nz = \"c\"\n"
    loaded = program_of(Source("mine.py", text), "python")
    assert fitted(loaded, 'tree.add("word", "it\'s")').code == "tree.add('word', \"it's\")"


@pytest.mark.parametrize(
    ("imported", "expected"),
    [
        ("from datetime import date", "stay = Stay(date(2024, 5, 1))"),
        ("import datetime\nfrom datetime import date as day", "stay = Stay(day(2024, 5, 1))"),
        ("import datetime as dt", "stay = Stay(dt.date(2024, 5, 1))"),
    ],
)
def test_a_date_is_called_as_the_file_calls_it(
    tmp_path: Path, imported: str, expected: str
) -> None:
    name = expected.partition("Stay(")[2].partition("(")[0]
    text = f"""
{imported}
from heapwright import spec


class Stay:
    def __init__(self, start: {name}) -> None:
        self.start = start


@spec
def may_day(stay: Stay) -> bool:
    return stay.start == {name}(2024, 5, 1)
"""
    fit = answered(tmp_path, text)
    assert (fit.imports, fit.code) == ((), expected)


def test_a_module_whose_name_is_taken_gives_its_class(tmp_path: Path) -> None:
    text = """
from datetime import datetime
from other import Stay
from heapwright import spec


@spec
def may_day(stay: Stay) -> bool:
    return stay.start.year == datetime.max.year
"""
    (tmp_path / "other.py").write_text(
        "import datetime\n\n\nclass Stay:\n    def __init__(self, start: datetime.date) -> None:\n"
        "        self.start = start\n        self.long = start.toordinal() == 738886\n",
        encoding="utf-8",
    )
    fit = answered(tmp_path, text.replace("stay.start.year == datetime.max.year", "stay.long"))
    assert fit.imports == ("from datetime import date",)
    assert fit.code == "stay = Stay(date(2024, 1, 1))"
