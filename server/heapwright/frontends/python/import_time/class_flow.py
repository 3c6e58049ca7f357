"""Which classes an expression may give, in code that runs while modules are imported.

Place: frontends/python/import_time/. Part of `module_code`, which has to know what `one.limit =
5` changes:

    KINDS = {}                       def keep(kind):                    for one in KINDS.values():
    keep(Node)                           KINDS[kind.__name__] = kind        one.limit = 5

Values go from place to place: variables of a function, names of modules and attributes (both by
their names alone, whosever they are), results of functions, and one place each for all that
containers hold, that unknown functions are given, and that code from outside knows. A place holds
at least the classes that the code can put there; the order of statements does not count, and a
container holds what its contents hold. What leads to classes that nobody names holds all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from heapwright.frontends.python.import_time.class_lines import ClassLines
from heapwright.frontends.python.import_time.class_places import (
    ALL,
    ATTRIBUTES,
    CONTENT,
    FINDERS,
    MODULES,
    OF_MODULES,
    OPERANDS,
    OUTSIDE,
    PASSED,
    PLAIN,
    RESULTS,
    WILD,
    Place,
    Places,
)
from heapwright.frontends.python.import_time.class_values import Piece, class_of, is_bound_to_class
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name
from heapwright.frontends.python.syntax.walk import (
    Node,
    assigned_names,
    captured_names,
    nodes_below,
    targets_in,
    walk,
)
from heapwright.frontends.python.table.class_table import ClassName, ForeignName, FunctionName

# Modules whose functions neither keep a class that they are given nor hand it to others.
_KEEPING_NOTHING = frozenset(("typing", "typing_extensions", "dataclasses", "abc", "logging", "re"))
# Functions of Python's own that call nothing with what they are given.
_MAKING = frozenset(
    (
        *("list", "tuple", "set", "dict", "frozenset", "zip", "enumerate", "reversed", "iter"),
        *("next", "getattr", "vars", "dir"),
    )
)
# Methods that only `copy` and `pickle` run, or whoever names them.
_KEEPING_FORM = frozenset(("__reduce__", "__reduce_ex__", "__getstate__", "__getnewargs__"))
# Methods that no operator runs.
_NO_OPERATORS = frozenset(
    (
        *("__init__", "__new__", "__call__", "__setstate__", "__getstate__", "__reduce__"),
        *("__reduce_ex__", "__copy__", "__deepcopy__", "__enter__", "__exit__", "__repr__"),
        *("__str__", "__format__", "__init_subclass__", "__set_name__", "__prepare__"),
    )
)
# What annotations are made of that mean neither a class nor anything at all.
_INSTANCES = frozenset(
    (
        *("str", "int", "float", "bool", "bytes", "None", "complex", "bytearray", "Optional"),
        *("Union", "list", "dict", "set", "frozenset", "tuple", "List", "Dict", "Set", "Tuple"),
        *("FrozenSet", "Sequence", "MutableSequence", "Iterable", "Iterator", "Mapping"),
        *("MutableMapping", "Collection", "Generator", "Literal", "Final", "ClassVar"),
    )
)


class ClassFlow:
    """The places of a program, and the classes that each may hold."""

    def __init__(
        self, lines: ClassLines, pieces: Sequence[Piece], texts: Iterable[tree.Module]
    ) -> None:
        self._lines = lines
        self.code = code = lines.code
        self._bits = {name: 1 << index for index, name in enumerate(code.classes)}
        self._to: dict[Place, set[Place]] = {}  # where the classes of a place get to
        self._held: dict[Place, int] = {}
        self._objects: set[Place] = set()  # which hold no class
        self._at = Places(lines, pieces)
        self._functions_kept: set[int] = set()  # used as values, so that anybody may call them
        self._methods_kept: set[str] = set()
        self._note_kept(pieces)
        self._scopes = {id(p.function): p.scope for p in pieces if p.function is not None}
        self._begin(texts)
        for piece in pieces:
            self._follow(piece)
        self._solve()

    def classes(self, piece: Piece, expr: tree.Expr) -> list[str]:
        """Name the classes that an expression may give, or hold."""
        held = 0
        for place in self._at.of(piece, expr):
            held |= self._held.get(place, 0)
            if place in self._at.of_names:
                held |= self._held.get(ALL if self._leads_to_modules(place) else ATTRIBUTES, 0)
        return [name for name, bit in self._bits.items() if held & bit]

    def is_module(self, piece: Piece, expr: tree.Expr) -> bool:
        """Say whether an expression may give a module, or hold one."""
        bit = self._held[MODULES]
        return any(self._held.get(place, 0) & bit for place in self._at.of(piece, expr))

    # --- Building ------------------------------------------------------------------

    def _begin(self, texts: Iterable[tree.Module]) -> None:
        for name, (path, node) in self.code.classes.items():
            bit = self._bits[name]
            local = node.name.text
            for place in (("class", name), ("name", local), ALL):
                self._held[place] = self._held.get(place, 0) | bit
            for member in node.body:
                if isinstance(member, tree.ClassDef):
                    self._flow(("name", member.name.text), ("attribute", member.name.text))
            # A decorator, a hook or a metaclass may have noted it in a container; what they do
            # besides is an obstacle to the class.
            notes = any(self._is_own(path, one) for one in node.decorators)
            made = any(self._lines.metaclasses(name))
            if notes or made or self._lines.is_hooked(name):
                self._flow(("class", name), CONTENT)
        for text in texts:
            for inner in nodes_below(text.body):
                if isinstance(inner, tree.Import):
                    for one in inner.names:
                        if one.alias != one.name:
                            self._flow(("name", one.name), ("name", one.alias))
        self._flow(CONTENT, OPERANDS)
        self._flow(PASSED, RESULTS)
        self._flow(OUTSIDE, RESULTS)
        self._flow(WILD, ATTRIBUTES)

    def _is_own(self, path: str, decorator: tree.Expr) -> bool:
        """Say whether a decorator is not one of Python's own."""
        used = decorator.function if isinstance(decorator, tree.Call) else decorator
        meaning = self.code.base_meaning(self.code.modules[path], used)
        return not isinstance(meaning, ForeignName) and meaning is not None

    def _flow(self, source: Place, target: Place) -> None:
        if source != target:
            self._to.setdefault(source, set()).add(target)

    def _give(self, sources: Iterable[Place], *targets: Place) -> None:
        for source in sources:
            for target in targets:
                self._flow(source, target)

    def _leads_to_modules(self, place: Place) -> bool:
        bit = self._held[MODULES]
        return any(self._held.get(holder, 0) & bit for holder in self._at.of_names[place])

    def _solve(self) -> None:
        self._held[MODULES] = 1 << len(self._bits)
        for place in list(self._to):
            if place[0] == "attribute":
                self._flow(place, ATTRIBUTES)
        for place in self._at.of_names:
            self._flow(ATTRIBUTES, place)
        open_names = list(self._at.of_names)
        while True:
            self._spread()
            leading = [place for place in open_names if self._leads_to_modules(place)]
            if not leading:
                return
            self._give((ALL,), *leading)
            open_names = [place for place in open_names if place not in leading]

    def _spread(self) -> None:
        pending = list(self._held)
        while pending:
            place = pending.pop()
            held = self._held[place]
            for target in self._to.get(place, ()):
                if target in self._objects:
                    continue
                before = self._held.get(target, 0)
                if before | held != before:
                    self._held[target] = before | held
                    pending.append(target)
                    if target[0] == "attribute":
                        self._flow(target, ATTRIBUTES)

    # --- What a piece of code does -----------------------------------------------------

    def _follow(self, piece: Piece) -> None:
        function = piece.function
        if function is not None:
            self._enter(piece, function)
        elif piece.scope:  # a lambda, which anybody may call
            for name in piece.taken:
                self._flow(PASSED, ("local", piece.scope, name))
            for node in piece.nodes:
                self._give(self._at.of(piece, node), RESULTS)
        for node in walk(piece.nodes):
            self._act(piece, node)
            if isinstance(node, tree.FunctionDef):
                defaults = [(p, p.default) for p in node.parameters if p.default is not None]
                for parameter, default in defaults:
                    place = ("local", piece.scope or id(node), parameter.name.text)
                    self._give(self._at.of(piece, default), place)
                for inner in walk([*node.decorators, *(default for _, default in defaults)]):
                    self._act(piece, inner)

    def _enter(self, piece: Piece, function: tree.FunctionDef) -> None:
        name = function.name.text
        names = [parameter.name.text for parameter in function.parameters]
        if piece.owner is not None:
            first = ("local", piece.scope, names[0]) if names else CONTENT
            if piece.cls_name is not None:
                self._give((("class", one) for one in self._lines.below(piece.owner)), first)
            if self._lines.is_metaclass(piece.owner):
                self._give((("class", one) for one in self._lines.made_by(piece.owner)), first)
        self._objects.update(
            ("local", piece.scope, one) for one in self._declared_objects(piece, function)
        )
        is_dunder = name.startswith("__") and name.endswith("__")
        is_known = piece.owner is None and id(function) not in self._functions_kept
        if piece.owner is not None and not is_dunder:
            is_known = name not in self._methods_kept
        is_nested = piece.scope != id(function)
        # Of what a method is bound to, its calls tell.
        for one in names[1:] if piece.self_name or piece.cls_name else names:
            place = ("local", piece.scope, one)
            if is_dunder and name not in _NO_OPERATORS:
                self._flow(OPERANDS, place)
            if is_nested or function.decorators or not is_known:
                self._flow(PASSED, place)
        result = ("result", id(function))
        if name in _KEEPING_FORM:
            return
        if name in ("__getattr__", "__getattribute__"):
            self._flow(result, OF_MODULES if piece.owner is None else WILD)
            return
        if is_dunder:
            self._flow(result, CONTENT)
        if is_nested or function.decorators or not is_known:
            self._flow(result, RESULTS)

    def _declared_objects(self, piece: Piece, function: tree.FunctionDef) -> Iterator[str]:
        """Name the parameters that hold no class, as their annotations say."""
        if piece.scope != id(function):
            return
        again = set(assigned_names(function.body))
        for node in nodes_below(function.body):
            if isinstance(node, tree.FunctionDef | tree.Lambda):
                again.update(parameter.name.text for parameter in node.parameters)
        for parameter in function.parameters:
            annotation, name = parameter.annotation, parameter.name.text
            if annotation is None or name in again:
                continue
            if all(self._means_object(piece, node) for node in walk([annotation])):
                yield name

    def _means_object(self, piece: Piece, node: Node) -> bool:
        match node:
            case tree.Name(text):
                meaning = self.code.base_meaning(self.code.modules[piece.path], node)
                if isinstance(meaning, ClassName):
                    return not self._lines.is_metaclass(meaning.name)
                return text in _INSTANCES
            case tree.Attribute(name=name):
                known = class_of(self.code, piece, self.code.modules[piece.path], node)
                return name in _INSTANCES if known is None else not self._lines.is_metaclass(known)
            case tree.StringLiteral(text):
                return text in _INSTANCES or any(
                    one.name.text == text for _, one in self.code.classes.values()
                )
            case tree.Subscript() | tree.TupleExpr() | tree.BinaryOperation() | tree.NoneLiteral():
                return True
            case _:
                return False

    def _act(self, piece: Piece, node: Node) -> None:
        match node:
            case tree.Assignment(targets, _, value) if value is not None:
                for target in targets:
                    self._assign(piece, target, self._at.of(piece, value))
            case tree.AugmentedAssignment(target=target, value=value):
                sources = self._at.of(piece, value)
                self._assign(piece, target, sources)
                self._give(sources, CONTENT)
            case tree.NamedExpr(name, value):
                self._assign(piece, name, self._at.of(piece, value))
            case tree.For(target, iterable):
                self._assign(piece, target, {*self._at.of(piece, iterable), CONTENT})
            case tree.Comprehension(clauses=clauses):
                for clause in clauses:
                    if not self._are_objects(piece, clause):
                        sources = {*self._at.of(piece, clause.iterable), CONTENT}
                        self._assign(piece, clause.target, sources)
            case tree.With(items):
                for item in items:
                    if item.target is not None:
                        sources = {*self._at.of(piece, item.value), CONTENT, RESULTS}
                        self._assign(piece, item.target, sources)
            case tree.Match(subject, cases):
                sources = {*self._at.of(piece, subject), CONTENT, ATTRIBUTES}
                for case in cases:
                    for captured in captured_names(case.pattern):
                        self._give(sources, self._at.variable(piece, captured))
            case tree.Return(value) | tree.Yield(value) if value is not None:
                if piece.function is not None:
                    self._give(self._at.of(piece, value), ("result", id(piece.function)))
            case tree.Subscript(value, index):
                if not self._at.is_type(piece, value):
                    self._give(self._at.of(piece, index), OPERANDS)
            case tree.BinaryOperation(lhs=lhs, rhs=rhs):
                self._give((*self._at.of(piece, lhs), *self._at.of(piece, rhs)), OPERANDS)
            case tree.Comparison(operands, operators):
                # `is` runs no method, and of two classes `==` runs none of theirs.
                if set(operators) <= {"is", "is not"} or all(map(_is_class_of_object, operands)):
                    return
                for operand in operands:
                    self._give(self._at.of(piece, operand), OPERANDS)
            case tree.Call():
                self._call(piece, node)
            case _:
                pass

    def _are_objects(self, piece: Piece, clause: tree.ForClause) -> bool:
        """Say whether a clause takes objects only: `for x in xs if isinstance(x, Node)`."""
        for condition in clause.conditions:
            match condition, clause.target:
                case (
                    tree.Call(
                        tree.Name("isinstance"),
                        [tree.Argument(None, tree.Name(asked)), tree.Argument(None, wanted)],
                    ),
                    tree.Name(text),
                ) if asked == text:
                    name = class_of(self.code, piece, self.code.modules[piece.path], wanted)
                    if name is not None and not self._lines.is_metaclass(name):
                        return True
                case _:
                    pass
        return False

    def _assign(self, piece: Piece, target: tree.Expr, sources: set[Place]) -> None:
        for single in targets_in(target):
            if single is not target:
                sources = {*sources, CONTENT}
            match single:
                case tree.Name(text):
                    self._give(sources, self._at.variable(piece, text))
                    if piece.function is None:  # the body of a class, maybe
                        self._give(sources, ("attribute", text))
                case tree.Attribute(name=name):
                    self._give(sources, ("attribute", name), ("name", name))
                case tree.Subscript(index=index):
                    self._give({*sources, *self._at.of(piece, index)}, CONTENT)
                case _:
                    self._give(sources, CONTENT)

    # --- Calls -----------------------------------------------------------------------

    def _call(self, piece: Piece, call: tree.Call) -> None:
        """Note what gets to the parameters of what a call may run."""
        function, arguments = call.function, call.arguments
        given = [place for one in arguments for place in self._at.of(piece, one.value)]
        callee = self._at.callee(piece, function)
        match callee:
            case tree.FunctionDef():
                self._bind(piece, callee, 0, arguments)
                if callee.decorators:
                    self._give(given, PASSED)
                return
            case ClassName(name) if name in self.code.classes:
                self._make(piece, name, arguments, given)
                return
            case str() if callee in PLAIN or callee in FINDERS:
                return
            case "setattr" | "__setattr__":
                if len(arguments) == 3 and isinstance(arguments[1].value, tree.StringLiteral):
                    self._give(given, ("attribute", arguments[1].value.text))
                else:
                    self._give(given, WILD)
                return
            case "type" if len(arguments) == 1:
                return
            case str():
                if callee not in _MAKING:
                    self._give(given, PASSED)
                return
            case ForeignName(module, name):
                if module.partition(".")[0] not in _KEEPING_NOTHING or name == "replace":
                    self._give(given, PASSED, OUTSIDE, WILD)
                return
            case _:
                pass
        if isinstance(function, tree.Attribute):
            if function.name == "__new__":
                for _, _, method in self._lines.methods.get("__new__", ()):
                    self._bind(piece, method, 0, arguments)
                return
            receiver = self._at.of(piece, function.value)
            for _, owner, method in self._lines.methods.get(function.name, ()):
                skipped = 0 if _is_static(method) else 1
                self._bind(piece, method, skipped, arguments)
                if skipped and method.parameters:
                    first = ("local", self._scope(method), method.parameters[0].name.text)
                    if is_bound_to_class(method) or self._lines.is_metaclass(owner):
                        self._give(receiver, first)
                    elif class_of(self.code, piece, self.code.modules[piece.path], function.value):
                        self._bind(piece, method, 0, arguments)
            for argument in arguments:
                if argument.name is not None:
                    place = ("attribute", argument.name)
                    self._give(self._at.of(piece, argument.value), place)
            self._give(given, CONTENT, PASSED, OUTSIDE)
            return
        self._give(given, PASSED, WILD, OUTSIDE, CONTENT)

    def _make(
        self,
        piece: Piece,
        name: str,
        arguments: tuple[tree.Argument, ...],
        given: Sequence[Place],
    ) -> None:
        """Note what gets to a class that makes an object."""
        is_made = False
        for one in self._lines.above(name):
            path, node = self.code.classes[one]
            for member in node.body:
                match member:
                    case tree.FunctionDef(name=tree.Name("__init__" | "__new__")):
                        self._bind(piece, member, 1, arguments)
                        is_made = True
                    case tree.Assignment([tree.Name(text)], annotation) if annotation is not None:
                        self._give(given, ("attribute", text))  # a field of a dataclass
                    case _:
                        pass
            n_known = sum(1 for _ in self.code.bases(path, node))
            if n_known < len(node.bases):
                self._give(given, CONTENT, WILD)
        if not is_made:
            self._give(given, CONTENT)

    def _bind(
        self,
        piece: Piece,
        function: tree.FunctionDef,
        skipped: int,
        arguments: tuple[tree.Argument, ...],
    ) -> None:
        scope = self._scope(function)
        parameters = function.parameters
        places = {p.name.text: ("local", scope, p.name.text) for p in parameters}
        others = [places[p.name.text] for p in parameters if p.kind in ("*", "**")]
        is_spread = False
        for index, argument in enumerate(arguments):
            value = argument.value
            sources = self._at.of(piece, value)
            is_spread |= isinstance(value, tree.Starred)
            if is_spread:
                self._give({*sources, CONTENT}, *places.values())
            elif argument.name is not None:
                target = places.get(argument.name)
                self._give(sources, *((target,) if target is not None else others))
            elif index + skipped < len(parameters) and parameters[index + skipped].kind in (
                "plain",
                "positional",
            ):
                self._give(sources, places[parameters[index + skipped].name.text])
            else:
                self._give(sources, *others)

    def _scope(self, function: tree.FunctionDef) -> int:
        return self._scopes.get(id(function), id(function))

    # --- What code uses as values --------------------------------------------------------

    def _note_kept(self, pieces: Sequence[Piece]) -> None:
        for piece in pieces:
            module = self.code.modules[piece.path]
            nodes = list(walk(piece.nodes))
            for node in tuple(nodes):
                if isinstance(node, tree.FunctionDef):
                    heads = [p.default for p in node.parameters if p.default is not None]
                    nodes += walk([*node.decorators, *heads])
            called = {id(node.function) for node in nodes if isinstance(node, tree.Call)}
            # A decorator of a function is given a function.
            called.update(
                id(d) for n in nodes if isinstance(n, tree.FunctionDef) for d in n.decorators
            )
            for node in nodes:
                match node:
                    case tree.Attribute(name=name) if id(node) not in called:
                        self._methods_kept.add(name)
                    case tree.Call(tree.Name("getattr"), [_, wanted, *_]):
                        told = wanted.value
                        if isinstance(told, tree.StringLiteral) and told.text:
                            self._methods_kept.add(told.text)
                            self._functions_kept.update(
                                id(function)
                                for _, function in self.code.functions.values()
                                if function.name.text == told.text
                            )
                        else:
                            everything = (function for _, function in self.code.functions.values())
                            self._functions_kept.update(map(id, everything))
                            self._methods_kept.update(self._lines.methods)
                    case _:
                        pass
                if isinstance(node, tree.Name | tree.Attribute) and id(node) not in called:
                    meaning = self.code.base_meaning(module, node)
                    if isinstance(meaning, FunctionName):
                        found = self.code.functions.get(meaning.qualified_name)
                        if found is not None:
                            self._functions_kept.add(id(found[1]))


def _is_class_of_object(expr: tree.Expr) -> bool:
    match expr:
        case tree.Call(tree.Name("type"), [_]) | tree.Attribute(name="__class__"):
            return True
        case _:
            return False


def _is_static(method: tree.FunctionDef) -> bool:
    return any(decorator_name(one) == "staticmethod" for one in method.decorators)
