"""A question as contracts for CrossHair.

Place: benchmarks/peers_parts/. `benchmarks/peers.py` writes the text into the folder of the
question and runs `crosshair check` on it; gives text only.

Each set-up is a function with the postcondition that it does not return True:

- `given_calls` takes a list of calls, one small dataclass per public call, and makes them.
- `given_numbers` takes a list of tuples: the number of the call, and its arguments.

Measured on 19 specs with 12 seconds each, the first found 16 and the second 14 of these, mostly
later. Both can lead to every sequence, so their "confirmed over all paths" is a proof.
Where clients hold one object only, the arguments of its constructor come before the list.

A function that takes the object itself is what CrossHair's documentation starts with. Objects
are then made by their constructor alone, so it finds nothing that an empty list of calls does
not, and "confirms" what longer sequences refute; it is not used.
"""

from __future__ import annotations

from itertools import count

from peers_parts.questions import Call, Parameter, Question

HEAD = '''"""{spec} never holds. Made by benchmarks/peers.py."""

from dataclasses import dataclass
from itertools import product
from typing import List, Tuple, Union

import {module}
from {file} import {spec}
from peers_parts.client import TOKENS, refusals
from {module} import {classes}

REFUSED = refusals({module})
'''

GIVEN_LIST = '''
def {name}({first}calls: List[{kind}]) -> bool:
    """post: not _"""
    try:
{made}        for {item} in calls:
{steps}        {end}
    except REFUSED:
        return False
'''


def contract(question: Question) -> str:
    """Give the text of all set-ups."""
    head = HEAD.format(
        spec=question.name,
        file=question.file,
        module=question.module,
        classes=", ".join(question.classes),
    )
    return "\n".join((head, given_calls(question), given_numbers(question)))


def given_calls(question: Question) -> str:
    """Give the set-up that takes a list of calls, each of its own type."""
    steps = [
        (
            f"isinstance(call, {record_name(call)})",
            step(question, call, [f"call.{one.name}" for one in call.parameters], "call.it"),
        )
        for call in listed(question)
    ]
    names = ", ".join(record_name(call) for call in listed(question))
    records = "\n\n".join(record(question, call) for call in listed(question))
    return records + "\n" + given_list(question, "given_calls", f"Union[{names}]", "call", steps)


def given_numbers(question: Question) -> str:
    """Give the set-up that takes a list of tuples of numbers (and texts, where calls take some)."""
    calls = listed(question)
    n_receivers = 0 if question.maker else 1
    n_texts = max(sum(one.kind == "str" for one in call.parameters) for call in calls)
    n_numbers = n_receivers + max(
        sum(one.kind != "str" for one in call.parameters) for call in calls
    )
    steps = []
    for at, call in enumerate(calls):
        number, text = count(1 + n_receivers), count(0)
        values = [
            f"s{next(text)}"
            if one.kind == "str"
            else f"n{next(number)}" + (" > 0" if one.kind == "bool" else "")
            for one in call.parameters
        ]
        steps.append((f"n0 == {at}", step(question, call, values, "n1")))
    kinds = ", ".join([*["int"] * (n_numbers + 1), *["str"] * n_texts])
    names = [*(f"n{at}" for at in range(n_numbers + 1)), *(f"s{at}" for at in range(n_texts))]
    item = ", ".join(names) + ("," if len(names) == 1 else "")
    return given_list(question, "given_numbers", f"Tuple[{kinds}]", item, steps)


def given_list(
    question: Question, name: str, kind: str, item: str, steps: list[tuple[str, str]]
) -> str:
    """Give a function that makes the calls of a list and asks the spec."""
    tests = "".join(
        f"            {'elif' if at else 'if'} {test}:\n                {text}\n"
        for at, (test, text) in enumerate(steps)
    )
    tests += "            else:\n                return False\n"
    maker = question.maker
    if maker is None:
        made = "".join(f"        {cls}_all = []\n" for cls in question.classes)
        every = ", ".join(f"{one.kind}_all" for one in question.parameters)
        end = f"return any({question.name}(*them) for them in product({every}))"
        first = ""
    else:
        arguments = ", ".join(one.name for one in maker.parameters)
        made = f"        it = {maker.owner}({arguments})\n"
        end = f"return {question.name}(it)"
        first = "".join(f"{one.name}: {value_kind(one)}, " for one in maker.parameters)
    return GIVEN_LIST.format(
        name=name, first=first, kind=kind, made=made, item=item, steps=tests, end=end
    )


def listed(question: Question) -> list[Call]:
    """Give the calls that stand in the list; a single object is made before it."""
    return [call for call in question.calls if call is not question.maker]


def record(question: Question, call: Call) -> str:
    """Give the dataclass that stands for a call."""
    fields = [f"    {one.name}: {value_kind(one)}" for one in call.parameters]
    if call.has_receiver and not question.maker:
        fields.insert(0, "    it: int")
    return f"@dataclass\nclass {record_name(call)}:\n" + ("\n".join(fields) or "    pass")


def record_name(call: Call) -> str:
    """Give the name of the dataclass that stands for a call."""
    return f"{(call.name or 'make').title().replace('_', '')}{call.owner}"


def value_kind(parameter: Parameter) -> str:
    """Give the type of the value that stands for an argument; objects are numbered."""
    return parameter.kind if parameter.kind in ("int", "bool", "str") else "int"


def step(question: Question, call: Call, values: list[str], receiver: str) -> str:
    """Give the line that makes one call."""
    arguments = ", ".join(map(argument, call.parameters, values))
    if not call.has_receiver:
        made = f"{call.owner}.{call.name}({arguments})" if call.name else f"{call.owner}()"
    elif question.maker:
        made = f"it.{call.name}({arguments})"
    else:
        made = f"{call.owner}_all[{receiver}].{call.name}({arguments})"
    return f"{call.gives}_all.append({made})" if call.gives else made


def argument(parameter: Parameter, value: str) -> str:
    """Give the expression that passes a value."""
    match parameter.kind:
        case "int" | "bool" | "str":
            return value
        case "object":
            return f"TOKENS[{value}]"
        case cls:
            return f"{cls}_all[{value}]"
