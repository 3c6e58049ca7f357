"""Random methods with decorators, descriptors, managers, coroutines, dates, json, named attributes.

Place: tests/frontends/python. Beside `random_wide`, whose statements and expressions these
modules have too, this writes statements that use what `random_declared` declares: a scene of a
few lines, with random operands, somewhere in the statements of a method. The same seed gives the
same text and the same calls.
"""

from __future__ import annotations

from random import Random

from frontends.python.random_declared import IMPORTS, random_declarations
from frontends.python.random_family import random_family
from frontends.python.random_library import LibraryWriter
from frontends.python.random_values import GIVEN, ITEM, Call
from frontends.python.random_wide import HEADER, random_calls

SEQUENCES_PER_METHOD = 4
SHARE_OF_COROUTINES = 0.15


def random_newer_module(seed: int, n_methods: int) -> tuple[str, list[tuple[Call, ...]]]:
    """Give a module with a class `T`, and sequences of calls on a fresh object of it."""
    random = Random(f"newer {seed}")
    writer = NewerWriter(random)
    lines = [IMPORTS, HEADER, ITEM, "", random_family(random), "", random_declarations(random)]
    lines += ["", "", "class T:", "    COUNT = 3", "    NAMES = ('a', 'k')", ""]
    lines += ["    def __init__(self) -> None:"]
    lines += [
        f"        self.{name} = {writer.starts[kind]}" for name, kind in writer.fields.items()
    ]
    signatures: dict[str, list[str]] = {}
    for number in range(n_methods):
        name = f"m{number}"
        kinds = [random.choice(list(GIVEN)) for _ in range(random.randint(0, 2))]
        parameters = [f"p{i}: {GIVEN[kind][0]}" for i, kind in enumerate(kinds)]
        writer.variables = {f"p{i}": kind for i, kind in enumerate(kinds)}
        writer.is_async = random.random() < SHARE_OF_COROUTINES
        prefix = "async " if writer.is_async else ""
        lines += ["", f"    {prefix}def {name}({', '.join(('self', *parameters))}):"]
        lines += [f"        {line}" for line in writer.body()]
        signatures[f"await {name}" if writer.is_async else name] = kinds
    return "\n".join(lines) + "\n", random_calls(random, signatures, 1, SEQUENCES_PER_METHOD)


class NewerWriter(LibraryWriter):
    """Writes what `LibraryWriter` does, and scenes."""

    is_async = False

    def body(self) -> list[str]:
        """Write a method, of which a scene is always a part."""
        lines: list[str] = []
        for _ in range(self.random.randint(0, 2)):
            lines += self.statement(2)
        lines += self.scene(2)
        for _ in range(self.random.randint(0, 1)):
            lines += self.statement(1)
        return [*lines, f"return {self.any_(2)}"]

    def statement(self, depth: int) -> list[str]:
        """Write a statement."""
        if self.random.random() < 0.4:
            return self.scene(depth)
        return super().statement(depth)

    def scene(self, depth: int) -> list[str]:
        """Write lines around one of the constructs, and a variable that holds what came out."""
        scenes = [
            *(self.decorated, self.described, self.diamond, self.dated, self.noted),
            *(self.attributes, self.tuples, self.records, self.shared, self.slotted, self.asked),
            *(self.numbers, self.sliced, self.formatted, self.mixed, self.nested, self.assigned),
        ]
        if depth > 0:
            scenes += [self.leaving_finally, self.managed, self.matched]
            scenes += [self.talked] if self.random.random() < 0.3 else []
            scenes += [self.stacked] if self.random.random() < 0.3 else []
        if self.is_async:
            scenes += [self.awaited] * 6
        result = self.fresh()
        lines = self.random.choice(scenes)(result)
        self.variables[result] = "any"
        return lines

    # --- Functions -----------------------------------------------------------------

    def decorated(self, result: str) -> list[str]:
        """Write calls of decorated functions, also of one inside."""
        inner = self.fresh()
        call = self.pick(
            f"sums({self.x()})",
            f"sums({self.x()}, y={self.x()})",
            f"sums({self.x()}, k=1)",
            f"doubled({self.x()})",
            f"later({self.x()})",
            f"later({self.x()}, len)",
            f"later({self.expr('str', 1)}, lambda z: z + 'q')",
            "sums.__name__",
            f"{inner}({self.x()})",
            f"({inner}(1), {inner}({self.x()}), {inner}.__name__)",
        )
        lines = [f"@{self.pick('traced', 'functools.cache')}"] if self.random.random() < 0.1 else []
        lines += [f"def {inner}(z, k={self.x()}):", f"    return (z, k, {self.simple('int')})"]
        return [*lines, f"{result} = {call}"]

    def nested(self, result: str) -> list[str]:
        """Write functions inside, with functions as defaults."""
        name, other, count = self.fresh(), self.fresh(), self.fresh()
        taken, xs = self.pick("len", "lambda *q: q"), self.expr("list", 1)
        return [
            f"{count} = [{self.x()}]",
            f"def {name}(f=lambda z={self.x()}: z * 2, *rest):",
            f"    def {other}(k={self.x()}):",
            f"        nonlocal {count}",
            f"        {count} = {count} + [k]",
            "        return f() if not rest else f(k)",
            f"    return {other}",
            f"{result} = {name}()(), {name}(lambda *z: z, 1)({self.x()}), {count}",
            self.pick(
                f"{result} = functools.partial({name}, {taken}, 1)()({self.x()})",
                f"{result} = functools.reduce(lambda q, z: (q, z), {xs}, {self.x()})",
                f"{result} = (lambda f, *z, **k: (f, z, k))(*{self.simple('list')}, q={self.x()})",
                f"{result} = [f(2) for f in (abs, lambda z: -z, str, T.NAMES.count)]",
            ),
        ]

    def assigned(self, result: str) -> list[str]:
        """Write assignments inside of expressions."""
        name, maybe = self.fresh(), self.expr("maybe", 1)
        return [
            self.pick(
                f"{result} = [{name} for z in {self.expr('list', 1)} if ({name} := z)]",
                f"{result} = ({name} := {self.x()}) + {name}",
                f"{result} = [({name} := {self.x()}), {name} * 2, ({name} := 7), {name}]",
                f"{result} = any(({name} := z) == 2 for z in {self.simple('list')}) and {name}",
                f"{result} = {{(k := z): k for z in {self.expr('str', 1)}}}",
                f"{result} = ({name} if ({name} := {maybe}) is not None else 'none')",
                f"{result} = {self.x()} and ({name} := {self.x()}) or {self.x()}",
            )
        ]

    # --- Objects ---------------------------------------------------------------------

    def described(self, result: str) -> list[str]:
        """Write uses of a descriptor."""
        o = self.fresh()
        asked = self.pick("Holder.level.low", f"sorted(vars({o}))", f"{o}.raised()")
        return [
            f"{o} = Holder({self.pick('', self.x())})",
            self.pick(
                f"{o}.level = {self.any_(1)}",
                f"{o}.level += {self.x()}",
                f"{o}.raised()",
                f"{o}.level = {o}.level",
                f"setattr({o}, 'level', {self.x()})",
                f"{o}._level = {self.x()}",
            ),
            f"{result} = {o}.level, {asked}",
        ]

    def diamond(self, result: str) -> list[str]:
        """Write uses of classes that meet again below."""
        o = self.fresh()
        cls = self.pick("Top", "Left", "Right", "Both", "Last", "Both", "Last")
        return [
            f"{o} = {cls}({self.pick('', '', f'top={self.x()}', f'left={self.x()}', 'right=2')})",
            f"{result} = ({self.pick(*self._diamond_asks(o, cls))}, {o})",
        ]

    def _diamond_asks(self, o: str, cls: str) -> tuple[str, ...]:
        return (
            f"{o}.told({self.x()})",
            f"{o}.told({self.x()})",
            f"{o}.kind, {o}.KIND",
            f"{cls}.made({self.x()})",
            f"{o}.made()",
            f"{o}.loose({self.x()}), {cls}.loose(1)",
            f"Top.told({o}, {self.x()})",
            f"super({cls}, {o}).told({self.x()})",
            f"[isinstance({o}, z) for z in (Top, Left, Right, Both)]",
            f"type({o}).__name__, {o}.__class__ is {cls}",
            f"getattr({o}, {self.pick(repr('left'), repr('seen'), repr('kind'))}, {self.x()})",
            f"issubclass({cls}, (Left, Last))",
            f"[z.__name__ for z in {cls}.__mro__]",
        )

    def attributes(self, result: str) -> list[str]:
        """Write looks at attributes by their names."""
        o, name = self.pick("self.a", "self.p", "self.o", "Top(top=1)", "Record(1)"), self.fresh()
        return [
            f"{name} = {self.pick(*(repr(n) for n in ('n', 'x', 'top', 'more', 'bag')))}",
            self.pick(
                f"{result} = getattr({o}, {name}, {self.x()})",
                f"{result} = hasattr({o}, {name})",
                f"setattr({o}, {name}, {self.x()}); {result} = {o}",
                f"{result} = getattr({o}, {name})",
                f"delattr({o}, {name}); {result} = hasattr({o}, {name})",
                f"{result} = vars({o}).get({name}), {name} in {o}.__dict__",
                f"{result} = dict(vars({o}))",
                f"{result} = [z for z in vars({o})]",
                f"{result} = {{k: v for k, v in {o}.__dict__.items() if k != {name}}}",
                f"{o}.__dict__[{name}] = {self.x()}; {result} = {o}",
                f"{o}.__dict__.update({name}=1, n={self.x()}); {result} = {o}",
                f"{result} = len(vars({o})), {o}.__dict__ == vars({o})",
                f"{result} = sorted({o}.__dict__)",
                f"{result} = [getattr({o}, z, None) for z in ('n', 'x', 'tags')]",
                f"{result} = {o}.__dict__.pop({name}, 'none')",
                f"{result} = getattr({o}, 'changed', lambda: 5)",
                f"del {o}.{self.pick('n', 'x', 'zz')}; {result} = hasattr({o}, {name})",
            ),
        ]

    def tuples(self, result: str) -> list[str]:
        """Write uses of named tuples and of an Enum of ints."""
        p = self.pick(
            f"Pair({self.x()}, {self.x()})",
            f"Spot({self.x()})",
            f"Spot(a={self.x()}, b=2)",
            f"Pair(b=1, a={self.x()})",
            f"Spot._make([{self.x()}, 4])",
            f"Spot({self.x()}).moved({self.x()})",
        )
        r = self.pick("Rank.LOW", "Rank.HIGH", f"Rank({self.x()})", "Rank.HIGH.other()")
        value = self.pick(
            f"{p}.a, {p}[1], len({p})",
            f"{p} {self.pick('==', '<', '!=')} ({self.x()}, 2)",
            f"{p}._replace({self.pick('a', 'b', 'c')}={self.x()}).b",
            f"{p}._asdict()",
            f"repr({p}), str({p})",
            f"[z for z in {p}] + list({p}[:1])",
            f"{p} + (1,)",
            f"hash({p}) == hash(tuple({p}))",
            f"{p}._fields",
            f"isinstance({p}, tuple), isinstance({p}, Spot)",
            f"max({p}), {self.x()} in {p}, {p}.index({self.x()})",
            f"{r} + 1, {r} < 2, {r}.name, {r}.value, {r} == {self.x()}",
            f"{r}.other(), {r} is Rank.LOW",
            f"sorted([{r}, Rank.HIGH]), str({r}), repr({r}), f'{{{r}}}'",
            "[z.name for z in Rank], len(Rank)",
            f"{{Rank.LOW: 1, {self.x()}: 2}}",
            f"[1, 2, 3, 4, 5][{r}]",
        )
        return [f"{result} = {value}"]

    def records(self, result: str) -> list[str]:
        """Write uses of dataclasses."""
        o = self.fresh()
        made = self.pick(
            f"Record({self.x()})",
            f"Record({self.x()}, [{self.x()}], z=2)",
            f"Record({self.x()}, [1], 2)",
            f"Record(ys=[], x={self.x()})",
            f"Below({self.x()}, w=2)",
            f"Below({self.x()})",
            "Record()",
        )
        value = self.pick(
            f"{o}",
            f"{o}.grown({self.x()})",
            f"{o} == Record({self.x()}), {o} != {made}",
            f"{o} < {made}",
            f"repr({o})",
            f"asdict({o})",
            f"astuple({o})",
            f"replace({o}, x={self.x()}, ys=[3])",
            f"replace({o}, c=1)",
            f"hash({o}) == hash({o})",
            f"{{{o}: 1}}",
            f"copy.copy({o}), copy.deepcopy({o})",
            f"sorted([{o}, {made}])",
            f"{o}.ys is {o}.grown(1).ys",
        )
        change = self.pick(
            f"{o}.x = {self.x()}",
            f"{o}.ys.append({self.x()})",
            f"del {o}.z",
            f"{o}.new = 1",
            f"{o}.x += 1",
            "pass",
            "pass",
        )
        return [f"{o} = {made}", change, f"{result} = {value}"]

    def shared(self, result: str) -> list[str]:
        """Write uses of what all objects of a class share."""
        o = self.fresh()
        cls = self.pick("Shared", "SharedBelow")
        steps = [
            self.pick(
                f"{cls}.add({self.x()})",
                f"{o}.mine()",
                f"{o}.add({self.x()})",
                f"Shared.count = {self.x()}",
                f"{o}.count = {self.x()}",
                f"{cls}.items.append({self.x()})",
                f"noted({self.x()})",
            )
            for _ in range(self.random.randint(1, 3))
        ]
        value = self.pick(
            "Shared.count, SharedBelow.count, list(Shared.items)",
            f"{o}.count, {o}.items, vars({o})",
            f"{o}.mine(), SharedBelow.items",
            "list(ORDER)",
        )
        return [f"{o} = {cls}()", *steps, f"{result} = {value}"]

    def slotted(self, result: str) -> list[str]:
        """Write uses of objects with `__slots__`."""
        o = self.fresh()
        return [
            f"{o} = {self.pick('Slotted', 'SlottedBelow')}({self.x()})",
            self.pick(
                f"{o}.x = {self.x()}",
                f"{o}.y += 1",
                f"{o}.w = {self.x()}",
                f"{o}.z = {self.x()}",
                f"{o}.keep({self.x()})",
                f"del {o}.x",
                f"setattr({o}, 'y', {self.x()})",
                f"{o}.__dict__",
            ),
            f"{result} = {o}.total(), hasattr({o}, 'z'), hasattr({o}, '__dict__')",
        ]

    def asked(self, result: str) -> list[str]:
        """Write attributes that a method answers for, and objects that are called."""
        o, f = self.fresh(), self.fresh()
        value = self.pick(
            f"{o}.a, {o}.ab",
            f"{o}.b",
            f"getattr({o}, {self.pick(repr('a'), repr('zz'), repr('inner'))}, {self.x()})",
            f"hasattr({o}, {self.pick(repr('ax'), repr('zz'))})",
            f"{f}(), {f}(1, 2, by={self.x()}), {f}.total, Callable_.total",
            f"list({f})",
            f"{self.x()} in {f}",
            f"[*{f}], max({f})",
            f"len({f}), bool({f})",
            f"callable({f}), list(map({f}, [1, 2]))",
            f"{f}[{self.x()}], {f}[-1]",
            f"list(reversed({f}))",
        )
        lines = [f"{o} = Asked()", f"{f} = Callable_({self.x()})"]
        if self.random.random() < 0.3:
            lines.append(f"{o}.zz = {self.x()}")
        return [*lines, f"{result} = {value}"]

    def numbers(self, result: str) -> list[str]:
        """Write operators that a class knows in part."""
        o = self.fresh()
        other = self.pick(self.x(), "Number(2)", self.expr("str", 1), "1.5", "True", "None")
        value = self.pick(
            f"{o} + {other}",
            f"{other} + {o}",
            f"{o} * {other}",
            f"{other} * {o}",
            f"{other} - {o}",
            f"{o} == {other}, {other} == {o}, {o} != {other}",
            f"{o} < {other}",
            f"{o} > {other}",
            f"{o} in [{other}, {o}]",
            f"sum([{o}, {other}], {self.pick('0', 'Number(0)')})",
            f"round({o}), round({o}, {self.x()})",
            f"f'{{{o}:>3}}', format({o}), f'{{{o}}}', '{{:x}}'.format({o})",
            f"[{o}, {o}].count({other}), [{o}].index({other})",
        )
        lines = [f"{o} = Number({self.x()})"]
        if self.random.random() < 0.4:
            lines.append(f"{o} += {other}")
        return [*lines, f"{result} = {value}"]

    # --- Control -----------------------------------------------------------------------

    def leaving_finally(self, result: str) -> list[str]:
        """Write `finally` around what leaves a function or goes on with a loop."""
        name, log = self.fresh(), self.fresh()
        leave = self.pick(
            "return i", "break", "continue", "raise KeyError(i)", "pass", f"{log}[{self.x()}]"
        )
        last = self.pick("return 'f'", "break", "continue", f"{log}.append('f')", "pass", "i += 1")
        condition = self.pick(f"i == {self.x()}", "i", "True")
        last = self.pick(last, f"if {self.expr('bool', 1)}: {last}")
        return [
            f"{log} = []",
            f"def {name}():",
            f"    for i in range({self.random.randint(1, 3)}):",
            f"        {log}.append(i)",
            "        try:",
            f"            if {condition}:",
            f"                {leave}",
            f"            {log}.append('t')",
            f"        except {self.pick('KeyError', 'IndexError', 'ValueError')} as e:",
            f"            {self.pick('raise', 'return e.args', f'{log}.append(e.args)', 'break')}",
            f"        {self.pick('else', 'else')}:",
            f"            {self.pick('continue', 'pass', 'return 3', f'{log}.append(4)')}",
            "        finally:",
            f"            {last}",
            f"        {log}.append('b')",
            "    else:",
            f"        {log}.append('e')",
            f"    return {log}",
            f"{result} = {name}(), {log}",
        ]

    def inside(self) -> str:
        """Write one line that may raise."""
        return self.pick(
            "raise KeyError(1)",
            "raise ValueError",
            f"self.n = {self.x()}",
            f"self.xs[{self.x()}] = 1",
            f"self.d[{self.expr('str', 1)}]",
            "pass",
        )

    def managed(self, result: str) -> list[str]:
        """Write `with`."""
        log, one = self.fresh(), self.fresh()
        taken = self.pick("KeyError", "ValueError, KeyError", "LookupError")
        header = self.pick(
            f"with Guard({log}) as {one}:",
            f"with entered({log}, {self.x()}) as {one}:",
            f"with Guard({log}), entered({log}, 1) as {one}:",
            f"with entered({log}, 1) as {one}, Guard({log}):",
            f"with suppress({taken}) as {one}:",
            f"with contextlib.nullcontext({self.x()}) as {one}:",
        )
        return [
            f"{log} = []",
            "try:",
            f"    {header}",
            f"        {log}.append({self.pick(one, '1')})",
            f"        {self.inside()}",
            f"        {log}.append('body')",
            f"    {log}.append('after')",
            f"except {self.pick('Exception', 'ValueError', 'KeyError', 'LookupError')} as e:",
            f"    {log}.append(type(e).__name__)",
            f"{result} = {log}",
        ]

    def stacked(self, result: str) -> list[str]:
        """Write an ExitStack."""
        log = self.fresh()
        return [
            f"{log} = []",
            "with contextlib.ExitStack() as stack:",
            f"    stack.callback({log}.append, 'c')",
            f"    stack.{self.pick('enter_context', 'push')}(Guard({log}))",
            f"    {self.inside()}",
            f"{result} = {log}",
        ]

    def talked(self, result: str) -> list[str]:
        """Write a talk with a generator."""
        g, log = self.fresh(), self.fresh()
        steps = [
            self.pick(
                *[f"{log}.append(next({g}))"] * 8,
                f"{log}.append({g}.send({self.x()}))",
                f"{log}.append({g}.send(None))",
                f"{log}.append({g}.throw(ValueError))",
                f"{log}.append({g}.throw({self.pick('KeyError(1)', 'ValueError(3)')}))",
                f"{g}.close()",
                f"{log}.append(next({g}, 'end'))",
                f"for z in {g}:\n    {log}.append(z)\n    if len({log}) > 3: break",
            )
            for _ in range(self.random.randint(1, 4))
        ]
        made = self.pick(
            f"talking({log}, {self.x()})",
            f"talking({log}, {self.x()})",
            f"talking({log}, {self.x()})",
            f"nested({self.random.randint(0, 3)})",
            f"counted({self.random.randint(0, 3)})",
            f"(z * 2 for z in {self.expr('list', 1)})",
        )
        lines = [f"{log} = []", f"{g} = {made}", "try:"]
        lines += [f"    {line}" for step in steps for line in step.split("\n")]
        lines += [
            f"except {self.pick('StopIteration', 'Exception', '(ValueError, StopIteration)')} as e:"
        ]
        lines += [f"    {log}.append({self.pick('type(e).__name__', 'e.args')})"]
        return [*lines, f"{result} = {log}"]

    def matched(self, result: str) -> list[str]:
        """Write `match` with patterns of all kinds."""
        subject = self.pick(
            self.any_(1),
            self.expr("dict", 1),
            self.expr("list", 1),
            self.expr("tuple", 1),
            f"Spot({self.x()})",
            f"Record({self.x()})",
            f"({self.x()}, [{self.x()}, 2])",
            f"{{'a': {self.x()}, 'k': [1]}}",
            "Rank.LOW",
            self.expr("enum", 1),
        )
        cases = self.random.sample(
            (
                "0",
                "1 | 2 | -1",
                "[]",
                "[a]",
                "[a, b]",
                "[1, *rest]",
                "(a, [b, *_])",
                "[*_, a] if a",
                "{'a': a}",
                "{'a': int() as a, **rest}",
                "{}",
                "str()",
                "str(a) if a",
                "int(a) if a > 1",
                "bool()",
                "None",
                "True",
                "Spot(a, b)",
                "Spot(a=1)",
                "Record(x=a, z=3)",
                "P(a, 2)",
                "Item(n=a)",
                "E.ONE",
                "Rank.LOW | Rank.HIGH",
                "float()",
                "[int() | None as a, *_]",
                "{'k': [a, *_]}",
                "list() as a",
                "A() | C()",
                "2.0",
                "'a' | 'ab'",
            ),
            self.random.randint(2, 5),
        )
        lines = [f"{result} = a = b = rest = None", f"match {subject}:"]
        for number, case in enumerate(cases):
            lines += [f"    case {case}:", f"        {result} = ({number}, a, b, rest)"]
        if self.random.random() < 0.4:
            lines += ["    case _:", f"        {result} = 'none'"]
        return lines

    def awaited(self, result: str) -> list[str]:
        """Write `await` and `async with`."""
        log, one = self.fresh(), self.fresh()
        return [
            f"{log} = []",
            *self.random.choice(
                (
                    [f"{result} = await stepped({self.x()})"],
                    [f"{one} = stepped({self.x()})", f"{result} = (await {one}, await stepped(1))"],
                    [
                        "try:",
                        f"    {result} = [await stepped(z) for z in (1, {self.x()})]",
                        "except ValueError as e:",
                        f"    {result} = e.args",
                    ],
                    [
                        f"async with Door({log}) as {one}:",
                        f"    {log}.append(await stepped({self.x()}))",
                        f"    {self.inside()}",
                        f"{result} = {log}",
                    ],
                    [
                        f"async def {one}(z, k={self.x()}):",
                        f"    return (await stepped(z)) + k + {self.simple('int')}",
                        f"{result} = await {one}({self.x()})",
                    ],
                    [f"{result} = await {self.x()}"],
                )
            ),
        ]
