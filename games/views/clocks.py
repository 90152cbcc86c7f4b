"""Time at a table: giving time, agreeing to cancel a game, substituting."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import play
from games.clocks import durations
from games.clocks import rules as clock_rules
from games.pages import form_fields, tables
from games.views import responses
from games.views.responses import Request


@require_POST
@responses.handle_refusals_at_table
def give_time(request: Request, game_id: str) -> HttpResponse:
    seat = form_fields.read_number_up_to(request.POST, "seat", most=99)
    play.give_time(game_id, request.user, seat)
    table = tables.load(game_id)
    span = durations.format_duration(clock_rules.PACES[table.game.pace].gift)
    return _respond(
        request, game_id, _("You gave %(name)s %(span)s.") % {"name": table.people[seat].name, "span": span}
    )


@require_POST
@responses.handle_refusals_at_table
def agree_to_cancel(request: Request, game_id: str) -> HttpResponse:
    """Store whether the reader wants to cancel the game."""
    yes = form_fields.read_optional_tick(request.POST, "yes")
    if play.agree_to_cancel(game_id, request.user, yes):
        return _respond(request, game_id, _("Everyone agreed. The game is canceled."))
    if yes:
        return _respond(request, game_id, _("You've agreed to cancel. The game is canceled once everyone agrees."))
    return _respond(request, game_id, _("You've chosen to keep playing."))


@require_POST
@responses.handle_refusals_at_table
def substitute(request: Request, game_id: str) -> HttpResponse:
    """Take over a seat from the bot that plays for somebody who left."""
    play.substitute(game_id, responses.require_user(request))
    return _respond(request, game_id, _("You've taken the seat. Play on from here."))


def _respond(request: Request, game_id: str, sentence: str) -> HttpResponse:
    """Redirect to the table with a message."""
    game = tables.load(game_id).game
    if not responses.wants_json(request):
        messages.success(request, sentence)
    return responses.redirect_to_table(request, game)
