"""Generated Python in the style of the file that it is for, with the imports it needs.

Place: workspace/. `cli` and `editor` ask before they show or insert statements. Looks at the
text and the imports of the file; names that it has already are used as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from heapwright.frontends.python.modules.load import PythonFile
from heapwright.frontends.python.syntax import tree
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.load import LoadedProgram

# What generated statements use of the standard library and of pytest.
_HELPERS = (
    *(("asyncio", "run"), ("contextlib", "suppress"), ("pytest", "raises")),
    *(("decimal", "Decimal"), ("datetime", "date"), ("datetime", "datetime")),
    *(("datetime", "timedelta"), ("collections", "Counter"), ("collections", "defaultdict")),
)
_STRING = re.compile(r'"([^"\'\\\n]*)"')
# Short strings of one line, which tell what quotes a file prefers.
_QUOTED = re.compile(r"""(?<![\w"'])(?:"[^"'\n]*"|'[^"'\n]*')(?!["'])""")


@dataclass(frozen=True, slots=True)
class Fitted:
    """Code for a file, the imports that the file lacks, and where these are to stand."""

    code: str
    imports: tuple[str, ...] = ()
    import_offset: int = 0


def fitted(loaded: LoadedProgram, code: str) -> Fitted:
    """Fit generated code to the root file of a program; tiny code needs nothing."""
    file = loaded.files[-1]
    if not isinstance(file, PythonFile):
        return Fitted(code)
    known = _known_names(file)
    imports: list[str] = []
    for module, name in _HELPERS:
        full = f"{module}.{name}("
        if full not in code:
            continue
        alias = next((a for a, what in known.items() if what == (module, name)), None)
        home = next((a for a, what in known.items() if what == (module, "")), None)
        if alias is not None:
            code = code.replace(full, f"{alias}(")
        elif home is not None:
            code = code.replace(full, f"{home}.{name}(")
        elif module in known and name not in known:  # `datetime` may be the class
            code = code.replace(full, f"{name}(")
            imports.append(f"from {module} import {name}")
        else:
            imports.append(f"import {module}")
    imports = list(dict.fromkeys(imports))
    for name, path in _foreign_classes(loaded):
        use = re.compile(rf"(?<![\w.])(?<!def ){re.escape(name)}(?=[.(),:]|$)", re.MULTILINE)
        if name in known or not use.search(code):
            continue
        home = next((a for a, what in known.items() if what == (path, "file")), None)
        if home is not None:
            code = use.sub(f"{home}.{name}", code)
        else:
            imports.append(f"from {_module_name(loaded, file, path)} import {name}")
    return Fitted(
        _in_style(file.source.text, code),
        merged_imports(imports),
        import_place(file.tree, file.source.text),
    )


def merged_imports(lines: Iterable[str]) -> tuple[str, ...]:
    """Give sorted imports, one for each module; those of whole modules come first."""
    whole: set[str] = set()
    names: dict[str, set[str]] = {}
    for line in lines:
        module, given = imported_by(line)
        if given:
            names.setdefault(module, set()).update(given)
        else:
            whole.add(line)
    parts = [
        f"from {module} import {', '.join(sorted(names[module], key=import_order))}"
        for module in sorted(names)
    ]
    return (*sorted(whole), *parts)


def imported_by(line: str) -> tuple[str, tuple[str, ...]]:
    """Give the module of an import that we wrote, and the names that it takes from there."""
    if not line.startswith("from "):
        return line.removeprefix("import "), ()
    module, _, names = line.removeprefix("from ").partition(" import ")
    return module, tuple(names.split(", "))


def import_order(name: str) -> tuple[str, str]:
    """Say where a name stands among those that an import takes."""
    return name.lower(), name


@dataclass(frozen=True, slots=True)
class Mark:
    """How a file calls a mark of ours; the text that imports it, "" if none is needed."""

    name: str
    offset: int = -1
    text: str = ""


def mark_of(loaded: LoadedProgram, name: str, line: int) -> Mark:
    """Say how to write a mark of `heapwright` at the start of a line of the root file.

    An import above the line is used, or gets the name; else there is a new import.
    """
    file = loaded.files[-1]
    assert isinstance(file, PythonFile)
    above = [s for s in file.tree.body if s.span.end <= line]
    imports = [statement for statement in above if isinstance(statement, tree.Import)]
    ours = [s for s in imports if s.is_from and s.module == "heapwright" and not s.level]
    if any((one.name, one.alias) == (name, name) for s in ours for one in s.names):
        return Mark(name)
    names = [one for s in imports if not s.is_from for one in s.names]
    if any((one.name, one.alias) == ("heapwright", "heapwright") for one in names):
        return Mark(f"heapwright.{name}")
    is_variable = re.search(rf"^{name}[ \t]*[:=]", file.source.text, re.MULTILINE) is not None
    if is_variable or name in _known_names(file):  # which means something else here
        text, shown = "import heapwright\n", f"heapwright.{name}"
    else:
        text, shown = f"from heapwright import {name}\n", name
        grown = [s for s in ours if s.names and all(one.name != "*" for one in s.names)]
        if grown:
            return Mark(name, grown[-1].names[-1].span.end, f", {name}")
    if imports:
        return Mark(shown, _line_end(file.source.text, imports[-1].span), text)
    if above and isinstance(above[0], tree.Pass):
        return Mark(shown, _line_end(file.source.text, above[0].span), f"\n{text}")
    return Mark(shown, line, f"{text}\n\n")


def _known_names(file: PythonFile) -> dict[str, tuple[str, str]]:
    """Say what the names at the top of a file stand for: module and name, or a file."""
    known: dict[str, tuple[str, str]] = {}
    for statement in file.tree.body:
        match statement:
            case tree.Import(module, _, names, is_from):
                for one in names:
                    path = file.imports.get(one.span)
                    if path is not None and "." not in one.alias:
                        known[one.alias] = (path, "file")
                    elif is_from:
                        known[one.alias] = (module, one.name)
                    else:
                        known[one.alias] = (one.name, "")
            case tree.FunctionDef(name=name) | tree.ClassDef(name=name):
                known[name.text] = ("", name.text)
            case _:
                pass
    return known


def _foreign_classes(loaded: LoadedProgram) -> list[tuple[str, str]]:
    """Name the classes of other files, each with the path of its file."""
    root = loaded.root.path
    return [
        (name.partition(" (")[0], source.path)
        for name, source in loaded.source_map.classes.items()
        if source.path != root and "." not in name
    ]


def _module_name(loaded: LoadedProgram, file: PythonFile, path: str) -> str:
    """Write a module as an import of this file would."""
    folder = PurePath(file.source.path).parent
    parts = _parts(path)
    uses_dots = any(isinstance(s, tree.Import) and s.level for s in file.tree.body)
    if not uses_dots:
        for top in _import_folders(loaded):
            if parts[: len(top)] == top and len(parts) > len(top):
                return ".".join(parts[len(top) :])
    n_common = 0
    while n_common < min(len(folder.parts), len(parts) - 1) and (
        folder.parts[n_common] == parts[n_common]
    ):
        n_common += 1
    below = ".".join(parts[n_common:])
    n_up = len(folder.parts) - n_common
    if n_up == 0:
        return f".{below}" if uses_dots else below
    return "." * (n_up + 1) + below if uses_dots else below


def _import_folders(loaded: LoadedProgram) -> list[list[str]]:
    """Give the folders from which imports of the program start, as their texts show; inner first.

    `from shop.cart import Cart` that leads to `src/shop/cart.py` starts from `src`.
    """
    found: list[list[str]] = []
    for file in loaded.files:
        if not isinstance(file, PythonFile):
            continue
        for statement in file.tree.body:
            if not isinstance(statement, tree.Import) or statement.level:
                continue
            named = [(statement.span, statement.module)] if statement.is_from else []
            prefix = [statement.module] if statement.is_from else []
            named += [(one.span, ".".join((*prefix, one.name))) for one in statement.names]
            for span, name in named:
                path = file.imports.get(span)
                below = name.split(".")
                if path is not None and _parts(path)[-len(below) :] == below:
                    found.append(_parts(path)[: -len(below)])
    return sorted(found, key=len, reverse=True)


def _parts(path: str) -> list[str]:
    """Give the names that lead to a module."""
    parts = list(PurePath(path).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


def import_place(module: tree.Module, text: str) -> int:
    """Give the offset behind the last import at the top, or behind the docstring."""
    end = 0
    for index, statement in enumerate(module.body):
        if isinstance(statement, tree.Import) or (index == 0 and isinstance(statement, tree.Pass)):
            end = max(end, _line_end(text, statement.span))
    return end


def _line_end(text: str, span: Span) -> int:
    end = text.find("\n", span.end)
    return len(text) if end < 0 else end + 1


def _in_style(text: str, code: str) -> str:
    """Write indentation and quotes as the file does."""
    unit = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    if unit is not None and unit[1] != "    " and (unit[1] == "\t" or len(unit[1]) < 8):
        code = re.sub(
            r"^(?: {4})+", lambda found: unit[1] * (len(found[0]) // 4), code, flags=re.MULTILINE
        )
    quotes = [found[0][0] for found in _QUOTED.finditer(text)]
    if quotes.count("'") > quotes.count('"'):
        code = _STRING.sub(r"'\1'", code)
    return code
