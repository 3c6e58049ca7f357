"""What a name in a tiny file can mean, and where it is said.

Place: frontends/tiny/names/. `resolve` makes occurrences, `names` joins those of all files, the
editor asks for them. An entity knows no offset in the file, so that what is known about
a function stays true when the text above it grows.
"""

from __future__ import annotations

from enum import Enum

from heapwright.records import dataclass
from heapwright.text.span import Span


class EntityKind(Enum):
    """The kinds of things that have a name; the values are the words for people."""

    CLASS = "class"
    FIELD = "field"
    METHOD = "method"
    INVARIANT = "invariant"
    SPEC = "spec"
    TEST = "test"
    PARAMETER = "parameter"
    LOCAL = "variable"


VARIABLES = (EntityKind.PARAMETER, EntityKind.LOCAL)
MEMBERS = (EntityKind.FIELD, EntityKind.METHOD, EntityKind.INVARIANT)


@dataclass(frozen=True, slots=True)
class Entity:
    """Something that has a name.

    `owner` is the class of a member, and the function of a variable. `path` and `start`
    tell variables and tests apart: the file, and where the name is declared, counted from
    the start of its function.
    """

    kind: EntityKind
    name: str
    owner: str = ""
    path: str = ""
    start: int = -1


class Use(Enum):
    """What a name is there for."""

    DECLARES = "declares"
    READS = "reads"
    WRITES = "writes"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name in the text; the span counts as in the tree of its function or declaration."""

    span: Span
    entity: Entity
    use: Use


@dataclass(frozen=True, slots=True)
class Located:
    """A name in the text of a file, in absolute offsets."""

    path: str
    span: Span
    entity: Entity
    use: Use
