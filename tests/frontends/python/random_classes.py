"""Random Python classes in the supported subset, and random calls on them.

Place: tests/frontends/python. Text comes out, the same for the same seed. Everything
terminates: loops count, and a method calls only methods that were written before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

FIELDS = {"a": "int", "b": "int", "flag": "bool", "link": "ref", "maybe": "opt"}
ANNOTATIONS = {"int": "int", "bool": "bool", "ref": '"Item | None"', "opt": '"int | None"'}
ERRORS = ("ValueError", "KeyError", "IndexError", "RuntimeError", "Trouble")


@dataclass(frozen=True, slots=True)
class Method:
    """A method that can be called: parameters by name and kind, and what it gives."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    n_defaults: int
    keyword_only: bool
    result: str


@dataclass(slots=True)
class Writer:
    """Writes one module."""

    random: Random
    methods: list[Method] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=dict)
    in_loop: bool = False
    in_handler: bool = False
    result: str = "int"
    n_names: int = 0

    # --- Expressions -------------------------------------------------------------

    def expr(self, kind: str, depth: int) -> str:
        choose = {"int": self.int_, "bool": self.bool_, "ref": self.ref, "opt": self.opt}
        return choose[kind](depth)

    def variable(self, kind: str) -> str | None:
        names = [name for name, of in self.variables.items() if of == kind]
        return self.random.choice(names) if names else None

    def field_of(self, kind: str, depth: int) -> str:
        name = self.random.choice([n for n, of in FIELDS.items() if of == kind])
        if depth > 0 and self.random.random() < 0.3:
            target = self.ref(depth - 1)
            if target != "None":
                return f"{target}.{name}"
        return f"self.{name}"

    def simple(self, kind: str, depth: int) -> str:
        if self.random.random() < 0.6:
            found = self.variable(kind)
            if found is not None:
                return found
        return self.field_of(kind, depth)

    def int_(self, depth: int) -> str:
        roll = self.random.random()
        if depth <= 0 or roll < 0.3:
            if self.random.random() < 0.4:
                return str(self.random.randint(-3, 4))
            return self.simple("int", depth)
        inner = depth - 1
        match self.random.randrange(10):
            case 0 | 1 | 2:
                operator = self.random.choice(("+", "-", "*"))
                return f"({self.int_(inner)} {operator} {self.int_(inner)})"
            case 3:
                operator = self.random.choice(("//", "%"))
                return f"({self.int_(inner)} {operator} {self.int_(inner)})"
            case 4:
                return f"({self.int_(inner)} if {self.bool_(inner)} else {self.int_(inner)})"
            case 5:
                name = self.random.choice(("min", "max"))
                return f"{name}({self.int_(inner)}, {self.int_(inner)})"
            case 6:
                call = self.random.choice(("abs", "int", "-", "+"))
                return f"{call}({self.random.choice((self.int_, self.bool_))(inner)})"
            case 7:
                operator = self.random.choice(("and", "or"))
                return f"({self.int_(inner)} {operator} {self.int_(inner)})"
            case 8:
                return f"({self.bool_(inner)} + {self.opt(inner)})"
            case _:
                return self.call("int", inner) or self.simple("int", inner)

    def bool_(self, depth: int) -> str:
        if depth <= 0:
            if self.random.random() < 0.3:
                return self.random.choice(("True", "False"))
            return self.simple("bool", depth)
        inner = depth - 1
        match self.random.randrange(10):
            case 0 | 1:
                operator = self.random.choice(("<", "<=", ">", ">=", "==", "!="))
                return f"({self.int_(inner)} {operator} {self.int_(inner)})"
            case 2:
                first, second = (self.random.choice(("<", "<=", ">", "==")) for _ in range(2))
                middle = self.int_(inner)
                return f"({self.int_(inner)} {first} {middle} {second} {self.int_(inner)})"
            case 3:
                operator = self.random.choice(("and", "or"))
                return f"({self.bool_(inner)} {operator} {self.bool_(inner)})"
            case 4:
                return f"(not {self.truthy(inner)})"
            case 5:
                operator = self.random.choice(("is", "is not", "==", "!="))
                return f"({self.ref(inner)} {operator} {self.ref(inner)})"
            case 6:
                operator = self.random.choice(("is", "is not", "==", "!="))
                return f"({self.opt(inner)} {operator} None)"
            case 7:
                return f"({self.opt(inner)} == {self.random.choice((self.int_, self.opt))(inner)})"
            case 8:
                return f"bool({self.truthy(inner)})"
            case _:
                return self.call("bool", inner) or f"isinstance({self.ref(inner)}, Special)"

    def truthy(self, depth: int) -> str:
        kind = self.random.choice(("int", "bool", "ref", "opt"))
        return self.expr(kind, depth)

    def ref(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(("None", "self", self.simple("ref", 0)))
        inner = depth - 1
        match self.random.randrange(6):
            case 0:
                name = self.random.choice(("Item", "Special"))
                return f"{name}({self.int_(inner)})"
            case 1:
                return f"({self.ref(inner)} if {self.bool_(inner)} else {self.ref(inner)})"
            case 2:
                operator = self.random.choice(("and", "or"))
                return f"({self.ref(inner)} {operator} {self.ref(inner)})"
            case 3:
                return self.call("ref", inner) or self.simple("ref", inner)
            case _:
                return self.simple("ref", inner)

    def opt(self, depth: int) -> str:
        if depth <= 0:
            return self.simple("opt", depth)
        inner = depth - 1
        match self.random.randrange(4):
            case 0:
                return f"({self.int_(inner)} if {self.bool_(inner)} else None)"
            case 1:
                return self.call("opt", inner) or self.simple("opt", inner)
            case _:
                return self.simple("opt", inner)

    def call(self, kind: str, depth: int) -> str | None:
        methods = [method for method in self.methods if method.result == kind]
        if not methods:
            return None
        method = self.random.choice(methods)
        target = "self" if self.random.random() < 0.5 else self.ref(depth)
        if target == "None":
            target = "self"
        given = [(name, self.expr(of, depth - 1)) for name, of in method.parameters]
        if method.n_defaults and self.random.random() < 0.4:
            given = given[: len(given) - method.n_defaults]
        texts = [
            f"{name}={text}" if method.keyword_only or self.random.random() < 0.15 else text
            for name, text in given
        ]
        # A positional argument may not follow a named one.
        named = [index for index, text in enumerate(texts) if "=" in text.split("(")[0]]
        if named:
            first = named[0]
            texts = [*texts[:first], *(f"{name}={text}" for name, text in given[first:])]
        return f"{target}.{method.name}({', '.join(texts)})"

    # --- Statements --------------------------------------------------------------

    def block(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(depth)
        return lines

    def indented(self, depth: int) -> list[str]:
        # What a block may not have run must not be relied on after it, most of the time.
        before = dict(self.variables)
        lines = [f"    {line}" for line in self.block(depth)]
        if self.random.random() < 0.9:
            self.variables = before
        return lines

    def statement(self, depth: int) -> list[str]:
        compound = [self.if_, self.for_, self.while_, self.try_]
        plain = [self.assign, self.assign, self.set_field, self.augment, self.parallel]
        plain += [self.chained, self.leave, self.effect, self.check, self.walrus, self.order]
        choices = plain + (compound if depth > 0 else [])
        return self.random.choice(choices)(depth)

    def fresh(self) -> str:
        self.n_names += 1
        return f"v{self.n_names}"

    def assign(self, depth: int) -> list[str]:
        kind = self.random.choice(("int", "int", "bool", "ref"))
        text = self.expr(kind, 2)
        name = (self.random.random() < 0.4 and self.variable(kind)) or self.fresh()
        self.variables[name] = kind
        if kind == "ref":
            if name in ("p", "q", "r"):
                return [f"{name} = {text}"]
            return [f'{name}: "Item | None" = {text}']
        return [f"{name} = {text}"]

    def set_field(self, depth: int) -> list[str]:
        kind = self.random.choice(list(FIELDS.values()))
        return [f"{self.field_of(kind, 1)} = {self.expr(kind, 2)}"]

    def order(self, depth: int) -> list[str]:
        """Where both a target and a value can fail or act, their order shows."""
        kind = self.random.choice(("int", "bool", "ref"))
        value = self.call(kind, 1) or self.expr(kind, 2)
        taking = [m for m in self.methods if [of for _, of in m.parameters] == [kind]]
        if taking and self.random.random() < 0.7:
            method = self.random.choice(taking)
            word = f"{method.parameters[0][0]}=" if method.keyword_only else ""
            return [f"{self.simple('ref', 0)}.link.{method.name}({word}{value})"]
        name = self.random.choice([n for n, of in FIELDS.items() if of == kind])
        return [f"{self.simple('ref', 0)}.link.{name} = {value}"]

    def augment(self, depth: int) -> list[str]:
        operator = self.random.choice(("+=", "-=", "*=", "//=", "%="))
        return [f"{self.simple('int', 1)} {operator} {self.int_(2)}"]

    def parallel(self, depth: int) -> list[str]:
        kinds = [self.random.choice(("int", "bool", "ref")) for _ in range(2)]
        values = [self.expr(kind, 1) for kind in kinds]
        targets = [self.field_of(kind, 1) for kind in kinds]
        return [f"{', '.join(targets)} = {', '.join(values)}"]

    def chained(self, depth: int) -> list[str]:
        kind = self.random.choice(("int", "bool"))
        text = self.expr(kind, 2)
        name = self.fresh()
        target = self.field_of(kind, 1)
        self.variables[name] = kind
        return [f"{name} = {target} = {text}"]

    def walrus(self, depth: int) -> list[str]:
        text = self.int_(1)
        name = self.fresh()
        self.variables[name] = "int"
        return [f"self.a = ({name} := {text}) + {name}"]

    def effect(self, depth: int) -> list[str]:
        kind = self.random.choice(("int", "bool", "ref", "opt"))
        call = self.call(kind, 1)
        return [call] if call else ["pass"]

    def check(self, depth: int) -> list[str]:
        if self.random.random() < 0.5:
            return [f'assert {self.truthy(1)}, f"not {{self.a}}"']
        return [f"if {self.truthy(1)}:", f"    raise {self.random.choice(ERRORS)}"]

    def leave(self, depth: int) -> list[str]:
        roll = self.random.random()
        if self.in_loop and roll < 0.3:
            return [f"if {self.bool_(1)}:", f"    {self.random.choice(('break', 'continue'))}"]
        if self.in_handler and roll < 0.5:
            return [f"if {self.bool_(1)}:", "    raise"]
        if roll < 0.6:
            return [f"if {self.bool_(1)}:", f"    return {self.expr(self.result, 1)}"]
        error = self.random.choice(ERRORS)
        return [f"if {self.bool_(1)}:", f'    raise {error}(f"bad {{self.b}}")']

    def if_(self, depth: int) -> list[str]:
        lines = [f"if {self.truthy(2)}:", *self.indented(depth - 1)]
        if self.random.random() < 0.4:
            lines += [f"elif {self.truthy(1)}:", *self.indented(depth - 1)]
        if self.random.random() < 0.5:
            lines += ["else:", *self.indented(depth - 1)]
        return lines

    def loop_body(self, depth: int) -> list[str]:
        around = self.in_loop
        self.in_loop = True
        lines = self.indented(depth - 1)
        self.in_loop = around
        if self.random.random() < 0.3:
            lines += ["else:", *self.indented(depth - 1)]
        return lines

    def for_(self, depth: int) -> list[str]:
        name = self.fresh()
        start = self.random.randint(-1, 1)
        arguments = self.random.choice(
            (
                f"{self.random.randint(0, 3)}",
                f"{start}, {start + self.random.randint(0, 3)}",
                f"{start}, {start + 4}, 2",
                f"{start + 3}, {start}, -1",
                f"abs({self.simple('int', 0)}) % 3",
            )
        )
        self.variables[name] = "int"
        lines = [f"for {name} in range({arguments}):", *self.loop_body(depth)]
        if self.random.random() < 0.7:
            del self.variables[name]
        return lines

    def while_(self, depth: int) -> list[str]:
        name = self.fresh()
        before = [f"{name} = {self.random.randint(0, 3)}"]
        lines = [f"while {name} > 0 and {self.bool_(1)}:", f"    {name} -= 1"]
        # The counter is no variable that anything else may assign.
        return [*before, *lines, *self.loop_body(depth)]

    def try_(self, depth: int) -> list[str]:
        lines = ["try:", *self.indented(depth - 1)]
        has_handler = self.random.random() < 0.8
        if has_handler:
            caught = self.random.choice(
                (
                    "ValueError",
                    "(KeyError, AttributeError)",
                    "Exception",
                    "LookupError",
                    "Trouble",
                    "ZeroDivisionError as error",
                    "(AttributeError, TypeError) as error",
                )
            )
            around = self.in_handler
            self.in_handler = True
            lines += [f"except {caught}:", *self.indented(depth - 1)]
            self.in_handler = around
            if self.random.random() < 0.3:
                lines += ["else:", *self.indented(depth - 1)]
        if not has_handler or self.random.random() < 0.3:
            lines += ["finally:", *self.indented(depth - 1)]
        return lines

    # --- Declarations --------------------------------------------------------------

    def method(self, name: str, override: Method | None = None) -> tuple[Method, list[str]]:
        if override is None:
            kinds = [
                self.random.choice(("int", "int", "bool", "ref", "opt"))
                for _ in range(self.random.randint(0, 3))
            ]
            parameters = tuple(zip("pqr", kinds, strict=False))
            has_default = bool(kinds) and kinds[-1] in ("int", "ref") and self.random.random() < 0.4
            method = Method(
                name,
                parameters,
                int(has_default),
                bool(kinds) and self.random.random() < 0.15,
                self.random.choice(("int", "bool", "ref", "opt")),
            )
        else:
            method = override
        self.result = method.result
        self.variables = dict(method.parameters)
        texts = ["self"]
        if method.keyword_only:
            texts.append("*")
        for index, (parameter, kind) in enumerate(method.parameters):
            default = ""
            if index >= len(method.parameters) - method.n_defaults:
                default = " = 2" if kind == "int" else " = None"
            texts.append(f"{parameter}: {ANNOTATIONS[kind]}{default}")
        header = f"def {method.name}({', '.join(texts)}) -> {ANNOTATIONS[method.result]}:"
        body = self.block(2)
        if override is not None and self.random.random() < 0.7:
            given = ", ".join(
                f"{p}={p}" if method.keyword_only else p for p, _ in method.parameters
            )
            body.append(f"return super().{method.name}({given})")
        else:
            body.append(f"return {self.expr(method.result, 2)}")
        return method, [header, *(f"    {line}" for line in body)]


def random_module(seed: int) -> tuple[str, list[Method]]:
    """Write a module with the classes `Item` and `Special`, and list their methods."""
    writer = Writer(Random(seed))
    lines = [
        "class Trouble(ValueError):",
        "    pass",
        "",
        "class Item:",
        "    def __init__(self, a: int = 1) -> None:",
        "        self.a = a",
        "        self.b = self.flag_count = 0",
        "        self.flag = False",
        '        self.link: "Item | None" = None',
        '        self.maybe: "int | None" = None',
        "    @property",
        "    def total(self) -> int:",
        "        return self.a + self.b",
        "    @total.setter",
        "    def total(self, value: int) -> None:",
        "        self.b = value - self.a",
    ]
    for number in range(writer.random.randint(1, 4)):
        method, text = writer.method(f"m{number}")
        writer.methods.append(method)
        lines += [f"    {line}" for line in text]
    lines.append("class Special(Item):")
    if writer.random.random() < 0.5:
        lines += [
            "    def __init__(self, a: int = 5) -> None:",
            "        super().__init__(a * 2)",
            "        self.flag = True",
        ]
    else:
        lines.append("    extra = 7")
    known, writer.methods = writer.methods, []
    if writer.random.random() < 0.6:
        chosen = writer.random.choice(known)
        _, text = writer.method(chosen.name, chosen)
        lines += [f"    {line}" for line in text]
    return "\n".join(lines) + "\n", known


@dataclass(frozen=True, slots=True)
class Step:
    """One call: a construction without a receiver, else a method on an earlier object."""

    name: str
    receiver: int | None
    arguments: tuple[tuple[str, object], ...]  # by kind; objects by their number


def random_steps(seed: int, methods: list[Method]) -> list[Step]:
    """Choose calls; an object is named by the number of the step that gave it, or None."""
    random = Random(seed)
    steps = [Step("Item", None, (("int", random.randint(-2, 3)),))]
    steps.append(Step("Special", None, (("int", random.randint(-2, 3)),)))
    for _ in range(8):
        method = random.choice(methods)
        arguments: list[tuple[str, object]] = []
        for _, kind in method.parameters:
            match kind:
                case "int":
                    arguments.append((kind, random.randint(-3, 3)))
                case "bool":
                    arguments.append((kind, random.random() < 0.5))
                case "opt":
                    arguments.append((kind, random.choice((None, -1, 0, 2))))
                case _:
                    arguments.append((kind, random.choice((None, 0, 1))))
        steps.append(Step(method.name, random.randrange(2), tuple(arguments)))
    return steps
