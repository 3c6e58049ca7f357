"""No module of the standard library ends the front end, whatever it contains."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from heapwright.frontends.python.lower.program.lower import lower
from heapwright.frontends.python.modules.load import load_modules
from heapwright.ir.checks.validate import validate
from heapwright.text.source import Source

LIBRARY = Path(sysconfig.get_path("stdlib"))
MODULES = sorted(path for path in LIBRARY.glob("*.py") if path.stat().st_size < 60_000)
N_MODULES = 96
N_TESTS = 4


@pytest.mark.parametrize("part", range(N_TESTS))
def test_modules_of_the_standard_library_are_lowered(part: int) -> None:
    step = max(1, len(MODULES) // N_MODULES)
    chosen = MODULES[::step][part::N_TESTS]
    assert len(chosen) >= 10
    n_classes = 0
    for path in chosen:
        text = path.read_text(encoding="utf-8", errors="replace")
        lowered = lower(load_modules(Source(str(path), text), lambda _: None))
        assert validate(lowered.program) == (), path.name
        n_classes += len(lowered.source_map.classes)
    assert n_classes > 10
