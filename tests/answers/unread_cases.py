"""Programs that use a package `outside`, each with one such package, and calls.

Place: tests/answers. `test_python_unread` runs them in CPython, where the calls make the spec true
with this package, and asks for the verdict.
Long because: it is a list.
"""

from __future__ import annotations

# By name: the program, the package, the calls, and what the spec is asked about.
CASES = {
    "a decorator of a nested function calls it": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def start(self):
                @outside.now
                def up():
                    self.n += 4
                return up()
        @spec
        def S(b: Box) -> bool:
            return b.n == 8
        """,
        "def now(f): f(); return f",
        "b = Box(); b.start()",
    ),
    "the decorators of a nested function are looked up before its defaults": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def _count(self) -> int:
                self.n += 1
                return self.n
            def start(self) -> None:
                try:
                    @outside.missing
                    @outside.now
                    def up(n=self._count()):
                        yield n
                except AttributeError:
                    self.n += 2
        @spec
        def S(b: Box) -> bool:
            return b.n == 2
        """,
        "",
        "b = Box(); b.start()",
    ),
    "a list that is handed over is changed": (
        """
        class Box:
            def __init__(self):
                self.items = [1]
            def show(self) -> None:
                outside.draw(self.items)
        @spec
        def S(b: Box) -> bool:
            return len(b.items) == 2
        """,
        "def draw(items): items.append(3)",
        "b = Box(); b.show()",
    ),
    "an object that is handed over is changed": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def show(self) -> None:
                outside.draw(self)
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def draw(box): box.n = 5",
        "b = Box(); b.show()",
    ),
    "an object is changed that the other side of an operator is": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def show(self) -> int:
                return 1 if outside.SIZE == self else 2
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Size:\n    def __eq__(self, other): other.n = 5; return True\nSIZE = Size()",
        "b = Box(); b.show()",
    ),
    "an object is changed whose class is asked for": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def show(self) -> bool:
                return isinstance(self, outside.Kind)
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Meta(type):\n    def __instancecheck__(self, one): one.n = 5; return True\n"
        "class Kind(metaclass=Meta): pass",
        "b = Box(); b.show()",
    ),
    "an object is changed that is put into a foreign one": (
        """
        class Box:
            def __init__(self):
                self.n = 0
                self.store = outside.Store()
            def keep(self) -> None:
                self.store["me"] = self
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Store:\n    def __setitem__(self, key, value): value.n = 5",
        "b = Box(); b.keep()",
    ),
    "an object is changed that an attribute of a foreign one is": (
        """
        class Box:
            def __init__(self):
                self.n = 0
                self.store = outside.Store()
            def keep(self) -> None:
                self.store.me = self
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Store:\n    def __setattr__(self, key, value): value.n = 5",
        "b = Box(); b.keep()",
    ),
    "a method that is handed over is called": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def _on(self) -> None:
                self.n = 5
            def listen(self) -> None:
                outside.later(3, self._on)
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def later(seconds, call): call()",
        "b = Box(); b.listen()",
    ),
    "a nested function that is handed over is called later": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def listen(self) -> None:
                def on():
                    self.n = 5
                outside.keep(on)
            def tick(self) -> None:
                outside.run()
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "kept = []\ndef keep(call): kept.append(call)\ndef run(): kept.pop()()",
        "b = Box(); b.listen(); b.tick()",
    ),
    "an object that was handed over comes back": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def give(self) -> None:
                outside.keep(self)
            def take(self) -> None:
                outside.kept().n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "held = []\ndef keep(one): held.append(one)\ndef kept(): return held[-1]",
        "b = Box(); b.give(); b.take()",
    ),
    "a function raises what a handler takes": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                try:
                    outside.get("a")
                except KeyError:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def get(name): raise KeyError(name)",
        "b = Box(); b.ask()",
    ),
    "a function raises what the first handler does not take": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                try:
                    outside.get("a")
                except Exception:
                    self.n = 4
                except BaseException:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def get(name): raise SystemExit",
        "b = Box(); b.ask()",
    ),
    "a foreign exception is a class that everyone knows": (
        """
        class Box:
            def __init__(self):
                self.n = 0
                self.items = {}
            def ask(self) -> None:
                try:
                    self.items["a"]
                except outside.Error:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "Error = KeyError",
        "b = Box(); b.ask()",
    ),
    "a foreign exception is raised and taken": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                try:
                    raise outside.Error("no")
                except LookupError:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Error(LookupError): pass",
        "b = Box(); b.ask()",
    ),
    "a context takes an exception away": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                with outside.quiet():
                    raise ValueError
                self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "import contextlib\ndef quiet(): return contextlib.suppress(ValueError)",
        "b = Box(); b.ask()",
    ),
    "a loop ends because of what a function raises": (
        """
        class Items:
            def __iter__(self):
                return self
            def __next__(self):
                return outside.more()
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                for one in Items():
                    pass
                self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def more(): raise StopIteration",
        "b = Box(); b.ask()",
    ),
    "a function gives None": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                if outside.get() is None:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def get(): return None",
        "b = Box(); b.ask()",
    ),
    "a function gives a string, an int and a bool": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                text, number, truth = outside.get(), outside.number(), outside.truth()
                if text.upper() == "AB" and isinstance(text, str) and "b" in text + "c":
                    if number + 2 == 5 and [7, 8, 9, 10][number] == 10 and truth is True:
                        self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def get(): return 'ab'\ndef number(): return 3\ndef truth(): return True",
        "b = Box(); b.ask()",
    ),
    "what a function gives is a key, an item, a place and a part of a string": (
        """
        class Box:
            def __init__(self):
                self.n = 0
                self.by_name = {"a": 1}
                self.pair = (1, 2)
            def ask(self) -> None:
                key = outside.key()
                if self.by_name[key] == 1 and key in ["b", "a"] and key in {"a"}:
                    if self.pair[outside.one()] == 2 and key in "abc" and "abc".startswith(key):
                        if "-".join([key, "x"]) == "a-x" and "%s" % key == "a":
                            self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def key(): return 'a'\ndef one(): return 1",
        "b = Box(); b.ask()",
    ),
    "what a function gives is gone through": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                for row in outside.rows(9):
                    first, second = row
                    self.n += first
        @spec
        def S(b: Box) -> bool:
            return b.n == 9
        """,
        "def rows(n): return [(1, 2)] * n",
        "b = Box(); b.ask()",
    ),
    "two looks at one value do not agree": (
        """
        class Box:
            def __init__(self):
                self.n = 0
                self.dice = outside.Dice()
            def ask(self) -> None:
                if self.dice.value > 3 and self.dice.value < 2:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Dice:\n    last = 5\n    @property\n    def value(self):\n"
        "        self.last = 6 - self.last\n        return self.last if self.last < 3 else 5",
        "b = Box(); b.dice.last = 1; b.ask()",
    ),
    "a value equals everything, and is equal to nothing": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                odd = outside.odd()
                if odd == 3 and odd == 4 and odd != 3 and odd != odd:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Odd:\n    def __eq__(self, other): return True\n"
        "    def __ne__(self, other): return True\ndef odd(): return Odd()",
        "b = Box(); b.ask()",
    ),
    "a value of a module is made by a foreign call": (
        """
        rng = outside.Random(4)
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                self.n = 5 if rng.next() == 7 else 1
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Random:\n    def __init__(self, seed): pass\n    def next(self): return 7",
        "b = Box(); b.ask()",
    ),
    "a default is made by a foreign call": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def _pick(self, mode=outside.mode()) -> None:
                if mode == 3:
                    self.n = 5
            def ask(self) -> None:
                self._pick()
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def mode(): return 3",
        "b = Box(); b.ask()",
    ),
    "a value of a class is made by a foreign call": (
        """
        class Box:
            limit = outside.limit()
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                if self.limit == 3:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def limit(): return 3",
        "b = Box(); b.ask()",
    ),
    "an optional import is not there": (
        """
        try:
            import missing_package
            HAS = True
        except ImportError:
            missing_package = None
            HAS = False
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                if not HAS and missing_package is None:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "",
        "b = Box(); b.ask()",
    ),
    "an import inside a function fails": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                try:
                    import missing_package
                except ImportError:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "",
        "b = Box(); b.ask()",
    ),
    "a copy is made by what a foreign value says": (
        """
        import copy
        class Box:
            def __init__(self):
                self.n = 0
                self.lock = outside.Lock()
            def ask(self) -> None:
                try:
                    copy.deepcopy(self)
                except TypeError:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Lock:\n    def __deepcopy__(self, memo): raise TypeError",
        "b = Box(); b.ask()",
    ),
    "a value cannot be hashed, and has no truth": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                try:
                    {outside.get(): 1}
                except TypeError:
                    try:
                        if outside.get():
                            self.n = 1
                    except ValueError:
                        self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Array:\n    __hash__ = None\n    def __bool__(self): raise ValueError\n"
        "def get(): return Array()",
        "b = Box(); b.ask()",
    ),
    "what is declared to be an int is one": (
        """
        class Box:
            def __init__(self, n: int):
                self.n: int = n
            def ask(self) -> None:
                self.n = outside.get()
            def count(self) -> int:
                return self.n + 1
        class Shelf:
            def __init__(self):
                self.bad = False
            def look(self, box: Box) -> None:
                if box.count() == "no":
                    self.bad = True
        @spec
        def S(b: Shelf) -> bool:
            return b.bad
        """,
        "class Odd:\n    def __add__(self, other): return 'no'\ndef get(): return Odd()",
        "b = Shelf(); c = Box(1); c.ask(); b.look(c)",
    ),
    "a frame is looked into": (
        """
        import inspect
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                inspect.currentframe().f_locals["self"].n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "",
        "b = Box(); b.ask()",
    ),
    "a spec asks foreign code": (
        """
        class Box:
            def __init__(self):
                self.n = 0
        @spec
        def S(b: Box) -> bool:
            return outside.good(b.n) and outside.good(b.n) is not True
        """,
        "def good(n): return 1",
        "b = Box()",
    ),
    "an object of a container is compared with a foreign value": (
        """
        class Coin:
            def __init__(self):
                self.n = 0
        class Box:
            def __init__(self, coin: Coin):
                self.coins = [coin]
            def ask(self) -> bool:
                return outside.coin() in self.coins
        @spec
        def S(b: Coin) -> bool:
            return b.n == 5
        """,
        "class C:\n    def __eq__(self, other): other.n = 5; return True\ndef coin(): return C()",
        "b = Coin(); c = Box(b); c.ask()",
    ),
    "what cannot be shown raises": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                odd = [outside.odd()]
                try:
                    print("it is", odd)
                except ArithmeticError:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Odd:\n    def __repr__(self): raise ArithmeticError\ndef odd(): return Odd()",
        "b = Box(); b.ask()",
    ),
    "what is printed into raises": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                stream = outside.stream()
                try:
                    print("it is", file=stream)
                except ArithmeticError:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "class Odd:\n    def write(self, text): raise ArithmeticError\ndef stream(): return Odd()",
        "b = Box(); b.ask()",
    ),
    "what is awaited gives something": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            async def ask(self) -> None:
                if await outside.ask() == 3:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "async def ask(): return 3",
        "b = Box(); asyncio.run(b.ask())",
    ),
    "a missing module of the program itself looks around": (
        """
        try:
            from .gone import touch
        except ImportError:
            from outside import touch
        class Box:
            def __init__(self):
                self.n = 0
            def ask(self) -> None:
                if touch(3) is None:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def touch(n): return None",
        "b = Box(); b.ask()",
    ),
    "a property raises what makes a class look elsewhere": (
        """
        class Box:
            def __init__(self):
                self.n = 0
            @property
            def size(self):
                return outside.size()
            def __getattr__(self, name):
                return 7
            def ask(self) -> None:
                if self.size == 7:
                    self.n = 5
        @spec
        def S(b: Box) -> bool:
            return b.n == 5
        """,
        "def size(): raise AttributeError",
        "b = Box(); b.ask()",
    ),
}
