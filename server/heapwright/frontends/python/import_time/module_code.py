"""What the code at the top of modules changes, by itself and through the functions that it runs.

Place: frontends/python/import_time/. `declare` asks before it reads classes. A class or a value
is what its text says only as long as no such code changes it:

    def patch(cls):              class Node: …        TABLE = {}
        cls.limit = 5            patch(Node)          def fill():
                                                          TABLE["a"] = 1
                                                      fill()

All functions are gone through that the code may run, as far as names show: a method by its name
alone, whosever it is, and a function that is handed on as if it was called. What is set on
something of which the text does not tell what it is may be set on the classes that can get there
(see `class_flow`), and matters where somebody looks for an attribute of that name. Code from
outside of the program and of the standard library may set anything on a class that it is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.frontends.python.import_time.class_flow import ClassFlow
from heapwright.frontends.python.import_time.class_lines import ClassLines
from heapwright.frontends.python.import_time.class_places import hands_modules, root_of
from heapwright.frontends.python.import_time.class_values import (
    Piece,
    handed_out,
    is_bound_to_class,
)
from heapwright.frontends.python.import_time.escape import (
    add_uses,
    has_shared_default,
    set_attributes,
    uses_in,
)
from heapwright.frontends.python.import_time.import_code import TOLD, ImportCode, Setting
from heapwright.frontends.python.import_time.mentions import Mentions
from heapwright.frontends.python.import_time.module_names import (
    NameEffects,
    may_change_names,
    name_effects,
)
from heapwright.frontends.python.import_time.named_at_import import NamedAtImport
from heapwright.frontends.python.modules.rebindings import running
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, dotted_name
from heapwright.frontends.python.syntax.walk import Node, assigned_names, global_names, walk
from heapwright.frontends.python.table.class_table import (
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
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

_ANY = "any attribute"
_SETTERS = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))
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
    of_modules: NameEffects = field(default_factory=NameEffects)
    named: NamedAtImport = field(default_factory=NamedAtImport)


def module_effects(code: ImportCode, modules: Mapping[str, tree.Module]) -> ModuleEffects:
    """Go through all code that runs while the modules of a program are imported."""
    looking = _Looking(code, tuple(modules.values()))
    for path, module in modules.items():
        looking.found.named.add_imports(module)
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

    def __init__(self, code: ImportCode, texts: tuple[tree.Module, ...]) -> None:
        self.code = code
        self.texts = texts
        self.lines = ClassLines(code)
        self.found = ModuleEffects()
        self.pieces: list[Piece] = []
        self.seen: set[int] = set()  # functions and lambdas
        self.assigned: dict[int, frozenset[str]] = {}  # names that a function assigns
        self.functions: list[Piece] = []  # functions that are handed around
        self.returned: list[Piece] = []  # functions that functions give back
        self.calls_unknown = False
        self.computes_names = False  # whether `getattr` is given the name of a function, maybe
        self.calls_results = False  # whether what a call gave is called
        # What is set on something of which the text does not tell what it is.
        self.sites: list[tuple[Piece, tree.Expr, str, Span]] = []

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
            if self.computes_names and hands_modules(self.code, self.pieces):
                self.run_functions(None)
            if done == len(self.pieces):
                break
        by_name = may_change_names(self.code, self.pieces)
        if self.sites or by_name:
            mentions = Mentions(self.lines, self.texts)
            flow = ClassFlow(self.lines, self.pieces, self.texts)
            for piece, value, attribute, span in self.sites:
                for name in flow.classes(piece, value):
                    if attribute == _ANY or mentions.can_matter(name, attribute):
                        self.set_on(name, attribute, piece.path, span)
            if by_name:
                self.found.of_modules = name_effects(self.code, flow, self.pieces)
        return self.found

    # --- What runs ---------------------------------------------------------------

    def run(self, piece: Piece) -> None:
        """Go through a function, once."""
        key = id(piece.function or piece.nodes[0])
        if key not in self.seen:
            self.seen.add(key)
            if piece.function is not None:
                self.found.called.add((piece.path, piece.function.name.span))
            self.add(piece)

    def run_function(
        self, path: str, owner: str | None, node: tree.FunctionDef, around: Piece | None = None
    ) -> None:
        """Go through the body of a function, once: many calls lead to the same one."""
        if id(node) not in self.seen:
            self.run(self.function_piece(path, owner, node, around))

    def function_piece(
        self, path: str, owner: str | None, node: tree.FunctionDef, around: Piece | None = None
    ) -> Piece:
        """Give the body of a function; `around` is the code that it is nested in."""
        first = node.parameters[0].name.text if node.parameters else None
        names = [decorator_name(one) for one in node.decorators]
        is_class = is_bound_to_class(node)
        is_plain = owner is not None and not is_class and "staticmethod" not in names
        own = {parameter.name.text for parameter in node.parameters}
        if id(node) not in self.assigned:
            # Whoever names a function asks again; half of the time that modules took.
            self.assigned[id(node)] = frozenset(assigned_names(node.body))
        own |= self.assigned[id(node)] | (around.own if around else frozenset())
        return Piece(
            path,
            node.body,
            owner,
            first if is_plain else None,
            first if owner is not None and is_class else None,
            node,
            frozenset(own),
            (around.scope if around else 0) or id(node),
        )

    def run_methods(self, name: str, owner: str | None = None) -> bool:
        """Go through all methods of a name; says whether there are any."""
        found = self.lines.methods.get(name, [])
        for path, class_name, node in found:
            if owner is None or class_name == owner:
                self.run_function(path, class_name, node)
        return bool(found)

    def run_named(self, piece: Piece, arguments: tuple[tree.Argument, ...]) -> None:
        """Go through the methods that `getattr` may give."""
        match [argument.value for argument in arguments]:
            case [_, tree.StringLiteral(text), *_] if text:
                self.run_methods(text)
                self.run_functions(text)
            case [holder, *_]:
                is_self = isinstance(holder, tree.Name) and holder.text == piece.self_name
                self.computes_names |= not is_self
                for name in self.lines.methods:
                    self.run_methods(name)
            case _:
                pass

    def run_functions(self, name: str | None) -> None:
        """Go through all functions of modules, or those of a name."""
        for path, node in self.code.functions.values():
            if name is None or node.name.text == name:
                self.run_function(path, None, node)

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
                    self.run_function(path, name, member)
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
        self.look_for_names(piece)
        if piece.function is not None:
            for statement in piece.nodes:
                add_uses(self.found.uses, uses_in(statement))
            self.found.rebound.update(global_names(piece.nodes))
        returned = {id(node.value) for node in walk(piece.nodes) if isinstance(node, tree.Return)}
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
                case tree.ClassDef(body=body):  # one inside of a function, or of a loop
                    self.add(replace(piece, nodes=tuple(running(body)), function=None))
                    for member in body:
                        if isinstance(member, tree.FunctionDef):
                            self.run_function(piece.path, None, member, piece)
                case tree.Name(text) if text in nested and id(node) in returned:
                    inner = self.function_piece(piece.path, None, nested[text], piece)
                    self.returned.append(inner)
                case tree.Name(text) if text in nested:
                    inner = self.function_piece(piece.path, None, nested[text], piece)
                    if piece.function is not None:
                        self.run(inner)
                    else:
                        self.functions.append(inner)
                case tree.Lambda(body=body):
                    taken = tuple(p.name.text for p in node.parameters)
                    own, scope = piece.own | set(taken), piece.scope or id(node)
                    kept = self.returned if id(node) in returned else self.functions
                    kept.append(Piece(piece.path, (body,), own=own, scope=scope, taken=taken))
                case _:
                    self.look_at(piece, module, node)

    def look_for_names(self, piece: Piece) -> None:
        if piece.function is not None:
            self.found.named.add_function(piece.function)
        elif piece.scope:
            self.found.named.add(piece.nodes)
        else:
            self.found.named.add_top(piece.nodes)

    def decorate(self, piece: Piece, module: ModuleInfo, decorator: tree.Expr) -> None:
        """Go through what a decorator of a function runs; what it gives back is not called yet."""
        if not isinstance(decorator, tree.Call):
            self.call(piece, module, decorator, ())
            return
        self.call(piece, module, decorator.function, decorator.arguments)
        match self.code.base_meaning(module, decorator.function):
            case FunctionName(qualified) if qualified in self.code.functions:
                path, maker = self.code.functions[qualified]
                around = self.function_piece(path, None, maker)
                for node in maker.body:
                    if isinstance(node, tree.FunctionDef):
                        self.run_function(path, None, node, around)
            case _:
                pass

    def look_at(self, piece: Piece, module: ModuleInfo, node: Node) -> None:
        match node:
            case tree.Call(function, arguments):
                self.call(piece, module, function, arguments)
            case tree.Attribute(name=name):
                for path, owner, method in self.lines.methods.get(name, []):
                    # A property is run by looking at it; any other method may be kept and called.
                    self.functions.append(self.function_piece(path, owner, method))
                    if method.decorators:
                        self.run(self.functions[-1])
                if root_of(node) not in piece.own:
                    self.keep(self.code.base_meaning(module, node))
            case tree.Name(text) if text not in piece.own:
                self.keep(module.names.get(text))
            case _:
                pass

    def keep(self, meaning: Meaning | None) -> None:
        """Note that a function may be handed around."""
        match meaning:
            case FunctionName(qualified) if qualified in self.code.functions:
                path, named = self.code.functions[qualified]
                self.functions.append(self.function_piece(path, None, named))
            case _:
                pass

    def call(
        self,
        piece: Piece,
        module: ModuleInfo,
        function: tree.Expr,
        arguments: tuple[tree.Argument, ...],
    ) -> None:
        """Go through what a call runs."""
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
                    if text == "getattr":
                        self.run_named(piece, arguments)
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
                self.run_function(path, None, node)
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

    # --- What is set on classes ------------------------------------------------------

    def look_for_settings(self, piece: Piece, module: ModuleInfo) -> None:
        for target in set_attributes(piece.nodes):
            self.set_in(piece, module, target.value, target.name, target.span)
        for node in walk(piece.nodes):
            match node:
                case tree.Call(tree.Name(name), [first, *rest]) if (
                    name in _SETTERS and name not in module.names
                ):
                    self.set_by_name(piece, module, first.value, rest, node.span)
                case tree.Call(tree.Attribute(holder, name), [first, *rest]) if name in _SETTERS:
                    if len(rest) == (1 if name == "__delattr__" else 2):  # `object.__setattr__(…)`
                        self.set_by_name(piece, module, first.value, rest, node.span)
                    elif not _is_super(holder):  # else it is set on `self`
                        self.set_by_name(piece, module, holder, [first, *rest], node.span)
                case _:
                    pass

    def set_by_name(
        self,
        piece: Piece,
        module: ModuleInfo,
        value: tree.Expr,
        rest: Sequence[tree.Argument],
        span: Span,
    ) -> None:
        """Note that code sets an attribute of a value whose name is an argument."""
        attribute = _ANY
        if rest and isinstance(rest[0].value, tree.StringLiteral):
            attribute = rest[0].value.text or _ANY
        self.set_in(piece, module, value, attribute, span)

    def set_in(
        self, piece: Piece, module: ModuleInfo, value: tree.Expr, attribute: str, span: Span
    ) -> None:
        """Note that code sets an attribute of a value."""
        match value:
            case tree.Name(text) if text == piece.self_name and not self.is_given_classes(piece):
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
            case tree.Name(text) if text in piece.own:
                pass
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
                    case _:
                        pass
            case _:
                pass
        self.sites.append((piece, value, attribute, span))

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
        return attribute not in self.lines.methods and any(
            isinstance(member, tree.Assignment)
            and any(isinstance(one, tree.Name) and one.text == attribute for one in member.targets)
            for _, node in self.code.classes.values()
            for member in node.body
        )

    def is_given_classes(self, piece: Piece) -> bool:
        """Say whether a method is given classes, as those of a metaclass are.

        Those that make classes are run by `Metaclasses`.
        """
        makers = ("__new__", "__init__", "__prepare__", "__call__")
        return (
            piece.owner is not None
            and piece.function is not None
            and piece.function.name.text not in makers
            and self.lines.is_metaclass(piece.owner)
        )


def _is_super(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Call) and dotted_name(expr.function) == "super"
