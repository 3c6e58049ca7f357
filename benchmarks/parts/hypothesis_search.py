"""Let Hypothesis make public calls on a class for a number of seconds of computing.

    python benchmarks/parts/hypothesis_search.py MODULE CLASS SECONDS

`benchmarks/tests.py --hypothesis` runs this under coverage.py, in the module's folder.
"""

from __future__ import annotations

import importlib
import sys
from time import process_time

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from parts.random_client import Client

N_CALLS = 20  # per example


def main() -> None:
    """Search until the time is over."""
    module_name, class_name, seconds = sys.argv[1:]
    sys.path.insert(0, ".")
    module = importlib.import_module(module_name)
    until = process_time() + float(seconds)

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
        for _ in range(N_CALLS):
            client.step(lambda n: data.draw(st.integers(0, n - 1)))

    while process_time() < until:
        calls()


if __name__ == "__main__":
    main()
