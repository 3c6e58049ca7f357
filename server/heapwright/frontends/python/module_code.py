"""What the code at the top of modules changes, by itself and through the functions that it runs.

Place: frontends/python/. `declare` asks before it reads classes. A class or a value is what its
text says only as long as no such code changes it:

    def patch(cls):              class Node: …        TABLE = {}
        cls.limit = 5            patch(Node)          def fill():
                                                          TABLE["a"] = 1
                                                      fill()

All functions are gone through that the code may run, as far as names show: a method by its name
alone, whosever it is, and a function that is handed on as if it was called. What is set on
something of which the text does not tell what it is may be set on every class that is handed
around as a value, and matters where the class has something of that name. Code from outside of
the program and of the standard library may set anything on a class that it is given.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python import tree
from heapwright.frontends.python.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionInfo,
    FunctionName,
    Meaning,
    ModuleInfo,
    ModuleName,
    Obstacle,
    TypeVariable,
    Use,
)
from heapwright.frontends.python.class_values import Piece, class_of, handed, handed_out
from heapwright.frontends.python.decorators import decorator_name, dotted_name
from heapwright.frontends.python.import_code import TOLD, ImportCode, Setting
from heapwright.frontends.python.mentions import Mentions
from heapwright.frontends.python.rebindings import running
from heapwright.frontends.python.sharing import (
    add_uses,
    has_shared_default,
    set_attributes,
    uses_in,
)
from heapwright.frontends.python.walk import (
    Node,
    assigned_names,
    bound_by,
    global_names,
    targets_in,
    walk,
)
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

_ANY = "any attribute"
_SETTERS = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))
# What leads to classes that nobody names.
_FINDERS = frozenset(("__subclasses__", "__mro__", "__bases__", "globals", "vars", "modules"))
# Modules of the standard library whose functions change nothing that they are given.
_ONLY_LOOKING = frozenset(
    (
        *("typing", "collections", "re", "enum", "dataclasses", "itertools", "functools", "math"),
        *("types", "operator", "weakref", "contextlib", "abc", "decimal", "fractions", "logging"),
    )
)


@dataclass(slots=True)
class ModuleEffects:
    """What the code of modules changes; filled while it is gone through."""

    settings: list[Setting] = field(default_factory=list)
    uses: dict[str, Use] = field(default_factory=dict)  # what becomes of the values of names
    rebound: set[str] = field(default_factory=set)  # names that may get another value
    # Functions that run, each by its file and the place of its name.
    called: set[tuple[str, Span]] = field(default_factory=set)
    # Files of which nobody knows any more what their names mean.
    opaque: set[str] = field(default_factory=set)


def module_effects(code: ImportCode, modules: Mapping[str, tree.Module]) -> ModuleEffects:
    """Go through all code that runs while the modules of a program are imported."""
    looking = _Looking(code)
    for path, module in modules.items():
        looking.add(Piece(path, tuple(running(module.body))))
    return looking.effects()


def with_called_defaults(effects: ModuleEffects, info: FunctionInfo) -> FunctionInfo:
    """Give a function; one whose shared default a module has used is no longer as its text says."""
    if info.obstacle is None and (info.path, info.node.name.span) in effects.called:
        for parameter in info.parameters:
            if has_shared_default(info, parameter):
                what = f"a module calls it, and the default of `{parameter.name.text}` may change"
                return replace(info, obstacle=Obstacle(what, parameter.name.span))
    return info


class _Looking:
    """Collects code that runs, and what it does."""

    def __init__(self, code: ImportCode) -> None:
        self.code = code
        self.found = ModuleEffects()
        self.pieces: list[Piece] = []
        self.seen: set[int] = set()  # functions and lambdas
        self.exposed: dict[str, None] = {}  # classes that are handed around
        self.functions: list[Piece] = []  # functions that are handed around
        self.returned: list[Piece] = []  # functions that functions give back
        self.calls_unknown = False
        self.calls_results = False  # whether what a call gave is called
        self.finds_classes = False
        # What is set on something unknown: the attribute, and where.
        self.unknown: list[tuple[str, str, Span]] = []
        # What is set on a parameter: the function, the parameter, and the same.
        self.on_parameters: list[tuple[tree.FunctionDef, int, str, str, Span]] = []
        # What functions are given, by the place of the parameter; functions that are decorated
        # are given as nothing.
        self.given: dict[int, list[tuple[Piece, tuple[tree.Argument, ...]]]] = {}
        self.callees: set[int] = set()  # names that are only called
        self.kept: set[int] = set()  # functions that are handed on, so that anybody may call them
        self.methods: dict[str, list[tuple[str, str, tree.FunctionDef]]] = {}
        for name, (path, node) in code.classes.items():
            for member in node.body:
                if isinstance(member, tree.FunctionDef):
                    self.methods.setdefault(member.name.text, []).append((path, name, member))

    def add(self, piece: Piece) -> None:
        self.pieces.append(piece)

    def effects(self) -> ModuleEffects:
        done = 0
        while True:
            while done < len(self.pieces):
                self.look(self.pieces[done])
                done += 1
            kept = [
                *(self.functions if self.calls_unknown else ()),
                *(self.returned if self.calls_results else ()),
            ]
            for piece in kept:
                self.run(piece)
            if done == len(self.pieces):
                break
        for function, place, attribute, path, span in self.on_parameters:
            self.set_on_given(function, place, attribute, path, span)
        exposed = self.code.classes if self.finds_classes else self.exposed
        mentions = Mentions(self.code)
        for attribute, path, span in self.unknown:
            for name in exposed:
                if attribute == _ANY or mentions.can_matter(name, attribute):
                    self.set_on(name, attribute, path, span)
        return self.found

    def set_on_given(
        self, function: tree.FunctionDef, place: int, attribute: str, path: str, span: Span
    ) -> None:
        """Note what is set on what a function is given, where all its calls are seen."""
        sites = None if id(function) in self.kept else self.given.get(id(function))
        if sites is None:
            self.unknown.append((attribute, path, span))
            return
        for piece, arguments in sites:
            plain = all(a.name is None and not isinstance(a.value, tree.Starred) for a in arguments)
            if not plain or place >= len(arguments):
                self.unknown.append((attribute, path, span))
                continue
            value = arguments[place].value
            name = class_of(self.code, piece, self.code.modules[piece.path], value)
            if name is not None:
                self.set_on(name, attribute, path, span)
            elif not isinstance(value, tree.Lambda):
                self.unknown.append((attribute, path, span))

    # --- What runs ---------------------------------------------------------------

    def run(self, piece: Piece) -> None:
        """Go through a function, once."""
        key = id(piece.function or piece.nodes[0])
        if key not in self.seen:
            self.seen.add(key)
            if piece.function is not None:
                self.found.called.add((piece.path, piece.function.name.span))
            self.add(piece)

    def function_piece(
        self, path: str, owner: str | None, node: tree.FunctionDef, around: frozenset[str]
    ) -> Piece:
        first = node.parameters[0].name.text if node.parameters else None
        names = [decorator_name(one) for one in node.decorators]
        is_class = "classmethod" in names or node.name.text in ("__init_subclass__", "__new__")
        is_plain = owner is not None and not is_class and "staticmethod" not in names
        own = {parameter.name.text for parameter in node.parameters}
        own |= set(assigned_names(node.body)) | around
        return Piece(
            path,
            node.body,
            owner,
            first if is_plain else None,
            first if owner is not None and is_class else None,
            node,
            frozenset(own),
        )

    def run_methods(self, name: str, owner: str | None = None) -> bool:
        """Go through all methods of a name; says whether there are any."""
        found = self.methods.get(name, [])
        for path, class_name, node in found:
            if owner is None or class_name == owner:
                self.run(self.function_piece(path, class_name, node, frozenset()))
        return bool(found)

    def make(self, class_name: str) -> None:
        """Go through what runs when an object of a class is made, and by its operators."""
        pending, done = [class_name], set[str]()
        while pending:
            name = pending.pop()
            if name in done or name not in self.code.classes:
                continue
            done.add(name)
            path, node = self.code.classes[name]
            for member in node.body:
                if isinstance(member, tree.FunctionDef) and member.name.text.startswith("__"):
                    self.run(self.function_piece(path, name, member, frozenset()))
            for keyword in node.keywords:
                meaning = self.code.base_meaning(self.code.modules[path], keyword.value)
                if isinstance(meaning, ClassName):
                    pending.append(meaning.name)
            for _, above in self.code.bases(path, node):
                pending += [
                    other for other, (_, text) in self.code.classes.items() if text is above
                ]

    # --- One piece of code ---------------------------------------------------------

    def look(self, piece: Piece) -> None:
        module = self.code.modules[piece.path]
        self.look_for_settings(piece, module)
        if piece.function is not None:
            for statement in piece.nodes:
                add_uses(self.found.uses, uses_in(statement))
            self.found.rebound.update(global_names(piece.nodes))
        returned = {id(node.value) for node in walk(piece.nodes) if isinstance(node, tree.Return)}
        for node in walk(piece.nodes):
            match node:
                case tree.Call(function=function):
                    self.callees.add(id(function))
                case tree.FunctionDef(decorators=decorators):
                    self.callees.update(map(id, decorators))
                    self.callees.update(
                        id(one.function) for one in decorators if isinstance(one, tree.Call)
                    )
                case _:
                    pass
        nested = {
            node.name.text: node for node in walk(piece.nodes) if isinstance(node, tree.FunctionDef)
        }
        for node in walk(piece.nodes):
            match node:
                case tree.FunctionDef(decorators=decorators, parameters=parameters):
                    heads = [*decorators, *(p.default for p in parameters if p.default is not None)]
                    for head in walk(heads):
                        self.look_at(piece, module, head)
                    for decorator in decorators:
                        if not self.code.only_notes(piece.path, decorator):
                            self.decorate(piece, module, decorator)
                case tree.Name(text) if text in nested and id(node) in returned:
                    inner = self.function_piece(piece.path, None, nested[text], piece.own)
                    self.returned.append(inner)
                case tree.Name(text) if text in nested:
                    inner = self.function_piece(piece.path, None, nested[text], piece.own)
                    if piece.function is not None:
                        self.run(inner)
                    else:
                        self.functions.append(inner)
                case tree.Lambda(body=body):
                    own = piece.own | {p.name.text for p in node.parameters}
                    kept = self.returned if id(node) in returned else self.functions
                    kept.append(Piece(piece.path, (body,), own=own))
                case _:
                    self.look_at(piece, module, node)
        for name in handed(self.code, piece, module):
            self.exposed[name] = None

    def decorate(self, piece: Piece, module: ModuleInfo, decorator: tree.Expr) -> None:
        """Go through what a decorator of a function runs; what it gives back is not called yet."""
        if not isinstance(decorator, tree.Call):
            self.call(piece, module, decorator, (), is_decorator=True)
            return
        self.call(piece, module, decorator.function, decorator.arguments)
        match self.code.base_meaning(module, decorator.function):
            case FunctionName(qualified) if qualified in self.code.functions:
                path, maker = self.code.functions[qualified]
                for node in maker.body:
                    if isinstance(node, tree.FunctionDef):
                        inner = self.function_piece(path, None, node, frozenset())
                        self.run(inner)
                        self.given.setdefault(id(node), [])
            case _:
                pass

    def look_at(self, piece: Piece, module: ModuleInfo, node: Node) -> None:
        match node:
            case tree.Call(function, arguments):
                self.call(piece, module, function, arguments)
            case tree.Attribute(name=name):
                self.finds_classes |= name in _FINDERS
                for path, owner, method in self.methods.get(name, []):
                    # A property is run by looking at it; any other method may be kept and called.
                    self.functions.append(self.function_piece(path, owner, method, frozenset()))
                    if method.decorators:
                        self.run(self.functions[-1])
            case tree.Name(text) if text not in piece.own:
                match module.names.get(text):
                    case FunctionName(qualified) if qualified in self.code.functions:
                        path, named = self.code.functions[qualified]
                        if id(node) not in self.callees:
                            self.kept.add(id(named))
                        self.functions.append(self.function_piece(path, None, named, frozenset()))
            case _:
                pass

    def call(
        self,
        piece: Piece,
        module: ModuleInfo,
        function: tree.Expr,
        arguments: tuple[tree.Argument, ...],
        *,
        is_decorator: bool = False,
    ) -> None:
        """Go through what a call runs; a decorator is given a function."""
        if piece.function is None and not self.only_looks(module, function):
            # What functions do with names, `look` has noted.
            for argument in arguments:
                add_uses(self.found.uses, uses_in(argument.value))
            if isinstance(function, tree.Attribute):
                call = tree.Call(function, (), function.span)
                add_uses(self.found.uses, uses_in(call))
        meaning: Meaning | None = None
        match function:
            case tree.Name(text) if text in piece.own:
                self.calls_unknown = self.calls_results = True
                return
            case tree.Name(text):
                meaning = module.names.get(text)
                if meaning is None:
                    self.finds_classes |= text in _FINDERS
                    if text in ("exec", "eval", "globals"):
                        self.found.opaque |= self.opens(piece, text)
                    if text not in _SETTERS:
                        # A function of Python's own may call what it is given.
                        self.calls_unknown = True
                    return
            case tree.Attribute(value, name):
                if isinstance(value, tree.Name) and value.text in piece.own:
                    if not self.run_methods(name):
                        self.found.settings += handed_out(
                            self.code, piece, module, function, arguments
                        )
                    return
                meaning = self.code.base_meaning(module, function)
                owner = self.code.base_meaning(module, value)
                if isinstance(owner, ClassName) and self.run_methods(name):
                    return
                if not isinstance(meaning, FunctionName) and self.run_methods(name):
                    self.calls_unknown = True
                    return
            case tree.Call(inner, given):
                self.call(piece, module, inner, given)
                self.calls_unknown = self.calls_results = True
                return
            case _:
                self.calls_unknown = self.calls_results = True
                return
        match meaning:
            case FunctionName(qualified) if qualified in self.code.functions:
                path, node = self.code.functions[qualified]
                self.run(self.function_piece(path, None, node, frozenset()))
                sites = self.given.setdefault(id(node), [])
                if arguments or not is_decorator:
                    sites.append((piece, arguments))
            case ClassName(name):
                self.make(name)
            case TypeVariable() | ModuleName():
                pass
            case _:
                self.calls_unknown = True
                # `patch = make()`, and then `patch(Node)`.
                self.calls_results |= isinstance(meaning, ConstantName)
                self.found.settings += handed_out(self.code, piece, module, function, arguments)

    def only_looks(self, module: ModuleInfo, function: tree.Expr) -> bool:
        """Say whether a function leaves all containers as they are that it is given."""
        if isinstance(function, tree.Name) and function.text not in module.names:
            return True
        match self.code.base_meaning(module, function):
            case ForeignName(outer, _):
                return outer.partition(".")[0] in _ONLY_LOOKING
            case _:
                return isinstance(function, tree.Attribute) and function.name in ("join", "format")

    def opens(self, piece: Piece, text: str) -> set[str]:
        """Say which module code may change that no text shows: `globals()[name] = value`."""
        if text == "exec":
            return {piece.path}
        changing = [
            node
            for node in walk(piece.nodes)
            if isinstance(node, tree.Assignment | tree.Delete | tree.AugmentedAssignment)
            for target in (
                node.targets if not isinstance(node, tree.AugmentedAssignment) else (node.target,)
            )
            for single in targets_in(target)
            if isinstance(single, tree.Subscript) and _is_globals(single.value)
        ]
        updates = [
            node
            for node in walk(piece.nodes)
            if isinstance(node, tree.Call)
            and isinstance(node.function, tree.Attribute)
            and node.function.name in ("update", "setdefault", "pop", "clear", "__setitem__")
            and _is_globals(node.function.value)
        ]
        return {piece.path} if changing or updates else set()

    # --- What is set on classes ------------------------------------------------------

    def look_for_settings(self, piece: Piece, module: ModuleInfo) -> None:
        for target in set_attributes(piece.nodes):
            self.set_in(piece, module, target.value, target.name, target.span)
        for node in walk(piece.nodes):
            match node:
                case tree.Call(tree.Name(name) | tree.Attribute(name=name), [first, *rest]) if (
                    name in _SETTERS
                    and not (isinstance(node.function, tree.Name) and name in module.names)
                ):
                    attribute = _ANY
                    if rest and isinstance(rest[0].value, tree.StringLiteral):
                        attribute = rest[0].value.text or _ANY
                    self.set_in(piece, module, first.value, attribute, node.span)
                case _:
                    pass

    def set_in(
        self, piece: Piece, module: ModuleInfo, value: tree.Expr, attribute: str, span: Span
    ) -> None:
        """Note that code sets an attribute of a value."""
        match value:
            case tree.Name(text) if text == piece.self_name:
                return
            case tree.Name(text) if text == piece.cls_name and piece.owner is not None:
                self.set_on_line(piece.owner, attribute, piece.path, span)
                return
            case tree.Call(
                tree.Name("type"), [tree.Argument(None, tree.Name(text))]
            ) | tree.Attribute(tree.Name(text), "__class__") if (
                text == piece.self_name and piece.owner is not None
            ):
                self.set_on_line(piece.owner, attribute, piece.path, span)
                return
            case tree.Call(tree.Name("type"), [_]) | tree.Attribute(name="__class__"):
                self.finds_classes = True
            case tree.Name(text) if text in piece.own:
                if self.is_object(piece, module, text):
                    return
            case tree.Name() | tree.Attribute():
                match self.code.base_meaning(module, value):
                    case ClassName(name):
                        self.set_on(name, attribute, piece.path, span)
                        return
                    case ModuleName():
                        self.found.rebound.add(attribute)
                        return
                    case FunctionName():
                        return
                    case ConstantName(given) if isinstance(given, tree.Call):
                        return
                    case _:
                        pass
            case _:
                pass
        if isinstance(value, tree.Name) and piece.function is not None and piece.owner is None:
            places = [parameter.name.text for parameter in piece.function.parameters]
            is_set = any(value.text in bound_by(node) for node in walk(piece.nodes))
            if value.text in places and not is_set:
                place = places.index(value.text)
                found = (piece.function, place, attribute, piece.path, span)
                self.on_parameters.append(found)
                return
        self.unknown.append((attribute, piece.path, span))

    def set_on_line(self, owner: str, attribute: str, path: str, span: Span) -> None:
        """Note what is set on the class of an object or on `cls`, which may be one below."""
        if self.has_value(attribute):
            self.found.rebound.add(attribute)
        else:
            self.set_on(owner, attribute, path, span)

    def set_on(self, name: str, attribute: str, path: str, span: Span) -> None:
        if attribute not in TOLD:
            node = self.code.classes[name][1] if name in self.code.classes else None
            members = node.body if node is not None and attribute == _ANY else ()
            self.found.rebound.update((attribute, *assigned_names(tuple(members))))
            what = f"the code of a module sets `{attribute}` on it".replace(f"`{_ANY}`", _ANY)
            self.found.settings.append(Setting(name, what, path, span))

    def has_value(self, attribute: str) -> bool:
        """Say whether all that classes call by a name are values."""
        return attribute not in self.methods and any(
            isinstance(member, tree.Assignment)
            and any(isinstance(one, tree.Name) and one.text == attribute for one in member.targets)
            for _, node in self.code.classes.values()
            for member in node.body
        )

    def is_object(self, piece: Piece, module: ModuleInfo, name: str) -> bool:
        """Say whether a variable only holds objects and functions that the code makes itself."""
        if piece.function is None or any(
            parameter.name.text == name for parameter in piece.function.parameters
        ):
            return False
        for node in walk(piece.nodes):
            match node:
                case tree.Assignment([tree.Name(text)], _, tree.Call(tree.Name(called))) if (
                    text == name
                    and called not in piece.own
                    and isinstance(module.names.get(called), ClassName)
                ):
                    pass
                case tree.FunctionDef(name=tree.Name(text)) if text == name:
                    pass
                case _:
                    if name in bound_by(node):
                        return False
        return True


def _is_globals(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Call) and dotted_name(expr.function) in ("globals", "vars")
