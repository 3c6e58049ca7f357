"""Names that `from module import *` brings, or hides."""

from __future__ import annotations

import subprocess
import sys

from heapwright.frontends.python.modules.star_imports import HARMLESS, HIDDEN, may_hide
from support.python_engine import check_python_verdicts

# Which names of Python each module hides that is given as an argument and can be imported.
SCRIPT = """
import builtins, contextlib, io, sys, warnings
warnings.simplefilter("ignore")
for module in sys.argv[1:]:
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(f"from {module} import *", names)
        except ImportError:
            continue
    own = [name for name in dir(builtins) if not name.startswith("_")]
    hidden = [n for n in own if n in names and names[n] is not getattr(builtins, n)]
    print(module, *hidden)
"""
# They open a browser, draw, or are no modules to import.
LEFT_ALONE = {"antigravity", "this", "idlelib", "test", "turtledemo"}


def test_the_standard_library_hides_what_the_table_says() -> None:
    modules = {name for name in sys.stdlib_module_names if not name.startswith("_")}
    asked = sorted((modules | HARMLESS) - LEFT_ALONE)
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, *asked],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    lines = run.stdout.splitlines()
    assert len(lines) > 150
    for line in lines:
        module, *hidden = line.split()
        untold = [name for name in hidden if not may_hide(module, name)]
        assert not untold, f"{module} hides {untold}"
    found = {line.split()[0]: line.split()[1:] for line in lines}
    # Nothing stands in the table for a module that hides nothing here.
    assert all(found[module] for module in HIDDEN if module in found)


CLASS = """
{imports}
LIMIT = 3

class Box:
    def __init__(self) -> None:
        self.n = 0

    def set(self) -> None:
        self.n = {value}

@spec
def THREE(b: Box) -> bool:
    return b.n == 3

@spec
def FOUR(b: Box) -> bool:
    return b.n == 4
"""


def check(imports: str, value: str, three: str, four: str) -> None:
    """Compare the verdicts about a class whose method sets a value."""
    text = CLASS.replace("{imports}", imports).replace("{value}", value)
    check_python_verdicts(text, {"THREE": three, "FOUR": four})


def unread(name: str) -> str:
    """Give the verdict where all depends on a name from outside."""
    return f"undecided: `Box.set`: `{name}` is not read"


def test_a_module_that_is_not_read_may_hide_what_python_has() -> None:
    check("", "sum([1, 2])", "found in 2", "nowhere")
    check("from colorsys import *", "sum([1, 2])", "found in 2", "nowhere")
    check("from numpy import *", "abs(-3)", unread("numpy.abs"), unread("numpy.abs"))


def test_what_nobody_names_may_come_from_a_module_that_is_not_read() -> None:
    given = unread("colorsys.hls_to_rgb")
    check("from colorsys import *", "hls_to_rgb", given, given)


def test_a_name_of_the_file_itself_is_its_own() -> None:
    check("from colorsys import *", "LIMIT", "found in 2", "nowhere")


def test_a_module_of_the_standard_library_hides_some_names() -> None:
    check("from operator import *", "abs(-3)", unread("operator.abs"), unread("operator.abs"))
    check("from operator import *", "max(1, 3)", "found in 2", "nowhere")
