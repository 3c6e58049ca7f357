"""The attributes of an object as a picture shows them: dates and decimal numbers as values.

Place: pictures/. `heap_model` and `heap_text` ask. How the library keeps such a value in an object
is nobody's business.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import TEXT_FIELD
from heapwright.ir.core.program import ByDigits, ByNumber
from heapwright.paths.plain.heap import Named, PlainHeap, Reference, Value, attributes_of, fields_of


def shown_attributes(
    hierarchy: Hierarchy, heap: PlainHeap, reference: Reference
) -> Mapping[str, Value]:
    """Give the attributes of an object, with a word for what is a value to people."""
    found = attributes_of(hierarchy, heap, reference)
    return {
        # The text of an object that is a string, too, has no name in the program.
        "(text)" if name == TEXT_FIELD else name: _shown(hierarchy, heap, value)
        for name, value in found.items()
    }


def _shown(hierarchy: Hierarchy, heap: PlainHeap, value: Value) -> Value:
    if not isinstance(value, Reference):
        return value
    class_name = heap.class_of(value)
    fields = fields_of(hierarchy, heap, value)
    match hierarchy.made.get(class_name):
        case ByDigits():
            text = _decimal(fields)
        case ByNumber():
            text = _date(class_name, fields)
        case _:
            text = None
    return value if text is None else Named("constant", text)


def _decimal(fields: Mapping[str, Value]) -> str | None:
    from decimal import Context, Decimal

    coefficient, exponent = fields["_n"], fields["_e"]
    if not isinstance(coefficient, int) or not isinstance(exponent, int) or fields["_negative"]:
        return None  # a special one
    return f"{Decimal(coefficient).scaleb(exponent, Context(prec=10_000)):f}"


def _date(class_name: str, fields: Mapping[str, Value]) -> str | None:
    from datetime import date, datetime, timedelta

    us, days = fields.get("_us"), fields.get("_days")
    if class_name == "datetime_timedelta":
        return str(timedelta(microseconds=us)) if isinstance(us, int) else None
    if not fields["_known"]:
        return None
    year, month, day = fields["_year"], fields["_month"], fields["_day"]
    if isinstance(year, int) and isinstance(month, int) and isinstance(day, int):
        start = date(year, month, day)
    elif class_name == "datetime_date":
        return date.fromordinal(days).isoformat() if isinstance(days, int) else None
    else:
        start = date.fromordinal(1)
        us = us - 86_400_000_000 if isinstance(us, int) else us
    if class_name == "datetime_date":
        return start.isoformat()
    if not isinstance(us, int):
        return None
    return str(datetime(start.year, start.month, start.day) + timedelta(microseconds=us))
