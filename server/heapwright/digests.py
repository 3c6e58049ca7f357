"""The one digest that we use.

Place: top of the package. Whoever keeps, compares or names something by its contents imports
`blake2b` from here. It is the one of `hashlib`, which loads OpenSSL first for its other digests:
three milliseconds of every start.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b as blake2b
except ImportError:  # a Python that keeps it elsewhere
    from hashlib import blake2b as blake2b
