"""Code that runs when a module is imported: what decorators and hooks of classes do."""

from __future__ import annotations

import pytest

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts


def check_undecided(text: str, name: str, reason: str) -> None:
    """Ask a spec that cannot be decided; compare the first reason."""
    found = verdict_text(ask_python(text, name).verdict)
    assert found.partition(";")[0] == f"undecided: {reason}", found


REGISTERED = """
RULES = {}

def rule(*names, strict=False):
    names = list(names)
    if strict:
        names.append("strict")
    if not names:
        raise ValueError("no name")

    def decorator(cls):
        for name in names:
            RULES.setdefault(name, []).append(cls)
        return cls

    return decorator

@rule("if", "while")
class Indented:
    def __init__(self) -> None:
        self.depth = 0

    def enter(self) -> None:
        self.depth += 4

    def known(self) -> None:
        self.depth = len(RULES)

@spec
def NONE_KNOWN(i: Indented) -> bool:
    i.known()
    return i.depth == 0

@spec
def DEEP(i: Indented) -> bool:
    return i.depth == 8
"""


def test_a_class_that_a_decorator_only_notes_is_what_its_text_says() -> None:
    check_python_sequence(
        REGISTERED,
        expect(
            """
            i = Indented()
            i.enter()
            i.enter()
            """
        ),
    )


def test_what_a_decorator_noted_is_not_taken_for_what_it_was_before() -> None:
    check_undecided(
        REGISTERED, "NONE_KNOWN", "`NONE_KNOWN`, `Indented.known`: `.module.RULES` is not read"
    )


def test_a_method_that_a_decorator_only_notes_is_explored() -> None:
    text = """
class Table:
    def __init__(self) -> None:
        self.commands = {}

    def command(self, function):
        self.commands[function.__name__] = function
        return function

_table = Table()
inner = set()

def internal(function):
    inner.add(function.__code__)
    return function

class Box:
    def __init__(self) -> None:
        self.value = 0

    @internal
    @_table.command
    def put(self, value: int) -> None:
        self.value = value

@spec
def SEVEN(b: Box) -> bool:
    return b.value == 7
"""
    check_python_sequence(
        text,
        expect(
            """
            b = Box()
            b.put(7)
            """
        ),
    )


@pytest.mark.parametrize(
    "decorator",
    [
        "def change(cls):\n    cls.start = 7\n    return cls\n",
        "def change(cls):\n    setattr(cls, 'start', 7)\n    return cls\n",
        "def change(cls):\n    class Other(cls):\n        start = 7\n    return Other\n",
        "def set_seven(cls):\n    cls.start = 7\n\n"
        "def change(cls):\n    set_seven(cls)\n    return cls\n",
        "class Kept:\n    def append(self, cls):\n        cls.start = 7\n\n"
        "KEPT = Kept()\n\ndef change(cls):\n    KEPT.append(cls)\n    return cls\n",
        "TOTAL = 0\n\ndef change(cls):\n    global TOTAL\n    TOTAL = 1\n    return cls\n",
        "def change(cls):\n    if cls.start:\n        return cls\n",
    ],
)
def test_a_decorator_that_may_do_more_stands_in_the_way(decorator: str) -> None:
    text = f"""
{decorator}
@change
class Box:
    start = 0

    def __init__(self) -> None:
        self.value = self.start

@spec
def ZERO(b: Box) -> bool:
    return b.value == 0
"""
    found = verdict_text(ask_python(text, "ZERO").verdict)
    assert found.startswith("undecided")
    assert "`Box.__init__`: the decorator `change` is not supported" in found


HOOKED = """
class Plugin:
    plugins = []
    start = 0

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        {what}

class Box(Plugin):
    def __init__(self) -> None:
        self.value = self.start

    def count(self) -> None:
        self.value = len(self.plugins)

@spec
def NONE(b: Box) -> bool:
    b.count()
    return b.value == 0

@spec
def ZERO(b: Box) -> bool:
    return b.value == 0
"""


def test_what_a_hook_for_subclasses_notes_is_not_taken_for_what_it_was_before() -> None:
    text = HOOKED.format(what="cls.plugins.append(cls)")
    reason = "`Box.count`: `Plugin.plugins` is left out: the code of a module changes `plugins`"
    check_python_verdicts(text, {"ZERO": "found in 1"})
    check_undecided(text, "NONE", reason)


def test_a_hook_for_subclasses_that_changes_them_stands_in_the_way() -> None:
    text = HOOKED.format(what="cls.start = 5")
    reason = "`Box.__init__`, `Box.count`: `__init_subclass__` of a class above may change it"
    check_undecided(text, "ZERO", reason)


@pytest.mark.parametrize(
    "change", ["Box.start = 5", "for one in (Box,):\n    one.start = 5", "setattr(Box, 'start', 5)"]
)
def test_a_module_that_sets_attributes_of_a_class_stands_in_the_way(change: str) -> None:
    text = f"""
class Box:
    start = 0

    def __init__(self) -> None:
        self.value = self.start

{change}

@spec
def ZERO(b: Box) -> bool:
    return b.value == 0
"""
    reason = "`Box.__init__`: the code of a module sets `start` on it"
    check_undecided(text, "ZERO", reason)
