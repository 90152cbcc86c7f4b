"""The pages of a player: profile, rating history and opponents."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import blocks
from accounts.models import User
from games.archive import history
from games.pages import form_fields, lists
from games.play import invitations
from games.ratings import leaderboards
from games.stats import player as stats
from games.stats import player_page

LAST = 8  # finished games on the page
MOST = 8  # running games on the page


class Nobody(Http404):
    """No player has that name."""

    @property
    def said(self) -> str:
        """The sentence on the page, instead of the general one for missing pages."""
        return _("No player by that name. Check the spelling.")


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponseBase:
    user = get_player(name)
    if user.username != name:
        return HttpResponseRedirect(reverse("player", args=[user.username]))
    own = request.user.pk == user.pk
    totals, running = stats.load_totals(user), lists.list_running(user, MOST)
    finished = history.load_latest(user, own, stats.FORM)
    lists.load_seats(running, finished)
    context = {
        "player": user,
        "own": own,
        "apart": blocks.get_status(request.user.pk, user.pk),
        "ratings": stats.load_ratings(user, timezone.now()),
        "kinds": stats.group_by_kind(totals),
        "parts": player_page.list_results(totals),
        "figures": player_page.list_figures(totals),
        "pace": player_page.describe_answer_time(totals, own),
        "form": player_page.list_form([row.outcome for row in finished if row.outcome]),
        "counting": any(not row.game.has_statistics for row in finished),
        "running": running,
        "finished": finished[:LAST],
    }
    return render(request, "games/player/player.html", context)


@require_safe
def ratings(request: HttpRequest, name: str) -> HttpResponseBase:
    """Show how the ratings changed, by month and over the last games."""
    user = get_player(name)
    own, found = request.user.pk == user.pk, stats.load_ratings(user, timezone.now())
    chosen = request.GET.get("pool", "")
    rated = next((rating for rating in found if rating.pool == chosen), next(iter(found), None))
    pool = rated.pool if rated else ""
    context = {
        "player": user,
        "own": own,
        "ratings": found,
        "pool": pool,
        "name": leaderboards.list_pools()[pool].name if pool in leaderboards.list_pools() else "",
        "charts": player_page.draw_rating_charts(user, rated, own) if rated else [],
    }
    return render(request, "games/player/ratings.html", context)


@require_safe
def opponents(request: HttpRequest, name: str) -> HttpResponseBase:
    """Show a player's most frequent opponents, and the record against the reader or a named player.

    Leave out players whom the reader blocked or who blocked the reader.
    """
    user = get_player(name)
    own = request.user.pk == user.pk
    name_typed = request.GET.get("against", "").replace("\x00", "")[: form_fields.LONGEST]
    hidden = list(blocks.blocked_either_way(request.user.pk)) if request.user.pk else []
    other = find_player(name_typed) if name_typed else request.user if isinstance(request.user, User) else None
    often, hard = stats.load_opponents(user, hidden)
    is_compared = other and other.pk not in (user.pk, *hidden) and user.pk not in hidden
    context: dict[str, Any] = {
        "player": user,
        "own": own,
        "asked": name_typed,
        "other": other,
        "versus": stats.load_head_to_heads(user, other) if other and is_compared else [],
        "often": often,
        "hard": hard,
        "counting": any(not row.game.has_statistics for row in history.load_latest(user, own, 1)),
    }
    return render(request, "games/player/opponents.html", context)


def find_player(name: str) -> User | None:
    """Return the active player of that name, if there is one."""
    user = invitations.find_user(name)
    return user if user and user.is_active else None


def get_player(name: str) -> User:
    """Return the player of that name, or raise a 404."""
    user = find_player(name)
    if user is None:
        raise Nobody
    return user
