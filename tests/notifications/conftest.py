"""A mail server, a push service and a clock for these tests."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.clocks import database_clock
from games.notifications import collect
from tests.notifications.mailbox import Mailbox
from tests.notifications.push_service import PushService


class Clock:
    """The database's clock as notifications see it, which `advance` moves forward."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        return timezone.now() + self.ahead

    def advance(self, **span: float) -> None:
        self.ahead += timedelta(**span)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(database_clock, "now", clock.now)
    monkeypatch.setattr(collect, "_minute", "")
    return clock


@pytest.fixture
def mailbox(settings) -> Iterator[Mailbox]:
    """An SMTP server in this process, to which the site sends its mails."""
    box = Mailbox()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", box.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield box
    box.close()


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service in this process, at an address that is only allowed on the same machine."""
    made = PushService()
    yield made
    made.close()
