"""Random statements with dates, json, slices, formats and numbers of several kinds.

Place: tests/frontends/python. `random_newer` writes these scenes beside its own. A scene gives a
variable what came out.
"""

from __future__ import annotations

from frontends.python.random_wide import WideWriter


class LibraryWriter(WideWriter):
    """Writes what `WideWriter` does, and scenes with what Python brings along."""

    def x(self) -> str:
        """Write a small int."""
        return self.expr("int", 1)

    def dated(self, result: str) -> list[str]:
        """Write dates."""
        d, x = self.fresh(), self.x()
        day = self.pick(
            f"date(2024, 2, 28) + timedelta(days={x})", "date(2023, 12, 31)", f"date(2024, {x}, 1)"
        )
        lines = [f"{d} = {day}"]
        t = self.pick(
            f"timedelta(days={x}, hours=5)",
            f"timedelta(seconds={x})",
            f"(timedelta(minutes={x}) * 3)",
            "timedelta(1, 2, 3)",
            f"timedelta(milliseconds={x}, weeks=1)",
        )
        m = self.pick(
            f"(datetime(2024, 2, 29, 23, 59) + {t})",
            "datetime(2000, 1, 1)",
            f"datetime(2024, 5, {x})",
        )
        value = self.pick(
            f"str({d}), {d}.weekday(), {d}.isoweekday(), {d}.toordinal()",
            f"{d}.isoformat(), {d}.year, {d}.month, {d}.day",
            f"{d}.replace(day={x}).isoformat()",
            f"({d} - date(2024, 1, 1)).days, {d} < date(2024, 3, 1), {d} == {m}",
            f"str({t}), repr({t}), {t}.total_seconds(), {t}.days, {t}.seconds",
            f"str({t} + {t}), str(-{t}), str(abs({t})), bool({t}), {t} < {t}",
            f"{t} // timedelta(hours=1), str({t} % timedelta(hours=1)), {t} / timedelta(hours=2)",
            f"str({t} // 2), str({t} * {x})",
            f"str({m}), {m}.isoformat(), repr({m}), {m}.hour",
            f"({m} - datetime(2024, 1, 1, 12)).total_seconds()",
            f"str({m}.date()), str({m}.time()), str({m}.replace(minute={x}))",
            f"{m}.strftime('%Y-%m-%d %H:%M:%S'), {d}.strftime('%d.%m.%y %j %a %B')",
            f"str(datetime.fromisoformat('2024-01-0{self.random.randint(0, 9)}'))",
            f"str(date.fromisoformat('2024-0{self.random.randint(0, 9)}-30'))",
            f"str(datetime.combine({d}, {m}.time()))",
            f"repr({d}), f'{{{d}}}', f'{{{d}:%Y}}', {d}.isocalendar()[1]",
            f"str(max({d}, date(2024, 2, 29))), {d} in {{{d}: 1}}",
            f"{d} + {x}",
            f"{m} < {d}",
            f"{m}.timetuple()[:3], {d}.ctime()",
        )
        return [*lines, f"{result} = {value}"]

    def noted(self, result: str) -> list[str]:
        """Write json."""
        text = self.pick(
            *("'{\"a\": [1, 2.5, null]}'", "'[true, \"x\", {}]'", "'[1,'", "' 7 '", "'\"a\\\\n\"'"),
            *("'nul'", "'-0'", "'1e2'", "'[]'", '\'{"k": 1, "k": 2}\'', "''", "'01'"),
        )
        options = self.pick(
            "",
            ", sort_keys=True",
            ", indent=2",
            ", separators=(',', ':')",
            ", indent=1, sort_keys=True",
            ", ensure_ascii=False",
            ", default=str",
        )
        value = self.pick(
            f"json.dumps({self.any_(1)}{options})",
            f"json.dumps({{'a': {self.x()}, 'b': [{self.expr('bool', 1)}, None]}}{options})",
            f"json.dumps({self.expr('dict', 1)}{options})",
            f"json.dumps({self.expr('list', 1)}{options})",
            f"json.dumps({self.expr('float', 1)})",
            f"json.loads({text})",
            f"json.loads(json.dumps({self.any_(1)}))",
            f"json.loads(json.dumps({self.expr('dict', 1)}))",
        )
        return [f"{result} = {value}"]

    def sliced(self, result: str) -> list[str]:
        """Write slices with steps."""
        xs = self.fresh()
        part = ":".join(self.pick("", str(self.random.randint(-6, 6))) for _ in range(2))
        part += self.pick("", ":", f":{self.random.choice((-3, -2, -1, 1, 2, 3, 0))}")
        text = f"{self.expr('str', 1)}[{part}], {self.expr('tuple', 1)}[{part}]"
        lines = [f"{xs} = {self.pick('list(range(6))', self.expr('list', 1))}"]
        lines += [
            self.pick(
                f"{xs}[{part}] = {self.expr('list', 1)}",
                f"del {xs}[{part}]",
                f"{xs}[{part}] = {self.expr('str', 1)}",
                f"{xs}[{part}] = {xs}",
                f"{xs}[{part}] += [{self.x()}]",
                f"{xs}[{part}] = ({self.x()} for _ in range(2))",
                f"{xs}[{part}] = {self.x()}",
                f"{xs} *= {self.random.randint(-1, 2)}",
            )
        ]
        value = self.pick(
            f"{xs}[{part}]",
            f"({text}, {xs})",
            f"(list(range({self.x()}, 9, 2)[{part}]), {xs})",
            f"({xs}[slice({self.x()}, None, 2)], {xs})",
            f"(slice({self.expr('maybe', 1)}, 5, 2).indices(4), {xs})",
        )
        return [*lines, f"{result} = {value}"]

    def formatted(self, result: str) -> list[str]:
        """Write formats."""
        fill = self.pick("", "", "*", "0", " ", "é")
        align = self.pick("<", ">", "^", "=") if fill else self.pick("", "<", ">", "^")
        rest = self.pick("", "+", "-", " ") + self.pick("", "#") + self.pick("", "0")
        rest += self.pick("", "3", "8", "12") + self.pick("", ",", "_") + self.pick("", ".2", ".0")
        kind = self.pick("", "d", "x", "X", "o", "b", "f", "e", "g", "s", "%", "c", "n", "E")
        spec = f"{fill}{align}{rest}{kind}"
        value = self.pick(
            self.x(), self.expr("float", 1), self.expr("str", 1), self.expr("bool", 1), "12345.678"
        )
        old = self.pick(
            "%d", "%5d", "%-5d|", "%05d", "%x", "%#x", "%o", "%s", "%r", "%.3s", "%5.1f"
        )
        old = self.pick(old, old, "%e", "%g", "%c", "%%", "%i", "%+d", "% d", "%(a)s", "%*d", "%5s")
        one = self.fresh()
        text = self.pick(
            f"format({one}, {spec!r})",
            f"f'{{{one}:{spec}}}'",
            f"'{{:{spec}}}'.format({one})",
            f"{old!r} % {one}",
            f"{old!r} % ({one},)",
            f"{old!r} % ({one}, {self.x()})",
            f"{old!r} % {{'a': {one}}}",
            f"f'{{{one}!r:>7}}|{{{one}=}}|{{{one}!s:^9}}|{{{one}=!s}}|{{{one} = :>6}}'",
            f"f'{{{one}:{{{self.simple('int')}}}}}'",
            f"'{{0}}{{0!r}}{{}}'.format({one})",
            f"'{{a[0]}} {{b.n}} {{c}}'.format(a={self.simple('list')}, b=self.a, c={one})",
            f"'{{}} {{}}'.format({one})",
            f"'{{{{}}}} {{x}}'.format(x={one})",
            f"str({one}) + repr({one})",
        )
        return [f"{one} = {value}", f"{result} = {text}"]

    def mixed(self, result: str) -> list[str]:
        """Write numbers of different kinds together."""
        one, other = (
            self.pick(self.x(), self.expr("float", 1), self.expr("bool", 1)) for _ in range(2)
        )
        n = self.random.randint(-3, 5)
        value = self.pick(
            f"{one} {self.pick('+', '-', '*', '/', '//', '%')} {other}",
            f"{one} {self.pick('&', '|', '^', '<<', '>>')} {other}",
            f"{one} {self.pick('&', '|', '^', '<<', '>>')} {n}",
            f"{one} ** {n}",
            f"divmod({one}, {other})",
            f"{one} {self.pick('==', '<', '>=', '!=')} {other}, {one} is True",
            f"int({one}), float({other}), bool({one}), round({one}, {n})",
            f"-({one}), +({other}), abs({one})",
            f"~({one})",
            f"[{one}, {other}].index({one}), {{{one}: 1, {other}: 2}}",
            f"max({one}, {other}), min({one}, {other}, {n}), sum([{one}, {other}])",
            f"({one} or {other}, {one} and {other}, not {one})",
            f"({one}).is_integer()",
            f"({one}).bit_length(), ({one}).bit_count()",
            f"int(str({one})), float(str({other}))",
            f"hash({one}) == hash({other}), hash({one}), hash({n})",
            f"math.floor({one}), math.trunc({other}), math.isclose({one}, {other})",
            f"hex({one}), oct({one}), bin({one})",
            f"int('{n}', {self.pick('10', '16', '2', '0')})",
            f"({one}).real, ({one}).imag, ({one}).conjugate()",
            f"({n}).to_bytes(1, 'big')",
        )
        return [f"{result} = {value}"]
