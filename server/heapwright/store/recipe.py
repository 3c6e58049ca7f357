"""What a state graph depends on, as one digest: the key of a stored graph.

Place: store/. `kept_graphs` asks for the digest of a setting; `codec` seals the stored
bytes with it. `kept_summaries` asks for the digests of single calls. Pure.

Two settings with the same digest explore to the same graph, disjunct by disjunct. So
everything is in it that exploration reads: the code in reach, the calls, the bounds on
objects, and how heaps are kept. What is deliberately not in it: the bounds on calls,
time and memory, since a graph that was stopped is a prefix of the full one and can be
explored on; comments, places, names of parameters and locals; the order of
declarations, which a setting has sorted away. (The layouts are in the digest as they
are. Should the order of fields ever get into them again, graphs would not be mixed up.)
The order of a graph that is explored fairly depends on more: on the bound on calls, and on
which classes the question is about.

The summaries of a call depend on less: on the code that this call can run, and on what
decides how heaps are laid out, bounded and held. They do not depend on other calls.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

from heapwright import __version__
from heapwright.digests import blake2b
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.public_calls import public_calls as calls_of
from heapwright.graph.state.state_graph import FAIR_DECISIONS, WHOLE_RUNS, Setting
from heapwright.ir.core.program import ROOM
from heapwright.ir.core.types import type_name
from heapwright.ir.written.fingerprint import function_fingerprints

# Raise this whenever exploration, domains or terms change what a graph looks like.
ENGINE_VERSION = 15
# Raise this whenever `codec` writes something else, or reads the same in another way.
FORMAT_VERSION = 10

DIGEST_BYTES = 20

CallName: TypeAlias = "tuple[str, str | None]"  # and the receiver's exact class


def recipe_digest(setting: Setting) -> bytes:
    """Give the digest of everything that the graph of a setting depends on."""
    recipe = _written(_ingredients(setting))
    return blake2b(recipe, digest_size=DIGEST_BYTES, person=b"heapwright graph").digest()


def note_digest(setting: Setting, name: str) -> bytes:
    """Give the digest of a note about the graph of a setting."""
    note = _written([recipe_digest(setting).hex(), name])
    return blake2b(note, digest_size=DIGEST_BYTES, person=b"heapwright note").digest()


def call_digests(setting: Setting) -> Mapping[CallName, bytes]:
    """Give for each call that is explored the digest of all that its summaries depend on."""
    calls = [call for call in public_calls(setting) if not call.is_observer]
    functions = sorted({call.function for call in calls if call.function is not None})
    fingerprints = function_fingerprints(setting.program, functions, setting.world)
    context = _written(_context(setting))
    digests = {}
    for call in calls:
        # What `new` does is in the context: the fields of the class.
        code = None if call.function is None else fingerprints[call.function]
        recipe = _written([code, _call(call)]) + context
        digest = blake2b(recipe, digest_size=DIGEST_BYTES, person=b"heapwright calls")
        digests[call.name, call.receiver] = digest.digest()
    return digests


def _written(ingredients: list[object]) -> bytes:
    """Write ingredients down; digests of code, which are bytes, as text.

    Not with msgpack, because a question without a store would import it for this alone.
    """
    return json.dumps(ingredients, separators=(",", ":"), default=bytes.hex).encode()


def public_calls(setting: Setting) -> tuple[PublicCall, ...]:
    """List the calls of a setting in an order that only names decide."""
    return calls_of(setting.api)


def _ingredients(setting: Setting) -> list[object]:
    return [
        setting.fingerprint,
        [_call(call) for call in public_calls(setting)],
        setting.merges,
        setting.follows_unread,
        _fairness(setting) if setting.is_fair else None,
        _context(setting),
    ]


def _fairness(setting: Setting) -> list[object]:
    """List what decides in which order calls get their turn, beside the calls themselves.

    The defaults of parameters, whose turn comes first, are part of the code.
    """
    return [sorted(setting.api.asked), setting.most_calls, FAIR_DECISIONS]


def _context(setting: Setting) -> list[object]:
    """List what decides, whatever code runs, how heaps look and which of them are kept."""
    appearing = setting.appearing
    fields = {name: setting.hierarchy.fields(name) for name in appearing}
    names = {field.name for found in fields.values() for field in found}
    layouts = setting.layouts
    return [
        [__version__, ENGINE_VERSION, FORMAT_VERSION],
        [WHOLE_RUNS.steps, WHOLE_RUNS.depth],
        sorted(setting.api.held),
        sorted(setting.readable.items()),
        # A field's type says what a new object has in it.
        [[name, [[f.name, type_name(f.type)] for f in fields[name]]] for name in appearing],
        [[name, *map(list, layouts[name].groups)] for name in appearing],
        [[name, setting.scope[name]] for name in appearing],
        sorted(setting.opaque.intersection(appearing)),
        sorted(setting.ignored & names),
        setting.splits,
        [[name, setting.scope[name]] for name in ROOM],
        setting.room,
        None
        if setting.spelling is None
        else [
            setting.spelling.longest,
            list(setting.spelling.texts),
            [[one.call, one.place, one.length] for one in setting.spelling.demands],
        ],
        setting.with_raising,
        [setting.float_parts, *map(repr, setting.floats)],
        setting.program.language.name,  # which says whether calls must type-check
    ]


def _call(call: PublicCall) -> list[object]:
    return [
        call.name,
        call.function,
        call.receiver,
        [type_name(type_) for type_ in call.parameters],
        sorted(call.never_null),
        type_name(call.result),
        call.is_observer,
    ]
