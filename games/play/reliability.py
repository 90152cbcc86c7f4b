"""How many of the games that somebody began with others were played to their end, and tables that ask for it."""

from accounts.models import User
from games.errors import Denied
from games.models import Reliability

KNOWN = 5  # games: of who began fewer, nothing can be said, and nothing is asked
LEAST = (0, 80, 90, 95)  # percent: what a table can ask for


def figure(user_id: int | None) -> Reliability | None:
    """What is known of somebody; nothing of who has begun no game with others."""
    found = Reliability.objects.filter(user=user_id).first() if user_id else None
    return found if found and found.started else None


def is_enough(found: Reliability | None, least: int) -> bool:
    """Whether that is what a table asks for. Who is new is welcome everywhere."""
    return not least or found is None or found.started < KNOWN or 100 * found.finished >= least * found.started


def may_sit(user: User, least: int) -> None:
    """Refuse who has left too many games for a table that asks for so many percent."""
    if not least:
        return
    found = figure(user.pk)
    if found and not is_enough(found, least):
        raise Denied("sit.reliability", least=least, finished=found.finished, started=found.started)
