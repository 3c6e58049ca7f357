"""What a constraint consists of.

Place: domains/. `constraint` is the face for everyone outside this package and
builds constraints, with `differences`, `congruences`, `sums` and `definitions`.

A `Constraint` is the exact product of

- *definitions* `x := sum`, which remove x from everything else. An equality
  with a unit coefficient becomes one; so does an equality that the bounds imply.
- *rows*: closed difference bounds over the variables that are not defined;
- *apart*: excluded differences, pushing bounds inward where they meet an end;
- *strides*: `x = rest (mod modulus)` for one variable, bounds aligned to it;
- *congruences*: `modulus | sum` over several variables, as literals;
- *sums*: other literals over sums of variables, used to narrow bounds;
- *booleans*: Boolean variables whose value is known;
- *residual*: every literal that none of these can say; of which values a single variable has,
  one literal, cut to its bounds (see `value_sets`).

Nothing is lost: the models of a constraint are exactly those of what was
assumed. `FALSE` is the only constraint known to have none.

Constraints are immutable for everyone outside this package. While one is built
it is a *draft*: its fields are replaced, never changed in place, since they may
be shared with the constraint it was made from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from heapwright.domains.difference_bounds import Rows
from heapwright.domains.disequalities import Apart
from heapwright.domains.linear import Definitions
from heapwright.terms.evaluate import Value
from heapwright.terms.term import Term, Variable

Strides: TypeAlias = "dict[Variable, tuple[int, int]]"


class Constraint:
    """A conjunction; see the module's essay. Compared by identity; use `key` for meaning."""

    __slots__ = (
        "apart",
        "booleans",
        "congruences",
        "definitions",
        "hidden",
        "index",
        "key",
        "literals",
        "residual",
        "rows",
        "status",
        "strides",
        "sums",
        "variables",
        "witness",
    )
    variables: tuple[Variable, ...]
    """The variables of the rows in structural order; `rows` has zero before them."""
    index: dict[Variable | None, int]
    rows: Rows
    apart: Apart
    definitions: Definitions
    strides: Strides
    congruences: tuple[Term, ...]
    sums: tuple[Term, ...]
    booleans: dict[Variable, bool]
    residual: tuple[Term, ...]
    hidden: frozenset[Variable]
    """Variables that projection could not eliminate: read them as 'there is'."""
    witness: Mapping[Term, Value] | None
    """A model of this constraint or of a weaker one; try it before searching."""
    status: object
    key: tuple[object, ...] | None
    literals: tuple[Term, ...] | None

    def fork(self) -> Constraint:
        """Give a draft that starts out like this constraint."""
        draft = Constraint.__new__(Constraint)
        draft.variables = self.variables
        draft.index = self.index
        draft.rows = self.rows
        draft.apart = self.apart
        draft.definitions = self.definitions
        draft.strides = self.strides
        draft.congruences = self.congruences
        draft.sums = self.sums
        draft.booleans = self.booleans
        draft.residual = self.residual
        draft.hidden = self.hidden
        draft.witness = self.witness
        draft.status = None
        draft.key = None
        draft.literals = None
        return draft


def _empty() -> Constraint:
    empty = Constraint.__new__(Constraint)
    empty.variables = ()
    empty.index = {None: 0}
    empty.rows = [[0]]
    empty.apart = {}
    empty.definitions = {}
    empty.strides = {}
    empty.congruences = ()
    empty.sums = ()
    empty.booleans = {}
    empty.residual = ()
    empty.hidden = frozenset()
    empty.witness = None
    empty.status = None
    empty.key = None
    empty.literals = None
    return empty


TRUE = _empty()
FALSE = _empty()
