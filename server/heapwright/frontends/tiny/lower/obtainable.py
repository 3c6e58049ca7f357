"""Find spec parameters that no public call can give an object to.

Place: frontends/tiny/lower/. `lower` asks this once the classes are known. Goes by declared
types only, and errs on the side of silence: a method that returns an `Object` may
return anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.frontends.tiny.declare.class_table import ClassTable, ParameterInfo
from heapwright.ir.core.types import RefType


def unreachable_parameters(table: ClassTable) -> Iterator[ParameterInfo]:
    """Give the spec parameters for which every object is out of reach."""
    obtainable = obtainable_classes(table)
    for spec in table.specs.values():
        for parameter in spec.parameters:
            match parameter.type:
                case RefType(class_name) if class_name not in obtainable:
                    yield parameter
                case _:
                    pass


def obtainable_classes(table: ClassTable) -> frozenset[str]:
    """Give the classes of which public calls may hand out an object."""
    obtainable: set[str] = set()
    for name, info in table.classes.items():
        if not info.has_private_new:
            obtainable.update(above.name for above in table.chain(name))
    methods = [
        (method, method.result.class_name)
        for info in table.classes.values()
        for method in info.methods.values()
        if not method.is_private and isinstance(method.result, RefType)
    ]
    children: dict[str, list[str]] = {name: [] for name in table.classes}
    for name, info in table.classes.items():
        if info.parent is not None:
            children[info.parent].append(name)
    seen: set[str] = set()
    # A result can be the receiver of the next call, so this goes on until nothing is new.
    is_growing = True
    while is_growing:
        is_growing = False
        for method, result in methods:
            # There must be a receiver. Arguments never lack: they can be null.
            if result not in seen and (method.is_static or method.owner in obtainable):
                is_growing = True
                # What is declared as `result` may well be an object of a class below it.
                obtainable.update(above.name for above in table.chain(result))
                _add_below(children, obtainable, seen, result)
    return frozenset(obtainable)


def _add_below(
    children: Mapping[str, list[str]], obtainable: set[str], seen: set[str], name: str
) -> None:
    """Add a class and all below it; a class that is seen already was added with its own."""
    waiting = [name]
    while waiting:
        name = waiting.pop()
        seen.add(name)
        obtainable.add(name)
        waiting.extend(child for child in children[name] if child not in seen)
