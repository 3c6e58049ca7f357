"""Classes and functions as bytes: equal bytes mean equal behaviour, and the other way round.

Place: ir/. Only `fingerprint` reads these; nothing decodes them. Pure.

The encoding is injective. Every piece says its own length; every instruction
starts with the name of its kind and says how many instructions of each part follow,
then these come in the order of `walk`. So no two programs can run together into the
same bytes. Left out is what does not change behaviour: sites, names of parameters and
locals, the number of slots, and the body of a function that is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from heapwright.ir import instructions as ir
from heapwright.ir.program import ClassDef, Function
from heapwright.ir.types import type_name
from heapwright.ir.walk import Node, walk


def encode_class(class_def: ClassDef) -> bytes:
    """Encode a class without its functions and structure; fields count as sorted."""
    pieces: list[str | int | None] = ["class", class_def.name, class_def.parent]
    pieces += [class_def.is_constructible, class_def.is_whole, len(class_def.fields)]
    for field in sorted(class_def.fields, key=lambda field: field.name):
        pieces += [field.name, type_name(field.type), field.is_public]
    return _join(pieces)


def encode_function(function: Function) -> bytes:
    """Encode a function: what it is called, how it is called, what it does."""
    pieces: list[str | int | None] = ["function", function.name, function.owner]
    pieces += [function.role.value, function.is_public, function.left_out]
    pieces += [type_name(function.result), len(function.parameters)]
    pieces += [type_name(parameter.type) for parameter in function.parameters]
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


def _own_parts(node: Node) -> tuple[str | int | None, ...]:
    """Give all of an instruction that is not an instruction: names, numbers, part lengths."""
    match node:
        case (
            ir.NullConstant()
            | ir.And()
            | ir.Or()
            | ir.Choose()
            | ir.Evaluate()
            | ir.Break()
            | ir.Continue()
            | ir.Throw()
        ):
            return ()
        case ir.IntConstant(value=value) | ir.BoolConstant(value=value):
            return (value,)
        case ir.TextConstant(value=text) | ir.FloatConstant(text=text):
            return (text,)
        case ir.NameConstant(kind=kind, name=name):
            return (kind, name)
        case ir.Operate(operation=operation, operands=operands, name=name):
            return (operation, name, len(operands))
        case ir.CallValue(method=method, arguments=arguments, names=given):
            return (method, len(arguments), *given)
        case ir.ForEach(slot=slot, body=body):
            return (slot, len(body))
        case ir.Symbol(name=name, type=type_):
            return (name, type_name(type_))
        case ir.Local(slot=slot) | ir.Assign(slot=slot):
            return (slot,)
        case ir.GetField(field_name=name) | ir.SetField(field_name=name):
            return (name,)
        case ir.New(class_name=name) | ir.IsInstance(class_name=name):
            return (name,)
        case ir.Unary(operator=unary):
            return (unary.name,)
        case ir.Binary(operator=binary):
            return (binary.name,)
        case ir.Invoke(method=name, arguments=arguments):
            return (name, len(arguments))
        case ir.InvokeExact(function=name, arguments=arguments):
            return (name, len(arguments))
        case ir.Do(body=body) | ir.While(body=body):
            return (len(body),)
        case ir.If(then_body=then_body, else_body=else_body):
            return (len(then_body), len(else_body))
        case ir.Return(value=value):
            return (value is not None,)
        case ir.Try(body=body, handlers=handlers, final=final):
            return (len(body), len(handlers), len(final))
        case ir.Handler(catches=catches, slot=slot, body=body):
            # The order of the caught classes has no meaning.
            names = () if catches is None else sorted(catches)
            return (None if catches is None else len(names), *names, slot, len(body))
        case _:
            assert_never(node)


def _join(pieces: Iterable[str | int | None]) -> bytes:
    """Put pieces one after the other, each with a sign for its kind and its length."""
    encoded = []
    for piece in pieces:
        match piece:
            case None:
                encoded.append(b"n")
            case bool():
                encoded.append(b"t" if piece else b"f")
            case int():
                # Hexadecimal: Python refuses to write long ints in decimal.
                encoded.append(b"i%x;" % piece if piece >= 0 else b"i-%x;" % -piece)
            case str():
                # A text from a broken file may hold half a surrogate pair.
                content = piece.encode("utf-8", "surrogatepass")
                encoded.append(b"s%d:%b" % (len(content), content))
    return b"".join(encoded)
