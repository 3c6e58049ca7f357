"""Make the methods of our dataclasses when they are first called.

Place: top of the package. `cli.main` calls this before it imports a command.

`dataclass` writes the text of six methods per class and compiles each at once. The command line
imports four hundred such classes, of which a question uses a fraction, and most of those only
through `__init__`: measured, 0.52 ms per class and 0.3 s of every start, against 0.06 ms per
class this way. A method that is made late replaces its stand-in, so the second call costs what
it always did.

Python 3.13 compiles the methods of a class together and has no `_create_fn`; there, and wherever
else it is missing, everything stays as it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeAlias

# Whatever the fields of a class hold.
Thing: TypeAlias = Any
Method: TypeAlias = Callable[..., Thing]

MAKER = "_create_fn"


def make_methods_late() -> None:
    """From now on, classes of heapwright get their methods when they need them."""
    make_now: Method | None = getattr(dataclasses, MAKER, None)
    if make_now is not None and not hasattr(make_now, "is_late"):
        setattr(dataclasses, MAKER, _late(make_now))


def _late(make_now: Method) -> Method:
    def make(name: str, *text: object, **surroundings: Thing) -> Method:
        module = (surroundings.get("globals") or {}).get("__name__", "")
        if not module.startswith("heapwright."):
            return make_now(name, *text, **surroundings)  # type: ignore[no-any-return]
        made: list[Method] = []

        def stand_in(self: object, *arguments: Thing, **named: Thing) -> Thing:
            if not made:
                made.append(make_now(name, *text, **surroundings))
                made[0].__qualname__ = stand_in.__qualname__
                for cls in type(self).__mro__:
                    if vars(cls).get(name) is stand_in:
                        # The class itself is not frozen, only its objects are.
                        setattr(cls, name, made[0])
            return made[0](self, *arguments, **named)

        stand_in.__name__ = name
        return stand_in

    make.is_late = True  # type: ignore[attr-defined]
    return make
