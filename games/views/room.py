"""The page of a game that waits for players: its seats, its invitations, and taking a seat."""

from typing import Any, cast

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.shortcuts import render as render_page
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts import blocks, guests
from accounts.models import User
from games import play, refusals
from games.clocks import database_clock, durations
from games.clocks.rules import OPEN_FOR
from games.kinds import KINDS
from games.models import Game, Invitation, Seat
from games.pages import form_fields, labels, lists, tables
from games.pages.panels.chat import room_panel
from games.play import expiry, invitations
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request


def room(
    request: Request, game: Game, refused: Refused | None = None, draft: dict[str, str] | None = None
) -> HttpResponse:
    """Show the table of a game that is open or was canceled, with the refusal of what was just tried, if any."""
    row = lists.make_rows([game], request.user)[0]
    row.seats = list(game.seats.select_related("user", "user__reliability"))
    invitations = list(game.invitations.select_related("user", "invited_by").order_by("created_at")) if row.own else []
    context = {
        "live_url": f"/ws/games/{game.id}/",
        "version": tables.find_room_version(game),
        "game": game,
        "row": row,
        "about": KINDS[game.kind],
        "is_host": request.user.pk is not None and game.host_id == request.user.pk,
        "link": request.build_absolute_uri(row.url),
        "asked": invitations,
        **make_waiting_context(game, row.seats, invitations, row.own is not None),
        "invitation": find_own_invitation(request, game),
        "bots": labels.list_bots(game.kind),
        "level": KINDS[game.kind].stand_in,
        "draft": draft or {},
        **room_panel(request, game, row.seats),
        "talk_text": (draft or {}).get("text", ""),
        "refused": refusals.explain(refused.code, refused.facts) if refused else "",
    }
    status = refusals.http_status(refused) if refused else 200
    return render_page(request, "games/room/room.html", context, status=status)


def find_own_invitation(request: Request, game: Game) -> Invitation | None:
    """Return the reader's open invitation to this game, if any."""
    if not request.user.is_authenticated:
        return None
    found = game.invitations.filter(user=request.user, is_declined=False).select_related("invited_by").first()
    return None if found and blocks.is_blocked_with_any(request.user.pk, [found.invited_by_id]) else found


@require_POST
def join(request: Request, game_id: str) -> HttpResponseBase:
    """Take a seat. Visitors become guests first."""
    game = get_object_or_404(Game, pk=game_id)
    try:
        seed = form_fields.read_optional_seed(request.POST)
        if not request.user.is_authenticated:
            check_free(game)
            guests.log_in_guest(request)
        game = play.sit(game.id, cast(User, request.user), seed)
    except Refused as refused:
        if refused.code == "sit.already" and not responses.wants_json(request):
            return responses.redirect_to_table(request, game)
        return show_refusal(request, game, refused)
    return responses.redirect_to_table(request, game)


def check_free(game: Game) -> None:
    invitations.check_open(game)
    if all(seat.is_taken for seat in play.load_seats(game)):
        raise Denied("sit.taken")


def show_refusal(request: Request, game: Game, refused: Refused) -> HttpResponseBase:
    """Show the refusal in the room, if the room still exists."""
    game.refresh_from_db()
    if not responses.wants_json(request) and game.status in (Game.Status.OPEN, Game.Status.ABORTED):
        draft = {name: request.POST[name][: invitations.LONGEST] for name in ("name", "seed") if name in request.POST}
        return room(request, game, refused, draft)
    return responses.respond_to_refusal(request, refused, game.pk)


def make_waiting_context(game: Game, seats: list[Seat], asked: list[Invitation], is_seated: bool) -> dict[str, Any]:
    """Return the context for the page of a game that is open or was canceled."""
    if game.status == Game.Status.ABORTED:
        return {"off": explain_cancellation(game)}
    sitting = {seat.user_id for seat in seats}
    away = [invitation for invitation in asked if invitation.is_declined and invitation.user_id not in sitting]
    return {
        "now": database_clock.now(),
        "until": expiry.find_table_expiry(game) if is_seated else None,
        "alone": explain_absence(away, game.host_id) if away else "",
    }


def explain_cancellation(game: Game) -> str:
    if game.warnings_sent == expiry.RAN_OUT:
        return _("The table didn't fill up within %(time)s, so the game was canceled.") % {
            "time": durations.format_duration(OPEN_FOR[game.pace])
        }
    if game.host:
        return _("%(host)s canceled this game.") % {"host": game.host.username}
    return _("This game was canceled.")


def explain_absence(away: list[Invitation], host: int | None) -> str:
    """Say who isn't coming, and what can be done about it."""
    names = [invitation.user.username for invitation in away]
    declined = [invitation for invitation in away if not invitation.has_expired]
    if declined:
        form = ngettext("%(names)s declined.", "%(names)s declined.", len(names))
    else:
        form = ngettext("%(names)s didn't answer in time.", "%(names)s didn't answer in time.", len(names))
    if declined and len(declined) < len(names):
        form = _("%(names)s won't be joining.")
    advice = _("You can start with a bot instead or invite someone else.")
    return f"{form % {'names': labels.join_names(names)}} {advice}"
