"""What a room shows besides its seats: how long it waits, who declined, and which game it is a rematch of."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import durations, timing
from games.clocks.rules import OPEN
from games.models import Game, Invitation, Seat
from games.pages import labels
from games.play import waiting_tables


def context(game: Game, seats: list[Seat], asked: list[Invitation], is_seated: bool) -> dict[str, Any]:
    """Return the context for the page of a game that is open or was canceled."""
    if game.status == Game.Status.ABORTED:
        return {"off": off(game)}
    sitting = {seat.user_id for seat in seats}
    away = [invitation for invitation in asked if invitation.declined and invitation.user_id not in sitting]
    return {
        "now": timing.now(),
        "until": waiting_tables.until(game) if is_seated else None,
        "warned": bool(game.warned),
        "alone": alone(away, game.host_id) if away else "",
        "rematch_of": game.rematch_of_id,
    }


def off(game: Game) -> str:
    """Say why the game was canceled."""
    if game.warned == waiting_tables.RAN_OUT:
        return _("Nobody filled this table in %(time)s, so it was called off.") % {
            "time": durations.span(OPEN[game.pace])
        }
    if game.host:
        return _("%(host)s called this game off.") % {"host": game.host.username}
    return _("This game was called off.")


def alone(away: list[Invitation], host: int | None) -> str:
    """Say who isn't coming, and what can be done about it."""
    names = [invitation.user.username for invitation in away]
    said = [invitation for invitation in away if not invitation.ran_out]
    if said:
        sentence = ngettext("%(names)s has said no", "%(names)s have said no", len(names))
    else:
        sentence = ngettext("%(names)s did not answer in time", "%(names)s did not answer in time", len(names))
    if said and len(said) < len(names):
        sentence = _("%(names)s do not come")
    return _("%(who)s: start with a bot in the seat, or invite somebody else.") % {
        "who": sentence % {"names": labels.listed(names)}
    }
