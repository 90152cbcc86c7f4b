"""The sweep: what is due, once a second, in the embedded server or in any number of `manage.py tick`."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from accounts import cleanup
from games import play
from games.clocks import timing
from games.models import Downtime, Heartbeat
from games.models.rows import GAP, SERVER
from games.notifications import collect, sending
from games.play import expiry
from games.stats import collector
from games.worker import bots

log = logging.getLogger(__name__)
SWEEP = "sweep"
OFTEN = timedelta(seconds=2)  # a heartbeat is written no more often
TIDY_SECOND = 30  # of each minute: then what has expired is deleted


def beat() -> int:
    """Everything that is due. How many clocks rang."""
    now = timing.now()
    alive(SWEEP, now)
    rung = ring_all(now) if servers_live(now) else 0
    for work in (bots.sweep, collect.gather, lambda: expiry.expire(now), lambda: play.fade(now)):
        _safely(work)
    if now.second == TIDY_SECOND:
        _safely(cleanup.delete_expired)
    return rung


# each in a thread of its own, in the embedded server or `manage.py tick`
PERIODIC = (beat, sending.deliver, collector.collect_some)


def ring_all(now: datetime) -> int:
    """The clocks that are due, each in a transaction of its own."""
    return sum(bool(_safely(lambda game_id=game_id: play.ring(game_id))) for game_id in play.due(now))


def alive(name: str, now: datetime) -> None:
    """A part of the site works. After a gap, the time of the gap counts for nobody."""
    last = Heartbeat.objects.filter(pk=name).values_list("at", flat=True).first()
    if last is None:
        Heartbeat.objects.get_or_create(pk=name, defaults={"at": now})
        return
    if abs(now - last) < OFTEN:
        return
    with transaction.atomic():
        mine = Heartbeat.objects.filter(pk=name, at=last).update(at=now)  # of several sweepers one tells the gap
        if mine and now - last > GAP:
            Downtime.objects.create(start=last, end=now)


def serve() -> None:
    """A server works: people can move."""
    alive(SERVER, timing.now())


def servers_live(now: datetime) -> bool:
    """Whether people can move: where servers tell that they live, one of them did so just now."""
    last = Heartbeat.objects.filter(pk=SERVER).values_list("at", flat=True).first()
    return last is None or now - last < GAP


def _safely(work: object) -> object:
    """What fails is told, and the rest is done."""
    try:
        return work()  # type: ignore[operator]
    except Exception:
        log.exception("Part of the periodic work failed")
        return None
