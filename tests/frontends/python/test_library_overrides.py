"""Where a class of Python replaces what it inherits, ours does so, too."""

from __future__ import annotations

import collections

import pytest

from frontends.python.agreement import program_from
from heapwright.frontends.python.desugar.below_containers import library_method
from heapwright.frontends.python.modules.library_text import library_text
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import parse
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.python_names.class_names import shown_name

# Names that CPython's classes replace without a difference that a program could see.
ALIKE = {
    "OrderedDict": {
        *("__delitem__", "__init__", "__iter__", "__reversed__", "__setitem__", "clear", "items"),
        *("keys", "pop", "setdefault", "update", "values", "__ior__", "__ne__"),
    },
    "defaultdict": set(),
    "Counter": {"__ne__"},
}
# What Python gives every class, or nobody calls.
IDLE = {
    *("__class_getitem__", "__dict__", "__doc__", "__getattribute__", "__init_subclass__"),
    *("__module__", "__reduce__", "__sizeof__", "__subclasshook__", "__weakref__", "__copy__"),
}


@pytest.mark.parametrize("name", ALIKE)
def test_nothing_is_inherited_that_python_replaces(name: str) -> None:
    program = program_from(f"from collections import {name}\ndef make():\n    return {name}()\n")
    hierarchy = hierarchy_of(program)
    ours = next(one for one in hierarchy.classes if shown_name(one) == name)
    own = {function.name for function in hierarchy.classes[ours].functions}
    inherited = {
        function.name for level in hierarchy.line(ours)[1:] for function in level.functions
    }
    real = getattr(collections, name)
    replaced = {
        attribute
        for attribute in dir(real)
        if getattr(real, attribute, None) is not getattr(dict, attribute, None)
    }
    assert (replaced & inherited) - own - ALIKE[name] - IDLE == set()


def test_the_methods_of_containers_are_those_of_their_text() -> None:
    classes = [one for one in parse(library_text()).tree.body if isinstance(one, tree.ClassDef)]
    own = {
        one.name.text: {m.name.text for m in one.body if isinstance(m, tree.FunctionDef)}
        for one in classes
    }
    every = sorted(set().union(*own.values()))
    for container in ("list", "dict", "set", "deque", "collections_Counter"):
        found = [name for name in every if library_method(container, name) is not None]
        assert found == sorted(own[container])
