"""The parts that the review of a game of push has."""

from django.utils.translation import gettext as _

from games.kinds.presenter import People
from games.kinds.review import Chapter
from games.rules.push.state import State


def chapter(state: State, number: int, turn: int) -> Chapter:
    """The turn, or the last purchases."""
    return Chapter("final", 0) if state.phase == "final" else Chapter("turn", turn, state.active)


def chapter_name(part: Chapter, people: People) -> str:
    """What it is called."""
    if part.what == "final" or part.who is None:
        return _("Last purchases")
    return _("Turn %(number)s: %(name)s") % {"number": part.number, "name": people[part.who].name}
