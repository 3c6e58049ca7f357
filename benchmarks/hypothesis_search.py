"""Let Hypothesis make public calls on a class for a number of seconds.

    python benchmarks/hypothesis_search.py MODULE CLASS SECONDS

`benchmarks/tests.py --search` runs this under coverage.py, in the module's folder.
"""

from __future__ import annotations

import importlib
import sys
from time import monotonic

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from random_client import MOST_CALLS, Client


def main() -> None:
    """Search until the time is over."""
    module_name, class_name, seconds = sys.argv[1:]
    sys.path.insert(0, ".")
    module = importlib.import_module(module_name)
    until = monotonic() + float(seconds)

    @settings(
        max_examples=200,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def calls(data: st.DataObject) -> None:
        client = Client(module, class_name)
        for _ in range(MOST_CALLS):
            client.step(lambda n: data.draw(st.integers(0, n - 1)))

    while monotonic() < until:
        calls()


if __name__ == "__main__":
    main()
