"""Digests of what a class or a function means, to recognise results of earlier runs.

Place: ir/written/. `store` puts these into the recipe of a cached result. Pure.

A digest covers the canonical encoding of everything in reach (see `reach`): an
unchanged digest promises that exploring gives the same graph. It does not cover
spans, sites, names of locals and parameters, specs, tests and main. Invariants and
HEX formulas are questions about a class: covered only `with_specs`.

The order of declarations has no meaning in the IR (calls and fields go by name), so
it is not covered: classes, fields and functions count as sorted by name. That is
only right if results do not depend on the order either. So whatever is stored under a
digest has to be computed from `canonical(program)`, where order cannot leak in.

Each digest covers the whole reach again, instead of combining the digests of
what is named: classes that name each other in a circle then need no special care. What
one class or function says itself is encoded and digested once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heapwright.digests import blake2b
from heapwright.ir.core.program import ClassDef, Program, Role
from heapwright.ir.core.structure import formula_text
from heapwright.ir.reach.reach import Reach, ReachIndex, World, api_reach, call_reach, reach_index
from heapwright.ir.written.encode import encode_class, encode_function, encode_texts
from heapwright.records import replace

DIGEST_BYTES = 16


def class_fingerprints(program: Program, *, with_specs: bool = False) -> Mapping[str, str]:
    """Give the digest of each class: its own API and all that it can reach."""
    parts = _Parts(program, reach_index(program))
    return {
        class_def.name: parts.api_digest((class_def.name,), with_specs)
        for class_def in program.classes
    }


def api_fingerprint(
    program: Program,
    class_names: Iterable[str],
    functions: Iterable[str] = (),
    *,
    with_specs: bool = False,
) -> str:
    """Give one digest of the joint API of classes and functions, in whatever order they come."""
    return _Parts(program, reach_index(program)).api_digest(class_names, with_specs, functions)


def function_fingerprint(program: Program, qualified_name: str, world: World | None = None) -> str:
    """Give the digest of one function: its own code and all that it can call.

    Survives an edit of a method that this one cannot run. For a spec or an
    invariant it is the digest of the question. `world` is what it can meet, if that is known.
    """
    return function_fingerprints(program, (qualified_name,), world)[qualified_name]


def function_fingerprints(
    program: Program, qualified_names: Iterable[str], world: World | None = None
) -> Mapping[str, str]:
    """Give the digests of several functions, for little more than the price of one."""
    parts = _Parts(program, reach_index(program), world)
    return {name: parts.function_digest(name) for name in qualified_names}


def canonical(program: Program) -> Program:
    """Sort declarations that have no order: fields, functions, and classes below parents.

    Specs, tests and main keep their order: they are asked one by one.
    """
    children: dict[str | None, list[ClassDef]] = {}
    for class_def in sorted(program.classes, key=lambda class_def: class_def.name):
        children.setdefault(class_def.parent, []).append(class_def)
    ordered = list(children.get(None, ()))
    for class_def in ordered:
        ordered.extend(children.get(class_def.name, ()))
    return replace(program, classes=tuple(_sorted_members(class_def) for class_def in ordered))


def _sorted_members(class_def: ClassDef) -> ClassDef:
    fields = tuple(sorted(class_def.fields, key=lambda field: field.name))
    functions = tuple(sorted(class_def.functions, key=lambda function: function.name))
    return replace(class_def, fields=fields, functions=functions)


class _Parts:
    """What digests are made of; lives in one call."""

    def __init__(self, program: Program, index: ReachIndex, world: World | None = None) -> None:
        self.program = program
        self.index = index
        self.world = world

    def api_digest(
        self, class_names: Iterable[str], with_specs: bool, functions: Iterable[str] = ()
    ) -> str:
        roots, others = sorted(set(class_names)), sorted(set(functions))
        named = ("classes", *roots, "functions", *others)
        return self.digest(named, api_reach(self.index, roots, others), with_specs)

    def function_digest(self, name: str) -> str:
        reach = call_reach(self.index, name, self.world)
        return self.digest(("function", name), reach, with_specs=False)

    def digest(self, root: tuple[str, ...], reach: Reach, with_specs: bool) -> str:
        hierarchy = self.index.hierarchy
        faults = self.program.faults
        classes = sorted((*reach.classes, *reach.inherited))
        functions = sorted(reach.functions)
        digest = blake2b(digest_size=DIGEST_BYTES)
        digest.update(encode_texts(root))
        digest.update(encode_texts((faults.null_dereference, faults.division_by_zero)))
        digest.update(encode_texts(classes))
        digest.update(b"".join([self.class_def(name) for name in classes]))
        digest.update(encode_texts(functions))
        digest.update(b"".join([self.function(name) for name in functions]))
        if with_specs:
            for name in classes:
                digest.update(encode_texts(self.questions(hierarchy.classes[name])))
        return digest.hexdigest()

    def questions(self, class_def: ClassDef) -> list[str]:
        """List the HEX formulas of a class and the digests of its invariants."""
        invariants = [f.qualified_name for f in class_def.functions if f.role is Role.INVARIANT]
        return [
            *map(formula_text, class_def.structure),
            *map(self.function_digest, sorted(invariants)),
        ]

    def class_def(self, name: str) -> bytes:
        """Give the digest of what a class says itself."""
        known = self.index.class_digests.get(name)
        if known is None:
            known = _digest(encode_class(self.index.hierarchy.classes[name]))
            self.index.class_digests[name] = known
        return known

    def function(self, name: str) -> bytes:
        """Give the digest of what a function says itself."""
        known = self.index.function_digests.get(name)
        if known is None:
            known = _digest(encode_function(self.index.hierarchy.functions[name]))
            self.index.function_digests[name] = known
        return known


def _digest(encoded: bytes) -> bytes:
    return blake2b(encoded, digest_size=DIGEST_BYTES).digest()
