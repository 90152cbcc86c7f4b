"""The part of the periodic work that is done once a minute."""

import random
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.worker import loop

pytestmark = pytest.mark.django_db


def test_cleanup_runs_once_a_minute_however_late_the_sweeps_are(monkeypatch):
    """Several processes sweep at random times within ten minutes, and the next sweep is an hour later."""
    dice, began = random.Random(1), timezone.now().replace(second=0, microsecond=0)
    moments = [*sorted(began + timedelta(seconds=dice.uniform(0, 600)) for _ in range(100)), began + timedelta(hours=1)]
    now, cleaned = [began], list[datetime]()
    monkeypatch.setattr(loop.database_clock, "now", lambda: now[0])
    monkeypatch.setattr(loop.cleanup, "delete_expired", lambda: cleaned.append(now[0]))
    for now[0] in moments:
        loop.sweep()
    assert [(moment - began) // timedelta(minutes=1) for moment in cleaned] == [*range(1, 10), 60]


def test_of_several_sweeps_in_a_minute_only_the_first_cleans_up(monkeypatch):
    began, cleaned = timezone.now().replace(second=59, microsecond=0), []
    loop.record_heartbeat(loop.SWEEP, began)
    monkeypatch.setattr(loop.cleanup, "delete_expired", lambda: cleaned.append(1))
    monkeypatch.setattr(loop.database_clock, "now", lambda: began + timedelta(seconds=3))
    for _ in range(3):
        loop.sweep()
    assert cleaned == [1]
