"""What all tests share: how much chance they try, and how hypothesis is told to behave.

`share(small=..., whole=...)` is a fixture: the small number in `make test`, the whole in `make soak`. A test that takes
more than a second or so by sheer number is marked `@pytest.mark.volume`: it then runs without coverage, which is slow.
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

SOAK = os.environ.get("TEN_SOAK") == "1"
SLOW_IS_FINE = [HealthCheck.too_slow]

settings.register_profile("test", deadline=None, derandomize=True, database=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("soak" if SOAK else "test")


@pytest.fixture(scope="session")
def share() -> Callable[..., int]:
    """How many to try: `share(small=1_000, whole=100_000)`."""
    return lambda *, small, whole: whole if SOAK else small


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Volume tests run while coverage is paused: counting lines makes them many times slower."""
    for item in items:
        if item.get_closest_marker("volume"):
            item.add_marker(pytest.mark.no_cover)
