"""Classes and functions as bytes: equal bytes mean equal behaviour, and the other way round.

Place: ir/written/. Only `fingerprint` reads these; nothing decodes them. Pure.

The encoding is injective. Every piece says its own length; every instruction
starts with the name of its kind and says how many instructions of each part follow,
then these come in the order of `walk`. So no two programs can run together into the
same bytes. Left out is what does not change behaviour: sites, names of parameters and
locals, the number of slots, and the body of a function that is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import ClassDef, Function
from heapwright.ir.core.types import type_name
from heapwright.ir.core.walk import Node, walk

Piece: TypeAlias = str | int | None


def encode_class(class_def: ClassDef) -> bytes:
    """Encode a class without its functions and structure; fields count as sorted."""
    pieces: list[Piece] = ["class", class_def.name, class_def.parent]
    pieces += [class_def.is_constructible, class_def.is_whole, class_def.is_closed]
    pieces.append(len(class_def.fields))
    for field in sorted(class_def.fields, key=lambda field: field.name):
        pieces += [field.name, type_name(field.type), field.is_public, field.is_guessed]
    if class_def.brought is not None:
        pieces.append(repr(class_def.brought))
    return _join(pieces)


def encode_function(function: Function) -> bytes:
    """Encode a function: what it is called, how it is called, what it does."""
    pieces: list[Piece] = ["function", function.name, function.owner]
    pieces += [function.role.value, function.is_public, function.left_out]
    pieces += [type_name(function.result), len(function.parameters)]
    for parameter in function.parameters:
        pieces += [type_name(parameter.type), parameter.takes_null, parameter.is_guessed]
    pieces += [function.is_generator, function.has_names]
    if function.has_names:
        for parameter in function.parameters:
            pieces += [parameter.name, parameter.is_keyword_only, parameter.gathers]
            pieces.append(parameter.default is not None)
            for node in walk(() if parameter.default is None else (parameter.default,)):
                pieces.append(type(node).__name__)
                pieces += _own_parts(node)
    if function.left_out is None:
        pieces.append(len(function.body))
        for node in walk(function.body):
            pieces.append(type(node).__name__)
            pieces += _own_parts(node)
    return _join(pieces)


def encode_texts(texts: Iterable[str]) -> bytes:
    """Encode a list of texts."""
    listed = list(texts)
    return _join([len(listed), *listed])


def _own_parts(node: Node) -> tuple[Piece, ...]:
    """Give all of an instruction that is not an instruction: names, numbers, part lengths."""
    return _OWN_PARTS[type(node)](node)


def _parts_of_handler(node: ir.Handler) -> tuple[Piece, ...]:
    # The order of the caught classes has no meaning.
    names = () if node.catches is None else sorted(node.catches)
    n_caught = None if node.catches is None else len(names)
    return (n_caught, *names, node.slot, len(node.body))


# By class, because a `match` asks every node two dozen times what it is.
_WITHOUT_OWN_PARTS = (
    *(ir.NullConstant, ir.And, ir.Or, ir.Choose),
    *(ir.Evaluate, ir.Break, ir.Continue, ir.Throw),
)
_CONSTANTS = (ir.IntConstant, ir.BoolConstant, ir.TextConstant)
_OWN_PARTS: dict[type, Callable[[Any], tuple[Piece, ...]]] = {
    **dict.fromkeys(_WITHOUT_OWN_PARTS, lambda _: ()),
    **dict.fromkeys(_CONSTANTS, lambda node: (node.value,)),
    ir.FloatConstant: lambda node: (node.text,),
    ir.NameConstant: lambda node: (node.kind, node.name),
    ir.Operate: lambda node: (node.operation, node.name, len(node.operands)),
    ir.CallValue: lambda node: (node.method, len(node.arguments), *node.names),
    ir.ForEach: lambda node: (node.slot, len(node.body)),
    ir.Symbol: lambda node: (node.name, type_name(node.type)),
    **dict.fromkeys((ir.Local, ir.Assign), lambda node: (node.slot,)),
    **dict.fromkeys((ir.GetField, ir.SetField), lambda node: (node.field_name,)),
    **dict.fromkeys((ir.New, ir.IsInstance), lambda node: (node.class_name,)),
    **dict.fromkeys((ir.Unary, ir.Binary), lambda node: (node.operator.name,)),
    ir.Invoke: lambda node: (node.method, len(node.arguments)),
    ir.InvokeExact: lambda node: (node.function, len(node.arguments)),
    **dict.fromkeys((ir.Do, ir.While), lambda node: (len(node.body),)),
    ir.If: lambda node: (len(node.then_body), len(node.else_body)),
    ir.Return: lambda node: (node.value is not None,),
    ir.Try: lambda node: (len(node.body), len(node.handlers), len(node.final)),
    ir.Handler: _parts_of_handler,
}


def _join(pieces: Iterable[Piece]) -> bytes:
    """Put pieces one after the other, each with a sign for its kind and its length."""
    encoded = []
    for piece in pieces:
        if isinstance(piece, str):
            # A text from a broken file may hold half a surrogate pair.
            content = piece.encode("utf-8", "surrogatepass")
            encoded.append(b"s%d:%b" % (len(content), content))
        elif piece is None:
            encoded.append(b"n")
        elif isinstance(piece, bool):
            encoded.append(b"t" if piece else b"f")
        else:
            # Hexadecimal: Python refuses to write long ints in decimal.
            encoded.append(b"i%x;" % piece if piece >= 0 else b"i-%x;" % -piece)
    return b"".join(encoded)
