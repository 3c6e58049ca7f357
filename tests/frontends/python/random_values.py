"""Random Python classes that work with values of all kinds, and random calls on them.

Place: tests/frontends/python. Text comes out, the same for the same seed. Beside
`random_classes`, whose values have static types, this writes what only a run can tell:
lists, dicts, sets, tuples, strings, floats, closures, generators, objects with operators.
Everything terminates: loops run over what was there when they began.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

# Parameters by kind, with their annotation and what calls give for them.
GIVEN: dict[str, tuple[str, tuple[object, ...]]] = {
    "int": ("int", (-2, -1, 0, 1, 2, 3, 7)),
    "bool": ("bool", (False, True)),
    "str": ("str", ("", "a", "ab", "b c", "7", "Abc")),
    "maybe": ("int | None", (None, 0, 5)),
}
FIELDS = {"n": "int", "w": "str", "xs": "list", "d": "dict", "s": "set", "t": "tuple", "o": "item"}
KINDS = ("int", "bool", "str", "list", "dict", "set", "tuple", "item", "float", "maybe")
STARTS = {
    "int": "0",
    "bool": "False",
    "str": '"ab"',
    "list": "[1, 2]",
    "dict": '{"a": 1, "k": 2}',
    "set": "{1, 3}",
    "tuple": "(1, 2)",
    "item": "Item(1)",
    "float": "0.5",
    "maybe": "None",
}
ITEM = """
class Trouble(Exception):
    pass


class Item:
    LIMIT = 3

    def __init__(self, n=0):
        self.n = n
        self.bag = []

    def __eq__(self, other):
        if not isinstance(other, Item):
            return NotImplemented
        return self.n == other.n

    def __hash__(self):
        return hash(self.n)

    def __lt__(self, other):
        return self.n < other.n

    def __add__(self, other):
        return Item(self.n + (other.n if isinstance(other, Item) else other))

    def __radd__(self, other):
        return Item(other + self.n)

    def __len__(self):
        return len(self.bag)

    def __iter__(self):
        yield self.n
        yield from self.bag

    def __getitem__(self, index):
        return self.bag[index]

    def put(self, value):
        if len(self.bag) >= self.LIMIT:
            raise Trouble(value)
        self.bag.append(value)
        return self
"""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a method with plain arguments."""

    method: str
    arguments: tuple[object, ...]


def random_values_module(seed: int, n_methods: int) -> tuple[str, list[tuple[Call, ...]]]:
    """Give a module with a class `T`, and for each of its methods calls on a fresh object."""
    random = Random(f"values {seed}")
    writer = Writer(random)
    lines = [ITEM, "", "class T:", "    def __init__(self) -> None:"]
    lines += [f"        self.{name} = {STARTS[kind]}" for name, kind in FIELDS.items()]
    signatures: dict[str, list[str]] = {}
    for number in range(n_methods):
        name = f"m{number}"
        kinds = [random.choice(list(GIVEN)) for _ in range(random.randint(0, 2))]
        parameters = [f"p{i}: {GIVEN[kind][0]}" for i, kind in enumerate(kinds)]
        lines.append("")
        lines.append(f"    def {name}({', '.join(('self', *parameters))}):")
        writer.variables = {f"p{i}": kind for i, kind in enumerate(kinds)}
        lines += [f"        {line}" for line in writer.body()]
        signatures[name] = kinds

    def call(name: str) -> Call:
        return Call(name, tuple(random.choice(GIVEN[kind][1]) for kind in signatures[name]))

    others = list(signatures)
    cases: list[tuple[Call, ...]] = [
        (call(name), call(random.choice(others)), call(name)) for name in signatures
    ]
    return "\n".join(lines) + "\n", cases


def signatures_of(text: str) -> dict[str, list[str]]:
    """Give the methods of the class `T` of a module, with the kinds of their parameters."""
    kinds = {annotation: kind for kind, (annotation, _) in GIVEN.items()}
    found: dict[str, list[str]] = {}
    for line in text.partition("class T:")[2].split("\n"):
        if line.startswith(("    def m", "    async def m")):
            running = line.strip().replace("async def ", "await ")  # see `coroutines`
            name, _, rest = running.removeprefix("def ").partition("(")
            parameters = [p.split(": ") for p in rest.rstrip("):").split(", ")[1:]]
            found[name] = [kinds[p[1]] for p in parameters if len(p) == 2]
    return found


class Writer:
    """Writes statements and expressions; knows which variables there are, and their kinds."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.variables: dict[str, str] = {}
        self.n_names = 0
        self.in_loop = False
        self.fields = FIELDS
        self.starts = STARTS
        self.kinds: tuple[str, ...] = KINDS

    def pick(self, *texts: str) -> str:
        return self.random.choice(texts)

    def fresh(self) -> str:
        self.n_names += 1
        return f"v{self.n_names}"

    # --- Statements --------------------------------------------------------------

    def body(self) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(2, 4)):
            lines += self.statement(2)
        kind = self.random.choice(self.kinds)
        return [*lines, f"return {self.expr(kind, 2)}"]

    def block(self, depth: int, n: int = 2) -> list[str]:
        known = dict(self.variables)
        lines: list[str] = []
        for _ in range(self.random.randint(1, n)):
            lines += self.statement(depth - 1)
        self.variables = known
        return [f"    {line}" for line in lines]

    def statement(self, depth: int) -> list[str]:
        roll = self.random.randrange(22 if depth > 0 else 12)
        match roll:
            case 0 | 1 | 2:
                kind = self.random.choice(self.kinds)
                value = self.expr(kind, 2)
                name = self.fresh()
                self.variables[name] = kind
                return [f"{name} = {value}"]
            case 3 | 4:
                name = self.random.choice(list(self.fields))
                value = self.expr(self.fields[name], 2)
                # What lives long must not grow without end.
                cut = "[:6]" if self.fields[name] in ("list", "str", "tuple", "heap") else ""
                return [f"self.{name} = {value}{cut}"]
            case 5 | 6 | 7 | 8:
                return [self.action()]
            case 9:
                return self.augmented()
            case 10:
                return self.unpacking()
            case 11:
                return [self.leaving()] if self.random.random() < 0.3 else [self.action()]
            case 12 | 13:
                lines = [f"if {self.expr('bool', 2)}:", *self.block(depth)]
                if self.random.random() < 0.5:
                    lines += ["else:", *self.block(depth)]
                return lines
            case 14 | 15 | 16:
                return self.loop(depth)
            case 17 | 18:
                return self.trying(depth)
            case 19:
                return self.closure()
            case 20:
                return self.generator()
            case _:
                return self.matching(depth)

    def action(self) -> str:
        xs, d, s, o = (self.simple(kind) for kind in ("list", "dict", "set", "item"))
        i, j, k = self.expr("int", 1), self.expr("int", 1), self.expr("str", 1)
        return self.pick(
            f"{xs}.append({i})",
            f"{xs}.append({self.expr('maybe', 1)})",
            f"{xs}.extend({self.expr('list', 1)}[:2])",
            f"{xs}.insert({i}, {j})",
            f"{xs}.remove({i})",
            f"{xs}.pop()",
            f"{xs}.pop({i})",
            f"{xs}.reverse()",
            f"{xs}.sort()",
            f"{xs}.sort(key=lambda z: -z, reverse={self.pick('True', 'False')})",
            f"{xs}.clear()",
            f"{xs}[{i}] = {j}",
            f"{xs}[{self.slice_()}] = {self.expr('list', 1)}[:3]",
            f"del {xs}[{i}]",
            f"del {xs}[{self.slice_()}]",
            f"{d}[{k}] = {i}",
            f"{d}[{k}] = {self.any_(1)}",
            f"del {d}[{k}]",
            f"{d}.pop({k}, None)",
            f"{d}.setdefault({k}, {i})",
            f"{d}.update({self.expr('dict', 1)})",
            f"{d}.clear()",
            f"{s}.add({i})",
            f"{s}.discard({i})",
            f"{s}.remove({i})",
            f"{s}.update({self.expr('list', 1)})",
            f"{o}.put({self.any_(1)})",
            f"{o}.n = {i}",
        )

    def augmented(self) -> list[str]:
        kind = self.pick("int", "str", "list", "set", "tuple")
        target = self.simple(kind)
        match kind:
            case "int":
                sign = self.pick("+", "-", "*", "//", "%", "|", "&")
                return [f"{target} {sign}= {self.expr('int', 1)}"]
            case "set":
                return [f"{target} {self.pick('|', '-', '&')}= {self.expr('set', 1)}"]
            case _:
                return [f"{target} += {self.expr(kind, 1)}[:2]"]

    def unpacking(self) -> list[str]:
        first, second, rest = self.fresh(), self.fresh(), self.fresh()
        lines = [
            self.pick(
                f"{first}, {second} = {self.expr('int', 1)}, {self.expr('int', 1)}",
                f"{first}, {second} = {self.expr('tuple', 1)}",
                f"{first}, *{rest}, {second} = {self.expr('list', 1)}",
                f"{first}, {second} = divmod({self.expr('int', 1)}, {self.expr('int', 1)})",
            )
        ]
        self.variables |= {first: "any", second: "any"}
        if rest in lines[0]:
            self.variables[rest] = "list"
        return lines

    def leaving(self) -> str:
        if self.in_loop and self.random.random() < 0.6:
            return self.pick("break", "continue")
        return self.pick(
            f"return {self.any_(2)}",
            f"raise ValueError({self.expr('str', 1)})",
            f"raise Trouble({self.any_(1)})",
            f"raise KeyError({self.expr('int', 1)})",
            f"assert {self.expr('bool', 1)}, {self.expr('str', 1)}",
        )

    def loop(self, depth: int) -> list[str]:
        was, self.in_loop = self.in_loop, True
        name, other = self.fresh(), self.fresh()
        header, kinds = self.random.choice(
            (
                (f"for {name} in range({self.random.randint(0, 4)}):", ("int", "")),
                (f"for {name} in list({self.simple('list')}):", ("any", "")),
                (f"for {name} in {self.expr('str', 1)}:", ("str", "")),
                (f"for {name} in {self.expr('tuple', 1)}:", ("any", "")),
                (f"for {name} in sorted({self.simple('set')}):", ("any", "")),
                (f"for {name} in list({self.simple('item')}):", ("any", "")),
                (f"for {name}, {other} in list({self.simple('dict')}.items()):", ("str", "any")),
                (
                    f"for {name}, {other} in enumerate(list({self.expr('list', 1)})):",
                    ("int", "any"),
                ),
                (f"for {name}, {other} in {self.zipped()}:", ("any", "str")),
            )
        )
        self.variables[name] = kinds[0]
        if kinds[1]:
            self.variables[other] = kinds[1]
        lines = [header, *self.block(depth)]
        self.in_loop = was
        if self.random.random() < 0.2:
            lines += ["else:", *self.block(depth, 1)]
        # The loop may have run zero times; its variable is then unbound, as in CPython.
        if self.random.random() < 0.8:
            del self.variables[name]
            self.variables.pop(other, None)
        return lines

    def copied(self) -> str:
        """A list that the body of a loop cannot make longer."""
        return f"list({self.expr('list', 1)})"

    def zipped(self) -> str:
        return f"zip({self.copied()}, {self.expr('str', 1)})"

    def trying(self, depth: int) -> list[str]:
        caught = self.pick(
            "ValueError", "KeyError", "(IndexError, KeyError)", "Exception", "TypeError"
        )
        lines = ["try:", *self.block(depth, 3), f"except {caught}:", *self.block(depth, 1)]
        if self.random.random() < 0.3:
            lines += ["else:", *self.block(depth, 1)]
        if self.random.random() < 0.3:
            was, self.in_loop = self.in_loop, False
            lines += ["finally:", *self.block(depth, 1)]
            self.in_loop = was
        return lines

    def closure(self) -> list[str]:
        name, count, argument = self.fresh(), self.fresh(), self.fresh()
        inner = dict(self.variables)
        self.variables[argument] = "int"
        value = self.expr("int", 1)
        self.variables = inner
        lines = [
            f"{count} = {self.expr('int', 1)}",
            f"def {name}({argument}=2):",
            f"    nonlocal {count}",
            f"    {count} += {argument}",
            f"    return {count} + {value}",
        ]
        self.variables[count] = "int"
        result = self.fresh()
        self.variables[result] = "int"
        return [*lines, f"{result} = {name}() + {name}({self.expr('int', 1)})"]

    def generator(self) -> list[str]:
        name, result, one = self.fresh(), self.fresh(), self.fresh()
        value = self.simple("list")
        lines = [
            f"def {name}():",
            f"    for {one} in {value}:",
            f"        if {self.pick(one + ' == 1', one + ' is None', 'False')}:",
            f"            {self.pick('return', 'continue')}",
            f"        yield {one}, {self.expr('int', 0)}",
        ]
        self.variables[result] = "list"
        use = self.pick(
            f"list({name}())", f"[z for z, _ in {name}()]", f"sorted(len(z) for z in {name}())"
        )
        return [*lines, f"{result} = {use}"]

    def matching(self, depth: int) -> list[str]:
        name = self.fresh()
        subject = self.any_(1)
        lines = [f"match {subject}:", "    case 1 | 2:"]
        lines += [f"    {line}" for line in self.block(depth, 1)]
        lines += [f"    case [{name}, *_]:", f"        self.n = {self.expr('int', 1)}"]
        lines += [f"    case str() as {name}:", f"        self.w = {name}"]
        lines += ["    case _:"]
        lines += [f"    {line}" for line in self.block(depth, 1)]
        return lines

    # --- Expressions -------------------------------------------------------------

    def simple(self, kind: str) -> str:
        names = [name for name, of in self.variables.items() if of == kind]
        names += [f"self.{name}" for name, of in self.fields.items() if of == kind]
        return self.random.choice(names) if names else self.starts[kind]

    def any_(self, depth: int) -> str:
        names = [name for name, of in self.variables.items() if of == "any"]
        if names and self.random.random() < 0.4:
            return self.random.choice(names)
        return self.expr(self.random.choice(self.kinds), depth)

    def slice_(self) -> str:
        ends = [self.pick("", str(self.random.randint(-3, 3))) for _ in range(2)]
        step = self.pick("", "", ":2", ":-1")
        return f"{ends[0]}:{ends[1]}{step}"

    def expr(self, kind: str, depth: int) -> str:
        if kind == "any":
            return self.any_(depth)
        if depth <= 0:
            return self.simple(kind) if self.random.random() < 0.6 else self.literal(kind)
        if self.random.random() < 0.25:
            return self.simple(kind)
        return self.makers()[kind](depth - 1)

    def makers(self) -> dict[str, Callable[[int], str]]:
        return {
            "int": self.int_,
            "bool": self.bool_,
            "str": self.str_,
            "list": self.list_,
            "dict": self.dict_,
            "set": self.set_,
            "tuple": self.tuple_,
            "item": self.item,
            "float": self.float_,
            "maybe": self.maybe,
        }

    def literal(self, kind: str) -> str:
        match kind:
            case "int":
                return str(self.random.randint(-3, 4))
            case "bool":
                return self.pick("True", "False")
            case "str":
                return self.pick('""', '"a"', '"k"', '"b c"', '"Ab"')
            case "list":
                return self.pick("[]", "[1]", "[3, 1, 2]", "[1, 1]")
            case "float":
                return self.pick("0.5", "-1.25", "2.0", "1e3")
            case "maybe":
                return self.pick("None", "4")
            case _:
                return self.starts[kind]

    def int_(self, depth: int) -> str:
        x, y = self.expr("int", depth), self.expr("int", depth)
        xs, w, d = self.expr("list", depth), self.expr("str", depth), self.expr("dict", depth)
        return self.pick(
            f"({x} {self.pick('+', '-', '*')} {y})",
            f"({x} {self.pick('//', '%')} {y})",
            f"({x} {self.pick('&', '|', '^')} {y})",
            f"({x} >> {self.random.randint(0, 2)})",
            f"({x} if {self.expr('bool', depth)} else {y})",
            f"len({self.pick(xs, w, d, self.expr('set', depth), self.simple('item'))})",
            f"{xs}[{x}]",
            f"{d}[{w}]",
            f"{d}.get({w}, {x})",
            f"{xs}.index({x})",
            f"{xs}.count({x})",
            f"sum({xs})",
            f"{self.pick('min', 'max')}({xs})",
            f"{self.pick('min', 'max')}({x}, {y})",
            f"max({xs}, default={x})",
            f"abs({x})",
            f"int({w})",
            f"{w}.find({self.expr('str', depth)})",
            f"{self.simple('item')}.n",
            f"int({self.expr('float', depth)})",
            f"sum(z for z in {xs} if z)",
            f"(lambda z, k={x}: z + k)({y})",
            f"next(iter({xs}), {x})",
            f"(-{x})",
            f"-(~{x})",
        )

    def bool_(self, depth: int) -> str:
        x, y = self.expr("int", depth), self.expr("int", depth)
        xs, w = self.expr("list", depth), self.expr("str", depth)
        kind = self.pick("list", "str", "tuple", "set", "dict", "item", "maybe", "float")
        return self.pick(
            f"({x} {self.pick('<', '<=', '>', '>=', '==', '!=')} {y})",
            f"({x} < {y} <= {self.expr('int', depth)})",
            f"({self.expr(kind, depth)} {self.pick('==', '!=')} {self.expr(kind, depth)})",
            f"({w} < {self.expr('str', depth)})",
            f"({xs} < {self.expr('list', depth)})",
            f"({self.simple('item')} < {self.expr('item', depth)})",
            f"({x} in {xs})",
            f"({w} in {self.simple('dict')})",
            f"({x} not in {self.simple('set')})",
            f"({self.literal('str')} in {w})",
            f"({self.expr('maybe', depth)} is {self.pick('', 'not ')}None)",
            f"(not {self.any_(depth)})",
            f"({self.expr('bool', depth)} {self.pick('and', 'or')} {self.expr('bool', depth)})",
            f"any(z == {x} for z in {xs})",
            f"all({xs})",
            f"isinstance({self.any_(depth)}, {self.pick('int', 'str', '(list, dict)', 'Item')})",
            f"{w}.{self.pick('startswith', 'endswith')}({self.literal('str')})",
            f"{w}.{self.pick('isdigit', 'isalpha', 'islower')}()",
            f"bool({self.any_(depth)})",
        )

    def str_(self, depth: int) -> str:
        w, x, xs = self.expr("str", depth), self.expr("int", depth), self.expr("list", depth)
        n = self.simple("int")
        return self.pick(
            f"({w} + {self.expr('str', depth)})",
            f"({w} * {self.random.randint(0, 2)})",
            f"{w}[{x}]",
            f"{w}[{self.slice_()}]",
            f"{w}.{self.pick('upper', 'lower', 'strip', 'title', 'capitalize')}()",
            f"{w}.replace({self.literal('str')}, {self.literal('str')})",
            f"{w}.join(str(z) for z in {xs})",
            f"str({self.pick(x, self.expr('bool', depth), self.expr('maybe', depth))})",
            f"repr({self.pick(x, w)})",
            f'f"{{{n}}}-{{self.w!r}}"',
            f'f"{{{n}:03d}}{{self.n}}"',
            f'"%d|%s" % ({x}, {w})',
            f'"{{}}.{{}}".format({x}, {w})',
            f'"".join(sorted({w}))',
            f'"".join(reversed({w}))',
        )

    def list_(self, depth: int) -> str:
        x, xs = self.expr("int", depth), self.expr("list", depth)
        return self.pick(
            f"[{x}, {self.expr('int', depth)}]",
            f"[*{xs}, {x}]",
            f"({xs} + {self.expr('list', depth)})",
            f"({xs} * {self.random.randint(0, 2)})",
            f"{xs}[{self.slice_()}]",
            f"[z for z in {xs} if z != {x}]",
            f"[z * 2 for z in range({self.random.randint(0, 3)})]",
            f"[y + z for y in range(2) for z in {xs}]",
            f"sorted({xs})",
            f"sorted({xs}, key=lambda z: -z)",
            f"list(reversed({xs}))",
            f"list({self.simple('dict')}.{self.pick('keys', 'values')}())",
            f"list({self.expr('str', depth)})",
            f"{self.expr('str', depth)}.split()",
            f"list(map(lambda z: z + {x}, {xs}))",
            f"list(filter(None, {xs}))",
            f"list(zip({xs}, {self.expr('str', depth)}))",
            f"list(enumerate({xs}))",
            f"sorted({self.simple('set')})",
            f"list({self.simple('item')})",
            f"list({xs})",
            f"{xs}.copy()",
        )

    def dict_(self, depth: int) -> str:
        x, w = self.expr("int", depth), self.expr("str", depth)
        return self.pick(
            f"{{{w}: {x}}}",
            f"{{**{self.simple('dict')}, {w}: {x}}}",
            f"{{z: len(z) for z in {self.expr('str', depth)}}}",
            f"dict(zip({self.expr('str', depth)}, {self.expr('list', depth)}))",
            f"dict({self.simple('dict')})",
            f"({self.simple('dict')} | {{{w}: {x}}})",
            f"dict(a={x})",
        )

    def set_(self, depth: int) -> str:
        return self.pick(
            f"{{{self.expr('int', depth)}, {self.expr('int', depth)}}}",
            f"set({self.expr('list', depth)})",
            f"({self.simple('set')} {self.pick('|', '&', '-', '^')} {self.expr('set', depth)})",
            f"{{z for z in {self.expr('list', depth)}}}",
            "set()",
        )

    def tuple_(self, depth: int) -> str:
        return self.pick(
            f"({self.expr('int', depth)}, {self.expr('str', depth)})",
            f"({self.expr('int', depth)},)",
            f"tuple({self.expr('list', depth)})",
            f"({self.simple('tuple')} + ({self.expr('int', depth)},))",
            f"{self.simple('tuple')}[{self.slice_()}]",
            f"divmod({self.expr('int', depth)}, {self.expr('int', depth)})",
        )

    def item(self, depth: int) -> str:
        return self.pick(
            f"Item({self.expr('int', depth)})",
            "Item()",
            f"({self.simple('item')} + {self.expr('int', depth)})",
            f"({self.expr('int', depth)} + {self.simple('item')})",
            f"{self.simple('item')}.put({self.expr('int', depth)})",
            f"min({self.simple('item')}, {self.expr('item', depth)})",
        )

    def float_(self, depth: int) -> str:
        return self.pick(
            f"({self.expr('int', depth)} / {self.expr('int', depth)})",
            f"({self.expr('float', depth)} {self.pick('+', '-', '*')} {self.expr('int', depth)})",
            f"float({self.expr('int', depth)})",
            f"round({self.expr('float', depth)}, 1)",
            f"abs({self.expr('float', depth)})",
        )

    def maybe(self, depth: int) -> str:
        return self.pick(
            f"({self.expr('int', depth)} if {self.expr('bool', depth)} else None)",
            f"{self.simple('dict')}.get({self.expr('str', depth)})",
            f"({self.expr('maybe', depth)} or {self.expr('int', depth)})",
            f"next(iter({self.expr('list', depth)}), None)",
        )
