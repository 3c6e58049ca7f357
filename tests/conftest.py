"""Settings that hold for every test.

Place: tests/. No test may depend on the clock, so Hypothesis gets no deadline
and does not complain about a slow machine. A failure prints what reproduces it.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "heapwright",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("heapwright")


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's cache out of the tests, also of the processes that they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEAPWRIGHT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield
