"""Infer the class of a reference that was written without one.

Place: frontends/tiny/declare/. `Y0` stands for an object of no declared class, and a variable
may start as `null`. The first use of such a name decides: a field or method picks the
first class of the source that declares it, a typed place (a parameter, a field) picks
its own class. The same `Y0` is the same object in the whole program, so one
`Inference` serves all functions; it is the one thing here that changes.
Source: [POSE] section 3.1, the assumption `Y <: C` at the first use.
"""

from __future__ import annotations

from heapwright.frontends.tiny.declare import check_types as types
from heapwright.frontends.tiny.declare.class_table import ROOT_CLASS, ClassTable
from heapwright.ir.core.types import RefType
from heapwright.records import dataclass, field


@dataclass(slots=True)
class Inference:
    """The classes found so far, by name of the symbol or variable."""

    table: ClassTable
    classes: dict[str, RefType | types.OpenType] = field(default_factory=dict)
    written: dict[str, list[RefType]] = field(default_factory=dict)
    n_variables: int = 0

    def new_variable(self) -> types.OpenType:
        """Make the type of a variable that starts as null."""
        self.n_variables += 1
        return types.OpenType((f"variable {self.n_variables}",))

    def written_class(self, symbol: str) -> RefType:
        """Give the class of a symbol as far as it is known, to be written into the IR."""
        found = self._class_of(symbol)
        self.written.setdefault(symbol, []).append(found)
        return found

    def is_settled(self) -> bool:
        """Whether no symbol was written before its class was known."""
        return all(
            found == self._class_of(symbol)
            for symbol, classes in self.written.items()
            for found in classes
        )

    def settled(self) -> Inference:
        """Start over with what is known of the symbols now."""
        known = {symbol: self._class_of(symbol) for symbol in self.written}
        return Inference(self.table, dict(known))

    def _class_of(self, symbol: str) -> RefType:
        """Give the class of a symbol; the root class if nothing decided."""
        match self.resolved(types.OpenType((symbol,))):
            case RefType() as found:
                return found
            case types.OpenType(known=known):
                return known or RefType(ROOT_CLASS)

    def resolved(self, open_type: types.OpenType) -> RefType | types.OpenType:
        """Replace the names that have a class by it; only names without one remain."""
        names: list[str] = []
        known = open_type.known
        waiting = list(reversed(open_type.names))
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            match self.classes.get(name):
                case None:
                    names.append(name)
                case RefType() as found:
                    known = self._either(known, found)
                case types.OpenType(others, found_known):
                    waiting.extend(reversed(others))
                    if found_known is not None:
                        known = self._either(known, found_known)
        if names or known is None:
            return types.OpenType(tuple(names), known)
        return known

    def decide(self, open_type: types.OpenType, class_name: str) -> None:
        """Give the class to every name that still has none."""
        match self.resolved(open_type):
            case types.OpenType(names):
                for name in names:
                    self.classes[name] = RefType(class_name)
            case RefType():
                pass

    def joined(self, first: types.ValueType, second: types.ValueType) -> types.ValueType | None:
        """Give the type of a value that is one or the other; None if nothing fits both."""
        match first, second:
            case (types.UnknownType(), _) | (_, types.UnknownType()):
                return types.UNKNOWN
            case (types.NeverType(), other) | (other, types.NeverType()):
                return other
            case (types.NullType(), other) | (other, types.NullType()) if types.is_reference(other):
                return other
            case RefType(a), RefType(b):
                return RefType(self.table.common_class(a, b))
            case (types.OpenType(names, known), RefType() as other) | (
                RefType() as other,
                types.OpenType(names, known),
            ):
                return types.OpenType(names, self._either(known, other))
            case types.OpenType(a_names, a_known), types.OpenType(b_names, b_known):
                both = a_names + tuple(name for name in b_names if name not in a_names)
                known = a_known if b_known is None else self._either(a_known, b_known)
                return types.OpenType(both, known)
            case _ if first == second:
                return first
            case _:
                return None

    def fits(self, given: types.ValueType, wanted: types.ValueType) -> bool:
        """Whether a value may be put into a place; decides names that were open."""
        if types.is_silent(given) or types.is_silent(wanted) or given == wanted:
            return True
        match given, wanted:
            case types.NullType(), RefType() | types.OpenType():
                return True
            case RefType(lower), RefType(upper):
                return self.table.is_subclass(lower, upper)
            case types.OpenType(), RefType():
                return self._open_fits(given, wanted)
            case RefType() | types.OpenType(), types.OpenType():
                return self._fits_open(given, wanted)
            case _:
                return False

    def _open_fits(self, given: types.OpenType, wanted: RefType) -> bool:
        """Put a value of open type into a place of a class."""
        if given.known is not None and not self.fits(given.known, wanted):
            return False
        for name in given.names:
            found = self.resolved(types.OpenType((name,)))
            match found:
                case RefType(class_name) if types.is_symbol(name):
                    # A symbol of a class above may well be an object of the wanted one:
                    # the place is one more assumption about it.
                    if not self.are_related(class_name, wanted.class_name):
                        return False
                case RefType(class_name):
                    if not self.table.is_subclass(class_name, wanted.class_name):
                        return False
                case types.OpenType():
                    self.decide(found, wanted.class_name)
        return True

    def _fits_open(self, given: RefType | types.OpenType, wanted: types.OpenType) -> bool:
        """Put a value into a variable whose own class may still be open."""
        match self.resolved(wanted):
            case RefType() as found:
                return self.fits(given, found)
            case types.OpenType(names, known):
                if known is not None and not self.fits(given, known):
                    return False
                if isinstance(given, types.OpenType):
                    given = self.resolved(given)
                for name in names:
                    if not (isinstance(given, types.OpenType) and name in given.names):
                        self.classes[name] = given
                return True

    def are_related(self, first: str, second: str) -> bool:
        """Whether one class is the other or below it."""
        return self.table.is_subclass(first, second) or self.table.is_subclass(second, first)

    def _either(self, first: RefType | None, second: RefType) -> RefType:
        """Give the nearest class that both are."""
        if first is None:
            return second
        return RefType(self.table.common_class(first.class_name, second.class_name))
