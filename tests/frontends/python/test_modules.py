"""Classes of other modules of the workspace are found, and never run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from heapwright.answers.search.ask import Effort, ask_spec, specs_of
from heapwright.frontends.python.modules import load as modules
from heapwright.ir.written.fingerprint import class_fingerprints
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.workspace.load import load_program
from support.engine import verdict_text

NODE = """
raise SystemExit("this module must not be run")

STEP = 2

class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next: "Node | None" = None

    def up(self) -> None:
        self.value += STEP
"""


def check_verdict(folder: Path, files: dict[str, str], expected: str) -> None:
    """Write files and compare the verdict on the first spec of the last one."""
    assert verdict_of(folder, files) == expected


def verdict_of(folder: Path, files: dict[str, str]) -> str:
    """Write files and ask the first spec of the last one."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    loaded = load_program(str(folder / list(files)[-1]), None)
    [spec] = specs_of(loaded.program)
    effort = Effort(solver=default_solver(), limits=Limits(calls=3))
    return verdict_text(ask_spec(loaded.program, effort, spec).verdict)


SPEC = """
@spec
def S(n: {name}) -> bool:
    return n.value == 7
"""


def test_a_module_beside_the_file(tmp_path: Path) -> None:
    question = "from node import Node\n" + SPEC.format(name="Node")
    check_verdict(tmp_path, {"node.py": NODE, "main.py": question}, "found in 1")


def test_a_module_by_its_name(tmp_path: Path) -> None:
    question = "import node as n_\n" + SPEC.format(name="n_.Node")
    check_verdict(tmp_path, {"node.py": NODE, "main.py": question}, "found in 1")


def test_packages_relative_imports_and_names_that_a_package_passes_on(tmp_path: Path) -> None:
    files = {
        "lib/__init__.py": "from .inner.node import Node\n",
        "lib/inner/__init__.py": "",
        "lib/inner/node.py": NODE,
        "lib/main.py": "from . import Node\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "found in 1")
    files["lib/inner/main.py"] = "from lib import Node\n" + SPEC.format(name="Node")
    check_verdict(tmp_path, files, "found in 1")


def test_imports_for_types_only_and_in_a_circle(tmp_path: Path) -> None:
    files = {
        "a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from b import B\n"
        "class A:\n    def __init__(self, b: 'B') -> None:\n        self.b = b\n"
        "        self.value = b.value\n",
        "b.py": "from a import A\nclass B:\n    def __init__(self) -> None:\n"
        "        self.value = 7\n    def make(self) -> A:\n        return A(self)\n",
        "main.py": "from a import A\n" + SPEC.format(name="A"),
    }
    check_verdict(tmp_path, files, "found in 2")


def test_a_class_of_the_same_name_in_another_module_is_another_class(tmp_path: Path) -> None:
    files = {
        "node.py": NODE,
        "main.py": "import node\nclass Node:\n    def __init__(self) -> None:\n"
        "        self.value = 3\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "nowhere")


def test_a_module_of_a_package_by_its_dotted_name(tmp_path: Path) -> None:
    files = {
        "lib/__init__.py": "",
        "lib/node.py": NODE,
        "main.py": "import lib.node\n\nclass Big(lib.node.Node):\n"
        "    def up(self) -> None:\n        self.value += 5\n"
        "    def other(self) -> 'lib.node.Node':\n        return lib.node.Node(1)\n"
        + SPEC.format(name="lib.node.Node"),
    }
    check_verdict(tmp_path, files, "found in 1")


def test_a_star_gives_what_a_module_lists(tmp_path: Path) -> None:
    files = {
        "node.py": NODE + "\n__all__ = ['Node']\n",
        "passing.py": "from node import *\nNODES = 3\n",
        "main.py": "from passing import *\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "found in 1")


def test_modules_that_import_all_of_each_other(tmp_path: Path) -> None:
    files = {
        "node.py": "from other import *\n" + NODE,
        "other.py": "from node import *\nLIMIT = 3\n",
        "main.py": "from other import *\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "found in 1")


def test_future_annotations_and_try_around_an_import(tmp_path: Path) -> None:
    files = {
        "node.py": NODE,
        "main.py": "from __future__ import annotations\ntry:\n    from node import Node\n"
        "except ImportError:\n    Node = None\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "found in 1")


def test_a_package_without_an_init_file_finds_its_own_modules(tmp_path: Path) -> None:
    files = {
        "shapes/parts/node.py": NODE,
        "shapes/main.py": "from shapes.parts.node import Node\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "found in 1")


def test_a_module_of_a_package_does_not_hide_one_of_the_standard_library(tmp_path: Path) -> None:
    files = {
        "lib/__init__.py": "",
        "lib/math.py": "def isqrt(n: int) -> int:\n    return 7\n",
        "lib/main.py": "from math import isqrt\n\nclass Node:\n    def __init__(self) -> None:\n"
        "        self.value = isqrt(9)\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "nowhere")
    files["lib/other.py"] = files["lib/main.py"].replace("from math", "from .math")
    check_verdict(tmp_path, files, "found in 1")


def fingerprints(folder: Path, files: dict[str, str]) -> Mapping[str, str]:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return class_fingerprints(load_program(str(folder / "main.py"), None).program)


def test_a_fingerprint_covers_what_a_class_reaches_in_other_files(tmp_path: Path) -> None:
    files = {
        "step.py": "STEP = 2\nUNUSED = 1\n\ndef step(n: int) -> int:\n    return n + STEP\n"
        "\nclass Alone:\n    def __init__(self) -> None:\n        self.a = 1\n",
        "node.py": "from step import step\n\nclass Node:\n"
        "    def __init__(self) -> None:\n        self.n = 0\n"
        "    def up(self) -> None:\n        self.n = step(self.n)\n",
        "main.py": "from node import Node\nfrom step import Alone\n\nclass Tree:\n"
        "    def __init__(self, node: Node) -> None:\n        self.node = node\n"
        "    def up(self) -> None:\n        self.node.up()\n",
    }
    before = fingerprints(tmp_path, files)
    changed = files | {"step.py": files["step.py"].replace("STEP = 2", "STEP = 3")}
    after = fingerprints(tmp_path, changed)
    names = ("Tree", "Node", "Alone")
    assert [before[name] == after[name] for name in names] == [False, False, True]
    idle = {
        name: f"# a comment\n{text}".replace("UNUSED = 1", "UNUSED = 7\n\n")
        for name, text in files.items()
    }
    after = fingerprints(tmp_path, idle)
    assert [before[name] == after[name] for name in names] == [True, True, True]


def test_the_values_of_a_second_base_mean_what_its_own_file_says(tmp_path: Path) -> None:
    files = {
        "other.py": "STEP = 4\n\nclass Other:\n    step = STEP\n    kind: int = STEP + 1\n",
        "main.py": """
from other import Other

STEP = 1

class Own:
    pass

class Box(Own, Other):
    def __init__(self) -> None:
        self.value = self.step

    def up(self) -> None:
        self.value += self.kind - 2

@spec
def S(b: Box) -> bool:
    return b.value == 7
""",
    }
    check_verdict(tmp_path, files, "found in 2")


BASE = """
STEP = 7

class Base:
    log = []
    step = STEP

    def add(self) -> None:
        self.log.append(1)
"""


def test_a_second_base_of_another_file_shares_its_values(tmp_path: Path) -> None:
    question = """
from base import Base

STEP = 1

class First:
    def __init__(self) -> None:
        self.n = 0

class Both(First, Base):
    def look(self) -> None:
        self.n = len(Base.log) + self.step

@spec
def S(b: Both) -> bool:
    return b.n == 8
"""
    check_verdict(tmp_path, {"base.py": BASE, "main.py": question}, "found in 3")


def test_modules_beyond_the_most_that_are_read_count_as_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modules, "MAX_FILES", 4)
    far = {
        f"far{n}.py": f"import far{n + 1}\n\nclass Far(far{n + 1}.Far):\n"
        f"    def up(self) -> None:\n        far{n + 1}.turn(far{n + 1}.Far)\n"
        for n in range(6)
    }
    files = {
        **far,
        "far6.py": "class Far:\n    pass\n\ndef turn(given: type) -> None:\n    pass\n",
        # What is near is read, whatever that which comes after it leads to.
        "node.py": NODE,
        "main.py": "from node import Node\nimport far0\n" + SPEC.format(name="Node"),
    }
    check_verdict(tmp_path, files, "found in 1")


PATCHES = {
    "a function": "helpers.twice = lambda: 5",
    "a function by its name": "setattr(helpers, 'twice', lambda: 5)",
    "a name that is computed": "for name in dir(helpers):\n    setattr(helpers, name, None)",
    "several modules": "for one in [helpers]:\n    setattr(one, 'tw' + 'ice', None)",
    "a class": "helpers.Inner = int",
    "a value": "helpers.LIMIT = 5",
    "a module": "import sys\nsys.modules['helpers'] = None",
}


@pytest.mark.parametrize("code", ["pass", *PATCHES.values()], ids=["nothing", *PATCHES])
def test_a_module_that_another_one_patches(code: str, tmp_path: Path) -> None:
    helpers = "LIMIT = 3\ndef twice():\n    return 3\nclass Inner:\n    n = 3\n"
    text = f"""
from heapwright import spec
import helpers
{code}

class Box:
    def __init__(self):
        self.n = helpers.twice() + helpers.LIMIT + helpers.Inner().n

@spec
def NINE(b: Box) -> bool:
    return b.n == 9
"""
    found = verdict_of(tmp_path, {"helpers.py": helpers, "main.py": text})
    if code == "pass":
        assert found == "found in 1"
    else:
        assert found.startswith("undecided: "), found


def test_another_name_of_a_function_that_code_changes(tmp_path: Path) -> None:
    text = """
from heapwright import spec
from helpers import three as other
globals()["other"] = lambda: 5

class Box:
    def __init__(self):
        self.n = other()

@spec
def THREE(b: Box) -> bool:
    return b.n == 3
"""
    files = {"helpers.py": "def three():\n    return 3\n", "main.py": text}
    check_verdict(tmp_path, files, "undecided: `Box.__init__`: `other` is not known")


def test_a_function_imports_one_name_from_one_of_two_modules(tmp_path: Path) -> None:
    other = NODE.replace("self.value = value", "self.value = value + 1")
    question = """
class Maker:
    def __init__(self, kind: str) -> None:
        if kind == "node":
            from node import Node
        else:
            from other import Node
        self._node = Node(4)

@spec
def S(m: Maker) -> bool:
    return m._node.value == {value}
"""
    files = {"node.py": NODE, "other.py": other}
    for value, expected in ((4, "found in 1"), (5, "found in 1"), (6, "nowhere")):
        check_verdict(tmp_path, {**files, "main.py": question.format(value=value)}, expected)


def test_a_name_that_is_imported_or_assigned(tmp_path: Path) -> None:
    question = """
class Maker:
    def __init__(self, is_plain: bool) -> None:
        if is_plain:
            Node = None
        else:
            from node import Node
        self.node = Node

@spec
def S(m: Maker) -> bool:
    return {condition}
"""
    for condition in ("m.node is None", "m.node is not None and m.node(7).value == 7"):
        files = {"node.py": NODE, "main.py": question.format(condition=condition)}
        check_verdict(tmp_path, files, "found in 1")
