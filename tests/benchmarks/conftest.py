"""Benchmarks are scripts that import what lies beside them; these tests do so, too."""

import importlib
import sys

from support.repo import ROOT

# Their folder is on the path for a moment only: `coverage` and `domains` mean something else
# to other tests. Whatever lies in a package is found through it afterwards.
sys.path.append(str(ROOT / "benchmarks"))
try:
    for name in ("parts", "peers_parts", "all", "same_answers"):
        importlib.import_module(name)
finally:
    sys.path.remove(str(ROOT / "benchmarks"))
