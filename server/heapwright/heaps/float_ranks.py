"""Floats as ints: the place of each in the order of all floats.

Place: heaps/. A float of which only the order matters is an int for the solver: its rank. Ranks
are ordered as floats are, `rank_of(-x) == -rank_of(x)`, and both zeros have the rank 0. So
comparing two floats, or one with a literal, is comparing ints, and exact.
"""

from __future__ import annotations

import struct

# Up to here every int is a float, and no two ints are the same one.
MOST_EXACT = 2**53


def rank_of(value: float) -> int:
    """Give the place of a float, which may be infinite, but is a number."""
    (bits,) = struct.unpack("<q", struct.pack("<d", abs(value)))
    assert isinstance(bits, int)
    return -bits if value < 0 else bits


def float_at(rank: int) -> float:
    """Give the float of a rank."""
    (value,) = struct.unpack("<d", struct.pack("<q", abs(rank)))
    assert isinstance(value, float)
    return -value if rank < 0 else value
