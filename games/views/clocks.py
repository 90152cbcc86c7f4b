"""Time at a table: giving time, agreeing to cancel a game, substituting."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import play
from games.clocks import durations
from games.clocks import rules as clock_rules
from games.pages import board, form_fields
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request


@require_POST
def give_time(request: Request, game_id: str) -> HttpResponse:
    """Give time to an opponent."""

    def give() -> str:
        seat = form_fields.number(request.POST, "seat", most=99)
        play.give_time(game_id, request.user, seat)
        table = board.load(game_id)
        facts = {
            "name": table.people[seat].name,
            "span": durations.format_duration(clock_rules.PACES[table.game.pace].gift),
        }
        return _("You gave %(name)s %(span)s.") % facts

    return _done(request, game_id, give)


@require_POST
def agree_to_cancel(request: Request, game_id: str) -> HttpResponse:
    """Store whether the reader wants to cancel the game."""

    def agree() -> str:
        yes = form_fields.tick(request.POST, "yes", False)
        if play.agree_to_cancel(game_id, request.user, yes):
            return _("Everyone agreed. The game is canceled.")
        if yes:
            return _("You've agreed to cancel. The game is canceled once everyone agrees.")
        return _("You've chosen to keep playing.")

    return _done(request, game_id, agree)


@require_POST
def substitute(request: Request, game_id: str) -> HttpResponse:
    """Take over a seat from the bot that plays for somebody who left."""

    def sit_in() -> str:
        play.substitute(game_id, responses.require_user(request))
        return _("You've taken the seat. Play on from here.")

    return _done(request, game_id, sit_in)


def _done(request: Request, game_id: str, do: Callable[[], str]) -> HttpResponse:
    """Do it, then redirect to the table with a message."""
    try:
        said = do()
        game = board.load(game_id).game
    except Refused as no:
        return responses.respond_to_refusal(request, no, game_id)
    if not responses.wants_json(request):
        messages.success(request, said)
    return responses.redirect_to_table(request, game)
