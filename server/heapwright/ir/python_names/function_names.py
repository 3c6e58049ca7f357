"""How users know a function that the IR has under another name.

Place: ir/python_names/. Whoever tells a reason asks. In the IR the setter of a property is
`Box.@size=`, a constructor `Box.__new__`, a method that `super()` finds `Box.put<Base>`, a
function of a module `module shop.total`, a value of a class `Box.$limit`, and `Box.find(None)` is
`find` with None for an argument.
"""

from __future__ import annotations

import re

from heapwright.ir.core.operations import MODULE

# What a wrapper stands around has this between its name and that of the decorator.
_BELOW = " below @"
# The body of a coroutine, and what a client runs of it: `_coroutine_Box_put`, `await put`.
_COROUTINE, _RUNNING = "_coroutine_", "await "
# What a call is known to give for some parameters; `Box (2)` is a second class of that name.
_GIVEN = re.compile(r"(?<=[^ .])\([^()]*\)$")


def told_name(name: str) -> str:
    """Give the name of a function, as users write it, with its class."""
    owner = _GIVEN.sub("", name).rpartition(".")[0]
    own = short_name(name)
    return own if owner.startswith(MODULE) or not owner else f"{owner}.{own}"


def short_name(name: str) -> str:
    """Give the name of a function, as users write it, without its class."""
    own = _GIVEN.sub("", name).rpartition(".")[2]
    own = own.partition(_BELOW)[0].partition("<")[0].strip("@=~$").removeprefix(_RUNNING)
    if own.startswith(_COROUTINE):
        class_name = _GIVEN.sub("", name).rpartition(".")[0].rpartition(".")[2]
        own = own.removeprefix(_COROUTINE).removeprefix(f"{class_name.strip('_')}_")
    return "__init__" if own == "__new__" else own
