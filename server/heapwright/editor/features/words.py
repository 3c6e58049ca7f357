"""What to say about the word under the cursor, unless it is a question with a verdict.

Place: editor/features/. The server puts these below or instead of what it knows of specs and
invariants. A line of code in the language's own words, then a sentence.
"""

from __future__ import annotations

from heapwright.editor.features.hex_words import formula_in_words
from heapwright.frontends.hex import tree as hex_tree
from heapwright.frontends.tiny.declare import check_types as types
from heapwright.frontends.tiny.declare.class_table import ClassInfo, MethodInfo, ParameterInfo
from heapwright.frontends.tiny.names.entities import Entity, EntityKind, Located
from heapwright.frontends.tiny.names.names import Holder, Names
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.lexemes import COMMENT, Lexeme, chunk_at, lexemes_of_chunk
from heapwright.frontends.tiny.syntax.parse import Parsed
from heapwright.ir.core.types import BoolType, IntType, RefType
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about a stretch of text: a line of code, and sentences."""

    span: Span
    code: str
    text: str


def words_at(names: Names, path: str, parsed: Parsed, offset: int) -> Words | None:
    """Say what the word at the cursor is; None where there is nothing to say."""
    located = names.at(path, offset)
    formula = _formula_at(names, path, offset)
    if located is not None:
        words = _about(names, located)
        if formula is not None:
            return Words(words.span, words.code, f"{words.text}\n\n{formula.text}".strip())
        return words
    lexeme = _word_at(parsed, offset)
    if lexeme is not None and lexeme.text in KEYWORDS and not lexeme.is_hex:
        return Words(Span(lexeme.start, lexeme.end), lexeme.text, KEYWORDS[lexeme.text])
    if formula is not None:
        return formula
    if lexeme is not None and lexeme.terminal == "NAME":
        return _about_symbol(lexeme)
    return None


def type_text(check_type: types.CheckType) -> str:
    """Give a type as it is written in a program; `?` where it is not known."""
    match check_type:
        case IntType():
            return "int"
        case BoolType():
            return "bool"
        case RefType(class_name):
            return class_name
        case types.NoValue():
            return "void"
        case types.NullType():
            return "null"
        case types.OpenType(known=known):
            return "?" if known is None else known.class_name
        case types.NeverType() | types.UnknownType():
            return "?"


def signature(method: MethodInfo) -> str:
    """Give the head of a method as it is written."""
    if method.is_invariant:
        return f"invariant {method.owner}.{method.name}()"
    words = ("private " if method.is_private else "") + ("static " if method.is_static else "")
    result = type_text(method.result)
    return f"{words}{result} {method.owner}.{method.name}({parameters(method.parameters)})"


def parameters(infos: tuple[ParameterInfo, ...]) -> str:
    """Give parameters as they are written."""
    return ", ".join(f"{type_text(info.type)} {info.name}" for info in infos)


# --- Names -----------------------------------------------------------------------------


def _about(names: Names, located: Located) -> Words:
    entity = located.entity
    match entity.kind:
        case EntityKind.CLASS:
            code, text = _about_class(names, entity)
        case EntityKind.FIELD:
            code, text = _about_field(names, entity)
        case EntityKind.METHOD | EntityKind.INVARIANT:
            method = names.method(entity)
            code = entity.name if method is None else signature(method)
            text = "" if method is None else _about_method(names, method)
        case EntityKind.SPEC:
            spec = names.table.specs.get(entity.name)
            shown = "" if spec is None else parameters(spec.parameters)
            code, text = f"spec {entity.name}({shown})", ""
        case EntityKind.TEST:
            code, text = f"test {entity.name}", "Run it with `heapwright test`."
        case EntityKind.PARAMETER | EntityKind.LOCAL:
            code, text = f"{_variable_type(names, entity)} {entity.name}", ""
            text = "A parameter." if entity.kind is EntityKind.PARAMETER else "A variable."
    return Words(located.span, code, text)


def _about_class(names: Names, entity: Entity) -> tuple[str, str]:
    info = names.table.classes.get(entity.name)
    if info is None:
        return f"class {entity.name}", ""
    parent = f" extends {info.parent}" if info.parent not in (None, "Object") else ""
    return f"class {entity.name}{parent}", _class_sentences(names, info)


def _class_sentences(names: Names, info: ClassInfo) -> str:
    sentences = []
    if info.place is None:
        sentences.append("Belongs to the language.")
    elif info.has_private_new:
        sentences.append(f"Only its own code may say `new {info.name}`.")
    else:
        sentences.append(f"`new {info.name}` is part of its public API.")
    public = [m.name for m in info.methods.values() if not m.is_private and not m.is_invariant]
    if public:
        sentences.append(f"Public methods: {', '.join(f'`{name}`' for name in public)}.")
    below = [other.name for other in names.table.below(info.name) if other.place is not None]
    if below and info.place is not None:
        sentences.append(f"Below it: {', '.join(f'`{name}`' for name in below)}.")
    return " ".join(sentences)


def _about_field(names: Names, entity: Entity) -> tuple[str, str]:
    owner = names.table.classes.get(entity.owner)
    field = None if owner is None else owner.fields.get(entity.name)
    if field is None:
        return entity.name, ""
    private = "private " if field.is_private else ""
    start = {"int": "0", "bool": "false"}.get(type_text(field.type), "null")
    code = f"{private}{type_text(field.type)} {entity.owner}.{entity.name}"
    return code, f"A field; {start} in a new object."


def _about_method(names: Names, method: MethodInfo) -> str:
    if method.is_invariant:
        return f"Must hold for every `{method.owner}` that public calls can lead to."
    above = [
        info.name
        for info in names.table.chain(method.owner)
        if info.name != method.owner and method.name in info.methods
    ]
    sentences = ["A part of the public API." if not method.is_private else "For its class only."]
    if above and not method.is_static:
        sentences.append(f"Overrides the one of `{above[0]}`.")
    return " ".join(sentences)


def _variable_type(names: Names, entity: Entity) -> str:
    for holder in names.functions(entity.path, entity.owner):
        found = names.facts(holder).types.get(entity)
        if found is not None:
            return type_text(found)
    return "?"


def _about_symbol(lexeme: Lexeme) -> Words | None:
    kind, number = lexeme.text[:1], lexeme.text[1:]
    if kind not in ("X", "Y") or not (number.isdecimal() and number.isascii()):
        return None
    what = "an unknown int" if kind == "X" else "an unknown object, or null"
    text = f"Stands for {what}, the same one wherever `{lexeme.text}` is written."
    return Words(Span(lexeme.start, lexeme.end), lexeme.text, text)


def _word_at(parsed: Parsed, offset: int) -> Lexeme | None:
    placed = chunk_at(parsed, offset)
    if placed is None:
        return None
    touched = [
        lexeme
        for lexeme in lexemes_of_chunk(placed, parsed.text)
        if lexeme.start <= offset <= lexeme.end
        and lexeme.text[:1].isidentifier()
        and lexeme.terminal != COMMENT
    ]
    return touched[-1] if touched else None


# --- Formulas --------------------------------------------------------------------------


def _formula_at(names: Names, path: str, offset: int) -> Words | None:
    holder = names.holder_at(path, offset)
    if holder is None or not isinstance(holder.node, tree.HexDecl):
        return None
    for formula in holder.node.formulas:
        span = formula.span.shifted(holder.offset)
        if span.contains(offset):
            return _about_formula(holder, formula, span)
    return None


def _about_formula(holder: Holder, formula: hex_tree.Formula, span: Span) -> Words:
    return Words(span, "", formula_in_words(formula, holder.owner))


# --- Words of the language -------------------------------------------------------------

KEYWORDS = {
    "class": "`class C extends D { … }`: fields, methods, invariants and `hex` blocks.",
    "extends": "Names the parent; without it the parent is `Object`.",
    "new": "`new C` makes an object whose fields are 0, false or null."
    " `private new;` keeps that to the class's own code.",
    "let": "`let x := e in e`: the variable is visible in the second expression.",
    "in": "Begins the expression in which the variable of a `let` is visible.",
    "if": "`if e then e else e` has the value of the branch taken; without `else` it has none.",
    "then": "Begins the branch that is taken when the condition is true.",
    "else": "Begins the branch that is taken when the condition is false.",
    "while": "`while e do e` has no value.",
    "do": "Begins the body of a loop.",
    "throw": "`throw` throws an `Error`, `throw e` the object.",
    "try": "`try e catch e` has the value of the second when the first throws or fails.",
    "catch": "Begins what is evaluated when the expression behind `try` throws or fails.",
    "assert": "Throws `AssertionFailed` when the condition is false.",
    "null": "No object. Reading a field of it, or calling a method, is a `NullDereference`;"
    " in a spec it means: not satisfied.",
    "true": "A bool.",
    "false": "A bool.",
    "this": "The object that the method was called on.",
    "instanceof": "True for an object of the class or of one below it; false for null.",
    "private": "For the class's own code only, and for specs and invariants.",
    "static": "Called on the class, `C.m(…)`, without an object.",
    "invariant": "`invariant name() := e;` must be true for every object of the class that"
    " public calls can lead to.",
    "spec": "`spec NAME(T p, …) := e;` asks: can public calls build objects for which this is"
    " true?",
    "scope": "`scope C <= 3;`: heaps have at most three objects of the class."
    " `scope calls <= 8;`: at most eight calls.",
    "test": "`test NAME { … }`: statements that only use what is public. A spec is asked by"
    " its name.",
    "hex": "Structural invariants: `hex { this.next* aliases nothing; }`.",
    "int": "Whole numbers without bounds.",
    "bool": "`true` or `false`.",
    "void": "The result of a method that gives no value.",
    "include": '`include "file.tiny";` reads the classes and specs of that file first.',
}
