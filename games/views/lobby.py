"""The lobby: the open games anyone may join."""

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.shortcuts import render as render_page
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kinds import KINDS
from games.models import Game
from games.pages import lists
from games.views.responses import Request


@require_safe
def lobby(request: Request) -> HttpResponseBase:
    """Show the open games anyone may join. For htmx, return the list alone."""
    kind, before = request.GET.get("kind", ""), request.GET.get("before", "")
    if kind and kind not in KINDS:
        raise Http404(_("There is no game by that name."))
    last = get_object_or_404(Game, pk=before) if before and before.isalnum() else None
    if before and last is None:
        raise Http404(_("This page of open games doesn't exist."))
    games, more = lists.list_open(kind, last, request.user)
    user = request.user if request.user.is_authenticated else None
    invitations = lists.list_invitations(user) if user else []
    lists.load_seats(row for _invitation, row in invitations)
    context = {
        "kind": kind,
        "kinds": KINDS.values(),
        "before": before,
        "games": games,
        "more": games[-1].game.id if more else "",
        "wanted": [] if before else lists.list_wanted_substitutes(kind, request.user),
        "mine": lists.list_own_open(user) if user else [],
        "invitations": invitations,
    }
    return render_page(request, "games/lobby/_open_games.html" if request.htmx else "games/lobby/lobby.html", context)
