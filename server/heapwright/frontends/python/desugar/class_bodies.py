"""The body of a class, written out: single values, and what decorators add.

Place: frontends/python/desugar/. `class_info` reads a class through this, so that all else sees
plain methods, properties and values; `bound_callables` has made methods of callables before:

    a = b = 0;  x, y = range(2)      single values
    @cached_property                 a property, and an attribute that keeps its value
    @abstractproperty                `@property` and `@abstractmethod`
    @total_ordering                  the comparisons that the class lacks
    def __new__(cls)                 what it does before the initialiser, see `own_new`
    def pop(self, default=MARK)      a default that names a value of the class
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python.desugar.coroutines import coroutine_functions, passed_on
from heapwright.frontends.python.desugar.own_new import preparation
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.parse import functions_at
from heapwright.frontends.python.syntax.rewrite import map_parts
from heapwright.frontends.python.syntax.unpacking import is_plain_assignment, single_values
from heapwright.records import replace

# Names that no text can contain, see `dynamic.names`.
CONTEXT = "(context)"
GENERATOR = "_generator_"  # how the generator behind a `contextmanager` is called
OWN = "(own)"  # `(own).name` is the value that the class body gives a name
_HOLDING = (
    tree.BinaryOperation | tree.UnaryOperation | tree.TupleExpr | tree.Display | tree.DictDisplay
)
_REFUSABLE = frozenset(
    f"__{name}__"
    for prefix in ("", "r", "i")
    for name in (
        *("hash", "iter", "contains", "reversed", "len", "bool", "call", "getitem", "setitem"),
        *("delitem", "next", "enter", "exit", "eq", "ne", "lt", "le", "gt", "ge", "neg", "pos"),
        *("abs", "invert", "int", "float", "index", "round", "str", "repr", "format"),
        *(prefix + op for op in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")),
        *(prefix + op for op in ("and", "or", "xor", "lshift", "rshift", "divmod", "matmul")),
    )
)
# How the other comparisons come out of the one that a class has; `r` is what that gives.
_ORDERINGS = {
    "__lt__": {
        "__gt__": "not r and self != other",
        "__le__": "r or self == other",
        "__ge__": "not r",
    },
    "__le__": {
        "__ge__": "not r or self == other",
        "__lt__": "r and self != other",
        "__gt__": "not r",
    },
    "__gt__": {
        "__lt__": "not r and self != other",
        "__ge__": "r or self == other",
        "__le__": "not r",
    },
    "__ge__": {
        "__le__": "not r or self == other",
        "__gt__": "r and self != other",
        "__lt__": "not r",
    },
}


def written_out(node: tree.ClassDef, *, is_text: bool = False) -> tuple[tree.Statement, ...]:
    """Give the members of a class in plain words; `is_text` says that it is right below `str`."""
    members: list[tree.Statement] = []
    functions: dict[str, tree.FunctionDef] = {}
    values: dict[str, tree.Expr] = {}
    own: dict[str, tree.Expr] = {}  # what a default that stands here means by a name
    for statement in node.body:
        if isinstance(statement, tree.FunctionDef):
            statement = preparation(statement, is_text=is_text) or statement
        match statement:
            case tree.FunctionDef(name=name):
                statement = _with_own_defaults(_plain_decorators(statement), own)
                own[name.text] = _own(name)
                members += (
                    _cached(statement)
                    or with_context(statement, f"{node.name.text.strip('_')}_")
                    or coroutine_functions(statement, node)
                    or [statement]
                )
                functions.setdefault(name.text, statement)
            case tree.Assignment(targets, annotation, value) if value is not None:
                for text, single in single_values(targets, value):
                    value_ = _with_values(single, values)
                    own[text.text] = _own(text)
                    if _is_calculated(value_):
                        values[text.text] = own[text.text] = value_
                    plain = tree.Assignment((text,), annotation, value_, statement.span)
                    members += [plain, *_refusing(text, value_)]
                if not is_plain_assignment(targets, value):
                    members.append(statement)
            case _:
                members.append(statement)
    if any(decorator_name(one) == "total_ordering" for one in node.decorators):
        members += _orderings(node, functions)
    if node.bases and "__eq__" in functions and not {"__hash__"} & (functions.keys() | own.keys()):
        # It has none, whatever the classes above have.
        private = tree.Mark("private", node.name.span)
        none = tree.NoneLiteral(node.name.span)
        made = _refusing(tree.Name("__hash__", node.name.span), none)
        members += [replace(function, marks=(private,)) for function in made]
    return tuple(members)


def _plain_decorators(function: tree.FunctionDef) -> tree.FunctionDef:
    """Write `abstractproperty` as the two decorators that it stands for."""
    match function.decorators:
        case [tree.Name() | tree.Attribute() as one] if decorator_name(one) == "abstractproperty":
            two = (tree.Name("property", one.span), tree.Name("abstractmethod", one.span))
            return replace(function, decorators=two)
    return function


def _own(name: tree.Name) -> tree.Expr:
    return tree.Attribute(tree.Name(OWN, name.span), name.text, name.span, name.span)


def _with_own_defaults(
    function: tree.FunctionDef, own: Mapping[str, tree.Expr]
) -> tree.FunctionDef:
    """Let defaults mean what the class body has said before: it comes before the module."""
    if not own or all(parameter.default is None for parameter in function.parameters):
        return function
    parameters = tuple(
        parameter
        if parameter.default is None
        else replace(parameter, default=_with_values(parameter.default, own))
        for parameter in function.parameters
    )
    return replace(function, parameters=parameters)


def _is_calculated(value: tree.Expr) -> bool:
    """Say whether a value is a number or a text, which may stand in several places."""
    match value:
        case tree.BinaryOperation(_, lhs, rhs):
            return _is_calculated(lhs) and _is_calculated(rhs)
        case tree.UnaryOperation(_, operand):
            return _is_calculated(operand)
        case _:
            return is_literal(value)


def _with_values(value: tree.Expr, values: Mapping[str, tree.Expr]) -> tree.Expr:
    """Put the values of the class in the place of their names."""

    def inner(part: tree.Expr) -> tree.Expr:
        return _with_values(part, values)

    match value:
        case tree.Name(text) if text in values:
            return values[text]
        case tree.Call(_, arguments):
            given = tuple(map_parts(one, inner) for one in arguments)
            return replace(value, arguments=given)
        case _:
            return map_parts(value, inner) if isinstance(value, _HOLDING) else value


def _refusing(name: tree.Name, value: tree.Expr) -> list[tree.FunctionDef]:
    """Write `__iter__ = None`, by which a class says that its objects cannot do that."""
    if not isinstance(value, tree.NoneLiteral) or name.text not in _REFUSABLE:
        return []
    return functions_at(f"def {name.text}(self, *given):\n    raise TypeError\n", name.span)


def _cached(function: tree.FunctionDef) -> list[tree.Statement]:
    """Write a `cached_property` as a property that keeps what it computed."""
    if [decorator_name(one) for one in function.decorators] != ["cached_property"]:
        return []
    name = function.name.text
    kept, computed = f"_cached_{name}", f"_compute_{name}"
    text = (
        f"@property\ndef {name}(self):\n"
        f"    if not hasattr(self, '{kept}'):\n"
        f"        self.{kept} = self.{computed}()\n"
        f"    return self.{kept}\n"
        f"@{name}.deleter\ndef {name}(self):\n    del self.{kept}\n"
    )
    private = tree.Mark("private", function.name.span)
    getter, deleter = functions_at(text, function.name.span)
    made = replace(function, name=tree.Name(computed, function.name.span), decorators=())
    return [made, getter, replace(deleter, marks=(private,))]


def with_context(function: tree.FunctionDef, owner: str = "") -> list[tree.FunctionDef]:
    """Write a `contextmanager` as a function that gives one for the generator behind it.

    The name of the class keeps the generators of methods apart that override each other.
    """
    names = [decorator_name(one) for one in function.decorators]
    if names != ["contextmanager"] or not function.is_generator:
        return []
    span = function.name.span
    inner = tree.Name(f"{GENERATOR}{owner}{function.name.text}", span)
    parameters = function.parameters
    callee: tree.Expr = inner
    if parameters and parameters[0].name.text == "self":
        own, *rest = parameters
        callee = tree.Attribute(own.name, inner.text, span, span)
        parameters = tuple(rest)
    call = tree.Call(callee, tuple(passed_on(p) for p in parameters), span)
    made = tree.Call(tree.Name(CONTEXT, span), (tree.Argument(None, call),), span)
    body: tree.Block = (tree.Return(made, span),)
    plain = replace(function, decorators=(), body=body, is_generator=False, result=None)
    return [replace(function, name=inner, decorators=()), plain]


def _orderings(
    node: tree.ClassDef, functions: Mapping[str, tree.FunctionDef]
) -> list[tree.FunctionDef]:
    """Write the comparisons that a class lacks, by the one that it has."""
    given = next((name for name in _ORDERINGS if name in functions), "")
    texts = [
        f"def {method}(self, other):\n"
        f"    r = self.{given}(other)\n"
        "    if r is NotImplemented:\n"
        "        return r\n"
        f"    return {formula}\n"
        for method, formula in _ORDERINGS.get(given, {}).items()
        if method not in functions
    ]
    made = functions_at("".join(texts), node.name.span)
    others = functions[given].parameters[1:] if given else ()
    if not others:
        return made
    # They take what the one takes that they ask.
    return [
        replace(
            function,
            parameters=(
                function.parameters[0],
                replace(function.parameters[1], annotation=others[0].annotation),
            ),
        )
        for function in made
    ]
