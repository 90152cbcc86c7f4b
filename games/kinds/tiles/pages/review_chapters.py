"""The parts that the review of a game of tiles has: ten moves each."""

from django.utils.translation import gettext as _

from games.kinds.presenter import People
from games.kinds.review import Chapter
from games.rules.tiles.state import State, in_second_phase

TENS = 10


def chapter(state: State, number: int, turn: int) -> Chapter:
    """By the tiles laid, or by the moves of the second phase."""
    if in_second_phase(state):
        return Chapter("shifts", state.shifts // TENS)
    return Chapter("moves", (number - 1) // TENS)


def chapter_name(part: Chapter, people: People) -> str:
    """What it is called."""
    first = part.number * TENS + 1
    form = _("Tiles %(first)s to %(last)s") if part.what == "moves" else _("Second phase, moves %(first)s to %(last)s")
    return form % {"first": first, "last": first + TENS - 1}
