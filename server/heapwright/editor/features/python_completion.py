"""What could be typed in a Python file that concerns heapwright.

Place: editor/features/. The marks as comments and as decorators, and the formulas inside
`@structure("…")`. Everything else is left to a Python server, which knows it better and
runs beside this one; so we answer nothing where the text is ordinary Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from heapwright.editor.features.completion import Completion, Item, ItemKind, unique
from heapwright.editor.features.hex_completion import HexNames, hex_items, tokens_of
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import Parsed
from heapwright.frontends.python.syntax.walk import walk

_MARKS = (
    ("spec", "spec$0", "can calls make this function true?"),
    ("invariant", "invariant$0", "must hold for every object of the class"),
    ("private", "private$0", "not part of the public API"),
    ("scope", "scope ${1:Class}=${2:3}$0", "how many objects of a class"),
    ("structure", "structure ${1:this(.next)*} aliases nothing$0", "structural invariant"),
)
_DECORATORS = (
    ("spec", "spec", "can calls make this function true?"),
    ("invariant", "invariant", "must hold for every object of the class"),
    ("scope", "scope(${1:Class}=${2:3})$0", "how many objects of a class"),
    ("structure", 'structure("${1:this(.next)* aliases nothing}")$0', "structural invariant"),
)
_COMMENT = re.compile(r"#[ \t]*heapwright:[ \t]*(\w*)\Z")
_COMMENT_START = re.compile(r"#[ \t]*(h\w*:?)\Z")
_SCOPE = re.compile(
    r"(?:#[ \t]*heapwright:[ \t]*scope[ \t]+|@(?:heapwright\.)?scope\()(?:.*[, \t])?(\w*)\Z"
)
_DECORATOR = re.compile(r"[ \t]*@(?:heapwright\.)?(\w*)\Z")
_STRUCTURE = re.compile(
    r"@(?:heapwright\.)?structure\(\s*[rR]?(\"\"\"|'''|\"|')"
    r"|#[ \t]*heapwright:[ \t]*structure[ \t]+"
)


def python_completion(text: str, parsed: Parsed, offset: int) -> Completion:
    """Give what fits at the cursor; nothing where it is not ours to say."""
    offset = min(max(offset, 0), len(text))
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    formula = _formula_before(text, offset)
    if formula is not None:
        word = re.search(r"\w*\Z", formula)
        typed = word[0] if word is not None else ""
        before = formula[: len(formula) - len(typed)]
        items = hex_items(tokens_of(before), _names_of_class(parsed, offset))
        return Completion(offset - len(typed), unique(items))
    if (match := _SCOPE.search(line)) is not None:
        return _at(offset, match[1], _classes(parsed))
    if (match := _COMMENT.search(line)) is not None:
        return _at(offset, match[1], _templates(_MARKS))
    if (match := _COMMENT_START.search(line)) is not None:
        return _at(offset, match[1], _whole_comments())
    if (match := _DECORATOR.match(line)) is not None:
        return _at(offset, match[1], _templates(_DECORATORS))
    return Completion(offset, ())


def _at(offset: int, typed: str, items: Iterator[Item]) -> Completion:
    return Completion(offset - len(typed), unique(items))


def _templates(templates: tuple[tuple[str, str, str], ...]) -> Iterator[Item]:
    for label, snippet, detail in templates:
        yield Item(label, ItemKind.SNIPPET, f"heapwright: {detail}", label, snippet, rank=1)


def _whole_comments() -> Iterator[Item]:
    for label, snippet, detail in _MARKS:
        text = f"heapwright: {label}"
        yield Item(text, ItemKind.SNIPPET, detail, text, f"heapwright: {snippet}", rank=1)


def _classes(parsed: Parsed) -> Iterator[Item]:
    for statement in walk(parsed.tree.body):
        if isinstance(statement, tree.ClassDef) and statement.name.text:
            name = statement.name.text
            yield Item(name, ItemKind.CLASS, "", f"{name}=", f"{name}=${{1:3}}$0", rank=1)
    yield Item("calls", ItemKind.KEYWORD, "how many calls", "calls=", "calls=${1:8}$0", rank=2)


# --- Formulas --------------------------------------------------------------------------


def _formula_before(text: str, offset: int) -> str | None:
    """Give the text between the opening quote of a structure and the cursor."""
    # A formula is short; looking further back would only find other strings.
    start = max(0, offset - 2_000)
    found = None
    for match in _STRUCTURE.finditer(text, start, offset):
        inside = text[match.end() : offset]
        closing = match[1] or "\n"
        if closing not in inside and ("\n" not in inside or len(closing) == 3):
            found = inside
    return found


def _names_of_class(parsed: Parsed, offset: int) -> HexNames:
    """Give the names of the class that a decorator at the cursor stands at."""
    classes = [s for s in walk(parsed.tree.body) if isinstance(s, tree.ClassDef)]
    around = [c for c in classes if c.span.start <= offset <= c.span.end]
    behind = [c for c in classes if c.span.start >= offset]
    nearest = (around[-1:] or behind[:1]) or classes[:1]
    others = [c for c in classes if c not in nearest]
    fields: dict[str, str] = {}
    methods: list[tree.FunctionDef] = []
    for class_def in (*nearest, *others):
        for name in _attributes(class_def):
            fields.setdefault(name, f"of {class_def.name.text}")
    for statement in nearest[0].body if nearest else ():
        if isinstance(statement, tree.FunctionDef):
            methods.append(statement)
    names = tuple(c.name.text for c in classes if c.name.text)
    # What a parameter holds is not known here; only an annotation can tell it from an int.
    inputs = dict.fromkeys(
        parameter.name.text
        for method in methods
        for parameter in method.parameters[1:]
        if not _is_number(parameter.annotation)
    )
    companions = [m.name.text for m in methods if not m.name.text.startswith("__")]
    return HexNames(tuple(fields.items()), names, tuple(companions), tuple(inputs))


def _is_number(annotation: tree.Expr | None) -> bool:
    match annotation:
        case tree.Name(name):
            return name in ("int", "bool", "float", "str")
        case _:
            return False


def _attributes(class_def: tree.ClassDef) -> Iterator[str]:
    """Give the attributes that a class annotates, or sets through `self`."""
    bodies = [class_def.body]
    bodies += [s.body for s in class_def.body if isinstance(s, tree.FunctionDef)]
    for body in bodies:
        for node in walk(body):
            if not isinstance(node, tree.Assignment):
                continue
            for target in node.targets:
                match target:
                    case tree.Attribute(tree.Name("self"), name):
                        yield name
                    case tree.Name(name) if body is class_def.body and node.annotation:
                        yield name
                    case _:
                        pass
