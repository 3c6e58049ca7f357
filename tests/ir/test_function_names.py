"""Functions are told under the names that users write."""

from __future__ import annotations

import pytest

from heapwright.ir.python_names.function_names import told_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Box.put", "Box.put"),
        ("Box.__new__", "Box.__init__"),
        ("Box.@size", "Box.size"),
        ("Box.@size=", "Box.size"),
        ("Box.$limit", "Box.limit"),
        ("Box.put<Base>", "Box.put"),
        ("Box.find(None)", "Box.find"),
        ("Box.__new__(…)", "Box.__init__"),
        ("Outer.Box (2).find(None)", "Outer.Box (2).find"),
        ("Box (2).put", "Box (2).put"),
        ("Row.(hashed)", "Row.(hashed)"),
        ("module shop.total", "total"),
        ("module shop (2).total", "total"),
    ],
)
def test_a_name_as_users_write_it(name: str, shown: str) -> None:
    assert told_name(name) == shown
