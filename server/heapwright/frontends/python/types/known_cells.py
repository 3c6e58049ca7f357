"""The variables, attributes and results that one body can reach, and what is learned of them.

Place: frontends/python/types/. `cell_values` asks while it looks at expressions. What is learned
here needs no look at an expression: a value that nobody follows goes to all places that it may
go to, and a receiver is of the one class that has such an attribute.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in
from heapwright.frontends.python.table import resolve
from heapwright.frontends.python.table.attribute_names import stored_by_name, text_of
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told import QUESTIONS
from heapwright.ir.core import kinds
from heapwright.ir.core.types import RefType

MOST_USERS = 4  # classes that a method of a value may tell it to be of
_GUESSED = kinds.Kinds((kinds.Mark.GUESSED,))


class BodyCells:
    """The cells of one body."""

    def __init__(
        self,
        types: Types,
        around: resolve.Surroundings,
        function: FunctionInfo | None,
        depth: int = 0,
    ) -> None:
        self.types = types
        self.growth = types.growth
        self.around = around
        self.function = function
        self.depth = depth
        self.is_asking = function is not None and function.kind in QUESTIONS

    @property
    def own_name(self) -> str | None:
        """How the function calls its object, if it has one."""
        return None if self.function is None else self.function.self_name

    def variable(self, name: str) -> Cell:
        """Give the cell of a variable of the function."""
        assert self.function is not None
        found = self.types.variables.found((self.function.qualified_name, name))
        # A name that is declared `global` is no variable of the function.
        return Cell() if found is None else found

    def class_of_cell(self, cell: Cell, attribute: str, *, is_called: bool = False) -> str | None:
        """Give the class of a receiver; guess it from the attribute where nothing is known.

        What has a method that is called may be of each of a few classes.
        """
        match self.types.type_of_cell(cell):
            case RefType(class_name) if not cell.is_open:
                return class_name
        if cell.is_open:
            users = self.types.users.get(attribute, ())
            if self.is_of_classes(cell):
                return None
            if len(users) == 1:
                self.growth.learn(cell, kinds.objects_of(*users))
                return users[0]
            if is_called and 1 < len(users) <= MOST_USERS:
                self.growth.learn(cell, kinds.objects_of(*users) | _GUESSED)
        return None

    def is_of_classes(self, cell: Cell) -> bool:
        """Say whether a question has no say in what this is: it only adds, see `learn_kinds`."""
        root = cell.root()
        if not self.is_asking or not root.is_kept:
            return False
        return all(self.variable(name).root() is not root for name in self.around.locals)

    def learn_function(self, cell: Cell) -> None:
        """Learn that something is called."""
        if cell.is_open and not self.is_of_classes(cell):
            self.growth.learn(cell, kinds.FUNCTIONS)

    def given_to(self, name: str, cell: Cell) -> None:
        """Let a value of which nothing is known go to all that a call of this name may mean."""
        for function in self.types.functions_named(name):
            for parameter in function.parameters:
                target = self.types.variables[function.qualified_name, parameter.name.text]
                self.growth.flow(target, cell)

    def stored_anywhere(self, name: str, cell: Cell) -> None:
        """Let a value of which nothing is known go to all fields of this name."""
        for field in self.types.fields_by_name().get(name, ()):
            self.growth.flow(self.types.of_fields[field], cell)
        for function in self.types.functions_named(f"@{name}="):
            for parameter in function.parameters:
                target = self.types.variables[function.qualified_name, parameter.name.text]
                self.growth.flow(target, cell)

    def stored_as(self, name: str | None, cell: Cell) -> None:
        """Let a value go to all fields of a name; a name that only the run knows may be any."""
        for one in self.types.fields_by_name() if name is None else (name,):
            self.stored_anywhere(one, cell)

    def unfollowed(self, *nodes: tree.Expr | tree.Statement) -> None:
        """Learn from code whose variables are not followed: what it stores may be anything."""
        unknown = Cell(kinds.ANYTHING)
        for node in nodes_below(nodes):
            for _, stored_name, _ in stored_by_name(node, self.own_name):
                self.stored_as(text_of(stored_name), unknown)
            match node:
                case tree.Assignment(targets):
                    stored = [single for t in targets for single in targets_in(t)]
                case tree.AugmentedAssignment(target=target) | tree.For(target=target):
                    stored = targets_in(target)
                case tree.With(items):
                    stored = [
                        single
                        for item in items
                        if item.target is not None
                        for single in targets_in(item.target)
                    ]
                case tree.Call() as call:
                    self.given_to(called_name(call), unknown)
                    if isinstance(call.function, tree.Name) and self.function is not None:
                        name = (self.function.qualified_name, call.function.text)
                        if name in self.types.variables:
                            # A nested function calls what the function around it was given.
                            self.learn_function(self.types.variables[name])
                    continue
                case _:
                    continue
            for single in stored:
                if isinstance(single, tree.Attribute):
                    self.stored_anywhere(single.name, unknown)
                elif isinstance(single, tree.Name) and self.function is not None:
                    cell = self.types.variables.found((self.function.qualified_name, single.text))
                    if cell is not None:
                        self.growth.flow(cell, unknown)

    def merge(self, joined: Cell, first: Cell, second: Cell) -> None:
        """Make a value that is one or the other; they keep their own types where known."""
        for cell in (first, second):
            joined.nones = joined.nones or cell.nones
        if first.is_open or second.is_open:
            self.growth.share(first, second)
        for cell in (first, second):
            self.growth.absorb(joined, cell.root())

    def arithmetic(self, cells: list[Cell]) -> Cell:
        """Operands that nothing is known of are ints, unless another is something else."""
        others = [kind for cell in cells for kind in cell.root().own.others]
        if others:
            return Cell(kinds.Kinds((others[0],)))
        if any(cell.root().own.classes for cell in cells):
            return Cell(kinds.UNFOLLOWED)
        for cell in cells:
            if cell.is_open:
                self.growth.learn(cell, kinds.INTS)
        return Cell(kinds.INTS)


def called_name(expr: tree.Call) -> str:
    """Give the name by which something is called."""
    match expr.function:
        case tree.Name(text) | tree.Attribute(name=text):
            return text
        case _:
            return "…"
