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
- `whole members` makes methods of broken text, so that all others see methods. `wrappers` writes
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
from heapwright.frontends.python.desugar.class_bodies import with_context
from heapwright.frontends.python.desugar.coroutines import coroutine_functions
from heapwright.frontends.python.desugar.descriptors import with_descriptors
from heapwright.frontends.python.desugar.enum_attributes import without_initialiser
from heapwright.frontends.python.desugar.instance_dict_statements import in_plain_words
from heapwright.frontends.python.desugar.kept_decorators import with_kept_decorators
from heapwright.frontends.python.desugar.local_imports import with_local_imports
from heapwright.frontends.python.desugar.mixins import with_mixins
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
from heapwright.records import dataclass, field

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
    typed_dicts: set[str]  # names of classes that are a `TypedDict`

    def all_functions(self) -> Mapping[str, tree.FunctionDef]:
        """Give the functions so far and those of other modules that names mean."""

    def known_classes(self) -> Mapping[str, tree.ClassDef]:
        """Give the classes that names surely mean, in whatever module and place."""


@dataclass(frozen=True, slots=True)
class Written:
    """A class after a rewrite, the values that its module has besides, and what is wrong."""

    node: tree.ClassDef
    values: Mapping[str, tree.Expr] = field(default_factory=dict)
    obstacle: Obstacle | None = None


ModulePass: TypeAlias = Pass[Callable[[Modules], Modules]]
StatementPass: TypeAlias = Pass[Callable[[Sight, tree.Statement], Sequence[tree.Statement]]]
ClassPass: TypeAlias = Pass[Callable[[Sight, str, tree.ClassDef], Written]]
BasePass: TypeAlias = Pass[Callable[[str | None, bool, tree.ClassDef], Written]]


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


def class_in_sight(sight: Sight, prefix: str, node: tree.ClassDef) -> Written:
    """Run the rewrites of a class; `prefix` names the classes around it, `Outer.`."""
    values: dict[str, tree.Expr] = {}
    for one in CLASS_PASSES:
        written = one.rewrite(sight, prefix, node)
        node = written.node
        values |= written.values
    return Written(node, values)


def class_below(container: str | None, is_enum: bool, node: tree.ClassDef) -> Written:
    """Run the rewrites of a class whose bases are known."""
    obstacle: Obstacle | None = None
    for one in BASE_PASSES:
        written = one.rewrite(container, is_enum, node)
        node, obstacle = written.node, obstacle or written.obstacle
    return Written(node, obstacle=obstacle)


def _each(rewrite: Callable[[tree.Module], tree.Module]) -> Callable[[Modules], Modules]:
    return lambda modules: [rewrite(module) for module in modules]


def _of_functions(
    rewrite: Callable[[tree.FunctionDef], list[tree.FunctionDef]],
) -> Callable[[Sight, tree.Statement], Sequence[tree.Statement]]:
    return lambda _, one: rewrite(one) if isinstance(one, tree.FunctionDef) else ()


def _below(container: str | None, node: tree.ClassDef) -> Written:
    if container is None:
        return Written(node)
    node, obstacle = below_container(node, container)
    return Written(node, obstacle=obstacle)


def _present(statement: tree.Statement | None) -> Sequence[tree.Statement]:
    return () if statement is None else (statement,)


MODULE_PASSES: tuple[ModulePass, ...] = (
    Pass("local imports", _each(with_local_imports)),
    Pass("named lambdas", _each(with_functions)),
    Pass("asked bools", with_bools),
)
STATEMENT_PASSES: tuple[StatementPass, ...] = (
    Pass("contexts", _of_functions(with_context)),
    Pass("coroutines", _of_functions(coroutine_functions)),
    Pass("named tuples", lambda sight, one: _present(named_tuple_class(sight.imports, one))),
    Pass(
        "typed dicts",
        lambda sight, one: _present(as_dict_type(sight.imports, sight.typed_dicts, one)),
    ),
)
CLASS_PASSES: tuple[ClassPass, ...] = (
    Pass("whole members", lambda sight, prefix, node: Written(with_whole_members(node))),
    Pass("wrappers", lambda sight, prefix, node: Written(with_wrappers(sight.functions, node))),
    Pass(
        "kept decorators",
        lambda sight, prefix, node: Written(
            *with_kept_decorators(sight.all_functions(), prefix, node)
        ),
    ),
    Pass(
        "descriptors",
        lambda sight, prefix, node: Written(with_descriptors(sight.known_classes(), prefix, node)),
    ),
    Pass("instance dicts", lambda sight, _, node: Written(in_plain_words(sight.imports, node))),
    Pass("named tuples", lambda sight, _, node: Written(as_tuple_class(sight.imports, node))),
    Pass(
        "mixins",
        lambda sight, _, node: Written(
            node if is_named_tuple(node) else with_mixins(sight.imports, node)
        ),
    ),
)
BASE_PASSES: tuple[BasePass, ...] = (
    Pass("below containers", lambda container, _, node: _below(container, node)),
    Pass(
        "enum initialisers",
        lambda _, is_enum, node: Written(without_initialiser(node) if is_enum else node),
    ),
)
