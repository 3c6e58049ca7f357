"""What `./dev bench peers` gives to the other tools, as far as it can be run without them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from peers_parts.client import Client, Found, refusals
from peers_parts.crosshair_contract import contract
from peers_parts.hypothesis_machine import machine
from peers_parts.pynguin_target import target
from peers_parts.questions import Question, class_text, questions
from support.repo import ROOT

BY_LABEL = {question.label: question for question in questions()}
# One object, several objects, objects that calls give, objects without a type, texts.
SOME = ["avl.TWO_NODES", "leftist.TWO_HEAPS", "links.TWO_NODES", "stack.TWO", "words.HAS_A"]


def laid_out(question: Question, folder: Path, **texts: str) -> None:
    (folder / f"{question.module}.py").write_text(class_text(question), encoding="utf-8")
    (folder / f"{question.file}.py").write_text(question.text, encoding="utf-8")
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")


def run_python(folder: Path, *arguments: str) -> str:
    places = os.pathsep.join((str(ROOT / "server"), str(folder)))
    # The benchmarks come last: one of them is called like a package.
    script = f"import sys; sys.path.append({str(ROOT / 'benchmarks')!r}); " + arguments[0]
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("make", [machine, contract, target])
def test_every_set_up_is_valid_python(make: object) -> None:
    assert callable(make)
    for question in questions():
        compile(make(question), question.label, "exec")


@pytest.mark.parametrize("label", ["avl.TWO_NODES", "links.TWO_NODES", "stack.TWO"])
def test_the_machine_finds_an_easy_spec_and_its_calls_run_in_cpython(
    label: str, tmp_path: Path
) -> None:
    question = BY_LABEL[label]
    laid_out(question, tmp_path, machine=machine(question))
    code = run_python(tmp_path, "import machine; machine.main()", "hypothesis")
    script = f"from {question.module} import *; from {question.file} import *; exec({code!r})"
    run_python(tmp_path, script)


@pytest.mark.parametrize(
    ("label", "calls"),
    [
        ("avl.TWO_NODES", "given_numbers([(0, 2), (0, 1)])"),
        ("avl.TWO_NODES", "given_calls([InsertAvlTree(2), InsertAvlTree(1)])"),
        ("links.TWO_NODES", "given_numbers([(0, 0, 1, 1), (1, 0, 2, 0)])"),
        ("lru.HOLDS_SEVEN", "given_calls(2, [PutLruCache(7, 0)])"),
        ("stack.TWO", "given_numbers([(0, 1), (0, 2)])"),
    ],
)
def test_the_contract_is_broken_by_the_right_calls_only(
    label: str, calls: str, tmp_path: Path
) -> None:
    question = BY_LABEL[label]
    laid_out(question, tmp_path, contract=contract(question))
    name = calls.partition("(")[0]
    nothing = f"{name}({'2, ' if question.file == 'lru' else ''}[])"
    said = run_python(tmp_path, f"from contract import *; print({calls}, {nothing})")
    assert said.split() == ["True", "False"]


@pytest.mark.parametrize(
    ("test", "verdict"),
    [
        ("t = target.AvlTree(); t.insert(x=2); t.insert(x=1); target.reached(t=t)", "confirmed"),
        ("t = target.AvlTree(); t.insert(x=2.5); t.insert(x=1); target.reached(t)", "mistyped"),
        ("t = target.AvlTree(); t._inserted(2, None); target.reached(t=t)", "unconfirmed"),
        (
            "t = target.AvlTree(); n = target.AvlNode(2); n.left = n; t._root = n; "
            "t._measured(n); target.reached(t=t)",
            "unconfirmed",
        ),
    ],
)
def test_a_written_test_counts_if_public_calls_built_its_object(
    test: str, verdict: str, tmp_path: Path
) -> None:
    question = BY_LABEL["avl.TWO_NODES"]
    written = f"import target\n\n\ndef test_0():\n    {test}\n"
    hits = "def note_hit():\n    pass\n"
    laid_out(question, tmp_path, target=target(question), hits=hits, test_target=written)
    check = "from peers_parts.pynguin_target import main; main()"
    assert run_python(tmp_path, check, "test_target", question.label).strip() == verdict


def test_a_client_notes_calls_that_were_not_refused_and_writes_them() -> None:
    class Box:
        def __init__(self) -> None:
            self.items: list[object] = []

        def put(self, item: object) -> None:
            if item == 0:
                raise ValueError
            self.items.append(item)

    def HOLDS_TWO(box: Box) -> bool:
        return len(box.items) == 2

    client = Client(refusals(sys.modules[__name__]))
    box = client.make(Box)
    for item in (3, 0, None):
        client.call(box, "put", item)
    with pytest.raises(Found) as found:
        client.look(HOLDS_TWO, Box)
    lines = str(found.value).splitlines()
    assert [line.replace(Box.__qualname__, "Box") for line in lines] == [
        "x1 = Box()",
        "x1.put(3)",
        "x1.put(None)",
        "assert HOLDS_TWO(x1)",
    ]
