"""Reliability: the share of their multiplayer games that players finish, and tables that require a minimum."""

from accounts.models import User
from games.models import Reliability
from games.refusals import Denied

KNOWN_AFTER = 5  # games: players who started fewer are welcome everywhere, since nothing is known about them yet
MINIMUMS = (0, 80, 90, 95)  # percentages a table can require


def load_reliability(user_id: int | None) -> Reliability | None:
    """Return the user's reliability, or None if they haven't started a multiplayer game."""
    found = Reliability.objects.filter(user=user_id).first() if user_id else None
    return found if found and found.started else None


def is_enough(found: Reliability | None, least: int) -> bool:
    """Whether this is enough for a table that requires so many percent. New players always qualify."""
    return not least or found is None or found.started < KNOWN_AFTER or 100 * found.finished >= least * found.started


def check_reliability(user: User, least: int) -> None:
    """Refuse a user who has left too many games to join a table with this minimum."""
    found = load_reliability(user.pk) if least else None
    if found and not is_enough(found, least):
        raise Denied("sit.reliability", least=least, finished=found.finished, started=found.started)
