"""The types that the reviews of all kinds share."""

from typing import NamedTuple

from games.rules.base import Plain


class Judged(NamedTuple):
    """A decision, judged by what the player knew at the time, not by how it turned out."""

    number: int  # of the move, from 1
    seat: int
    chosen: Plain  # as records write moves
    best: Plain | None  # None: nothing was better
    loss: float  # against the best, in the kind's own unit
    mark: str  # "" for most; else one of MARKS, or a name of the kind's own (missed-win)
    facts: Plain  # what the page shows of it, by the kind


MARKS = ("inexact", "mistake", "blunder")


def mark_of(loss: float, least: tuple[float, float, float]) -> str:
    """Return the mark of a decision; `least`: the loss from which each mark is given."""
    return ("", *MARKS)[sum(loss >= one for one in least)]


class Share(NamedTuple):
    """How a seat's result came about: result = prior + luck + skill + others."""

    result: float  # 1: before everybody else, 0: behind everybody else
    prior: float  # what could be expected before the first card
    luck: float  # what the cards added
    skill: float  # what the seat's own decisions added
    others: float  # what the decisions of the others added


class Chapter(NamedTuple):
    """A part of a game: a turn (and whose), a hand, or ten moves."""

    what: str  # by the kind
    number: int
    who: int | None = None
