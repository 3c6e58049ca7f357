"""The rewrites of a program, in the order in which they run.

Place: frontends/python/desugar/. `declare` runs these lists and reads what comes out. There are
four, by what a rewrite may read, because more is known the further a program is read:

    MODULE_PASSES     the trees of all modules; no name means anything yet
    STATEMENT_PASSES  a statement at the top of a module, and what stands above it there (`Sight`)
    CLASS_PASSES      a class, nested ones too, and the same
    BASE_PASSES       a class, and which container or enumeration of Python's it is below

Why in this order:
- `local imports` makes assignments, and `named lambdas` makes functions; both only look at the
  names of one module. `asked bools` comes last: it asks the code of all modules, and writes
  annotations wherever the others put parameters.
- Of `contexts` and `coroutines`, each leaves what the other writes. A class is no named tuple
  before `named tuples` has made it of an assignment.
- `whole members` makes methods of broken text, and `bound callables` of what a class body binds to
  a name without a `def`, so that all others see methods and their decorators. `wrappers` writes
  simple decorators out, `kept decorators` takes those that are left and `descriptors` the classes
  among these. What they put into methods may touch `__dict__`, so `instance dicts` follows.
- `named tuples` comes before `mixins`: such a class says all by itself, and has no bases left.
- `below containers` adds methods to a class of which `enum initialisers` takes one; none is both.

What a decorator of the class or a member of the body stands for is written out where the class is
read (`class_bodies`), and what a dataclass has besides where its parents are known (`inheritance`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from heapwright.frontends.python.desugar.asked_bools import with_bools
from heapwright.frontends.python.desugar.below_containers import below_container
from heapwright.frontends.python.desugar.bound_callables import with_bound_callables
from heapwright.frontends.python.desugar.class_bodies import with_context
from heapwright.frontends.python.desugar.coroutines import coroutine_functions
from heapwright.frontends.python.desugar.descriptors import with_descriptors
from heapwright.frontends.python.desugar.enum_attributes import without_initialiser
from heapwright.frontends.python.desugar.instance_dict_statements import in_plain_words
from heapwright.frontends.python.desugar.kept_decorators import with_kept_decorators
from heapwright.frontends.python.desugar.local_imports import with_local_imports
from heapwright.frontends.python.desugar.mixins import with_mixins
from heapwright.frontends.python.desugar.module_callables import with_module_callables
from heapwright.frontends.python.desugar.named_lambdas import with_functions
from heapwright.frontends.python.desugar.named_tuples import (
    as_tuple_class,
    is_named_tuple,
    named_tuple_class,
)
from heapwright.frontends.python.desugar.typed_dicts import as_dict_type
from heapwright.frontends.python.desugar.wrappers import with_wrappers
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.recovery import with_whole_members
from heapwright.frontends.python.table.class_table import Obstacle
from heapwright.records import dataclass

Modules: TypeAlias = Sequence[tree.Module]
Rewrite = TypeVar("Rewrite")


@dataclass(frozen=True, slots=True)
class Pass(Generic[Rewrite]):
    """One rewrite and what it is called."""

    name: str
    rewrite: Rewrite


class Sight(Protocol):
    """What a module has declared above a statement; a rewrite only looks."""

    imports: list[tree.Import]
    functions: dict[str, tree.FunctionDef]
    values: dict[str, list[tree.Expr | None]]
    typed_dicts: set[str]  # names of classes that are a `TypedDict`

    def all_functions(self) -> Mapping[str, tree.FunctionDef]:
        """Give the functions so far and those of other modules that names mean."""

    def all_values(self) -> Mapping[str, tree.Expr]:
        """Give the values that names surely have, those of other modules too."""

    def imported_functions(self, statement: tree.Import) -> Mapping[str, tree.FunctionDef]:
        """Give the functions that an import leads to."""

    def imported_classes(self, statement: tree.Import) -> Mapping[str, tree.ClassDef]:
        """Give the classes that an import leads to."""

    def bound_once(self) -> frozenset[str]:
        """Name what the module binds once."""

    def known_classes(self) -> Mapping[str, tree.ClassDef]:
        """Give the classes that names surely mean, in whatever module and place."""


@dataclass(frozen=True, slots=True)
class Above:
    """What stands above a class, and the names of all methods of classes that have bases."""

    container: str | None
    is_enum: bool
    replaced: frozenset[str]


ModulePass: TypeAlias = Pass[Callable[[Modules], Modules]]
StatementPass: TypeAlias = Pass[Callable[[Sight, tree.Statement], Sequence[tree.Statement]]]
# With the values that the module of a class has besides, or what is wrong with the class.
WithValues: TypeAlias = tuple[tree.ClassDef, Mapping[str, tree.Expr]]
Judged: TypeAlias = tuple[tree.ClassDef, Obstacle | None]
ClassPass: TypeAlias = Pass[Callable[[Sight, str, tree.ClassDef], WithValues]]
BasePass: TypeAlias = Pass[Callable[[Above, tree.ClassDef], Judged]]


def with_modules_rewritten(modules: Modules) -> Modules:
    """Run the rewrites of a whole program."""
    for one in MODULE_PASSES:
        modules = one.rewrite(modules)
    return modules


def statements_for(sight: Sight, statement: tree.Statement) -> Sequence[tree.Statement]:
    """Give what stands for a statement at the top of a module."""
    for one in STATEMENT_PASSES:
        written = one.rewrite(sight, statement)
        if written:
            return written
    return (statement,)


def class_in_sight(sight: Sight, prefix: str, node: tree.ClassDef) -> WithValues:
    """Run the rewrites of a class; `prefix` names the classes around it, `Outer.`."""
    values: dict[str, tree.Expr] = {}
    for one in CLASS_PASSES:
        node, given = one.rewrite(sight, prefix, node)
        values |= given
    return node, values


def class_below(above: Above, node: tree.ClassDef) -> Judged:
    """Run the rewrites of a class whose bases are known."""
    obstacle: Obstacle | None = None
    for one in BASE_PASSES:
        node, found = one.rewrite(above, node)
        obstacle = obstacle or found
    return node, obstacle


def _each(rewrite: Callable[[tree.Module], tree.Module]) -> Callable[[Modules], Modules]:
    return lambda modules: [rewrite(module) for module in modules]


def _of_functions(
    rewrite: Callable[[tree.FunctionDef], list[tree.FunctionDef]],
) -> Callable[[Sight, tree.Statement], Sequence[tree.Statement]]:
    return lambda _, one: rewrite(one) if isinstance(one, tree.FunctionDef) else ()


MODULE_PASSES: tuple[ModulePass, ...] = (
    Pass("local imports", _each(with_local_imports)),
    Pass("named lambdas", _each(with_functions)),
    Pass("asked bools", with_bools),
)
STATEMENT_PASSES: tuple[StatementPass, ...] = (
    Pass("contexts", _of_functions(with_context)),
    Pass("coroutines", _of_functions(coroutine_functions)),
    Pass("module callables", with_module_callables),
    Pass("named tuples", lambda sight, one: named_tuple_class(sight.imports, one)),
    Pass("typed dicts", lambda sight, one: as_dict_type(sight.imports, sight.typed_dicts, one)),
)
CLASS_PASSES: tuple[ClassPass, ...] = (
    Pass("whole members", lambda sight, _, node: (with_whole_members(node), {})),
    Pass("bound callables", with_bound_callables),
    Pass("wrappers", lambda sight, _, node: (with_wrappers(sight.functions, node), {})),
    Pass(
        "kept decorators",
        lambda sight, prefix, node: with_kept_decorators(sight.all_functions(), prefix, node),
    ),
    Pass(
        "descriptors",
        lambda sight, prefix, node: (with_descriptors(sight.known_classes(), prefix, node), {}),
    ),
    Pass("instance dicts", lambda sight, _, node: (in_plain_words(sight.imports, node), {})),
    Pass("named tuples", lambda sight, _, node: (as_tuple_class(sight.imports, node), {})),
    Pass(
        "mixins",
        lambda sight, _, node: (
            node if is_named_tuple(node) else with_mixins(sight.imports, node),
            {},
        ),
    ),
)
BASE_PASSES: tuple[BasePass, ...] = (
    Pass(
        "below containers",
        lambda above, node: (
            below_container(node, above.container, above.replaced)
            if above.container
            else (node, None)
        ),
    ),
    Pass(
        "enum initialisers",
        lambda above, node: (without_initialiser(node) if above.is_enum else node, None),
    ),
)
