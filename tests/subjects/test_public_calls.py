"""The subjects are sound programs with the public calls that the paper counts."""

import re

import pytest

from heapwright.ir.core.program import Function, Role
from subjects.catalogue import BY_NAME, CATALOGUE
from subjects.plain_client import SUBJECTS, public_methods, subject, subject_text
from support.repo import ROOT

NAMES = [entry.name for entry in CATALOGUE]

# | 5 | `kiasan_avl.tiny` | `AvlTree` | 7 | …
README_ROW = re.compile(r"^\| \d+ \| `(\w+)\.tiny` \| [^|]* \| (\d+) \|", re.MULTILINE)


def methods_of(name: str) -> list[Function]:
    program = subject(name)
    return [m for class_name in BY_NAME[name].classes for m in public_methods(program, class_name)]


def test_every_file_is_in_the_catalogue() -> None:
    assert sorted(path.stem for path in SUBJECTS.glob("*.tiny")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_subject_has_no_problem_and_no_function_is_left_out(name: str) -> None:
    program = subject(name)
    functions = [*program.functions, *(f for c in program.classes for f in c.functions)]
    assert [f.qualified_name for f in functions if f.left_out is not None] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_subject_has_as_many_public_methods_as_the_paper_counts(name: str) -> None:
    assert len(methods_of(name)) == BY_NAME[name].n_methods


@pytest.mark.parametrize("name", NAMES)
def test_only_the_factory_makes_a_structure(name: str) -> None:
    entry = BY_NAME[name]
    for class_name in entry.classes:
        assert not subject(name).class_named(class_name).is_constructible
    factories = [m.name for m in methods_of(name) if m.role is Role.STATIC]
    # A list makes its iterators itself, see the file.
    expected = {"fig1_node": ["create"], "sir_slist": ["make", "first"]}
    assert factories == expected.get(name, ["make"])


@pytest.mark.parametrize("name", [name for name in NAMES if name != "fig1_node"])
def test_a_subject_has_an_invariant(name: str) -> None:
    functions = subject(name).class_named(BY_NAME[name].structure).functions
    assert [f for f in functions if f.role is Role.INVARIANT]


@pytest.mark.parametrize("name", ["sushi_avl", "kiasan_avl"])
def test_an_avl_tree_has_no_removal(name: str) -> None:
    assert [m.name for m in methods_of(name) if "remove" in m.name or "delete" in m.name] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_spec_says_its_verdict(name: str) -> None:
    text = subject_text(name)
    for spec in (f.name for f in subject(name).functions):
        before = text[: text.index(f"spec {spec}(")].rstrip("\n").split("\n")
        assert re.match(r"// (reachable|unreachable: )", before[-1]), spec


def test_the_readme_tells_the_same_counts() -> None:
    readme = (ROOT / "benchmarks" / "subjects" / "README.md").read_text(encoding="utf-8")
    rows = {name: int(count) for name, count in README_ROW.findall(readme)}
    assert rows == {entry.name: entry.n_methods for entry in CATALOGUE}
    for entry in CATALOGUE:
        for method in methods_of(entry.name):
            assert f"`{method.name}`" in readme, method.qualified_name
