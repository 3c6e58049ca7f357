"""Pictures of heaps with values of the library."""

from __future__ import annotations

from heapwright.answers.calls.verdict import Found
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.pictures.heap_text import draw_heap
from support.python_engine import ask_python, loaded_python


def test_pictures_show_dates_and_decimal_numbers_as_values() -> None:
    text = """
import datetime
from decimal import Decimal

class Fee:
    def __init__(self, day: datetime.date, now: datetime.datetime, amount: Decimal) -> None:
        self.day = day
        self.now = now
        self.later = now + datetime.timedelta(hours=1)
        self.left = self.later - now
        self.amount = amount

@spec
def PAID(fee: Fee) -> bool:
    return (
        fee.day == datetime.date(2026, 5, 1)
        and fee.now == datetime.datetime(2026, 5, 2, 10, 30)
        and fee.amount == Decimal("12.50")
    )
"""
    answer = ask_python(text, None)
    assert isinstance(answer.verdict, Found)
    replayed = answer.verdict.replayed
    hierarchy = hierarchy_of(loaded_python(text).program)
    roots = [("fee", replayed.arguments[0])]
    shown = "day=2026-05-01 now=2026-05-02 10:30:00 later=2026-05-02 11:30:00 left=1:00:00"
    assert draw_heap(hierarchy, replayed.final_heap, roots) == f"fee: Fee#1 {shown} amount=12.50"
