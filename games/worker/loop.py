"""The periodic work, done once a second by the embedded server or by any number of `manage.py tick`."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from accounts import cleanup
from games import play
from games.clocks import database_clock
from games.models import Downtime, Heartbeat
from games.models.rows import GAP, SERVER
from games.notifications import collect, sending
from games.play import expiry
from games.stats import collector
from games.worker import bots

log = logging.getLogger(__name__)
SWEEP = "sweep"
HEARTBEAT_INTERVAL = timedelta(seconds=2)  # write it at most this often


def sweep() -> int:
    """Do everything that is due. Return in how many games the clock did something."""
    now = database_clock.now()
    last = record_heartbeat(SWEEP, now)
    rung = apply_timeouts(now) if is_server_alive(now) else 0
    expiries = (lambda: expiry.expire_overdue(now), lambda: play.fade_ratings(now))
    for job in (bots.wake_forgotten, collect.collect_all, *expiries):
        _run_safely(job)
    if last.replace(second=0, microsecond=0) != now.replace(second=0, microsecond=0):  # once a minute, by one sweeper
        _run_safely(cleanup.delete_expired)
    return rung


# each in a thread of its own, in the embedded server or `manage.py tick`
PERIODIC = (sweep, sending.deliver, collector.collect_some)


def apply_timeouts(now: datetime) -> int:
    """Apply due time-outs, each in its own transaction."""
    games = play.list_due(now)
    return sum(bool(_run_safely(lambda game_id=game_id: play.apply_timeouts(game_id))) for game_id in games)


def record_heartbeat(name: str, now: datetime) -> datetime:
    """Record that a part of the site works. If there was a gap, it counts for no clock.

    Return the time of the heartbeat before, or `now` if this process recorded none.
    """
    last = Heartbeat.objects.filter(pk=name).values_list("last_beat_at", flat=True).first()
    if last is None:
        Heartbeat.objects.get_or_create(pk=name, defaults={"last_beat_at": now})
        return now
    if abs(now - last) < HEARTBEAT_INTERVAL:
        return now
    with transaction.atomic():
        # one of several sweepers records the gap
        mine = Heartbeat.objects.filter(pk=name, last_beat_at=last).update(last_beat_at=now)
        if mine and now - last > GAP:
            Downtime.objects.create(started_at=last, ended_at=now)
    return last if mine else now


def heartbeat() -> None:
    """Record that a server works, so that people can move."""
    record_heartbeat(SERVER, database_clock.now())


def is_server_alive(now: datetime) -> bool:
    """Whether people can move: a server has just recorded a heartbeat, or none ever has."""
    last = Heartbeat.objects.filter(pk=SERVER).values_list("last_beat_at", flat=True).first()
    return last is None or now - last < GAP


def _run_safely(job: object) -> object:
    """Do one job. Log an error rather than fail the others."""
    try:
        return job()  # type: ignore[operator]
    except Exception:
        log.exception("Part of the periodic work failed")
        return None
