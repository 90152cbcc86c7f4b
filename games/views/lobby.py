"""The lobby, the room of a game that hasn't started, and invitations."""

from typing import cast

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts import blocks, guests
from accounts.models import User
from games import errors, play
from games.errors import Denied
from games.kinds import KINDS
from games.models import Game, Invitation
from games.pages import board, labels, lists, new_game_form, substitutes
from games.pages.panels.talk import in_room
from games.play import invitations as invite
from games.rules.base import Refused
from games.views import answers, rooms
from games.views.answers import Request


@require_safe
def lobby(request: Request) -> HttpResponseBase:
    """Show the open games anyone may join. For htmx, return the list alone."""
    kind, before = request.GET.get("kind", ""), request.GET.get("before", "")
    if kind and kind not in KINDS:
        raise Http404(_("There is no game of that name."))
    last = get_object_or_404(Game, pk=before) if before and before.isalnum() else None
    if before and last is None:
        raise Http404(_("The list of open games has no such page."))
    games, more = lists.open_games(kind, last, request.user)
    user = request.user if request.user.is_authenticated else None
    invitations = lists.invitations(user) if user else []
    lists.seated(row for _invitation, row in invitations)
    context = {
        "kind": kind,
        "kinds": KINDS.values(),
        "before": before,
        "games": games,
        "more": games[-1].game.id if more else "",
        "wanted": [] if before else substitutes.tables(kind, request.user),
        "mine": lists.own_open(user) if user else [],
        "invitations": invitations,
    }
    return render_page(request, "games/lobby/_open_games.html" if request.htmx else "games/lobby/lobby.html", context)


def room(
    request: Request, game: Game, refused: Refused | None = None, draft: dict[str, str] | None = None
) -> HttpResponse:
    """Show the table of a game that is open or was canceled, with the refusal of what was just tried, if any."""
    row = lists.rows([game], request.user)[0]
    row.seats = list(game.seats.select_related("user", "user__reliability"))
    asked = list(game.invitations.select_related("user", "by").order_by("made")) if row.own else []
    context = {
        "headline": headline(row),
        "early": early(row),
        "live_url": f"/ws/games/{game.id}/",
        "version": board.room_version(game),
        "game": game,
        "row": row,
        "about": KINDS[game.kind],
        "is_host": request.user.pk is not None and game.host_id == request.user.pk,
        "link": request.build_absolute_uri(row.url),
        "asked": asked,
        **rooms.context(game, row.seats, asked, row.own is not None),
        "invitation": own_invitation(request, game),
        "bots": labels.bots(game.kind),
        "level": KINDS[game.kind].stand_in,
        "draft": draft or {},
        **in_room(request, game, row.seats),
        "talk_text": (draft or {}).get("text", ""),
        "refused": errors.sentence(refused.code, refused.facts) if refused else "",
    }
    status = errors.status(refused) if refused else 200
    return render_page(request, "games/room/room.html", context, status=status)


def headline(row: lists.Row) -> str:
    """Say what the room is waiting for."""
    free = ngettext("%(free)s seat is free", "%(free)s seats are free", row.free) % {"free": row.free}
    if row.own:
        return _("You sit here; %(free)s.") % {"free": free}
    return _("A game is about to begin; %(free)s.") % {"free": free}


def early(row: lists.Row) -> str:
    """Say what happens if the host starts early."""
    return ngettext("A bot takes the empty seat", "Bots take the %(free)s empty seats", row.free) % {"free": row.free}


def own_invitation(request: Request, game: Game) -> Invitation | None:
    """Return the reader's open invitation to this game, if any."""
    if not request.user.is_authenticated:
        return None
    found = game.invitations.filter(user=request.user, declined=False).select_related("by").first()
    return None if found and blocks.is_blocked_with_any(request.user.pk, [found.by_id]) else found


@require_POST
def join(request: Request, game_id: str) -> HttpResponseBase:
    """Take a seat. Visitors become guests first."""
    game = get_object_or_404(Game, pk=game_id)
    try:
        seed = new_game_form.seed_of(request.POST)
        if not request.user.is_authenticated:
            check_free(game)
            guests.log_in_guest(request)
        game = play.sit(game.id, cast(User, request.user), seed)
    except Refused as refused:
        if refused.code == "sit.already" and not answers.wants_json(request):
            return answers.changed(request, game)
        return turned_away(request, game, refused)
    return answers.changed(request, game)


def check_free(game: Game) -> None:
    """Refuse if no seat is free."""
    invite.check_open(game)
    if all(seat.taken for seat in play.seats_of(game)):
        raise Denied("sit.taken")


def turned_away(request: Request, game: Game, refused: Refused) -> HttpResponseBase:
    """Show the refusal in the room, if the room still exists."""
    game.refresh_from_db()
    if not answers.wants_json(request) and game.status in (Game.Status.OPEN, Game.Status.ABORTED):
        draft = {name: request.POST[name][: invite.LONGEST] for name in ("name", "seed") if name in request.POST}
        return room(request, game, refused, draft)
    return answers.refused(request, refused, game.pk)


@require_POST
def ask(request: Request, game_id: str) -> HttpResponseBase:
    """Invite a player by name."""
    game = get_object_or_404(Game, pk=game_id)
    try:
        by = answers.known(request)
        invite.invite(game, by, new_game_form.once(request.POST, "name"))
    except Refused as refused:
        return turned_away(request, game, refused)
    return answers.changed(request, game)


@require_POST
def accept(request: Request, pk: int) -> HttpResponseBase:
    """Accept an invitation by taking a seat."""
    invitation = find_invitation(pk)
    try:
        user = answers.known(request)
        if invitation.user_id != user.pk:
            raise Denied("invite.not-yours")
        game = play.sit(invitation.game_id, user, new_game_form.seed_of(request.POST))
    except Refused as refused:
        return turned_away(request, invitation.game, refused)
    return answers.changed(request, game)


@require_POST
def decline(request: Request, pk: int) -> HttpResponseBase:
    """Decline an invitation."""
    invitation = find_invitation(pk)
    try:
        invite.decline(invitation, answers.known(request))
    except Refused as refused:
        return answers.refused(request, refused)
    return answers.see_other(request, reverse("home"))


@require_POST
def withdraw(request: Request, pk: int) -> HttpResponseBase:
    """Cancel an invitation."""
    invitation = find_invitation(pk)
    try:
        invite.withdraw(invitation, answers.known(request))
    except Refused as refused:
        return answers.refused(request, refused)
    return answers.changed(request, invitation.game)


def find_invitation(pk: int) -> Invitation:
    """Return the invitation, or raise a 404."""
    if pk >= 2**63:
        raise Http404
    found: Invitation = get_object_or_404(Invitation.objects.select_related("game", "game__host"), pk=pk)
    return found
