"""The types that the reviews of all kinds share."""

from typing import NamedTuple

from games.rules.base import Plain


class Judged(NamedTuple):
    """A decision, judged by what the player knew at the time, not by how it turned out."""

    number: int  # number of the move, from 1
    seat: int
    chosen: Plain  # as in records
    best: Plain | None  # None: nothing was better
    loss: float  # compared with the best move, in the kind's own unit
    mark: str  # "" for most; else one of MARKS, or a name of the kind's own (missed-win)
    facts: Plain  # the kind's facts for the page


MARKS = ("inexact", "mistake", "blunder")


def mark_of(loss: float, least: tuple[float, float, float]) -> str:
    """Return the mark of a decision; `least`: the loss from which each mark is given."""
    return ("", *MARKS)[sum(loss >= one for one in least)]


class Share(NamedTuple):
    """How a seat's result came about: result = prior + luck + skill + others."""

    result: float  # 1: ahead of everyone else, 0: behind everyone else
    prior: float  # expected before the first card
    luck: float  # added by the cards
    skill: float  # added by the seat's own decisions
    others: float  # added by the decisions of others


class Chapter(NamedTuple):
    """A part of a game: a turn (and whose), a hand, or ten moves."""

    what: str  # defined by the kind
    number: int
    who: int | None = None
