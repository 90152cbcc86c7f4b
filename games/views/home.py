"""The first page: what TEN is for who is new, and the games that wait for who plays."""

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from games import lists, words
from games import render as boards
from games.models import Game
from games.views.lobby import invited


@require_safe
def home(request: HttpRequest) -> HttpResponseBase:
    """What waits for the player; for who has no game yet, the three kinds."""
    user = request.user
    if not user.is_authenticated:
        return render(request, "games/home.html", {"kinds": words.ABOUT.values()})
    return render(request, "games/home.html", {"kinds": words.ABOUT.values(), **queue(user)})


def queue(user: User) -> dict[str, object]:
    """The player's games, sorted by what they ask."""
    games = lists.unfinished(user)
    playing = [row for row in games if row.game.status == Game.Status.PLAYING]
    yours = [row for row in playing if row.own and row.own.waiting]
    for row in yours:
        row.task = task(row)
    return {
        "yours": yours,
        "count": len(yours) if len(games) < lists.MOST else lists.waiting_count(user),
        "theirs": [row for row in playing if not (row.own and row.own.waiting)],
        "open": [row for row in games if row.game.status == Game.Status.OPEN],
        "finished": lists.finished(user, user, 5),
        "invitations": invited(user),
    }


def task(row: lists.Row) -> str:
    """What the game asks of the reader, in a few words."""
    return boards.task_of(boards.Table(row.game, row.seats, []), row.own.number if row.own else None)


@require_safe
def next_game(request: HttpRequest) -> HttpResponseBase:
    """On to the game that has waited longest; home where none waits."""
    game = lists.next_game(request.user) if request.user.is_authenticated else None
    return HttpResponseRedirect(reverse("table", args=[game]) if game else reverse("home"))
