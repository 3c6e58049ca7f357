"""Random classes that use what Python brings along: collections, operators, data, formats.

Place: tests/frontends/python. Beside `random_values`, whose statements and expressions these
modules have too, this writes calls of the standard library, objects that answer to operators
(`random_family`), attributes of classes, parameters of all kinds, `with`, `while`, formats, bit
operations. The same seed gives the same text and the same calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from frontends.python.random_family import random_family
from frontends.python.random_values import GIVEN, ITEM, STARTS, Call, Writer

HEADER = """
import bisect
import copy
import heapq
import math
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum, auto
"""
NEW_FIELDS = {
    "q": "deque",
    "od": "odict",
    "dd": "ddict",
    "c": "counter",
    "h": "heap",
    "e": "enum",
    "p": "data",
    "a": "obj",
    "b": "obj",
    "ok": "bool",
}
NEW_STARTS = {
    "deque": "deque([1, 2], maxlen=4)",
    "odict": "OrderedDict([(1, 2), (3, 4)])",
    "ddict": "defaultdict(list)",
    "counter": "Counter([1, 1, 2])",
    "heap": "[1, 3, 2]",
    "enum": "E.ONE",
    "data": "P(1, 2)",
    "obj": "A(2)",
}
SEQUENCES_PER_METHOD = 12


def random_wide_module(seed: int, n_methods: int) -> tuple[str, list[tuple[Call, ...]]]:
    """Give a module with a class `T`, and sequences of calls on a fresh object of it."""
    random = Random(f"wide {seed}")
    writer = WideWriter(random)
    lines = [HEADER, ITEM, "", random_family(random), "", "", "class T:"]
    lines += ["    COUNT = 3", "    NAMES = ('a', 'k')", "", "    def __init__(self) -> None:"]
    lines += [
        f"        self.{name} = {writer.starts[kind]}" for name, kind in writer.fields.items()
    ]
    signatures: dict[str, list[str]] = {}
    for number in range(n_methods):
        name = f"m{number}"
        kinds = [random.choice(list(GIVEN)) for _ in range(random.randint(0, 2))]
        parameters = [f"p{i}: {GIVEN[kind][0]}" for i, kind in enumerate(kinds)]
        writer.variables = {f"p{i}": kind for i, kind in enumerate(kinds)}
        lines += ["", f"    def {name}({', '.join(('self', *parameters))}):"]
        lines += [f"        {line}" for line in writer.body()]
        signatures[name] = kinds
    return "\n".join(lines) + "\n", random_calls(random, signatures, 2, SEQUENCES_PER_METHOD)


def random_calls(
    random: Random, signatures: Mapping[str, Sequence[str]], most_others: int, n_each: int
) -> list[tuple[Call, ...]]:
    """Give sequences that begin with each method, and go on with some others."""
    names = list(signatures)

    def call(name: str) -> Call:
        return Call(name, tuple(random.choice(GIVEN[kind][1]) for kind in signatures[name]))

    return [
        (call(name), *(call(random.choice(names)) for _ in range(random.randint(0, most_others))))
        for name in names
        for _ in range(n_each)
    ]


class WideWriter(Writer):
    """Writes what `Writer` does, and more."""

    def __init__(self, random: Random) -> None:
        """Know more fields and more kinds."""
        super().__init__(random)
        self.fields = {**self.fields, **NEW_FIELDS}
        self.starts = {**STARTS, **NEW_STARTS}
        self.kinds = (*self.kinds, *NEW_STARTS)

    # --- Statements --------------------------------------------------------------

    def statement(self, depth: int) -> list[str]:
        """Write a statement."""
        if self.random.random() < 0.55:
            return super().statement(depth)
        match self.random.randrange(9 if depth > 0 else 5):
            case 0 | 1:
                return [self.library_action()]
            case 2:
                return self.defaults()
            case 3:
                target = self.simple("obj")
                sign = self.pick("+", "-", "*", "//", "%", "&", "|", "<<")
                return [f"{target} {sign}= {self.operand(1)}"]
            case 4:
                return [self.object_action()]
            case 5:
                return self.counting(depth)
            case 6:
                name = self.fresh()
                lines = [f"with {self.simple('obj')} as {name}:", *self.block(depth)]
                self.variables[name] = "any"
                return lines
            case 7:
                return self.trying_more(depth)
            case _:
                return self.local_class_of_functions()

    def library_action(self) -> str:
        """Write a statement that changes a collection."""
        q, od, dd = self.simple("deque"), self.simple("odict"), self.simple("ddict")
        c, h = self.simple("counter"), self.simple("heap")
        x, y, k = self.expr("int", 1), self.expr("int", 0), self.expr("str", 1)
        xs = self.expr("list", 0)
        return self.pick(
            f"{q}.{self.pick('append', 'appendleft')}({x})",
            f"{q}.{self.pick('pop', 'popleft')}()",
            f"{q}.rotate({x})",
            f"{q}.{self.pick('extend', 'extendleft')}({xs})",
            f"{q}[{x}] = {y}",
            f"{q}.remove({x})",
            f"{od}[{x}] = {y}",
            f"{od}.move_to_end({x}, last={self.pick('True', 'False')})",
            f"{od}.popitem(last={self.pick('True', 'False')})",
            f"{od}.pop({x}, None)",
            f"{dd}[{k}].append({x})",
            f"{dd}[{k}] += [{x}]",
            f"del {dd}[{k}]",
            f"{c}[{x}] += 1",
            f"{c}.update({xs})",
            f"{c}.subtract({xs})",
            f"{c}.update({{{x}: {y}}})",
            f"del {c}[{x}]",
            f"heapq.heappush({h}, {x})",
            f"heapq.heappop({h})",
            f"heapq.heapify({self.simple('list')})",
            f"heapq.heapreplace({h}, {x})",
            f"bisect.insort({h}, {x})",
            f"bisect.insort_left({self.simple('list')}, {x})",
        )

    def object_action(self) -> str:
        """Write a statement that changes an object."""
        o, p, x = self.simple("obj"), self.simple("data"), self.expr("int", 1)
        return self.pick(
            f"{o}.n = {x}",
            f"{o}.twice = {x}",
            f"{o}.twice += {x}",
            f"{o}.changed()",
            f"{o}.changed(n={x}).changed({x})",
            f"{p}.x = {x}",
            f"{p}.tags.append({x})",
            f"self.e = {self.expr('enum', 1)}",
            f"self.a, self.b = self.b, {self.expr('obj', 1)}",
            f"self.ok = {self.expr('bool', 1)}",
            f"self.n = {self.expr('bool', 1)}",
        )

    def defaults(self) -> list[str]:
        """Write a function with parameters of all kinds, and a call."""
        name, result = self.fresh(), self.fresh()
        x = self.expr("int", 0)
        lines = [
            f"def {name}(x, y={x}, *rest, z=[], **named):",
            "    z.append(y)",
            "    return (x, y, rest, list(z), sorted(named))",
        ]
        call = self.pick(
            f"{name}({x})",
            f"{name}({x}, {x}, {x})",
            f"{name}(*{self.simple('list')})",
            f"{name}({x}, z=[{x}], k={x})",
            f"{name}(**{self.simple('dict')})",
            f"{name}(y={x}, x={x})",
            f"{name}()",
        )
        self.variables[result] = "tuple"
        return [*lines, f"{result} = {call} + {name}(7)"]

    def counting(self, depth: int) -> list[str]:
        """Write a `while` that ends."""
        was, self.in_loop = self.in_loop, True
        name = self.fresh()
        lines = [f"{name} = {self.random.randint(0, 3)}", f"while {name} > 0:", f"    {name} -= 1"]
        lines += self.block(depth)
        self.in_loop = was
        if self.random.random() < 0.4:
            lines += ["else:", *self.block(depth, 1)]
        self.variables[name] = "int"
        return lines

    def trying_more(self, depth: int) -> list[str]:
        """Write handlers in a row, one of which may raise again."""
        name = self.fresh()
        lines = ["try:", *self.block(depth, 2)]
        lines += [f"except {self.pick('KeyError', 'ZeroDivisionError')} as {name}:"]
        lines += ["    raise" if self.random.random() < 0.2 else "    self.n = 1"]
        lines += [f"except {self.pick('(TypeError, AttributeError)', 'LookupError')}:"]
        lines += self.block(depth, 1)
        lines += ["except ValueError:"]
        lines += [f"    raise Trouble(1) from {self.pick('None', 'KeyError()')}"]
        was, self.in_loop = self.in_loop, False
        if self.random.random() < 0.4:
            lines += ["finally:", *self.block(depth, 1)]
        self.in_loop = was
        return lines

    def local_class_of_functions(self) -> list[str]:
        """Write closures that are kept in a list and see a variable as it is when called."""
        names, one, result = self.fresh(), self.fresh(), self.fresh()
        self.variables[result] = "list"
        kept = self.pick(f"lambda: {one}", f"lambda {one}={one}: {one}")
        return [
            f"{names} = []",
            f"for {one} in range({self.random.randint(1, 3)}):",
            f"    {names}.append({kept})",
            f"{result} = [z() for z in {names}]",
        ]

    # --- Expressions -------------------------------------------------------------

    def operand(self, depth: int) -> str:
        """Write what may stand beside an operator of an object."""
        return self.expr(self.pick("obj", "obj", "int", "str", "data", "maybe"), depth)

    def makers(self) -> dict[str, Callable[[int], str]]:
        """Say what writes an expression of each kind."""
        return {
            **super().makers(),
            "deque": self.deque_,
            "odict": self.odict,
            "ddict": self.ddict,
            "counter": self.counter,
            "heap": self.heap,
            "enum": self.enum,
            "data": self.data,
            "obj": self.obj,
        }

    def int_(self, depth: int) -> str:
        """Write an int."""
        if self.random.random() < 0.6:
            return super().int_(depth)
        x, o = self.expr("int", depth), self.simple("obj")
        kind = self.pick("deque", "odict", "ddict", "counter", "heap")
        return self.pick(
            f"len({self.expr(kind, depth)})",
            f"({x} {self.pick('&', '|', '^', '<<', '>>')} {self.random.randint(0, 3)})",
            f"({x} ** {self.random.randint(0, 3)})",
            f"pow({x}, {self.random.randint(0, 3)}, {self.pick('3', '5', '-4')})",
            f"{x}.bit_length()" if x[0] in "(s" else f"({x}).bit_length()",
            f"{o}.n",
            f"{o}.twice",
            f"{o}.LIMIT",
            f"T.COUNT + self.COUNT + {o}.bigger({x}, 2)",
            f"self.c[{x}]",
            f"self.q[{x}]",
            f"self.od.get({x}, {self.expr('int', depth)})",
            f"bisect.bisect_{self.pick('left', 'right')}({self.simple('heap')}, {x})",
            f"sum({self.simple('counter')}.values())",
            f"{self.simple('enum')}.value",
            f"{self.simple('data')}.{self.pick('x', 'y')}",
            f"int({self.expr('bool', depth)})",
            f"round({self.expr('float', depth)})",
            f"ord({self.literal('str')})",
            f"math.{self.pick('floor', 'ceil')}({self.expr('float', depth)})",
            f"({self.expr('bool', depth)} + {x})",
            f"heapq.heappushpop(list({self.simple('heap')}), {x})",
            f"len({o})",
            f"{o}[{x}]",
        )

    def bool_(self, depth: int) -> str:
        """Write a truth."""
        if self.random.random() < 0.6:
            return super().bool_(depth)
        x, o = self.expr("int", depth), self.simple("obj")
        kind = self.pick("deque", "odict", "ddict", "counter", "heap", "enum", "data", "obj")
        return self.pick(
            f"({self.expr(kind, depth)} {self.pick('==', '!=')} {self.expr(kind, depth)})",
            f"({o} {self.pick('<', '<=', '>', '>=', '==', '!=')} {self.operand(depth)})",
            f"({self.operand(depth)} {self.pick('<', '>=', '==', '!=')} {o})",
            f"({self.expr('data', depth)} {self.pick('<', '<=', '==')} {self.expr('data', depth)})",
            f"({x} in {self.pick('self.q', 'self.od', 'self.c', 'self.h', o)})",
            f"({o} in [{self.simple('obj')}, {self.operand(depth)}])",
            f"({self.expr('bool', depth)} is {self.pick('True', 'False', 'not True')})",
            f"({self.simple('enum')} is {self.pick('E.ONE', 'E.TWO', 'not E.LAST')})",
            f"isinstance({self.any_(depth)}, {self.pick('bool', 'A', '(B, C)', 'dict', 'tuple')})",
            f"isinstance({o}, {self.pick('A', 'B', '(int, C)')})",
            f"(type({o}) is {self.pick('A', 'B', 'C')})",
            f"(0 <= {x} < {self.expr('int', depth)} != 3)",
            f"({self.expr('bool', depth)} {self.pick('&', '|', '^')} {self.expr('bool', depth)})",
            f"bool({o})",
            f"(not {o})",
            f"hasattr({o}, {self.pick(repr('n'), repr('more'), repr('zzz'))})",
            f"issubclass(type({o}), A)",
            f"callable({o})",
        )

    def str_(self, depth: int) -> str:
        """Write a string."""
        if self.random.random() < 0.5:
            return super().str_(depth)
        w, x = self.expr("str", depth), self.expr("int", depth)
        n, b, f = self.simple("int"), self.expr("bool", depth), self.simple("float")
        return self.pick(
            f'f"{{{n}:>4}}|{{{n}:+d}}|{{{n}:x}}"',
            f'f"{{{f}:.2f}}{{self.w:<3}}"',
            f'f"{{self.w!r:>6}}{{{n}=}}"',
            f"str({b})",
            'f"{self.ok}{self.n}"',
            f"repr({self.expr(self.pick('list', 'tuple', 'dict', 'deque', 'counter'), depth)})",
            f"str({self.expr(self.pick('odict', 'heap', 'data', 'enum', 'maybe'), depth)})",
            f"str({self.simple('obj')})",
            f"{self.simple('enum')}.name",
            f"{w}.{self.pick('swapcase', 'casefold', 'lstrip', 'rstrip')}()",
            f"{w}.{self.pick('center', 'ljust', 'rjust')}({self.random.randint(0, 6)}, '*')",
            f"{w}.zfill({self.random.randint(0, 5)})",
            f"{w}.removeprefix({self.literal('str')})",
            f"{w}.partition({self.pick(repr(' '), repr('b'))})[{self.random.randint(0, 2)}]",
            f"' '.join({w}.split({self.pick('', repr('b'))}))",
            f"chr(97 + abs({x}) % 26)",
            f"format({x}, '05d')",
            f"hex({x})",
            f"bin({x})",
            f"'{{0}}{{1!r}}{{x:>3}}'.format({x}, {w}, x={n})",
            f"'%s %r %5.1f %x' % ({b}, {w}, {f}, {x})",
            f"type({self.any_(depth)}).__name__",
        )

    def list_(self, depth: int) -> str:
        """Write a list."""
        if self.random.random() < 0.6:
            return super().list_(depth)
        x, xs, o = self.expr("int", depth), self.expr("list", depth), self.simple("obj")
        return self.pick(
            f"list({self.expr(self.pick('deque', 'odict', 'ddict', 'heap'), depth)})",
            f"list({self.simple('odict')}.items())",
            f"{self.simple('counter')}.most_common({self.pick('', '1', '2')})",
            f"sorted({self.simple('counter')}.elements())",
            f"heapq.nsmallest({x}, {xs})",
            f"heapq.nlargest(2, {xs})",
            f"list(range({x}, {self.random.randint(0, 5)}, {self.pick('1', '2', '-1')}))",
            f"list(range({x}))[{self.slice_()}]",
            f"sorted({xs}, reverse=True)",
            f"sorted([{o}, {self.simple('obj')}], key=lambda z: z.n)",
            f"sorted([{self.expr('data', depth)}, {self.simple('data')}])",
            f"[z for z in {self.expr('str', depth)} if z.isalpha()]",
            f"[(y, z) for y, z in enumerate({xs}, 1) if y % 2]",
            f"copy.copy({xs})",
            f"copy.deepcopy([{xs}, {self.simple('dict')}])",
            f"list({o})",
            f"[*{self.simple('tuple')}, *{xs}]",
            f"list(zip({xs}, {self.simple('deque')}, {self.expr('str', depth)}))",
            f"list(map({self.pick('str', 'abs', 'bool', 'lambda z: z')}, {xs}))",
            f"list(dict.fromkeys({xs}))",
            f"[z := {x}, z + 1]",
            f"list(E)[:{x}]",
        )

    def tuple_(self, depth: int) -> str:
        """Write a tuple."""
        if self.random.random() < 0.6:
            return super().tuple_(depth)
        x = self.expr("int", depth)
        return self.pick(
            f"{self.simple('obj')}.gathered({x})",
            f"{self.simple('obj')}.gathered({x}, {x}, last={x}, k={x})",
            f"{self.simple('obj')}.gathered(*{self.expr('list', depth)})",
            f"({self.expr('bool', depth)}, {self.expr('maybe', depth)})",
            f"({self.simple('obj')} {self.sign()} {self.operand(depth)},)",
            f"({self.operand(depth)} {self.sign()} {self.simple('obj')},)",
            f"({self.pick('-', '~', 'abs')}({self.simple('obj')}),)",
            f"({self.simple('obj')}({x}),)",
            f"tuple({self.expr('deque', depth)})",
            f"({self.simple('tuple')} * {self.random.randint(0, 2)})",
            f"(max({self.simple('tuple')}, {self.simple('tuple')}, key=len),)",
        )

    def sign(self) -> str:
        """Choose an operator that the family of classes may know."""
        return self.pick("+", "-", "*", "//", "%", "&", "|", "<<")

    def deque_(self, depth: int) -> str:
        """Write a deque."""
        xs = self.expr("list", depth)
        return self.pick(
            f"deque({xs})",
            f"deque({xs}, {self.random.randint(0, 3)})",
            f"deque({xs}, maxlen={self.random.randint(0, 3)})",
            f"{self.simple('deque')}.copy()",
        )

    def odict(self, depth: int) -> str:
        """Write an OrderedDict."""
        x = self.expr("int", depth)
        return self.pick(
            f"OrderedDict({{{x}: {self.expr('int', depth)}}})",
            f"OrderedDict(zip({self.expr('list', depth)}, {self.expr('str', depth)}))",
            f"{self.simple('odict')}.copy()",
        )

    def ddict(self, depth: int) -> str:
        """Write a defaultdict."""
        return self.pick(
            "defaultdict(list)",
            f"defaultdict(list, {self.simple('dict')})",
            f"defaultdict(lambda: [{self.expr('int', depth)}])",
        )

    def counter(self, depth: int) -> str:
        """Write a Counter."""
        return self.pick(
            f"Counter({self.expr('list', depth)})",
            f"Counter({self.expr('str', depth)})",
            f"({self.simple('counter')} {self.pick('+', '-', '&', '|')} {self.simple('counter')})",
            f"{self.simple('counter')}.copy()",
        )

    def heap(self, depth: int) -> str:
        """Write a list of ints."""
        return self.pick(
            f"sorted([{self.expr('int', depth)}, {self.expr('int', depth)}])",
            f"list({self.simple('heap')})",
            f"[{self.expr('int', depth)}]",
        )

    def enum(self, depth: int) -> str:
        """Write a member of the Enum."""
        return self.pick(
            *("E.ONE", "E.TWO", "E.LAST"),
            f"E({self.expr('int', depth)})",
            f"E[{self.pick(repr('ONE'), repr('NONE'))}]",
            f"{self.simple('enum')}.following()",
        )

    def data(self, depth: int) -> str:
        """Write an object of the dataclass."""
        x = self.expr("int", depth)
        return self.pick(
            f"P({x})",
            f"P({x}, y={x})",
            f"P(tags=[{x}])",
            f"P(x={x}, tags=self.p.tags)",
            f"copy.copy({self.simple('data')})",
        )

    def obj(self, depth: int) -> str:
        """Write an object of the family."""
        x = self.expr("int", depth)
        return self.pick(
            f"{self.pick('A', 'B', 'C')}({x})",
            f"{self.pick('A', 'B', 'C')}()",
            f"B({x}, {x})",
            f"{self.pick('A', 'B')}.of({x}, {x}, by=2)",
            f"{self.simple('obj')}.changed()",
            f"(self.a if {self.expr('bool', depth)} else self.b)",
        )
