"""A question as a state machine for Hypothesis, with or without its CrossHair backend.

Place: benchmarks/peers_parts/. `benchmarks/peers.py` writes the text into the folder of the
question and runs it in the environment of the tool; gives text only.

There is one rule per public call, as Hypothesis documents it for classes, and an invariant that
the spec does not hold. Where clients hold one object only, it is made by `initialize`; where a
call takes or gives objects, they stand in bundles. A call that the class refuses changes nothing
and the machine goes on. The example is not shrunk: the first one counts.
"""

from __future__ import annotations

from peers_parts.questions import Call, Parameter, Question

HEAD = '''"""Look for calls after which {spec} holds. Made by benchmarks/peers.py."""

import os
import sys

import {module}
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule,
    run_state_machine_as_test,
)
from {file} import {spec}
from peers_parts.client import TOKENS, Client, Found, refusals
from {module} import {classes}

REFUSED = refusals({module})


class Machine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.client = Client(REFUSED)
'''

TAIL = """
    @invariant()
    def is_not_found(self):
        self.client.look({spec}, {asked})


def main():
    (backend,) = sys.argv[1:]
    wanted = settings(
        backend=backend, max_examples=10**9, deadline=None, database=None,
        phases=[Phase.generate], report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    while True:
        try:
            run_state_machine_as_test(Machine, settings=wanted)
        except Found as found:
            sys.stdout.write(str(found))
            sys.stdout.flush()
            os._exit(0)


if __name__ == "__main__":
    main()
"""


def machine(question: Question) -> str:
    """Give the text of the machine."""
    head = HEAD.format(
        spec=question.name,
        file=question.file,
        module=question.module,
        classes=", ".join(question.classes),
    )
    tail = TAIL.format(spec=question.name, asked=", ".join(one.kind for one in question.parameters))
    maker = question.maker
    body = bundles(question) if maker is None else one_object(question, maker)
    return head + body + tail


def one_object(question: Question, maker: Call) -> str:
    """Give the rules for a single object, made first."""
    text = f"""
    @initialize({drawn(maker)})
    def make({named("self", maker)}):
        self.it = self.client.make({named(maker.owner, maker)})
"""
    for call in question.calls:
        if call.has_receiver:
            text += f"""
    @rule({drawn(call)})
    def {call.name}_({named("self", call)}):
        if self.it is not None:
            self.client.call({named(f"self.it, {call.name!r}", call)})
"""
    return text


def bundles(question: Question) -> str:
    """Give the rules for several objects; what a call gives goes into a bundle."""
    text = "".join(f'\n    {one}_bundle = Bundle("{one}")\n' for one in question.classes)
    for call in question.calls:
        target = f"target={call.gives}_bundle" if call.gives else ""
        receiver = f"it={call.owner}_bundle" if call.has_receiver else ""
        marks = ", ".join(part for part in (target, receiver, drawn(call)) if part)
        if call.has_receiver:
            made = f"self.client.call({named(f'it, {call.name!r}', call)})"
            made = f"self.client.kept({made})" if call.gives else made
        else:
            function = f"{call.owner}.{call.name}" if call.name else call.owner
            made = f"self.client.make({named(function, call)})"
        given = "multiple() if made is None else made" if call.gives else "None"
        # Each object more makes every other step less likely to go to the right one.
        enough = (
            ""
            if call.name
            else f"\n    @precondition(lambda self: len(self.client.of({call.owner}))"
            f" <= {len(question.parameters)})"
        )
        text += f"""{enough}
    @rule({marks})
    def {call.name or "make_" + call.owner}_({named("self, it" if receiver else "self", call)}):
        made = {made}
        return {given}
"""
    return text


def drawn(call: Call) -> str:
    """Give the strategies of a call's arguments."""
    return ", ".join(f"{one.name}={strategy(one)}" for one in call.parameters)


def named(first: str, call: Call) -> str:
    """Give a list of names: what comes first, and the arguments."""
    return ", ".join((first, *(one.name for one in call.parameters)))


def strategy(parameter: Parameter) -> str:
    """Give the strategy for one argument."""
    match parameter.kind:
        case "int":
            bounds = (("min_value", parameter.low), ("max_value", parameter.high))
            told = ", ".join(f"{name}={value}" for name, value in bounds if value is not None)
            return f"st.integers({told})"
        case "bool":
            return "st.booleans()"
        case "str":
            return "st.text()"
        case "object":
            return "st.sampled_from(TOKENS)"
        case cls:
            return f"{cls}_bundle"
