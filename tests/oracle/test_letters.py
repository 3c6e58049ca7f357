"""Paths of methods on strings whose letters are not known, against the plain interpreter.

Every path is tried with letters at random and with a model of its own: exactly one path
must fit, and it must end as the plain interpreter does.
"""

from __future__ import annotations

from random import Random

import pytest

from heapwright.solver.chain import default_solver
from oracle.symbolic_agreement import check_paths
from support.python_engine import loaded_python

METHODS = {
    "cut": "return s[1:] + s[:1] + s[-1:]",
    "found": "return (s.find(t), s.rfind(t), s.count(t), t in s, s.startswith(t))",
    "swapped": "return s.replace(t, '-', 1).replace('a', t)",
    "split": "return (s.split(t) if t else None, s.partition('a'), s.rsplit('b', 1))",
    "stripped": "return (s.strip(), s.lstrip('ab'), s.rstrip(t), s.split())",
    "cases": "return (s.upper(), s.lower(), s.title(), s.isalpha(), s.isdigit(), s.isupper())",
    "ordered": "return (s < t, s <= t, s == t, max(s, t), sorted([s, t, 'b']), len(s))",
    "letters": "return ([ord(c) for c in s], [chr(ord(c) + 1) for c in t], len(s) + len(t))",
    "number": "return int(s) + 1",
    "laid_out": "return s.rjust(4, '.') + '%s!' % t + '{:>3}{}'.format(s, t) + f'{t}{s:<2}'",
    "counted": "return {c: s.count(c) for c in s}",
    "parted": "return (s.partition(t) if t else 0, s.rpartition('a'), s.rindex(t), s.index('b'))",
    "spaced": "return (s.lstrip(), t.rstrip(), s.isspace(), t.strip(s), s.rsplit())",
    "kinds": "return (s.isalnum(), s.swapcase(), t.capitalize(), t.casefold(), s.istitle())",
    "trimmed": "return s.removeprefix(t).removesuffix('b') * 2",
}
TEXT = "class T:\n    def __init__(self) -> None:\n        self.n = 0\n" + "".join(
    f"\n    def {name}(self, s: str, t: str) -> object:\n        {body}\n"
    for name, body in METHODS.items()
)


@pytest.mark.parametrize("seed", range(3))
def test_paths_on_open_letters_agree_with_the_plain_interpreter(seed: int) -> None:
    methods = dict.fromkeys(METHODS, ("str", "str"))
    tally = check_paths(loaded_python(TEXT).program, methods, Random(seed), default_solver())
    assert tally.n_methods == len(METHODS)
    assert tally.n_compared > 4 * len(METHODS), tally
    assert tally.n_unfollowed == 0, tally
