"""JSON is written and read as CPython does it."""

from __future__ import annotations

import random

import pytest

from frontends.python.agreement import program_from
from frontends.python.value_agreement import described_ours, described_real, executed
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import EMPTY_HEAP

_WRITTEN = (
    "",
    "indent=2",
    "sort_keys=True",
    "ensure_ascii=False",
    'separators=(",", ":")',
    'indent="-", separators=(";", "=")',
    "default=str",
    "skipkeys=True",
    "allow_nan=False",
)
_BROKEN = (
    *('"[1, 2"', '"{}}"', '"nul"', '"01"', '"[1,]"', "'{\"a\" 1}'", "'\"a'", '""', "'-'", "'1.e5'"),
    *(
        "'\"\\\\ud83d\\\\ude00 \\\\u00e9\\\\n\"'",
        "'[1.5e3, -0, 1E+2, -Infinity, NaN]'",
        "'\"\\t\"'",
    ),
    *('\' {"b" : [ ] , "a":{}, "b":2 } \'', "3", "'[1] x'", "'\"\\\\x\"'", "'1.'", "'[tru]'"),
)


def _value(chance: random.Random, depth: int) -> str:
    if depth and chance.random() < 0.5:
        inner = [_value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
        match chance.randrange(3):
            case 0:
                return f"[{', '.join(inner)}]"
            case 1:
                return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
            case _:
                keys = [chance.choice(('"k"', '"a"', "1", "None", "True", "2.5")) for _ in inner]
                pairs = ", ".join(f"{k}: {v}" for k, v in zip(keys, inner, strict=True))
                return "{" + pairs + "}"
    return chance.choice(
        (
            *("1", "-20", "True", "None", "1.5", "1e300", '"text"', "'a\"b\\\\c\\n\\x01'", '"é😀"'),
            *('float("inf")', '"\\x7f"', "set()", '""'),
        )
    )


@pytest.mark.parametrize("seed", range(2))
def test_what_is_written_and_read_is_what_cpython_writes_and_reads(seed: int) -> None:
    chance = random.Random(seed)
    bodies = [f"json.loads({text})" for text in _BROKEN]
    for _ in range(80):
        value = _value(chance, 3)
        bodies.append(f"json.dumps({value}, {chance.choice(_WRITTEN)})")
        bodies.append(f"json.loads(json.dumps({value}))")
    functions = "".join(f"def f{i}():\n    return {body}\n" for i, body in enumerate(bodies))
    text = f"import json\n\n{functions}"
    real, program = executed(text), program_from(text)
    names = {f.name: f.qualified_name for c in program.classes for f in c.functions}
    n_whole = 0
    for index, body in enumerate(bodies):
        try:
            wanted: object = ("gave", described_real((real[f"f{index}"](),)))  # type: ignore[operator]
        except Exception as error:  # noqa: BLE001 - whatever it raises is compared
            wanted = ("raised", type(error).__name__)
        match run(program, names[f"f{index}"], (), EMPTY_HEAP, Limits(steps=100_000)):
            case Returned(found, heap):
                ours: object = ("gave", described_ours(hierarchy_of(program), heap, (found,)))
            case Threw(class_name):
                ours = ("raised", class_name.rpartition(".")[2])
            case _:
                continue
        assert repr(ours) == repr(wanted), body
        n_whole += 1
    assert n_whole > 0.9 * len(bodies)
