"""The questions of the comparison: which spec, of which class, and what clients may call.

Place: benchmarks/peers_parts/. `benchmarks/peers.py` and its tests call this; reads files only.

A spec stands in `peers_specs/NAME.py`, below a comment with its category and verdict. The class
is imported from an example or a subject, which is used unchanged. What clients may call on it is
a stub in `peers_specs/api/`: every public call that can change an object, with the types of its
arguments and, where the code refuses the others, their range. Calls that only look are left out,
because they would cost the peers steps and can lead nowhere. heapwright does not see the stub.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
SPECS = BENCHMARKS / "peers_specs"
SUBJECTS = (BENCHMARKS.parent / "examples", BENCHMARKS / "subjects" / "python")

CATEGORIES = ("easy", "arithmetic", "deep", "deep and arithmetic", "unreachable")
CLAIM = re.compile(
    r"^# (easy|arithmetic|deep|deep and arithmetic)?(?:, )?(reachable|unreachable)\b.*\n"
    r"(?:@.*\n)*def (\w+)\((.*?)\) -> bool:",
    re.MULTILINE,
)
VALUES = ("int", "bool", "str", "object")


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument that a client gives; `low` and `high` bound an int where they are known."""

    name: str
    kind: str
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """One public call; `name` is empty for the constructor, `gives` a class if it gives one."""

    owner: str
    name: str
    parameters: tuple[Parameter, ...]
    gives: str | None
    has_receiver: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One spec, with all that a tool is told about it."""

    file: str
    name: str
    category: str
    expected: str
    parameters: tuple[Parameter, ...]
    module: str
    calls: tuple[Call, ...]
    text: str

    @property
    def label(self) -> str:
        """Give the name under which the question stands in tables."""
        return f"{self.file}.{self.name}"

    @property
    def classes(self) -> tuple[str, ...]:
        """Give the classes whose objects clients hold, in order of the stub."""
        return tuple(dict.fromkeys(call.owner for call in self.calls))

    @property
    def maker(self) -> Call | None:
        """Give the constructor if clients need to hold one object only."""
        makers = [call for call in self.calls if call.gives]
        taken = {one.kind for call in self.calls for one in call.parameters}
        is_alone = len(self.parameters) == len(makers) == 1 and not taken & set(self.classes)
        return makers[0] if is_alone and not makers[0].name else None


def questions() -> tuple[Question, ...]:
    """Give all questions, by file and in the order of each file."""
    return tuple(
        question
        for path in sorted(SPECS.glob("*.py"))
        for question in questions_of(path.stem, path.read_text(encoding="utf-8"))
    )


def questions_of(file: str, text: str) -> tuple[Question, ...]:
    """Give the questions in the text of one file."""
    module = next(
        node.module
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom) and node.module not in (None, "heapwright")
    )
    assert module is not None
    calls = client_calls((SPECS / "api" / f"{module}.pyi").read_text(encoding="utf-8"))
    found = []
    for category, expected, name, parameters in CLAIM.findall(text):
        asked = tuple(
            Parameter(*(part.strip() for part in one.split(":"))) for one in parameters.split(",")
        )
        found.append(
            Question(file, name, category or "unreachable", expected, asked, module, calls, text)
        )
    return tuple(found)


def question_of(label: str) -> Question:
    """Give the question with a label, `FILE.NAME`, from the file in the present folder."""
    file, _, name = label.partition(".")
    text = Path(f"{file}.py").read_text(encoding="utf-8")
    return next(question for question in questions_of(file, text) if question.name == name)


def client_calls(stub: str) -> tuple[Call, ...]:
    """Give the calls that a stub declares."""
    return tuple(
        declared_call(owner.name, function)
        for owner in ast.parse(stub).body
        if isinstance(owner, ast.ClassDef)
        for function in owner.body
        if isinstance(function, ast.FunctionDef)
    )


def declared_call(owner: str, function: ast.FunctionDef) -> Call:
    """Give the call that one declaration in a stub stands for."""
    is_constructor = function.name == "__init__"
    is_static = any(ast.unparse(mark) == "staticmethod" for mark in function.decorator_list)
    arguments = function.args.args if is_static else function.args.args[1:]
    result = ast.unparse(function.returns) if function.returns else "None"
    kinds = [kind for kind in result.split(" | ") if kind not in (*VALUES, "None")]
    return Call(
        owner,
        "" if is_constructor else function.name,
        tuple(declared_parameter(argument) for argument in arguments),
        owner if is_constructor else next(iter(kinds), None),
        not is_constructor and not is_static,
    )


def declared_parameter(argument: ast.arg) -> Parameter:
    """Give a parameter with the range that its annotation says."""
    annotation = argument.annotation
    assert annotation is not None, argument.arg
    if isinstance(annotation, ast.Subscript):
        assert isinstance(annotation.slice, ast.Tuple)
        kind, bounds = annotation.slice.elts
        low, _, high = ast.literal_eval(bounds).partition("..")
        return Parameter(argument.arg, ast.unparse(kind), int(low), int(high) if high else None)
    # None is an object like others, and no object is no argument to look for.
    return Parameter(argument.arg, ast.unparse(annotation).removesuffix(" | None"))


def class_text(question: Question) -> str:
    """Give the text of the module whose class is asked about."""
    paths = [folder / f"{question.module}.py" for folder in SUBJECTS]
    return next(path for path in paths if path.exists()).read_text(encoding="utf-8")
