"""The clocks of stored seats."""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from games.clocks.rules import PACES, Decision
from games.models import Seat
from games.models.rows import SeatRow
from games.rules.base import Kind, Plain

SPREAD = 6  # ratio of a plan's longest pause to its shortest
_dice = random.SystemRandom()


def pick_pause() -> timedelta:
    """Return a random pause before a plan answers, always shorter than the free time of an answer."""
    most = settings.PLAN_PAUSE
    return timedelta(seconds=_dice.uniform(most / SPREAD, most))


def is_clocked(pace: str, seats: Iterable[SeatRow | Seat]) -> bool:
    """Whether clocks run: at least two human players, and a pace that has a clock."""
    return pace in PACES and sum(seat.user_id is not None for seat in seats) > 1


def default_move(kind: Kind, choices: Plain) -> Plain | None:
    """Return the clock's default move, or None if the decision isn't a small one."""
    return next(({"do": do} for do in kind.DEFAULTS if do in choices), None)


def get_decision(pace: str, place: SeatRow, kind: Kind, state: Any) -> Decision | None:
    """Return the decision the game is waiting for in that seat. Bots and players who left have none."""
    if not place.is_to_move or not place.is_person or place.asked_at is None or pace not in PACES:
        return None
    is_small = default_move(kind, kind.choices(state, place.number)) is not None
    bank = timedelta(milliseconds=place.time_bank_ms)
    return Decision(PACES[pace], bank, place.asked_at, is_small, place.quiet, place.pauses)


def find_alarm(made: Decision, stage: str) -> datetime | None:
    """Return when the clock next has something to do."""
    following = made.find_next_stage(stage)
    return made.find_time(following) if following else None


def set_deadline(made: Decision, place: SeatRow) -> SeatRow:
    """Return the seat with the deadline that players see."""
    return place._replace(deadline_at=made.find_time(made.find_displayed_stage(place.clock_stage)))


def start_waiting(place: SeatRow, moment: datetime, is_notified: bool) -> SeatRow:
    """Mark the seat as waited for from now on.

    Bots aren't notified. A player who just lost the seat to one is still notified of the loss.
    """
    is_notified = is_notified if place.is_person else place.is_notified
    return place._replace(is_to_move=True, asked_at=moment, deadline_at=None, clock_stage="", is_notified=is_notified)
