"""What all tests share: how much chance they try, how hypothesis is told to behave, and private servers.

The cards that games of the site are dealt in a test are known: see `known_chance`.

`share(small=..., whole=...)` is a fixture: the small number in `make test`, the whole in `make soak`. A test that takes
more than a second or so by sheer number is marked `@pytest.mark.volume`: it then runs without coverage, which is slow.

`postgres_url`, `redis_url` and `chromium_path` start or find what a test needs; `make test` has started them already
and hands them over in the environment. A test in tests/browser runs only where no other tests do (`-m browser`).
"""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, settings

from scripts.services import Missing, Services

BROWSER = Path(__file__).parent / "browser"
RULES = Path(__file__).parent / "rules"
SOAK = os.environ.get("TEN_SOAK") == "1"
SLOW_IS_FINE = [HealthCheck.too_slow]

settings.register_profile("test", deadline=None, derandomize=True, database=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("soak" if SOAK else "test")


@pytest.fixture(scope="session")
def share() -> Callable[..., int]:
    """How many to try: `share(small=1_000, whole=100_000)`."""
    return lambda *, small, whole: whole if SOAK else small


@pytest.fixture(autouse=True)
def known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test deals its own cards, the same in every run; the whole share takes chance as it comes."""
    if not SOAK:
        dice = random.Random(request.node.nodeid)
        chance = SimpleNamespace(
            token_bytes=dice.randbytes,
            token_hex=lambda count: dice.randbytes(count).hex(),
            choice=dice.choice,
            randbits=dice.getrandbits,
        )
        for module in ("games.play.laying", "games.models.game", "games.house"):  # seeds, addresses, bots
            monkeypatch.setattr(f"{module}.secrets", chance)


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """Servers for this run, started when first asked for."""
    with Services() as started:
        yield started


@pytest.fixture(scope="session")
def postgres_url(services: Services) -> str:
    """The address of a private PostgreSQL, for `DATABASE_URL`."""
    return or_skip(services.postgres)


@pytest.fixture(scope="session")
def redis_url(services: Services) -> str:
    """The address of a private Redis, for `REDIS_URL`."""
    return or_skip(services.redis)


@pytest.fixture(scope="session")
def chromium_path(services: Services) -> str:
    """Where the browser is."""
    return or_skip(services.chromium)


def or_skip(ask: Callable[[], str]) -> str:
    """CI refuses what is skipped, and `make test` names it."""
    try:
        return ask()
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Coverage is for the rules, by their own tests; all others run while it is paused, which is many times quicker.
    Windows run alone."""
    windows = [item for item in items if BROWSER in item.path.parents]
    for item in windows:
        item.add_marker(pytest.mark.browser)
    if not config.option.markexpr and len(windows) < len(items):
        config.hook.pytest_deselected(items=windows)
        items[:] = [item for item in items if item not in windows]
    for item in items:
        if item.get_closest_marker("volume") or RULES not in item.path.parents:
            item.add_marker(pytest.mark.no_cover)
