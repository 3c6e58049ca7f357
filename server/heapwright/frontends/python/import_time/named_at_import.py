"""Which names the code that runs while modules are imported does something with.

Place: frontends/python/import_time/. `module_code` collects them, `escape` asks. An object that
a module holds begins as its text says only if no such code uses it:

    _ids = itertools.count(1)        first = next(_ids)          def make(ids=_ids):
    _same = _ids                     next(_same)                     return next(ids)

Giving it another name, or keeping it in a list, is no use yet: it becomes one where the other name
is used. Whoever names it in any other way may change it.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import Node, inside, nodes_below
from heapwright.records import dataclass, field


@dataclass(slots=True)
class NamedAtImport:
    """Names that code uses, and other names for what they mean; filled while it is gone through."""

    used: set[str] = field(default_factory=set)
    others: dict[str, set[str]] = field(default_factory=dict)

    def names(self) -> frozenset[str]:
        """Give all names whose values may be used, those behind other names too."""
        found = set(self.used)
        pending = list(found)
        while pending:
            for name in self.others.get(pending.pop(), ()):
                if name not in found:
                    found.add(name)
                    pending.append(name)
        return frozenset(found)

    def add_imports(self, module: tree.Module) -> None:
        """Note what imports call by another name."""
        for node in nodes_below(module.body):
            if isinstance(node, tree.Import):
                for one in node.names:
                    self.others.setdefault(one.bound, set()).add(one.name)

    def add_top(self, nodes: Iterable[Node]) -> None:
        """Note what the top of a module, or of a class there, uses."""
        for node in nodes:
            match node:
                case tree.Assignment(targets, _, value) if all(
                    isinstance(target, tree.Name) for target in targets
                ):
                    kept = () if value is None else self.kept(value)
                    for target in targets:
                        assert isinstance(target, tree.Name)
                        self.others.setdefault(target.text, set()).update(kept)
                case tree.FunctionDef(decorators=decorators, parameters=parameters):
                    self.add(decorators)
                    for parameter in parameters:
                        if parameter.default is not None:
                            self.kept(parameter.default)
                case _:
                    self.add([node])

    def kept(self, value: tree.Expr) -> list[str]:
        """Give the names of which a value keeps the values; note what else it uses."""
        found: list[str] = []
        pending: list[Node] = [value]
        while pending:
            node = pending.pop()
            match node:
                case tree.Name(text):
                    found.append(text)
                case tree.Attribute(owner, text):
                    found.append(text)
                    self.add([owner])
                case tree.TupleExpr() | tree.Display("list"):
                    pending += inside(node)
                case _:
                    self.add([node])
        return found

    def add_function(self, function: tree.FunctionDef) -> None:
        """Note what a function uses that runs; what its defaults are has names of its own there."""
        self.add([p.default for p in function.parameters if p.default is not None])
        self.add(function.body)

    def add(self, nodes: Iterable[Node]) -> None:
        """Note all that is named in some code, and in functions inside of it."""
        for node in nodes_below(nodes):
            match node:
                case tree.Name(text) | tree.Attribute(name=text) | tree.StringLiteral(text):
                    self.used.add(text)
                case tree.FunctionDef(decorators=decorators, parameters=parameters):
                    self.add([*decorators, *(p.default for p in parameters if p.default)])
                case tree.Lambda(parameters=parameters):
                    self.add([p.default for p in parameters if p.default])
                case _:
                    pass
