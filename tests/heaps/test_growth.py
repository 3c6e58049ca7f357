"""[SUMMARY] Figure 1: `contains` by identity, asked for several objects in conjunction.

The program and the plot are those of `./dev bench paths --growth`, which goes up to 8 calls.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from support.conformance import judge, judged_paths
from support.engine import loaded
from support.symbolic import MODELS, function_named, paths_of

ROOT = Path(__file__).parent.parent.parent


def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_paths", ROOT / "benchmarks" / "paths.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("n_calls", [1, 2, 3])
def test_summary_and_pose_find_the_paths_of_the_program_and_no_more(n_calls: int) -> None:
    program = loaded(benchmark().list_program(n_calls)).program
    run = function_named(program, "List.run")
    models = [judged_paths(program, run, model) for model in ("pose", "summary")]
    taken = judge(program, run, models, n_objects=2, most=20_000, ints=(0,))
    for one in models:
        assert set(one.traces) == taken
        assert len(one.traces) == len(taken)


def test_lazy_initialization_makes_several_paths_of_each() -> None:
    text = benchmark().list_program
    counts = {
        model: [len(paths_of(text(n), model, "List.run").paths) for n in (1, 2, 3)]
        for model in MODELS
    }
    assert counts == {
        "pose": [6, 13, 26],
        "summary": [6, 13, 26],
        "lazier": [24, 56, 110],
        "lazy": [41, 97, 191],
    }


def test_the_growth_is_plotted_with_a_curve_per_model() -> None:
    rows = [
        {"pose": 5, "summary": 5, "lazier": 12, "lazy": 30},
        {"pose": 9, "summary": 9, "lazier": 80, "lazy": None},
    ]
    root = ElementTree.fromstring(benchmark().plot(rows))
    name = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{name}polyline")) == len(MODELS)
    assert {*MODELS} <= {text.text for text in root.iter(f"{name}text")}
