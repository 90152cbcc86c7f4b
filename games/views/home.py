"""The home page, and the way from one waiting game to the next.

Visitors see what TEN is; players see the games that wait for them.
"""

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.clocks import lines
from games.kinds import KINDS
from games.models import Game, Visit
from games.pages import board as boards
from games.pages import drawings, lists, news, tables
from games.pages import waiting_games as order
from games.refusals import Denied
from games.views import responses
from games.views.responses import Request

FINISHED = 5  # how many finished games are shown


@require_safe
def home(request: Request) -> HttpResponseBase:
    """Show visitors the front page and players their games. For htmx, return the list of games alone."""
    user = request.user
    if not user.is_authenticated:
        return render(request, "games/home/home.html", {"kinds": KINDS.values()})
    context = {"kinds": KINDS.values(), "now": timezone.now(), **sort_waiting(user)}
    return render(request, "games/home/_your_games.html" if request.htmx else "games/home/home.html", context)


def sort_waiting(user: User) -> dict[str, object]:
    """Sort the player's games by what they need from the player."""
    games, over = lists.list_unfinished(user), lists.list_just_finished(user, FINISHED)
    invitations = lists.list_invitations(user)
    lists.load_seats(games, over, (row for _invitation, row in invitations))
    lost = [row for row in games if row.own and row.own.has_left]
    playing = [row for row in games if row.game.status == Game.Status.PLAYING and row not in lost]
    yours = [row for row in playing if row.own and row.own.is_to_move]
    news.fill_in_news(playing, user)
    for row in yours:
        row.task, row.drawing = describe_task(row), drawings.draw_position(make_table(row))
    return {
        "yours": yours,
        "count": len(yours) if len(games) < lists.MOST else order.count(user),
        "theirs": [row for row in playing if not (row.own and row.own.is_to_move)],
        "lost": lost,
        "away": lines.find_vacation_end(user),
        "open": [row for row in games if row.game.status == Game.Status.OPEN],
        "finished": over,
        "invitations": invitations,
    }


def describe_task(row: lists.Row) -> str:
    """Say in a few words what the game needs from the reader."""
    return boards.describe_task(make_table(row), row.own.number if row.own else None)


def make_table(row: lists.Row) -> tables.Table:
    """Return the table without its moves."""
    return tables.Table(row.game, row.seats, [])


@require_safe
def next_game(request: Request) -> HttpResponseBase:
    """Redirect to the most urgent game, or the one after `skip`; home if no game is waiting."""
    if not request.user.is_authenticated:
        return HttpResponseRedirect(reverse("home"))
    game = order.find_next(request.user, request.GET.get("skip", "")[:32])
    if game:
        return HttpResponseRedirect(reverse("table", args=[game]))
    if "skip" in request.GET and order.count(request.user):
        messages.info(request, _("This is the only game waiting for you."))
    else:
        messages.info(request, _("You're all caught up. We'll let you know when it's your turn."))
    return HttpResponseRedirect(reverse("home"))


@require_safe
def next_game_panel(request: Request, game_id: str) -> HttpResponse:
    """Return a link to the next game for a table where the reader has nothing left to do; 204 if there is none."""
    user = request.user
    here = Game.objects.without_secrets().filter(pk=game_id).first()
    if not user.is_authenticated or here is None:
        return HttpResponse(status=204)
    waiting = here.seats.filter(is_to_move=True)  # a bot will move at once
    is_asked = waiting.filter(Q(user=user) | Q(user=None) | Q(has_left=True)).exists()
    going = here.status == Game.Status.PLAYING
    game = None if going and (is_asked or here.pace == Game.Pace.LIVE) else order.find_next(user, game_id)
    row = lists.load_row(game, user) if game else None
    if row is None:
        return HttpResponse(status=204)
    row.task = describe_task(row)
    return render(
        request,
        "games/table/_next_game.html",
        {"row": row, "now": timezone.now(), "goes": going and user.wants_next_game},
    )


@require_POST
@responses.handle_refusals
def dismiss(request: Request, game_id: str) -> HttpResponse:
    """Remove a finished game from the list on the home page."""
    user = responses.require_user(request)
    over = Game.objects.filter(status__in=(Game.Status.FINISHED, Game.Status.ABORTED), seats__user=user)
    if not over.filter(pk=game_id).exists():
        raise Denied("game.unknown")
    visit, _created = Visit.objects.get_or_create(game_id=game_id, user=user)
    Visit.objects.filter(pk=visit.pk).update(is_dismissed=True)
    return responses.see_other(request, reverse("home"))
