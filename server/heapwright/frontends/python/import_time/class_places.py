"""The places that hold what an expression gives, in code that runs while modules are imported.

Place: frontends/python/import_time/. Part of `module_code`; `class_flow` says what gets to which
place. A place is a variable of a function, a name of a module, an attribute (both by their names
alone, whosever they are), the result of a function, a class, or one of those below that stand for
many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from heapwright.frontends.python.import_time.class_lines import ClassLines
from heapwright.frontends.python.import_time.class_values import Piece, class_of
from heapwright.frontends.python.import_time.import_code import ImportCode
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import Node, bound_by, targets_in, walk
from heapwright.frontends.python.table.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionName,
    ModuleName,
)
from heapwright.records import replace

Place: TypeAlias = tuple[object, ...]

ALL: Place = ("all classes",)
CONTENT: Place = ("what was put into containers",)
OPERANDS: Place = ("what operators are given",)
PASSED: Place = ("what unknown functions are given",)
RESULTS: Place = ("what unknown functions give",)
OUTSIDE: Place = ("what code from outside knows",)
WILD: Place = ("attributes of any name",)
ATTRIBUTES: Place = ("all attributes",)
MODULES: Place = ("modules",)
OF_MODULES: Place = ("what a function `__getattr__` of a module gives",)

# What leads to classes that nobody names: attributes of anything, and functions.
_ALONG_LINES = frozenset(("__subclasses__", "__mro__", "mro", "__bases__", "__base__"))
GIVING_NAMES = frozenset(("__globals__", "f_globals", "f_locals"))
_LEADING = _ALONG_LINES | GIVING_NAMES | {"__annotations__"}
FINDERS = frozenset(
    (
        *("globals", "vars", "locals", "eval", "getmembers", "getmro", "get_objects"),
        *("get_referrers", "resolve_name", "locate", "get_type_hints", "get_annotations"),
    )
)
# What gives modules and frames, which are no classes, but have some.
_GIVING_MODULES = frozenset(
    (
        *("modules", "__import__", "import_module", "reload", "getmodule", "load_module"),
        *("module_from_spec", "currentframe", "_getframe", "stack", "find_module"),
    )
)
# Functions of Python's own, and methods of strings and containers, that never give a class.
PLAIN = frozenset(
    (
        *("len", "isinstance", "issubclass", "str", "repr", "int", "bool", "float", "hash", "id"),
        *("callable", "print", "any", "all", "ord", "chr", "format", "range", "hasattr", "super"),
        *("delattr", "abs", "round", "divmod", "pow", "bytes", "bytearray", "ascii", "input"),
        *("property", "object", "complex", "hex", "bin", "oct", "compile", "open"),
    )
)
_CONTAINERS = frozenset(("list", "dict", "set", "frozenset", "tuple", "type"))
_PLAIN_METHODS = frozenset(
    (
        *("join", "lower", "upper", "strip", "split", "startswith", "endswith", "replace"),
        *("lstrip", "rstrip", "title", "partition", "rpartition", "splitlines", "encode"),
        *("decode", "isdigit", "isidentifier", "match", "search", "fullmatch", "sub", "group"),
    )
)


class Places:
    """Finds the places of expressions."""

    def __init__(self, lines: ClassLines, pieces: Sequence[Piece]) -> None:
        self.lines = lines
        self.code = lines.code
        # Names that the top of some file gives a value; calling one runs nobody knows what.
        self._bound = {
            name for p in pieces if not p.scope for n in walk(p.nodes) for name in bound_by(n)
        }
        # Places that hold all classes if one of the others holds a module, and all attributes.
        self.of_names: dict[Place, set[Place]] = {}
        # Variables of comprehensions in functions, by the outermost of these.
        self._comprehended: dict[int, set[str]] = {}
        for piece in pieces:
            if piece.scope:
                names = self._comprehended.setdefault(piece.scope, set())
                names.update(_comprehended(piece))

    def of(self, piece: Piece, expr: Node) -> set[Place]:
        """Give the places that hold what an expression gives."""
        found: set[Place] = set()
        pending: list[Node] = [expr]
        while pending:
            node = pending.pop()
            match node:
                case tree.Name(text):
                    found |= self._of_name(piece, node, text)
                case tree.Attribute(value, name):
                    found |= self._of_attribute(piece, node, value, name)
                case tree.Call():
                    found |= self._of_call(piece, node, pending)
                case tree.Subscript(value, index):
                    if not _is_told(index):
                        found.add(CONTENT)
                        pending.append(value)
                case tree.NamedExpr(value=value) | tree.Starred(value=value):
                    pending.append(value)
                case tree.Conditional(then_value=then_value, else_value=else_value):
                    pending += [then_value, else_value]
                case tree.BooleanOperation(lhs=lhs, rhs=rhs):
                    pending += [lhs, rhs]
                case tree.BinaryOperation(lhs=lhs, rhs=rhs):
                    pending += [lhs, rhs]
                    found.add(CONTENT)
                case tree.TupleExpr(items) | tree.Display(items=items):
                    pending += items
                case tree.DictDisplay(keys, values):
                    pending += [*(key for key in keys if key is not None), *values]
                case tree.Comprehension(element=element, value=second):
                    pending += [element, *((second,) if second is not None else ())]
                case tree.Yield():
                    found |= {PASSED, CONTENT, RESULTS}
                case tree.OtherExpr(parts=parts):
                    pending += parts
                    found.add(RESULTS)
                case tree.UnaryOperation("not"):
                    pass
                case tree.UnaryOperation() | tree.Comparison():
                    found.add(CONTENT)  # what an operator of a class gives
                case _:
                    pass
        return found

    def _of_name(self, piece: Piece, node: tree.Name, text: str) -> set[Place]:
        if text in piece.own:
            return {("local", piece.scope, text)}
        # It may be a variable of a comprehension, or one around it of the same name.
        inner: set[Place] = set()
        if text in self._comprehended.get(piece.scope, ()):
            inner = {("local", piece.scope, text)}
        match self.code.base_meaning(self.code.modules[piece.path], node):
            case ClassName(name):
                return {("class", name), *inner}
            case ConstantName(name=name):
                return {("name", name), ("name", text), *inner}
            case ModuleName() | ForeignName("__main__", ""):
                return {MODULES, *inner}
            case ForeignName(name=name) if name in _GIVING_MODULES:
                return {MODULES, *inner}
            case FunctionName():
                return inner
            case _:
                return {("name", text), *inner}

    def _of_attribute(
        self, piece: Piece, node: tree.Attribute, value: tree.Expr, name: str
    ) -> set[Place]:
        known = class_of(self.code, piece, self.code.modules[piece.path], node)
        if known is not None:
            return {("class", known)}
        is_self = isinstance(value, tree.Name) and value.text == piece.self_name
        if name == "__class__":
            return self._own_class(piece) if is_self else {ALL}
        if name == "__dict__":
            return {ATTRIBUTES} if is_self else {self._by_name(piece, node, value)}
        module, root = self.code.modules[piece.path], root_of(value)
        if name in _LEADING:
            return self._led_to(piece, value, name)
        # An import inside of a function binds none of its `own` names.
        meant = module.names.get(root, module.inner.get(root))
        if root not in piece.own and _is_of_module(meant):
            if name in FINDERS:
                return {ALL}
            if name in _GIVING_MODULES:
                return {MODULES}
        found = {("attribute", name), WILD, *self._of_property(name)}
        # What a module from outside calls `Event` is no class of the program, unless code put it
        # there as an attribute.
        is_outside = (
            isinstance(value, tree.Name)
            and root not in piece.own
            and isinstance(meant, ForeignName)
            and meant.module != ""
            and not meant.name
        )
        if not is_self and not is_outside:
            found.add(("name", name))
            meaning = self.code.base_meaning(self.code.modules[piece.path], node)
            if isinstance(meaning, ForeignName | None) and MODULES in self.of(piece, value):
                found.add(OF_MODULES)
        return found

    def _led_to(self, piece: Piece, value: tree.Expr, name: str) -> set[Place]:
        """Give the classes that an attribute leads to: from `cls` to those of its own lines."""
        is_own = isinstance(value, tree.Name) and value.text == piece.cls_name
        if not is_own or not piece.owner or name not in _ALONG_LINES:
            return {ALL}
        below = self.lines.below(piece.owner)
        return {("class", one) for name in below for one in self.lines.above(name)}

    def _of_property(self, name: str) -> Iterator[Place]:
        for _, _, method in self.lines.methods.get(name, ()):
            if method.decorators:
                yield ("result", id(method))

    def _own_class(self, piece: Piece) -> set[Place]:
        return {("class", one) for one in self.lines.below(piece.owner or "")}

    def _of_call(self, piece: Piece, call: tree.Call, pending: list[Node]) -> set[Place]:
        function, arguments = call.function, call.arguments
        values = [argument.value for argument in arguments]
        callee = self.callee(piece, function)
        match callee:
            case tree.FunctionDef():
                if callee.decorators:
                    pending += values
                    return {("result", id(callee)), RESULTS, CONTENT}
                return {("result", id(callee))}
            case ClassName(name):
                return self._of_making(name)
            case str() if callee in PLAIN:
                return set()
            case str() if callee in _GIVING_MODULES:
                return {MODULES}
            case "type" if len(values) == 1:
                first = values[0]
                is_self = isinstance(first, tree.Name) and first.text == piece.self_name
                if not isinstance(first, tree.Name | tree.Attribute | tree.Call | tree.Subscript):
                    return set()  # of a literal, a lambda or a generator
                return self._own_class(piece) if is_self else {ALL}
            case "getattr" if values:
                return self._of_getattr(piece, call, values, pending)
            case "eval" if len(values) > 1:  # which sees no other names than these
                pending += values
                return {CONTENT, ATTRIBUTES, RESULTS}
            case "vars" if values:
                is_self = isinstance(values[0], tree.Name) and values[0].text == piece.self_name
                return {ATTRIBUTES} if is_self else {self._by_name(piece, call, values[0])}
            case str() if callee in FINDERS:
                return {ALL}
            case str():
                pending += values
                return {CONTENT, RESULTS}
            case ForeignName(_, name):
                if name in FINDERS:
                    return {ALL}
                if name in _GIVING_MODULES:
                    return {MODULES}
                pending += values[1:] if name == "cast" else values
                return {OUTSIDE, RESULTS, CONTENT}
            case _:
                pass
        if not isinstance(function, tree.Attribute):
            return {RESULTS, CONTENT}
        if function.name in _LEADING:
            return self._led_to(piece, function.value, function.name)
        methods = self.lines.methods.get(function.name, ())
        found: set[Place] = {("result", id(method)) for _, _, method in methods}
        if function.name == "__new__" or (function.name in _PLAIN_METHODS and not methods):
            return found
        if function.name == "get" and values and _is_told(values[0]):
            pending += values[1:]
            return found
        # What a container holds, not the class or module that a function is looked up in.
        is_class = class_of(self.code, piece, self.code.modules[piece.path], function.value)
        if is_class is None and self.of(piece, function.value) != {MODULES}:
            pending.append(function.value)
        pending += values
        return found | {CONTENT, RESULTS}

    def _of_making(self, name: str) -> set[Place]:
        """Give what making an object may give besides an object."""
        found: set[Place] = set()
        if name not in self.code.classes:
            return {CONTENT}
        for one in self.lines.above(name):
            path, node = self.code.classes[one]
            for member in node.body:
                if isinstance(member, tree.FunctionDef) and member.name.text == "__new__":
                    found.add(("result", id(member)))
            if sum(1 for _ in self.code.bases(path, node)) < len(node.bases):
                found.add(CONTENT)  # it may be a list
        return found

    def _of_getattr(
        self, piece: Piece, call: tree.Call, values: Sequence[tree.Expr], pending: list[Node]
    ) -> set[Place]:
        pending += values[2:]
        match values:
            case [holder, tree.StringLiteral(text), *_] if text:
                pending.append(tree.Attribute(holder, text, holder.span, holder.span))
                return set()
            case [tree.Name(holder), *_] if holder == piece.self_name:
                return {ATTRIBUTES}
            case _:
                return {self._by_name(piece, call, values[0])}

    def _by_name(self, piece: Piece, node: Node, holder: tree.Expr) -> Place:
        """Give the place of an attribute of some value, whatever its name."""
        place = ("by name", id(node))
        if place not in self.of_names:
            self.of_names[place] = self.of(piece, holder)
        return place

    def is_type(self, piece: Piece, expr: tree.Expr) -> bool:
        """Say whether an expression is a class or something of `typing`, as in `list[Node]`."""
        if not isinstance(expr, tree.Name | tree.Attribute) or root_of(expr) in piece.own:
            return False
        module = self.code.modules[piece.path]
        if isinstance(expr, tree.Attribute) and not _is_of_module(module.names.get(root_of(expr))):
            return False
        meaning = self.code.base_meaning(module, expr)
        if meaning is None and isinstance(expr, tree.Name):
            return expr.text in _CONTAINERS and expr.text not in self._bound
        return isinstance(meaning, ClassName | ForeignName)

    def variable(self, piece: Piece, name: str) -> Place:
        """Give the place of a variable that code sets."""
        is_inner = name in self._comprehended.get(piece.scope, ())
        return ("local", piece.scope, name) if is_inner or name in piece.own else ("name", name)

    def callee(
        self, piece: Piece, function: tree.Expr
    ) -> tree.FunctionDef | ClassName | ForeignName | str | None:
        """Say what a call runs: a function, a class, one of Python's own, or nobody knows."""
        module = self.code.modules[piece.path]
        match function:
            case tree.Name(text) if text in piece.own:
                return None
            case tree.Name(text) if module.names.get(text) is None:
                return None if text in self._bound else text
            case tree.Name() | tree.Attribute():
                if isinstance(function, tree.Attribute) and root_of(function) in piece.own:
                    return None
                meaning = self.code.base_meaning(module, function)
                if isinstance(function, tree.Attribute) and not _is_of_module(
                    module.names.get(root_of(function))
                ):
                    # What a base or an import may mean, an attribute of a value does not.
                    return meaning if isinstance(meaning, ClassName) else None
                match meaning:
                    case FunctionName(qualified) if qualified in self.code.functions:
                        return self.code.functions[qualified][1]
                    case ForeignName(_, name) if isinstance(function, tree.Attribute):
                        outer = module.names.get(root_of(function))
                        return replace(outer, name=name) if isinstance(outer, ForeignName) else None
                    case ClassName() | ForeignName():
                        return meaning
                    case _:
                        return None
            case _:
                return None


def hands_modules(code: ImportCode, pieces: Sequence[Piece]) -> bool:
    """Say whether a module is used as a value somewhere, so that names lead to what it has."""
    for piece in pieces:
        names = code.modules[piece.path].names
        bases = set[int]()
        for node in walk(piece.nodes):
            match node:
                case tree.Attribute(value, name):
                    bases.add(id(value))
                    if name in _GIVING_MODULES or name in GIVING_NAMES:
                        return True
                case tree.Call(tree.Name(name)) if name in _GIVING_MODULES:
                    return True
                case tree.Name(text) if text not in piece.own:
                    match names.get(text):
                        case ModuleName() if id(node) not in bases:
                            return True
                        case ForeignName(module, name):
                            if module == "__main__" or name in _GIVING_MODULES:
                                return True
                case _:
                    pass
    return False


def _is_told(key: tree.Expr) -> bool:
    """Say whether a key is one like `"__name__"`, which stands for no class."""
    match key:
        case tree.StringLiteral("__name__" | "__file__" | "__package__" | "__doc__" | "__path__"):
            return True
        case _:
            return False


def _comprehended(piece: Piece) -> Iterator[str]:
    for node in walk(piece.nodes):
        if isinstance(node, tree.Comprehension):
            for clause in node.clauses:
                for target in targets_in(clause.target):
                    if isinstance(target, tree.Name):
                        yield target.text


def root_of(expr: tree.Expr) -> str:
    """Give the name that a dotted name begins with."""
    while isinstance(expr, tree.Attribute):
        expr = expr.value
    return expr.text if isinstance(expr, tree.Name) else ""


def _is_of_module(meaning: object) -> bool:
    return isinstance(meaning, ModuleName | ForeignName)
