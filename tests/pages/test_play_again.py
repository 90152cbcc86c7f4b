"""Starting another game after the end of one."""

import re

import pytest
from django.test import Client

from games import play
from games.models import Game
from tests.tables import as_user, table

pytestmark = pytest.mark.django_db


def finish_game(kind, seats, players, **extra):
    """Start a game and end it by letting all players but one resign."""
    game, users = table(kind, seats, players, **extra)
    for user in users[: max(1, players - 1)]:
        play.resign(game.pk, user)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game, users


def get_page(user, game):
    return as_user(user).get(f"/games/{game.pk}/").content.decode()


def test_a_game_with_bots_can_be_repeated_with_one_click():
    game, (ana,) = finish_game("tiles", 2, 1, options={"open": True}, pace="untimed")
    form = re.search(r'<form [^>]*>(?:(?!</form>).)*id="do-again".*?</form>', get_page(ana, game), re.S)[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert "Against Nora" in form
    del fields["csrfmiddlewaretoken"]
    answer = as_user(ana).post(re.search(r'action="([^"]+)"', form)[1], fields)
    fresh = Game.objects.exclude(pk=game.pk).get()
    assert answer["Location"] == f"/games/{fresh.pk}/"
    assert (fresh.kind, fresh.seat_count, fresh.options, fresh.pace) == (
        game.kind,
        game.seat_count,
        game.options,
        game.pace,
    )
    assert [seat.bot for seat in fresh.seats.all()] == ["", "easy"]
    assert fresh.status == Game.Status.PLAYING


def test_after_a_game_with_other_players_the_form_has_the_same_options():
    game, (ana, _) = finish_game("push", 2, 2, options={"edition": "devir", "bust_buy": True})
    href = re.search(r'id="do-same" href="([^"]+)"', get_page(ana, game))[1].replace("&amp;", "&")
    form = as_user(ana).get(href).content.decode()
    ticked = dict(re.findall(r'name="(\w+)" value="([^"]*)"[^>]* checked', form))
    assert ticked | {"edition": "devir", "bust_buy": "true"} == ticked
    assert re.search(r'id="seats-2"[^>]* checked', form)


def test_spectators_are_not_offered_another_game():
    game, _ = finish_game("tiles", 2, 2)
    assert "do-again" not in Client().get(f"/games/{game.pk}/").content.decode()
