"""Dates, times and what lies between them, given by clients; what is found runs in CPython."""

from __future__ import annotations

from heapwright.answers.calls.verdict import Found
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.pictures.heap_text import draw_heap
from support.expect import expect
from support.python_engine import (
    ask_python,
    check_python_sequence,
    check_python_verdicts,
    loaded_python,
)

LOAN = """
import datetime
from datetime import date, timedelta

class Loan:
    def __init__(self, start: date, length: timedelta) -> None:
        if length < timedelta(days=1):
            raise ValueError(length)
        self.start = start
        self.due = start + length
        self.returned: date | None = None

    def give_back(self, day: datetime.date) -> None:
        if day < self.start:
            raise ValueError(day)
        self.returned = day
"""


def test_clients_give_dates_and_what_lies_between_them() -> None:
    check_python_verdicts(
        f"""{LOAN}
@spec
def LATE(loan: Loan) -> bool:
    return loan.returned is not None and (loan.returned - loan.due).days == 3

@spec
def LEAP_DAY(loan: Loan) -> bool:
    return loan.due == date(2024, 2, 29) and loan.start.day == 1

@spec
def BEFORE(loan: Loan) -> bool:
    return loan.returned is not None and loan.returned < loan.start

@spec
def SHORT(loan: Loan) -> bool:
    return loan.due == loan.start
""",
        {
            "LATE": "found in 2",
            "LEAP_DAY": "found in 1",
            "BEFORE": "nowhere",
            "SHORT": "nowhere",
        },
    )


def test_a_date_is_written_as_one_does() -> None:
    check_python_sequence(
        f"""{LOAN}
@spec
def LEAP_DAY(loan: Loan) -> bool:
    return loan.start == date(2024, 2, 28) and loan.due == date(2024, 3, 1)
""",
        expect(
            """
            loan = Loan(datetime.date(2024, 2, 28), datetime.timedelta(2))
            """
        ),
    )


def test_dates_stay_within_the_calendar() -> None:
    check_python_verdicts(
        """
from datetime import date

class Day:
    def __init__(self, day: date) -> None:
        self.number = day.toordinal()

@spec
def FIRST(d: Day) -> bool:
    return d.number == 1

@spec
def NONE(d: Day) -> bool:
    return d.number == 0

@spec
def LAST(d: Day) -> bool:
    return d.number == 3652059

@spec
def BEHIND(d: Day) -> bool:
    return d.number == 3652060
""",
        {"FIRST": "found in 1", "NONE": "nowhere", "LAST": "found in 1", "BEHIND": "nowhere"},
    )


def test_times_with_a_time_zone_are_not_tried_and_not_excluded() -> None:
    check_python_verdicts(
        """
import datetime

class Clock:
    def __init__(self, now: datetime.datetime) -> None:
        self.now = now

@spec
def NOON(clock: Clock) -> bool:
    return clock.now == datetime.datetime(2026, 11, 17, 12, 0)

@spec
def ZONED(clock: Clock) -> bool:
    return clock.now.tzinfo is not None
""",
        {
            "NOON": "found in 1",
            "ZONED": "undecided: `Clock.__init__`: times with a time zone for `now` are not tried",
        },
    )


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
