"""The subjects in Python are the subjects in the tiny language: same calls, heaps, verdicts."""

from __future__ import annotations

import re

import pytest

from heapwright.answers.calls.verdict import Found
from heapwright.ir.core.program import Program, Role
from heapwright.limits import Limits
from heapwright.text.source import read_source
from heapwright.workspace.load import LoadedProgram, program_of
from heapwright.workspace.questions import Asking, ask_question, explore_around
from heapwright.workspace.shelf import Shelf
from subjects.catalogue import BY_NAME, CATALOGUE
from subjects.plain_client import public_methods, subject, subject_text
from support.engine import verdict_text
from support.python_engine import run_with_cpython
from support.repo import ROOT

FOLDER = ROOT / "benchmarks" / "subjects" / "python"
NAMES = [entry.name for entry in CATALOGUE]
# Both languages call the class of the nodes the same.
NODES = {
    "sushi_avl": "AvlNode",
    "sushi_rbt": "Entry",
    "sushi_dlist": "Entry",
    "sushi_clist": "LinkedListNode",
    "kiasan_avl": "AvlNode",
    "kiasan_rbt": "Entry",
    "kiasan_bst": "BinaryNode",
    "kiasan_aatree": "AANode",
    "kiasan_leftist": "LeftistNode",
    "kiasan_stack": "ListNode",
    "sir_dlist": "Entry",
    "sir_slist": "MyListNode",
    "javascan_skew": "SkewNode",
    "javascan_binom": "BinomialHeapNode",
    "fig1_node": "Node",
}
TINY_VERDICT = re.compile(r"^// (reachable|unreachable).*\nspec (\w+)\(", re.MULTILINE)
PYTHON_VERDICT = re.compile(
    r"^# (reachable|unreachable).*\n(?:@scope\(.*\)\n)?@spec\ndef (\w+)\(", re.MULTILINE
)
# | `AvlTree.insertElem` | `insert` |
README_ROW = re.compile(r"^\| `(\w+)` \| [^|]*\| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)


def python_text(name: str) -> str:
    return read_source(str(FOLDER / f"{name}.py")).text


def python_subject(name: str) -> LoadedProgram:
    return program_of(read_source(str(FOLDER / f"{name}.py")), "python")


def n_states(program: Program, name: str, n_nodes: int) -> tuple[int, int, bool]:
    scope = ((NODES[name], n_nodes),)
    found, _ = explore_around(program, BY_NAME[name].structure, Asking(Limits(objects=scope)))
    graph = found.graph
    return len(graph.states), len(graph.disjuncts), graph.is_complete


def test_every_subject_has_a_twin() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.py")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_a_twin_is_left_out(name: str) -> None:
    program = python_subject(name).program
    functions = [*program.functions, *(f for c in program.classes for f in c.functions)]
    assert [f.qualified_name for f in functions if f.left_out is not None] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_has_as_many_public_calls_as_the_paper_counts(name: str) -> None:
    program = python_subject(name).program
    methods = [m for c in BY_NAME[name].classes for m in public_methods(program, c)]
    assert len(methods) == BY_NAME[name].n_methods


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_reach_the_same_number_of_heaps(name: str) -> None:
    assert n_states(python_subject(name).program, name, 4) == n_states(subject(name), name, 4)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_ask_the_same_with_the_same_verdicts(name: str) -> None:
    tiny = [(spec, verdict) for verdict, spec in TINY_VERDICT.findall(subject_text(name))]
    python = [(spec, verdict) for verdict, spec in PYTHON_VERDICT.findall(python_text(name))]
    assert python == tiny
    assert len(python) == len(subject(name).functions)


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_gives_the_verdicts_that_its_comments_say(name: str) -> None:
    loaded = python_subject(name)
    asking = Asking(Limits(), shelf=Shelf(None))
    expected = {spec: verdict for verdict, spec in PYTHON_VERDICT.findall(python_text(name))}
    for question in loaded.program.functions:
        verdict = ask_question(loaded.program, question, asking).answer.verdict
        if expected[question.name] == "reachable":
            assert isinstance(verdict, Found), verdict_text(verdict)
            run_with_cpython(python_text(name), question, verdict)
        else:
            assert verdict_text(verdict) == "nowhere"
    for class_def in loaded.program.classes:
        for function in class_def.functions:
            if function.role is Role.INVARIANT:
                verdict = ask_question(loaded.program, function, asking).answer.verdict
                assert verdict_text(verdict) == "nowhere", function.qualified_name


def test_the_table_of_names_is_complete() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for entry in CATALOGUE:
        rows = [
            (tiny, python)
            for file, tiny, python in README_ROW.findall(readme)
            if file == entry.name
        ]
        own = {m.name for c in entry.classes for m in public_methods(subject(entry.name), c)}
        program = python_subject(entry.name).program
        twins = {m.name for c in entry.classes for m in public_methods(program, c)}
        assert {tiny for tiny, _ in rows} == own
        assert {python for _, python in rows} == twins
