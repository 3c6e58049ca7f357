"""Statements that touch an object as a whole, written out: `__dict__`, `update_wrapper`.

Place: frontends/python/desugar/. One of `passes`, for every class, so that all else sees
plain assignments to attributes:

    self.__dict__.update(given)         for name, value in dict(given).items():
                                            (set field)(self, name, value)
    functools.update_wrapper(self, f)   (wrap)(f)
                                        self.__wrapped__ = f
    self.__dict__ = dict(given)         state = dict(given)
                                        self.__dict__.clear()
                                        for name, value in state.items():
                                            (set field)(self, name, value)
    held = self.__dict__                self.__dict__[name] = 1
    held[name] = 1

What an object is given as its dict must be a fresh one, or what `__setstate__` is given: a dict
that others have, too, would be changed with the object.

Other uses of either stay as they are, and are refused where they are lowered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import whole_names
from heapwright.frontends.python.syntax.parse import parse
from heapwright.frontends.python.syntax.rewrite import at_one_place, map_blocks, map_tree
from heapwright.frontends.python.syntax.walk import Node, bound_by, nodes_below
from heapwright.frontends.python.table.attribute_names import dict_owner
from heapwright.records import replace
from heapwright.text.span import Span

# Names that no text can contain, see `named_attributes`.
SET_FIELD, WRAP = "(set field)", "(wrap)"
TAKEN = "(taken)"  # refuses the state that an object is given by code of the program
_SPECIAL = {"hw_set_field": SET_FIELD, "hw_wrap": WRAP}
_SPECIAL |= {"hw_name": "(name)", "hw_value": "(value)", "hw_owner": "(owner)"}
_SPECIAL |= {"hw_given": "(state)", "hw_taken": TAKEN}
_UPDATE = """
hw_owner = hw_object
for hw_name, hw_value in hw_pairs.items():
    hw_set_field(hw_owner, hw_name, hw_value)
"""
_REPLACE = """
hw_given = hw_state
if not isinstance(hw_given, dict):
    raise TypeError
hw_own.__dict__.clear()
for hw_name, hw_value in hw_given.items():
    hw_set_field(hw_own, hw_name, hw_value)
"""
_WRAP = """
hw_wrap(hw_wrapped)
hw_own.__wrapped__ = hw_wrapped
"""


def in_plain_words(imports: Sequence[tree.Import], node: tree.ClassDef) -> tree.ClassDef:
    """Give a class whose methods say in plain words what they do to all attributes."""
    body = tuple(
        replace(member, body=_block(imports, member, _without_second_names(member)))
        if isinstance(member, tree.FunctionDef)
        else member
        for member in node.body
    )
    return node if body == node.body else replace(node, body=body)


def _block(
    imports: Sequence[tree.Import], function: tree.FunctionDef, body: tree.Block
) -> tree.Block:
    """Write out the statements of a block, and of the blocks inside."""
    made: list[tree.Statement] = []
    for statement in body:
        found = _written(imports, function, statement)
        if found is None and not isinstance(statement, tree.FunctionDef | tree.ClassDef):
            found = (map_blocks(statement, partial(_block, imports, function)),)
        made += found or (statement,)
    return tuple(made)


def _without_second_names(function: tree.FunctionDef) -> tree.Block:
    """Write `self.__dict__` for a variable that holds it, and nothing else."""
    if not function.parameters:
        return function.body
    own = function.parameters[0].name.text
    for place, statement in enumerate(function.body):
        match statement:
            case tree.Assignment([tree.Name(text)], None, held) if (
                held is not None
                and isinstance(owner := dict_owner(held), tree.Name)
                and owner.text == own
            ):
                rest = (*function.body[:place], *function.body[place + 1 :])
                bound = [name for node in nodes_below(rest) for name in bound_by(node)]
                earlier = list(nodes_below(function.body[:place]))
                inner = [n for n in nodes_below(rest) if isinstance(n, _INNER)]
                inside = [n for one in inner for n in nodes_below(_inside_of(one))]
                if (
                    not {text, own} & set(bound)
                    and not any(isinstance(n, tree.Name) and n.text == text for n in earlier)
                    and not any(isinstance(n, tree.Name) and n.text == text for n in inside)
                    and not any(_replaces_dict(n) for n in nodes_below(rest))
                ):
                    return _filled(rest, {text: held})
    return function.body


_INNER = tree.FunctionDef | tree.ClassDef | tree.Lambda


def _inside_of(node: tree.FunctionDef | tree.ClassDef | tree.Lambda) -> Sequence[Node]:
    return (node.body,) if isinstance(node, tree.Lambda) else node.body


def _replaces_dict(node: Node) -> bool:
    return isinstance(node, tree.Assignment) and any(
        isinstance(target, tree.Attribute) and target.name == "__dict__" for target in node.targets
    )


def _is_fresh_dict(function: tree.FunctionDef, expr: tree.Expr) -> bool:
    match expr:
        case tree.DictDisplay() | tree.Comprehension(kind="dict"):
            return True
        case tree.Call(tree.Name("dict" | "deepcopy") | tree.Attribute(name="copy" | "deepcopy")):
            return True
        case tree.Name(text):
            taken = [parameter.name.text for parameter in function.parameters[1:]]
            return function.name.text == "__setstate__" and text in taken
        case _:
            return False


def _written(
    imports: Sequence[tree.Import], function: tree.FunctionDef, statement: tree.Statement
) -> tree.Block | None:
    """Give what stands for a statement; None for one that stays."""
    match statement:
        case tree.ExprStatement(
            tree.Call(
                tree.Attribute(tree.Attribute(owner, "__dict__"), "update"), arguments
            ) as call
        ):
            pairs = tree.Call(tree.Name("dict", statement.span), arguments, call.span)
            return _made_of(_UPDATE, statement.span, {"hw_object": owner, "hw_pairs": pairs})
        case tree.Assignment(
            [tree.Attribute(tree.Name(own) as owner, "__dict__")], None, given
        ) if (
            given is not None
            and function.parameters
            and function.parameters[0].name.text == own
            and _is_fresh_dict(function, given)
        ):
            text = f"hw_taken()\n{_REPLACE}" if isinstance(given, tree.Name) else _REPLACE
            return _made_of(text, statement.span, {"hw_own": owner, "hw_state": given})
        case tree.ExprStatement(
            tree.Call(called, [tree.Argument(None, tree.Name(own)), tree.Argument(None, wrapped)])
        ) if (
            function.parameters
            and function.parameters[0].name.text == own
            and "functools.update_wrapper" in whole_names(imports, called)
        ):
            names: dict[str, tree.Expr] = {"hw_own": tree.Name(own, statement.span)}
            if isinstance(wrapped, tree.Name):
                return _made_of(_WRAP, statement.span, {**names, "hw_wrapped": wrapped})
            given = tree.Name("(given)", statement.span)
            kept = tree.Assignment((given,), None, wrapped, statement.span)
            made = _made_of(_WRAP, statement.span, {**names, "hw_wrapped": given})
            return (kept, *made)
        case _:
            return None


def _made_of(text: str, span: Span, names: Mapping[str, tree.Expr]) -> tree.Block:
    return _filled(at_one_place(parse(text).tree.body, span, _SPECIAL), names)


def _filled(body: tree.Block, names: Mapping[str, tree.Expr]) -> tree.Block:
    """Put what the text says into the places of names."""
    return map_tree(body, {tree.Name: lambda one: names.get(one.text, one)})
