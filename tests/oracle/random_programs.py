"""Small random programs in the tiny language, with specs about them.

Place: tests/oracle. A seed gives a text. Programs have one or two classes (one may
inherit from the other), int, Boolean and reference fields, factories, getters that give
away inner objects, methods that branch, loop within known bounds, alias, throw and
override. Every loop ends by itself, whatever the ints.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class RandomProgram:
    """A text, and what is needed to ask about it."""

    text: str
    classes: tuple[str, ...]
    specs: tuple[str, ...]
    invariants: tuple[str, ...]
    has_items: bool  # whether it stores objects of a class that has nothing


def random_program(seed: int) -> RandomProgram:
    """Write the program of a seed."""
    writer = _Writer(Random(seed))
    return writer.program()


class _Writer:
    """Holds the random source and what the classes have; used once."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.ints: dict[str, list[str]] = {}
        self.bools: dict[str, list[str]] = {}
        self.links: dict[str, dict[str, str]] = {}
        self.constructible: dict[str, bool] = {}
        self.salt = random.randrange(1_000_000)
        self.has_items = self.chance(25)
        self.heads: dict[int, str] = {}  # of the methods written so far, by number

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def program(self) -> RandomProgram:
        random = self.random
        kind = random.choice(["alone", "pair", "below"])
        classes = ["A"] if kind == "alone" else ["A", "B"]
        for name in classes:
            below = kind == "below" and name == "B"
            self.ints[name] = ["z"] if below else ["x", "y"][: random.choice([1, 1, 2])]
            self.bools[name] = ["q"] if below and self.chance(30) else []
            if not below and self.chance(25):
                self.bools[name] = ["b"]
            targets = ["A"] if kind != "pair" else ["A", "B"]
            self.links[name] = (
                {}
                if below
                else {
                    f"n{i}": random.choice(targets)
                    for i in range(random.choice([0, 1, 1, 1, 2, 2]))
                }
            )
            self.constructible[name] = self.chance(65)
        if kind == "below":
            for table in (self.ints, self.bools):
                table["B"] = [*table["A"], *table["B"]]
            self.links["B"] = {**self.links["A"], **self.links["B"]}
        texts = [self.class_text(name, kind) for name in classes]
        specs = [self.spec_text(f"S{i}", kind) for i in range(4)]
        invariants = tuple(f"{name}.ok" for name in classes)
        return RandomProgram(
            "\n".join([*texts, *specs]),
            tuple(classes),
            tuple(f"S{i}" for i in range(4)),
            invariants,
            self.has_items,
        )

    def class_text(self, name: str, kind: str) -> str:
        below = kind == "below" and name == "B"
        lines = [f"class {name} extends A {{" if below else f"class {name} {{"]
        above = [*self.ints["A"], *self.bools["A"]] if below else []
        lines += [f"  int {field};" for field in self.ints[name] if field not in above]
        lines += [f"  bool {field};" for field in self.bools[name] if field not in above]
        if not below:
            lines += [f"  {type_} {field};" for field, type_ in self.links[name].items()]
        if self.has_items and name == "A":
            lines.append("  Object item;")
            lines.append(f"  void keep(Object w) := {self.item_effect()};")
        if not self.constructible[name]:
            lines.append("  private new;")
            lines.append(
                f"  static {name} make(int v) := let made := new {name} in "
                f"{{ made.{self.ints[name][0]} := {self.number('made', name, ['v'], 1)}; made }};"
            )
        n_methods = self.random.choice([1, 2]) if below else self.random.choice([2, 3, 4])
        lines += [self.method_text(name, i, kind) for i in range(n_methods)]
        if below:
            lines += self.typed_texts()
        lines.append(f"  invariant ok() := {self.condition('this', name, [], [], 2)};")
        lines.append("}")
        return "\n".join(lines)

    def method_text(self, name: str, index: int, kind: str) -> str:
        # The signature depends on the index alone, so that overriding fits.
        signature = Random(self.salt + index).choice(
            [
                *("void {}(int v)", "void {}(A o)", "A {}()", "void {}()", "A {}(A o)"),
                *("void {}(A o, int v)", "static A {}(A o)", "void {}(bool f, A o)"),
            ]
        )
        head = signature.format(f"m{index}")
        if head.startswith("static") and (kind == "below" or not self.links[name]):
            head = f"void m{index}(A o)"
        ints = ["v"] if "int v" in head else []
        refs = [("o", "A")] if "A o" in head else []
        if head.startswith("static"):
            return self.static_text(name, head)
        effect = self.effect(name, ints, refs, 3)
        if self.chance(30):
            effect = f"{effect}; {self.call(name, index, refs)}"
        if self.chance(15):
            effect = f"try {{ {effect} }} catch {{ {self.effect(name, ints, refs, 1)} }}"
        if name == "A":
            self.heads[index] = head
        if "bool f" in head:
            effect = f"if f then {{ {effect} }} else {{ {self.effect(name, ints, refs, 1)} }}"
        if head.startswith("A "):
            value = self.reference("A", "this", name, refs, is_inside=True)
            if kind == "below" and name == "B" and self.chance(40):
                # What stands in for a method may promise more.
                head, value = f"B{head[1:]}", self.random.choice(["this", "new B"])
            body = value if self.chance(35) else f"{{ {effect}; {value} }}"
            return f"  {head} := {body};"
        return f"  {head} := {{ {effect} }};"

    def typed_texts(self) -> list[str]:
        """Let clients meet a `B` as an `A`: what they can do then depends on its type.

        Overriding methods can be called by either; these here only on what is known as a
        `B`, or they promise less or more than others do.
        """
        number = self.random.choice(self.ints["B"])
        options = [
            f"  void only(int v) := this.{number} := {self.number('this', 'B', ['v'], 1)};",
            f"  void only() := if this.{number} < 2 then this.{number} := this.{number} + 1;",
            "  static A hidden() := new B;",
            "  B self() := this;",
            "  static B seen(B o) := o;",
            "  static void mark(B o) := o.z := 2;",
        ]
        chosen = self.random.sample(options[:2], self.random.choice([0, 1]))
        chosen += self.random.sample(options[2:], self.random.choice([0, 1, 2]))
        return chosen

    def item_effect(self) -> str:
        return self.random.choice(
            [
                "this.item := w",
                "if this.item = null then this.item := w",
                "if this.item = w then this.item := null else this.item := w",
                "if this.item != w then { this.item := w; this.x := this.x + 1 }",
                "if w = null then this.item := this",
            ]
        )

    def call(self, name: str, index: int, refs: list[tuple[str, str]]) -> str:
        """Call a method with a smaller number, so that no call leads back to itself."""
        holder, type_ = self.holder(name, refs)
        known = [i for i, head in self.heads.items() if i < index and "static" not in head]
        if not known or not self.fits(type_, "A"):
            return f"this.{self.ints[name][0]} := 1"
        number = self.random.choice(known)
        head = self.heads[number]
        arguments = []
        for parameter in head[head.index("(") + 1 : head.index(")")].split(", "):
            match parameter[:1]:
                case "i":
                    arguments.append(self.number("this", name, [], 0))
                case "A":
                    arguments.append(self.reference("A", "this", name, refs, is_inside=False))
                case "b":
                    arguments.append(self.random.choice(["true", "false"]))
        return f"if {holder} != null then {holder}.m{number}({', '.join(arguments)})"

    def static_text(self, name: str, head: str) -> str:
        """Give an object that takes over something of the argument."""
        field, type_ = self.random.choice(sorted(self.links[name].items()))
        value = self.reference(type_, "made", name, [("o", "A")], is_inside=True)
        number = self.random.choice(self.ints[name])
        made = (
            f"let made := new {name} in {{ made.{field} := {value}; "
            f"made.{number} := o.{self.random.choice(self.ints['A'])} + 1; "
        )
        if name == "A":
            return f"  {head} := {made}made }};"
        return f"  {head} := {made}o }};"

    def effect(self, name: str, ints: list[str], refs: list[tuple[str, str]], depth: int) -> str:
        random = self.random
        kind = random.choice(
            [
                *("set", "set", "link", "link", "link", "if", "if", "if"),
                *("both", "loop", "bool", "throw", "far", "far"),
            ]
        )
        if depth == 0 and kind in ("if", "both"):
            kind = "link"
        match kind:
            case "if":
                condition = self.condition("this", name, ints, refs, 1)
                then = self.effect(name, ints, refs, depth - 1)
                other = self.effect(name, ints, refs, depth - 1)
                return f"if {condition} then {{ {then} }} else {{ {other} }}"
            case "both":
                first = self.effect(name, ints, refs, depth - 1)
                return f"{first}; {self.effect(name, ints, refs, depth - 1)}"
            case "link" if self.links[name]:
                field, type_ = random.choice(sorted(self.links[name].items()))
                value = self.reference(type_, "this", name, refs, is_inside=True)
                return f"this.{field} := {value}"
            case "bool" if self.bools[name]:
                field = random.choice(self.bools[name])
                return f"this.{field} := {self.condition('this', name, ints, refs, 1)}"
            case "loop":
                field = random.choice(self.ints[name])
                most = random.choice([1, 2, 3])
                step = random.choice([1, 1, 2])
                return (
                    f"while this.{field} >= 0 && this.{field} < {most} "
                    f"do this.{field} := this.{field} + {step}"
                )
            case "throw":
                condition = self.condition("this", name, ints, refs, 0)
                return f"if {condition} then throw new Error"
            case "far":
                holder, type_ = self.holder(name, refs)
                field = random.choice(self.ints[type_])
                return f"{holder}.{field} := {self.number('this', name, ints, 1)}"
            case _:
                field = random.choice(self.ints[name])
                value = self.number("this", name, ints, 1)
                if self.chance(40):
                    bound = random.choice([1, 2, 3])
                    return f"if this.{field} < {bound} then this.{field} := this.{field} + 1"
                return f"this.{field} := {value}"

    def holder(self, name: str, refs: list[tuple[str, str]]) -> tuple[str, str]:
        options = [("this", name), *refs]
        options += [(f"this.{field}", type_) for field, type_ in sorted(self.links[name].items())]
        return self.random.choice(options)

    def number(self, this: str, name: str, ints: list[str], depth: int) -> str:
        random = self.random
        leaves = [*(f"{this}.{field}" for field in self.ints[name]), *ints, *ints, *ints]
        leaves.append(str(random.choice([0, 1, 2, 3])))
        if depth == 0 or self.chance(40):
            return random.choice(leaves)
        left = self.number(this, name, ints, depth - 1)
        right = self.number(this, name, ints, depth - 1)
        return random.choice(
            [
                *(f"{left} + {right}", f"{left} - {right}", f"{left} * 2", f"{left} % 2"),
                *(f"{left} / 2", f"-{left}", f"{left} * 3 + 1", f"{left} * {right}"),
            ]
        )

    def reference(
        self,
        type_: str,
        this: str,
        name: str,
        refs: list[tuple[str, str]],
        *,
        is_inside: bool,
    ) -> str:
        options = ["null"]
        if self.fits(name, type_):
            options += [this, this]
        options += [ref for ref, ref_type in refs if self.fits(ref_type, type_)] * 2
        for field, field_type in sorted(self.links[name].items()):
            if self.fits(field_type, type_):
                options += [f"{this}.{field}"] * 2
            for inner, inner_type in sorted(self.links[field_type].items()):
                if self.fits(inner_type, type_):
                    options.append(f"{this}.{field}.{inner}")
        if is_inside and (self.constructible[type_] or type_ == name):
            options += [f"new {type_}"] * 2
        return self.random.choice(options)

    def fits(self, name: str, type_: str) -> bool:
        # B is below A where it has all the fields of A.
        return name == type_ or (type_ == "A" and "z" in self.ints.get("B", ()))

    def condition(
        self, this: str, name: str, ints: list[str], refs: list[tuple[str, str]], depth: int
    ) -> str:
        random = self.random
        if depth and self.chance(35):
            left = self.condition(this, name, ints, refs, depth - 1)
            right = self.condition(this, name, ints, refs, depth - 1)
            return f"({left} {random.choice(['&&', '||'])} {right})"
        kind = random.choice(["compare", "compare", "same", "bool"])
        if refs and "z" in self.ints.get("B", ()) and self.chance(12):
            return f"{refs[0][0]} instanceof B"
        if kind == "bool" and self.bools[name]:
            return random.choice(["", "!"]) + f"{this}.{random.choice(self.bools[name])}"
        if kind == "same" and self.links[name]:
            field, type_ = random.choice(sorted(self.links[name].items()))
            other = self.reference(type_, this, name, refs, is_inside=False)
            return f"{this}.{field} {random.choice(['=', '!='])} {other}"
        left = self.number(this, name, ints, 1)
        right = self.number(this, name, ints, 0)
        return f"{left} {random.choice(['=', '<', '<=', '!='])} {right}"

    def spec_text(self, name: str, kind: str) -> str:
        random = self.random
        parameters = random.choice([["a"], ["a"], ["a", "c"]])
        parts = []
        for _ in range(random.choice([1, 2, 2, 3])):
            this = random.choice(parameters)
            refs = [(p, "A") for p in parameters if p != this]
            parts.append(self.spec_part(this, refs, kind))
        declared = ", ".join(f"A {parameter}" for parameter in parameters)
        return f"spec {name}({declared}) := {' && '.join(parts)};"

    def spec_part(self, this: str, refs: list[tuple[str, str]], kind: str) -> str:
        random = self.random
        if kind == "below" and self.chance(15):
            return f"{this} instanceof B"
        if self.has_items and self.chance(25):
            others = ["null", f"{this}.item", *(f"{ref}.item" for ref, _ in refs), this]
            return f"{this}.item {random.choice(['=', '!='])} {random.choice(others)}"
        if self.chance(55):
            field = random.choice(self.ints["A"])
            return f"{this}.{field} {random.choice(['=', '=', '>', '<'])} {random.randrange(-1, 5)}"
        return self.condition(this, "A", [f"{ref}.x" for ref, _ in refs], refs, 1)
