"""Fixtures and options that all tests share.

- The cards dealt in a test are the same in every run: see `known_chance`.
- `share(small=..., proofs=..., whole=...)` says how many cases to try: the small number in `make test`, more in
  `make proofs`, all of them in `make soak`.
- `@pytest.mark.proof("topic")` keeps a long test out of `make test`. `make proofs` runs it, and so does
  `pytest --proofs=topic`, `--proofs=all`, or naming the test itself (`pytest path::test`).
- `@pytest.mark.database` runs a test on PostgreSQL as well as on SQLite.
- `@pytest.mark.volume` keeps a slow test of the rules out of `make mutants` and of the measured coverage.
- `postgres_url`, `redis_url`, `chromium_path` and `full_chromium_path` start or find a service. `make test` starts each
  once and passes its address in the environment.
- Tests in tests/browser never run together with others: the browser's event loop and the ORM don't mix.
"""

import gc
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate
from hypothesis import HealthCheck, settings

from scripts.services import Missing, Services

BROWSER = Path(__file__).parent / "browser"
RULES = Path(__file__).parent / "rules"
SHARES = ("small", "proofs", "whole")
SHARE = os.environ.get("TEN_SHARE", "small")
SOAK = SHARE == "whole"
SLOW_IS_FINE = [HealthCheck.too_slow]

settings.register_profile("test", deadline=None, derandomize=True, database=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("soak" if SOAK else "test")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", metavar="TOPIC", help="run the long tests of this topic instead; 'all' for all topics")


def pytest_configure(config: pytest.Config) -> None:
    """Turn off garbage collection while modules and tests are loaded, since they stay until the end."""
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Turn on garbage collection, except for what has been loaded."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def share() -> Callable[..., int]:
    """Choose how many cases to try: `share(small=100, proofs=1_000, whole=100_000)`."""

    def choose(*, small: int, whole: int, proofs: int | None = None) -> int:
        return {"small": small, "proofs": small if proofs is None else proofs, "whole": whole}[SHARE]

    return choose


@pytest.fixture(autouse=True)
def known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards to a test in every run, except in `make soak`."""
    if not SOAK:
        dice = random.Random(request.node.nodeid)
        chance = SimpleNamespace(
            token_bytes=dice.randbytes,
            token_hex=lambda count: dice.randbytes(count).hex(),
            choice=dice.choice,
            randbits=dice.getrandbits,
        )
        for module in ("games.play.seating", "games.models.game", "games.worker.bots"):  # seeds, IDs, bots
            monkeypatch.setattr(f"{module}.secrets", chance)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Don't create permissions, which no test reads and Django would insert whenever it has emptied all tables."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


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
    """The path of the browser."""
    return or_skip(services.headless_shell)


@pytest.fixture(scope="session")
def full_chromium_path(services: Services) -> str:
    """The browser with its user interface, which shows notifications."""
    return or_skip(services.chromium)


def or_skip(ask: Callable[[], str]) -> str:
    """Return a service, or skip the test if it is missing. `make test` names skipped tests, and in CI they fail it."""
    try:
        return ask()
    except Missing as missing:
        pytest.skip(str(missing))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests of the browser and of the rules, and deselect those that weren't asked for."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
        if RULES in item.path.parents and not item.get_closest_marker("volume"):
            item.add_marker(pytest.mark.covers)
    mixed = not config.option.markexpr and not all(item.get_closest_marker("browser") for item in items)
    topic = config.getoption("--proofs")
    named = any("::" in argument for argument in config.args)
    wanted, left_out = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        is_in = not (mixed and item.get_closest_marker("browser")) and (named or is_wanted(item, topic))
        (wanted if is_in else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = wanted


def is_wanted(item: pytest.Item, topic: str | None) -> bool:
    """Whether the test belongs to this topic of proofs; without a topic, whether it belongs to `make test`."""
    topics = {mark.args[0] for mark in item.iter_markers("proof")}
    if "share" in getattr(item, "fixturenames", ()):
        topics.add("shares")
    if topic is None:
        return not topics - {"shares"}
    return bool(topics) if topic == "all" else topic in topics
