"""The parts that the review of a game of swap has: its hands."""

from django.utils.translation import gettext as _

from games.kinds.presenter import People
from games.kinds.review import Chapter
from games.rules.swap.state import State


def chapter(state: State, number: int, turn: int) -> Chapter:
    """The hand."""
    return Chapter("hand", state.hand)


def chapter_name(part: Chapter, people: People) -> str:
    """What it is called."""
    return _("Hand %(number)s") % {"number": part.number}
