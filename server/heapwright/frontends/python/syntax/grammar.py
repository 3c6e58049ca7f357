"""The grammar of Python that tree-sitter reads by.

Place: frontends/python/syntax/. `parse` takes it. The package that brings it also offers queries,
for which its `__init__` imports `importlib.resources` and twenty modules more, three milliseconds
of every start; so the one compiled module in it is imported alone.
"""

from __future__ import annotations

from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec

PACKAGE = "tree_sitter_python"
NAME = f"{PACKAGE}._binding"


def grammar() -> object:
    """Give the grammar, as `tree_sitter.Language` takes it."""
    package = find_spec(PACKAGE)
    places = None if package is None else package.submodule_search_locations
    found = None if places is None else PathFinder.find_spec(NAME, places)
    if found is None or found.loader is None:
        raise ImportError(f"{PACKAGE} is not installed", name=PACKAGE)
    module = module_from_spec(found)
    found.loader.exec_module(module)
    capsule: object = module.language()
    return capsule
