"""Code that changes the names of modules behind their text: no claim rests on such a name."""

from __future__ import annotations

import pytest

from support.engine import verdict_text
from support.python_engine import ask_python

TEXT = """
import sys
LIMIT = 3
{code}

class Box:
    def __init__(self):
        self.n = LIMIT

@spec
def THREE(b: Box) -> bool:
    return b.n == 3
"""

CHANGES = {
    "the dict of names": "globals()['LIMIT'] = 5",
    "a name that is computed": "for name in ('LIMIT',):\n    globals()[name] = 5",
    "an update with a keyword": "globals().update(LIMIT=5)",
    "an update with a dict": "globals().update({'LIMIT': 5})",
    "a method of the dict": "globals().__setitem__('LIMIT', 5)",
    "the dict of what is there": "vars()['LIMIT'] = 5",
    "the dict of what is local": "locals()['LIMIT'] = 5",
    "the dict under a name": "names = globals()\nnames['LIMIT'] = 5",
    "the dict in another one": "held = dict(names=globals())\nheld['names']['LIMIT'] = 5",
    "the function under a name": "names = globals\nnames()['LIMIT'] = 5",
    "a lambda": "(lambda: globals())()['LIMIT'] = 5",
    "a function that runs": "def fill():\n    globals()['LIMIT'] = 5\nfill()",
    "a function that is given the dict": "def f(names):\n    names['LIMIT'] = 5\nf(globals())",
    "the body of a class": "class Other:\n    globals()['LIMIT'] = 5",
    "code from outside": "import operator\noperator.setitem(globals(), 'LIMIT', 5)",
    "a text that is run": "exec('LIMIT = 5')",
    "a text that is run by another name": "run = exec\nrun('LIMIT = 5')",
    "a text that is run with the dict": "exec('LIMIT = 5', globals())",
    "the module": "sys.modules[__name__].LIMIT = 5",
    "the module under a name": "module = sys.modules[__name__]\nmodule.LIMIT = 5",
    "what a function gives": "def me():\n    return sys.modules[__name__]\nme().LIMIT = 5",
    "an import inside of a function": (
        "def me():\n    import sys as s\n    return s.modules[__name__]\nme().LIMIT = 5"
    ),
    "the modules by their own name": "from sys import modules\nmodules[__name__].LIMIT = 5",
    "an attribute by its name": "setattr(sys.modules[__name__], 'LIMIT', 5)",
    "a method of the module": "sys.modules[__name__].__setattr__('LIMIT', 5)",
    "the dict of the module": "sys.modules[__name__].__dict__['LIMIT'] = 5",
    "the dict of the module by a function": "vars(sys.modules[__name__])['LIMIT'] = 5",
    "an import by a function": "__import__(__name__).LIMIT = 5",
    "an import by the library": "import importlib\nimportlib.import_module(__name__).LIMIT = 5",
    "the names of a function": "def f(): pass\nf.__globals__['LIMIT'] = 5",
    "the names of a frame": "sys._getframe().f_globals['LIMIT'] = 5",
    "the module that is run": "import __main__\n__main__.LIMIT = 5",
}


@pytest.mark.parametrize("code", CHANGES.values(), ids=CHANGES)
def test_a_name_that_the_code_of_a_module_changes_means_nothing_any_more(code: str) -> None:
    found = verdict_text(ask_python(TEXT.replace("{code}", code), "THREE").verdict)
    assert found.startswith("undecided"), found


LOOKS = {
    "a look into the dict": "print(globals().get('x'), 'y' in globals(), len(globals()))",
    "another name": "globals()['OTHER'] = 5",
    "a text with names of its own": "exec('LIMIT = 5', {})",
    "an attribute of the module": "print(sys.modules[__name__].LIMIT)",
}


@pytest.mark.parametrize("code", LOOKS.values(), ids=LOOKS)
def test_a_look_at_the_names_of_a_module_changes_nothing(code: str) -> None:
    found = verdict_text(ask_python(TEXT.replace("{code}", code), "THREE").verdict)
    assert found == "found in 1"


def test_a_name_of_python_may_be_hidden_so() -> None:
    code = "def three(x):\n    return 3\nglobals()['len'] = three"
    text = TEXT.replace("{code}", code).replace("self.n = LIMIT", "self.n = len([])")
    found = verdict_text(ask_python(text, "THREE").verdict)
    assert found.startswith("undecided"), found
