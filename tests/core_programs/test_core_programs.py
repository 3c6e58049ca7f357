"""Programs in the fully parenthesised style of the core, in the files beside this one.

They are written from what [POSE] says about its language: brackets around one
argument, objects that carry several, `let foo := … in` to put one thing after
another, tabs, no comments. Each runs on several inputs and has to give what
Python gives.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core_programs import python_models
from heapwright.cli.main import main
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.ir.checks.validate import validate
from heapwright.ir.core.program import Program, Role
from heapwright.ir.written.fingerprint import class_fingerprints, function_fingerprint
from heapwright.paths.plain.concrete import Returned, Threw, run_main
from heapwright.paths.plain.heap import PlainHeap, Reference, Value
from heapwright.workspace.load import LoadedProgram, load_program
from support.print_tiny import print_file

FOLDER = Path(__file__).parent
FILES = sorted(path.name for path in FOLDER.glob("*.tiny"))
WITH_MAIN = [name for name in FILES if name != "base.tiny"]

# The one mistake that stands in a file: a dead method, which costs a warning.
WARNINGS = {"avl_tree.tiny": ["`Node` has no field `noSuchField`"]}

N_RANDOM_INPUTS = 60


def check_model(program: Program, model: Callable[[Sequence[int]], int], xs: Sequence[int]) -> None:
    """Run the program with `X0`, `X1`, … and compare with the model."""
    outcome = run_main(program, {f"X{i}": x for i, x in enumerate(xs)})
    assert isinstance(outcome, Returned), (xs, outcome)
    assert outcome.value == model(xs), xs


def program_in(name: str) -> Program:
    """Load a file, which may have no problems beyond `WARNINGS`."""
    loaded = load_program(str(FOLDER / name), None)
    messages = [problem.message for problems in loaded.problems.values() for problem in problems]
    assert messages == WARNINGS.get(name, [])
    assert not loaded.has_errors
    assert validate(loaded.program) == ()
    return loaded.program


@pytest.mark.parametrize(
    ("model", "n_symbols"),
    [
        (python_models.linked_list, 5),
        (python_models.caching_list, 5),
        (python_models.avl_tree, 6),
        (python_models.red_black_map, 8),
    ],
)
def test_a_data_structure_gives_what_python_gives(
    model: Callable[[Sequence[int]], int], n_symbols: int
) -> None:
    ascending = range(1, n_symbols + 1)
    by_hand = [ascending, [*reversed(ascending)], [0] * n_symbols, [4, 2, 6, 2, 1, 3, 5, 4]]
    chance = random.Random(0)
    at_random = [[chance.randint(-2, 9) for _ in range(n_symbols)] for _ in range(N_RANDOM_INPUTS)]
    program = program_in(f"{model.__name__}.tiny")
    for xs in (*by_hand, *at_random):
        check_model(program, model, xs[:n_symbols])


# --- The programs of [POSE] Figure 1, on heaps made by hand ---------------------------

OUTER, INNER = Reference(0), Reference(1)


def value_on(name: str, rows: Sequence[tuple[Value, ...]]) -> int | bool:
    """Run a file where `Y0` is the first of these samples."""
    heap = PlainHeap(("Sample",) * len(rows), tuple(rows))
    outcome = run_main(program_in(name), {"Y0": OUTER, "X0": 1000}, heap)
    assert isinstance(outcome, Returned)
    assert isinstance(outcome.value, int)
    return outcome.value


@pytest.mark.parametrize(
    ("other", "datas"),
    [(INNER, (INNER, OUTER)), (None, (OUTER, INNER)), (OUTER, (OUTER, INNER))],
    ids=["another", "null", "itself"],
)
def test_swap_exchanges_data_unless_there_is_nothing_to_exchange_with(
    other: Reference | None, datas: tuple[Reference, Reference]
) -> None:
    heap = PlainHeap(("Sample", "Sample"), ((OUTER,), (INNER,)))
    outcome = run_main(program_in("swap.tiny"), {"Y0": OUTER, "Y1": other}, heap)
    assert isinstance(outcome, Returned)
    assert outcome.value == OUTER
    assert outcome.heap.rows == tuple((data,) for data in datas)


def test_sum_adds_four_values_wherever_the_references_lead() -> None:
    assert value_on("sum.tiny", [(1, INNER, INNER, OUTER), (20, None, None, None)]) == 1042
    assert value_on("sum.tiny", [(5, OUTER, OUTER, OUTER)]) == 1020


def test_sum_fails_where_a_reference_is_null() -> None:
    heap = PlainHeap(("Sample",), ((1, OUTER, None, OUTER),))
    outcome = run_main(program_in("sum.tiny"), {"Y0": OUTER}, heap)
    assert isinstance(outcome, Threw)
    assert (outcome.class_name, outcome.function) == ("NullDereference", "Sample.sum")


@pytest.mark.parametrize("length", range(1, 9))
def test_has_null_looks_at_five_references(length: int) -> None:
    chain = [(0, Reference(number + 1)) for number in range(length - 1)]
    assert value_on("has_null.tiny", [*chain, (0, None)]) is (length <= 5)


def test_has_null_is_false_for_a_ring() -> None:
    assert value_on("has_null.tiny", [(0, INNER), (0, OUTER)]) is False


# --- Style, printing and the command line --------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_only_what_the_core_can_say(name: str) -> None:
    text = text_of(name)
    code = text.removeprefix("include base.tiny\n")
    assert re.sub(r"[\w\s]|:=|&&|\|\||[{}()\[\];.+\-<=~@]", "", code) == ""
    assert "include" not in code
    assert not re.search(r"<=|==|\b(?:while|static|private|void|throw|spec|scope)\b|\(\)|, ", code)


def test_one_of_the_files_ends_without_a_newline() -> None:
    # An editor that adds one would take away what the other tests show.
    assert [name for name in FILES if not text_of(name).endswith("\n")] == ["avl_tree.tiny"]


@pytest.mark.parametrize("name", FILES)
def test_a_printed_file_has_the_same_tree(name: str) -> None:
    parsed = parse(text_of(name))
    printed = print_file(parsed.tree)
    again = parse(printed)
    assert (parsed.problems, again.problems) == ((), ())
    assert again.tree == parsed.tree
    assert print_file(again.tree) == printed


@pytest.mark.parametrize("name", WITH_MAIN)
def test_printing_changes_no_fingerprint(name: str, tmp_path: Path) -> None:
    for file_name in (name, "base.tiny"):
        printed = print_file(parse(text_of(file_name)).tree)
        assert printed != text_of(file_name)
        (tmp_path / file_name).write_text(printed, encoding="utf-8")
    before = load_program(str(FOLDER / name), None)
    after = load_program(str(tmp_path / name), None)
    assert fingerprints(after) == fingerprints(before)


def fingerprints(loaded: LoadedProgram) -> dict[str, str]:
    """Give the digests of all classes and of the main expression."""
    program = loaded.program
    (main_name,) = (f.qualified_name for f in program.functions if f.role is Role.MAIN)
    return {
        **class_fingerprints(program),
        main_name: function_fingerprint(program, main_name),
    }


@pytest.mark.parametrize(
    ("name", "xs", "shown"),
    [
        ("linked_list.tiny", [3, 5, 4, 5, 4], "43"),
        ("linked_list.tiny", [3, 5, 4, 3, 3], "-54"),
        ("caching_list.tiny", [3, 5, 4, 5, 1], "7430"),
        ("avl_tree.tiny", [1, 2, 3, 4, 5, 6], "172"),
        ("red_black_map.tiny", [1, 2, 3, 4, 5, 6, 7, 7], "110"),
    ],
)
def test_the_command_line_runs_a_file_and_prints_the_value(
    name: str, xs: list[int], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs = [part for i, x in enumerate(xs) for part in ("--input", f"X{i}={x}")]
    assert main(["run", str(FOLDER / name), *inputs]) == 0
    assert capsys.readouterr().out == f"{shown}\n"


def text_of(name: str) -> str:
    """Read a file beside this one."""
    return (FOLDER / name).read_text(encoding="utf-8")
