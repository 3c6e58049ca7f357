"""What the text of a function tells of kinds, by where it tells it, and what counts first."""

from __future__ import annotations

from heapwright.frontends.python.declare.declare import declare
from heapwright.frontends.python.declare.module_declarations import ModuleText
from heapwright.frontends.python.modules.load import load_modules
from heapwright.frontends.python.table.fields import field_table
from heapwright.frontends.python.types.evidence import annotations_in, told_by
from heapwright.frontends.python.types.infer import infer, ranking
from heapwright.frontends.python.types.told import Source as Evidence
from heapwright.text.source import Source
from support.expect import Expectation, expect


def check_evidence(text: str, function: str, expectation: Expectation) -> None:
    """Compare what one function tells, source by source, with the lines that tell it."""
    (file,) = load_modules(Source("module.py", text), lambda _: None)
    table = declare([ModuleText(file.source.path, file.tree, file.imports)])
    types = infer(table, field_table(table))
    info = table.functions[function]
    told = told_by(types, info)
    found: dict[Evidence, dict[str, None]] = {source: {} for source in Evidence}
    for one in (*annotations_in(info), *told.flows, *told.tests, *told.asked, *told.compared):
        found[one.source][type(one).__name__] = None
    for name in told.uses:
        found[Evidence.USE][name] = None
    lines = [f"{source.name}: {', '.join(names)}" for source, names in found.items() if names]
    expectation.check("\n".join(lines))


def test_every_source_is_found_by_one_walk() -> None:
    check_evidence(
        """
class Store:
    def __init__(self):
        self.last = None
        self.size: int = 0

    def put(self, value=0, *rest):
        kept: list = []
        self.last = value
        self.__dict__["other"] = value
        if isinstance(value, str) or type(value) is float:
            return value
        if value == 0.5:
            del self.last
        for one in rest:
            kept.append(one)
        def inner():
            self.last = 3
        return kept
""",
        "Store.put",
        expect(
            """
            ANNOTATION: Annotated
            DEFAULT: Default
            FLOW: Flow, NamedFlow, ResultFlow, Deleted, EntryFlow, Nested
            COMPARISON: Compared
            TYPE_TEST: TypeTest, KindAsked
            USE: rest, kept
            """
        ),
    )


def test_every_source_has_its_rank() -> None:
    (file,) = load_modules(Source("module.py", "class A: pass\n"), lambda _: None)
    table = declare([ModuleText(file.source.path, file.tree, file.imports)])
    types = infer(table, field_table(table))
    ranked = dict.fromkeys(source for rank in ranking(types, ()) for source in rank.sources)
    # Annotations are read before: what they say holds.
    assert [Evidence.ANNOTATION, *ranked] == list(Evidence)
