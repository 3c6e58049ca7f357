"""Which values may be callables by which clients do what they cannot do by public names.

Place: frontends/python/desugar/. `bound_callables` and `module_callables` ask about what they do
not write as a function. Says yes whenever in doubt. What Python brings along or what is not read
is no matter of the program unless code of the program is given to it, and a lambda in a table that
only uses public names does nothing that a client could not write: `{"+": lambda a, b: a + b}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name, last_name
from heapwright.frontends.python.syntax.walk import Node, nodes_below, targets_in, walk
from heapwright.records import dataclass

# Functions and classes of Python's own that give no callable, whatever they take.
_PLAIN = frozenset(
    (
        *("len", "str", "repr", "int", "bool", "float", "abs", "min", "max", "sum", "range"),
        *("list", "tuple", "dict", "set", "frozenset", "sorted", "reversed", "enumerate", "zip"),
        *("isinstance", "issubclass", "hash", "id", "format", "round", "any", "all", "iter"),
        *("map", "filter", "bytes", tree.BYTES, "bytearray", "callable", "field", "Field"),
        *("OrderedDict", "defaultdict", "deque", "Counter", "TypeVar", "NewType", "super"),
        *("auto", "object", "Lock", "RLock", "getLogger", "compile", "namedtuple", "NamedTuple"),
        *("Decimal", "Fraction", "date", "datetime", "timedelta", "count", "Path", "attrib", "ib"),
    )
)
_MOST_STEPS = 6


_HOLDING = (
    tree.Lambda
    | tree.Name
    | tree.Attribute
    | tree.Call
    | tree.Conditional
    | tree.BooleanOperation
    | tree.NamedExpr
    | tree.Subscript
    | tree.TupleExpr
    | tree.Display
    | tree.DictDisplay
)


def may_hold_code(value: tree.Expr) -> bool:
    """Say whether such an expression can give a callable at all."""
    return isinstance(value, _HOLDING)


@dataclass(frozen=True, slots=True)
class Code:
    """What names mean where a value is bound: functions, classes and values of the program."""

    functions: Mapping[str, tree.FunctionDef]
    classes: Mapping[str, tree.ClassDef]
    values: Mapping[str, tree.Expr]

    def may_be_called(self, value: tree.Expr, n_steps: int = 0) -> bool:
        """Say whether a value may be such a callable; a class of the program is none here."""
        if n_steps > _MOST_STEPS:
            return True
        step = n_steps + 1
        match value:
            case tree.Lambda(body=body):
                return self._does_more((body,))
            case tree.Name(text) if text in self.functions:
                return text.startswith("_") and self._does_more(self.functions[text].body)
            case tree.Name(text) if text in self.values:
                # Names in a circle have no value.
                others = {name: one for name, one in self.values.items() if name != text}
                inner = Code(self.functions, self.classes, others)
                return inner.may_be_called(self.values[text], step)
            case tree.Attribute(name=name) if dotted_name(value) in self.functions:
                return name.startswith("_")
            case tree.Attribute(inner, name):
                return self._of_object(inner, name, step)
            case tree.Call(callee, arguments):
                return self._called(callee, arguments, step)
            case tree.Conditional(_, first, second) | tree.BooleanOperation(_, first, second):
                return self.may_be_called(first, step) or self.may_be_called(second, step)
            case tree.NamedExpr(_, inner):
                return self.may_be_called(inner, step)
            case tree.TupleExpr(items) | tree.Display(items=items) | tree.DictDisplay(values=items):
                # What stands in a container is called like any other value that a client holds.
                return any(self.may_be_called(one, step) for one in items)
            case tree.Subscript(inner):
                known = self.values.get(inner.text) if isinstance(inner, tree.Name) else inner
                return known is not None and self._has_code((known,), step)
            case _:
                return False

    def _does_more(self, body: Sequence[Node]) -> bool:
        """Say whether code does what a client cannot do itself by public names."""
        for node in nodes_below(body):
            match node:
                case tree.Name(text) if text.startswith("_") or text in self.values:
                    return True
                case tree.Name("setattr" | "getattr" | "delattr" | "vars" | "super" | "exec"):
                    return True
                case tree.Attribute(name=name) if name.startswith("_"):
                    return True
                case tree.Assignment(targets) | tree.Delete(targets):
                    if not all(
                        isinstance(one, tree.Name) for t in targets for one in targets_in(t)
                    ):
                        return True
                case tree.AugmentedAssignment(target=target) if not isinstance(target, tree.Name):
                    return True
                case tree.OtherStatement() | tree.Nonlocal():
                    return True
        return False

    def _of_object(self, inner: tree.Expr, name: str, n_steps: int) -> bool:
        """Judge `Base.put`, and `_runner.run` where `_runner` is an object of the program."""
        holder = inner
        if isinstance(inner, tree.Name) and inner.text in self.values:
            holder = self.values[inner.text]
        if isinstance(holder, tree.Call):
            holder = holder.function
        if not isinstance(holder, tree.Name) or holder.text not in self.classes:
            return False
        found = self._members(holder.text, name)
        is_hidden = name.startswith("_") or (last_name(inner) or holder.text).startswith("_")
        if found is None:
            return is_hidden and bool(self.classes[holder.text].bases)
        if isinstance(found, tree.FunctionDef):
            return is_hidden
        return self.may_be_called(found, n_steps)

    def _members(self, class_name: str, name: str) -> tree.FunctionDef | tree.Expr | None:
        """Find what a class of the program, or one above it, has under a name."""
        pending, seen = [class_name], set[str]()
        for one in pending:
            if one in seen or one not in self.classes:
                continue
            seen.add(one)
            for member in reversed(self.classes[one].body):
                match member:
                    case tree.FunctionDef(name=tree.Name(text)) if text == name:
                        return member
                    case tree.Assignment([tree.Name(text)], _, value) if text == name:
                        return value
            pending += [last_name(base) for base in self.classes[one].bases]
        return None

    def _called(
        self, callee: tree.Expr, arguments: tuple[tree.Argument, ...], n_steps: int
    ) -> bool:
        match callee:
            case tree.Name(text) if text in self.functions:
                return self._gives_code(self.functions[text], arguments, n_steps)
            case tree.Name(text) if text in self.classes:
                deciding = [self._members(text, n) for n in ("__get__", "__set__")]
                return not any(deciding) and self._members(text, "__call__") is not None
            case tree.Name(text) | tree.Attribute(name=text) if text in _PLAIN:
                return False
            case tree.Attribute(inner) if self._has_code((inner,), n_steps):
                return True
            case tree.Call() | tree.Lambda() if self.may_be_called(callee, n_steps):
                return True
        return self._has_code([one.value for one in arguments], n_steps)

    def _gives_code(
        self, function: tree.FunctionDef, arguments: tuple[tree.Argument, ...], n_steps: int
    ) -> bool:
        """Say whether a function of the program may give a callable."""
        if function.is_generator or function.is_async:
            return False
        if self._has_code([one.value for one in arguments], n_steps):
            return True
        inner = {one.name.text for one in walk(function.body) if isinstance(one, tree.FunctionDef)}
        local: dict[str, list[tree.Expr]] = {}
        for node in walk(function.body):
            match node:
                case tree.Assignment([tree.Name(text)], _, value) if value is not None:
                    local.setdefault(text, []).append(value)
        for node in walk(function.body):
            match node:
                case tree.Return(tree.Name(text)) if text in inner:
                    return True
                case tree.Return(tree.Name(text)) if text in local:
                    if any(self.may_be_called(one, n_steps) for one in local[text]):
                        return True
                case tree.Return(value) if value is not None:
                    if self.may_be_called(value, n_steps):
                        return True
        return False

    def _has_code(self, parts: list[tree.Expr] | tuple[tree.Expr, ...], n_steps: int) -> bool:
        """Say whether code of the program stands somewhere in a value."""
        for node in nodes_below(parts):
            match node:
                case tree.Lambda():
                    return True
                case tree.Name(text) if text in self.functions:
                    return True
                case tree.Name(text) if text in self.values and n_steps <= _MOST_STEPS:
                    if self._has_code((self.values[text],), n_steps + 1):
                        return True
        return False
