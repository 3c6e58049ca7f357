"""User programs import heapwright, so that must cost next to nothing."""

import subprocess
import sys

HEAVY = ("z3", "lark", "pygls", "lsprotocol", "msgspec", "diskcache", "attrs", "asyncio")


def modules_after(statement: str) -> set[str]:
    """Name the modules that a fresh Python has loaded after a statement."""
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


def test_importing_heapwright_imports_nothing_heavy() -> None:
    loaded = modules_after("from heapwright import spec, invariant, scope, structure")
    assert "heapwright" in loaded
    assert sorted(loaded & set(HEAVY)) == []


def test_importing_heapwright_imports_no_part_of_it() -> None:
    loaded = modules_after("import heapwright")
    assert sorted(name for name in loaded if name.startswith("heapwright.")) == []


def test_a_heavy_import_would_be_seen() -> None:
    assert "lark" in modules_after("import heapwright, lark")


def test_the_server_process_does_not_even_import_the_engine() -> None:
    loaded = modules_after("import heapwright.lsp.app")
    engine = ("solver", "domains", "paths", "heaps", "graph", "answers", "store", "invariants")
    assert "heapwright.lsp.checking" in loaded
    found = {name for name in loaded if name.startswith("heapwright.")}
    assert sorted(name for name in found if name.split(".")[1] in engine) == []
    assert "heapwright.frontends.python.lower.program.lower" not in loaded
