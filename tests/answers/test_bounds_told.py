"""What an answer says about the bounds under which it holds."""

from __future__ import annotations

from pathlib import Path

from heapwright.answers.calls.verdict import Nowhere
from heapwright.answers.search.ask import Effort, ask_spec, specs_of
from heapwright.editor.known.wording import bound_text
from heapwright.frontends.python.modules.library_classes import LIBRARY_CLASSES
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.store.disk import open_store
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.shelf import Shelf
from support.engine import verdict_text
from support.python_engine import ask_python, check_python_verdicts


def test_a_bound_on_containers_is_told_where_heaps_were_dropped_for_it() -> None:
    text = """
class Grid:
    def __init__(self) -> None:
        self.rows: list[list[list[int]]] = []

    def add(self) -> None:
        self.rows.append([[], [], []])

@spec
def FOUR(g: Grid) -> bool:
    return len(g.rows) == 4 and len(g.rows[3]) == 2
"""
    answer = ask_python(text, "FOUR")
    assert verdict_text(answer.verdict) == "nowhere"
    assert dict(answer.objects) == {"Grid": 1, "items": 4, "list": 12}
    text = text.replace("len(g.rows[3]) == 2", "len(g.rows[3]) == 3")
    check_python_verdicts(text, {"FOUR": "nowhere"}, scope={"list": 12})
    check_python_verdicts(text, {"FOUR": "found in 5"}, scope={"list": 17})


RING = """
class Ring:
    def __init__(self, capacity: int) -> None:
        self.slots = [0] * capacity
        self.n = 0

    def put(self, value: int) -> None:
        if self.n < len(self.slots):
            self.slots[self.n] = value
            self.n += 1

@spec
def FULL(r: Ring) -> bool:
    return r.n == 3 and len(r.slots) == 3

@spec
def OVERFULL(r: Ring) -> bool:
    return r.n > len(r.slots)
"""


def test_a_container_as_large_as_an_unknown_int_leaves_the_scope() -> None:
    check_python_verdicts(RING, {"FULL": "found in 4", "OVERFULL": "nowhere"})
    told = {"Ring": 1, "items": 4, "items during a call": 32}
    assert dict(ask_python(RING, "OVERFULL").objects) == told
    # What was found needs no bound.
    assert dict(ask_python(RING, "FULL").objects) == {"Ring": 1, "items": 4}


def test_bounds_that_were_met_are_told_out_of_the_cache_too(tmp_path: Path) -> None:
    program = program_of(
        Source("ring.py", "from heapwright import spec\n" + RING), "python"
    ).program
    spec = specs_of(program)[1]
    told = []
    for _ in range(2):
        asking = Asking(Limits(), shelf=Shelf(open_store(tmp_path)))
        told.append(ask_question(program, spec, asking).answer)
    assert [answer.is_cached for answer in told] == [False, True]
    assert told[0].objects == told[1].objects
    assert "items during a call" in told[1].objects


def test_more_entries_during_a_call_than_are_looked_at_are_found_with_a_wider_scope() -> None:
    text = """
class Sum:
    def __init__(self) -> None:
        self.n = 0

    def count(self, most: int) -> None:
        self.n = len([i for i in range(most)])

@spec
def FEW(s: Sum) -> bool:
    return s.n == 30

@spec
def MANY(s: Sum) -> bool:
    return s.n == 40
"""
    check_python_verdicts(text, {"FEW": "found in 2", "MANY": "nowhere"})
    assert ask_python(text, "MANY").objects["items during a call"] == 32
    check_python_verdicts(text, {"MANY": "found in 2"}, scope={"items": 5})


def test_containers_inside_of_arguments_are_smaller_and_an_answer_says_so() -> None:
    text = """
class Grid:
    def __init__(self, rows: list[list[int]]) -> None:
        self.size = sum(len(row) for row in rows)

@spec
def LARGE(g: Grid) -> bool:
    return g.size == 9
"""
    answer = ask_python(text, "LARGE")
    assert verdict_text(answer.verdict) == "nowhere"
    assert answer.objects["items of inner arguments"] == 2


def test_a_bound_tells_of_every_class_of_the_program_that_containers_may_hold() -> None:
    text = """
class Item:
    def __init__(self, n: int) -> None:
        self.n = n

class Pool:
    def __init__(self) -> None:
        self.items = []

    def add(self, n: int) -> None:
        self.items.append(Item(n))

@spec
def SHRUNK(p: Pool) -> bool:
    return len(p.items) < 0
"""
    source = Source("pool.py", "from heapwright import spec\n" + text)
    loaded = program_of(source, "python")
    (spec,) = specs_of(loaded.program)
    answer = ask_question(loaded.program, spec, Asking(Limits(), shelf=Shelf(None))).answer
    assert dict(answer.objects) == {"Item": 6, "Pool": 1, "items": 4}
    brought_along = {
        class_def.name
        for class_def in loaded.program.classes
        if class_def.name not in loaded.source_map.classes
        and all(
            c.name != "BaseException" for c in hierarchy_of(loaded.program).line(class_def.name)
        )
    }
    assert brought_along <= LIBRARY_CLASSES.keys()


def test_a_bound_on_containers_that_clients_make_is_named() -> None:
    text = """
class Bag:
    def __init__(self, f: list[int]) -> None:
        self.n = len(f)
@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7
"""
    answer = ask_python(text, "SEVEN")
    assert isinstance(answer.verdict, Nowhere)
    assert answer.objects == {"Bag": 6, "items": 4}


BELOW = """
from collections import OrderedDict

class Recent(OrderedDict):
    def __setitem__(self, key: int, value: int) -> None:
        super().__setitem__(key, value)
        if len(self) > 2:
            self.popitem(last=False)

class Evens(list):
    def __init__(self) -> None:
        super().__init__()
        self.n_refused = 0

    def append(self, value: int) -> None:
        if value % 2:
            self.n_refused = 1
        else:
            super().append(value)

@spec
def THREE(r: Recent) -> bool:
    return len(r) == 3

@spec
def LAST(r: Recent) -> bool:
    return list(r) == [7, 3] and r[7] == 9

@spec
def REFUSED(e: Evens) -> bool:
    return e.n_refused == 1 and not e

@spec
def ODD(e: Evens) -> bool:
    return e == [4, 5]
"""


def test_a_bound_tells_of_the_items_of_a_class_below_a_container() -> None:
    source = Source("below.py", "from heapwright import spec\n" + BELOW)
    program = program_of(source, "python").program
    spec = next(spec for spec in specs_of(program) if spec.name == "THREE")
    answer = ask_question(program, spec, Asking(Limits(), shelf=Shelf(None))).answer
    assert dict(answer.objects)["items"] == 4


ACCOUNT = """
class Account:
    def __init__(self, balance: float = 0.0) -> None:
        if balance < 0:
            raise ValueError(balance)
        self.balance = balance
        self.rate = 0.0
        self.fees: list[float] = []

    def deposit(self, amount: float) -> None:
        if amount <= 0:
            raise ValueError(amount)
        self.balance += amount

    def withdraw(self, amount: float) -> None:
        if amount <= 0 or amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount

    def set_rate(self, percent: int) -> None:
        if not 0 <= percent <= 100:
            raise ValueError(percent)
        self.rate = percent / 100

    def add_interest(self) -> None:
        self.balance += round(self.balance * self.rate, 2)

    def charge(self, fee: float) -> None:
        if not 0 <= fee <= self.balance:
            raise ValueError(fee)
        self.balance -= fee
        self.fees.append(fee)

    def discounted(self, price: float) -> float:
        return price * (1 - self.rate)
"""


QUESTIONS = """
@spec
def OVERDRAWN(account: Account) -> bool:
    return account.balance < 0

@spec
def TOO_HIGH(account: Account) -> bool:
    return account.rate > 1

@spec
def DEARER(account: Account, price: float) -> bool:
    return price >= 0 and account.discounted(price) > price

@spec
def PAID_BACK(account: Account) -> bool:
    return sum(account.fees) < 0

@spec
def RICH(account: Account) -> bool:
    return account.balance > 1000.5 and account.rate == 0.5
"""


def test_a_proof_says_how_large_floats_may_be() -> None:
    told = bound_text(ask_python(ACCOUNT + QUESTIONS, "OVERDRAWN").objects)
    assert told == " with up to 1 Account, 4 items and finite floats up to 2**53"
    # Nothing that is found needs such a bound.
    assert "float" not in bound_text(ask_python(ACCOUNT + QUESTIONS, "RICH").objects)


SHOP = """
class Item:
    def __init__(self, name: str, maker: str):
        self.name = name
        self.maker = maker

    def __repr__(self):
        return f"<{self.name!r} by {self.maker}>"

class Shop:
    def __init__(self):
        self.items = {}
        self.log = []
        self.last = ""

    def add(self, item: Item, price: int):
        if item.name in self.items:
            raise KeyError(item)
        self.items[item.name] = price
        self.last = item.name + ":" + item.maker
        self.log.append(f"{item.name} by {item.maker} costs {price}, {item!r}")
"""


def test_lines_of_a_log_do_not_multiply_the_heaps() -> None:
    text = f"""{SHOP}
@spec
def CHEAP(shop: Shop) -> bool:
    return sorted(shop.items.values()) == [3, 5]
"""
    program = program_of(Source("shop.py", text), "python").program
    [spec] = specs_of(program)
    answer = ask_spec(program, Effort(solver=default_solver(), limits=Limits()), spec)
    # Without letters: no answer would name a bound on the characters of strings.
    assert "characters" not in answer.objects
    check_python_verdicts(text, {"CHEAP": "found in 5"})
