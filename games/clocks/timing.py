"""Clocks of stored games: what the rules of clocks have to know of a seat, and the moment by the clock that counts."""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from games.clocks.rules import PACES, Decision
from games.models import Seat
from games.models.rows import Place, now
from games.rules.base import Kind, Plain

__all__ = ["alarm", "ask", "decision", "default", "is_clocked", "now", "pause", "shown"]

SPREAD = 6  # the longest pause of a plan is so many times the shortest
_dice = random.SystemRandom()


def pause() -> timedelta:
    """How long a plan waits with its answer: another time each time, never as long as answers are free of cost."""
    most = settings.PLAN_PAUSE
    return timedelta(seconds=_dice.uniform(most / SPREAD, most))


def is_clocked(pace: str, seats: Iterable[Place | Seat]) -> bool:
    """Whether clocks run: where at least two people play, at a pace that has one."""
    return pace in PACES and sum(seat.user_id is not None for seat in seats) > 1


def default(kind: Kind, choices: Plain) -> Plain | None:
    """What a clock answers with where the decision is a small one."""
    return next(({"do": do} for do in kind.DEFAULTS if do in choices), None)


def decision(pace: str, place: Place, kind: Kind, state: Any) -> Decision | None:
    """The decision that the game waits for in that seat, as its clock sees it; none of a bot, or once it has left."""
    if not place.waiting or not place.is_person or place.asked is None or pace not in PACES:
        return None
    is_small = default(kind, kind.choices(state, place.number)) is not None
    bank = timedelta(milliseconds=place.bank)
    return Decision(PACES[pace], bank, place.asked, is_small, place.quiet, place.pauses)


def alarm(made: Decision, stage: str) -> datetime | None:
    """When the clock has something to do next."""
    following = made.next(stage)
    return made.when(following) if following else None


def shown(made: Decision, place: Place) -> Place:
    """The seat with the end that people see."""
    return place._replace(until=made.when(made.turning(place.stage)))


def ask(place: Place, moment: datetime, told: bool) -> Place:
    """The game waits for that seat from now on. A bot is told nothing; who has just lost the seat to one, the loss."""
    told = told if place.is_person else place.told
    return place._replace(waiting=True, asked=moment, until=None, stage="", told=told)
