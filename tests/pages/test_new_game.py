"""Creating a game: the fields of the form, their defaults, and refusals that keep the input."""

import random
import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.models import Game, Outcome, PlayerTotals
from games.rules.registry import KINDS
from games.stats import collector
from tests.tables import as_user, person, play_to_the_end

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
EMPTY = {
    "push": {"edition": "aeg", "bust_buy": False, "solo": None},
    "tiles": {"open": False},
    "swap": {"blocking": "auto", "carry_on": True},
}


def create_game(**fields) -> Game:
    answer = as_user(person("Ana")).post("/games/new/", fields)
    assert answer.status_code == 303, answer.content.decode()[:2000]
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.pk}/"
    return game


def refuse(client=None, **fields):
    answer = (client or as_user(person("Ana"))).post("/games/new/", fields)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    return answer.content.decode()


# --- fields and their defaults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats"), [("push", 2), ("tiles", 2), ("swap", 4)])
def test_every_field_but_the_kind_has_a_default(kind, seats):
    game = create_game(kind=kind)
    assert (game.kind, game.seat_count, game.pace, game.is_public, game.is_rated) == (kind, seats, "daily", True, True)
    assert game.options == EMPTY[kind]
    assert [seat.name for seat in play.load_seats(game)] == ["Ana"] + [""] * (seats - 1)
    assert game.status == "open"


def test_empty_fields_have_the_default():
    game = create_game(kind="push", seats="", pace="", visibility="", rated="", bots="", seed="", edition="", solo="")
    assert (game.seat_count, game.pace, game.is_public, game.is_rated) == (2, "daily", True, True)
    assert game.options == EMPTY["push"]


@pytest.mark.parametrize(
    ("field", "value", "attribute", "stored"),
    [
        ("seats", "5", "seat_count", 5),
        *(("pace", pace, "pace", pace) for pace in ("live", "fast", "daily", "relaxed", "untimed")),
        ("visibility", "link", "is_public", False),
        ("visibility", "public", "is_public", True),
        ("rated", "false", "is_rated", False),
        ("rated", "on", "is_rated", True),
        ("rated", "true", "is_rated", True),
    ],
)
def test_fields_are_stored_with_the_game(field, value, attribute, stored):
    assert getattr(create_game(kind="push", **{field: value}), attribute) == stored


@pytest.mark.parametrize(
    ("kind", "fields", "options"),
    [
        ("push", {"edition": "gamefactory"}, {"edition": "gamefactory"}),
        ("push", {"bust_buy": "on"}, {"bust_buy": True}),
        ("push", {"bust_buy": "false"}, {"bust_buy": False}),
        ("push", {"solo": "7", "seats": "1"}, {"solo": 7}),
        ("push", {"solo": "7"}, {"solo": 7}),
        ("push", {"solo": "none"}, {"solo": None}),
        ("tiles", {"open": "true"}, {"open": True}),
        ("swap", {"blocking": "ask"}, {"blocking": "ask"}),
        ("swap", {"carry_on": "false"}, {"carry_on": False}),
    ],
)
def test_every_option_of_the_rules_is_a_field(kind, fields, options):
    assert create_game(kind=kind, **fields).options == EMPTY[kind] | options


def test_every_value_of_every_option_can_be_chosen_on_the_page():
    client = Client()
    for kind in KINDS.values():
        page = client.get(f"/games/new/?kind={kind.SLUG}").content.decode()
        for option in kind.OPTIONS:
            name = "level" if option.name == "solo" else option.name
            assert f'name="{name}"' in page


# --- bots -----------------------------------------------------------------------------------------------------------


def list_seats(game):
    return [seat.bot or (seat.user and "person") for seat in play.load_seats(game)]


def test_bots_fill_the_seats_from_the_end():
    game = create_game(kind="push", seats="4", bots="easy, sharp")
    assert list_seats(game) == ["person", None, "easy", "sharp"]
    assert not game.is_rated


def test_a_game_with_all_seats_taken_starts():
    assert create_game(kind="tiles", bots="steady").status == "playing"


def test_bots_sit_in_the_seats_chosen_on_the_page():
    game = create_game(kind="push", seats="4", seat1="sharp", seat2="open", seat3="easy")
    assert list_seats(game) == ["person", "sharp", None, "easy"]


def test_choices_for_missing_seats_are_ignored():
    assert list_seats(create_game(kind="push", seats="2", seat1="open", seat4="easy")) == ["person", None]


# --- solo games -----------------------------------------------------------------------------------------------------


def test_solo_games_default_to_the_lowest_level():
    assert create_game(kind="push", seats="1", level="next").options["solo"] == 4


@pytest.mark.parametrize(("edition", "level"), [("devir", 4), ("gamefactory", 5)])
def test_each_opponent_has_her_own_levels(edition, level):
    assert create_game(kind="push", seats="1", level="next", edition=edition).options["solo"] == level


def test_the_level_only_counts_in_solo_games():
    assert create_game(kind="push", seats="3", level="next").options["solo"] is None


def test_the_next_level_is_the_lowest_not_beaten():
    ana = person("Ana")
    game = play.create_game(ana, kind="push", seats=1, options={"solo": 4})
    play_to_the_end(game, [ana], random.Random(1))
    Outcome.objects.filter(user=ana).update(result="won")  # not collected yet
    page = as_user(ana).get("/games/new/?kind=push").content.decode()
    assert "JEN 5, MONA 5" in page
    collector.collect_all()
    Outcome.objects.filter(user=ana).update(ended_at=game.created_at - timedelta(days=3))
    PlayerTotals.objects.filter(user=ana).update(wins=1)
    page = as_user(ana).get("/games/new/?kind=push").content.decode()
    assert "JEN 5, MONA 5" in page
    assert "JEN 4, MONA 5" in as_user(person("Ben")).get("/games/new/?kind=push").content.decode()


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"kind": ""},
        {"kind": "chess"},
        {"kind": "push' OR 1=1"},
        {"kind": "push", "seats": "0"},
        {"kind": "push", "seats": "6"},
        {"kind": "push", "seats": "-1"},
        {"kind": "push", "seats": "2.0"},
        {"kind": "push", "seats": "²"},
        {"kind": "push", "seats": "٣"},
        {"kind": "push", "seats": "9" * 5000},
        {"kind": "push", "seats": "1"},
        {"kind": "push", "seats": "2", "solo": "4"},
        {"kind": "push", "seats": "1", "solo": "4", "edition": "gamefactory"},
        {"kind": "push", "seats": "1", "level": "11"},
        {"kind": "push", "seats": "1", "level": "<b>"},
        {"kind": "push", "solo": "true"},
        {"kind": "push", "bust_buy": "1"},
        {"kind": "push", "bust_buy": "yes"},
        {"kind": "push", "edition": "aeg\x00"},
        {"kind": "push", "edition": ["aeg", "devir"]},
        {"kind": ["push", "tiles"]},
        {"kind": "push", "open": "true"},
        {"kind": "push", "pace": "hurry"},
        {"kind": "push", "visibility": "secret"},
        {"kind": "push", "rated": "maybe"},
        {"kind": "push", "bots": "easy,easy"},
        {"kind": "push", "bots": "genius"},
        {"kind": "push", "bots": "easy", "seat1": "sharp"},
        {"kind": "push", "seat1": "<script>"},
        {"kind": "push", "seats": "3", "bots": "easy" + ",easy" * 100},
        {"kind": "push", "seed": "xyz"},
        {"kind": "push", "seed": "0" * 33},
        {"kind": "push", "seed": "0" * 10_000},
    ],
)
def test_invalid_fields_are_refused_with_a_sentence(fields):
    page = refuse(**fields)
    assert 'class="refused"' in page
    assert "<script>alert" not in page


def test_a_refused_form_keeps_the_input():
    page = refuse(kind="push", seats="4", seat2="sharp", edition="devir", pace="live", visibility="link", seed="mine<")
    assert 'id="seats-4" value="4" checked' in page
    assert 'name="edition" value="devir" checked' in page
    assert 'name="pace" value="live" checked' in page
    assert 'name="visibility" value="link" checked' in page
    assert '<option value="sharp" selected>' in page
    assert 'value="mine&lt;"' in page


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"seats": "9"}, "seats"),
        ({"edition": "first"}, "edition"),
        ({"pace": "hurry"}, "pace"),
        ({"seed": "mine"}, "seed"),
        ({"seats": "1", "level": "<b>"}, "level"),
    ],
)
def test_an_error_is_shown_next_to_its_field(fields, field):
    page = refuse(kind="push", **fields)
    assert page.count('class="refused"') == page.count(f'class="refused" id="{field}_error" role="alert"') == 1
    assert re.search(rf'aria-describedby="[^"]*\b{field}_error"', page)


@pytest.mark.parametrize("fields", [{"open": "true"}, {"bots": "genius"}, {"seats": "1", "solo": "99"}])
def test_other_errors_are_shown_above_the_form(fields):
    page = refuse(kind="push", **fields)
    assert page.index('class="refused" role="alert"') < page.index('<form class="new-form"')


def test_a_refusal_as_json_has_a_code():
    answer = as_user(person("Ana")).post("/games/new/", {"kind": "push", "seats": "9"}, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["code"] == "setup.seats"
    assert "9" in answer.json()["message"]


def test_a_new_game_as_json_has_id_and_url():
    answer = as_user(person("Ana")).post("/games/new/", {"kind": "tiles"}, headers=JSON)
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert answer.json()["id"] == game.pk
    assert answer.json()["url"] == f"/games/{game.pk}/"


# --- who creates it -------------------------------------------------------------------------------------------------


def test_visitors_cannot_create_a_game_but_keep_the_form():
    answer = Client().post("/games/new/", {"kind": "push", "seats": "5", "edition": "devir"})
    assert answer.status_code == 403
    assert not Game.objects.exists()
    assert not User.objects.exists()
    assert 'name="edition" value="devir" checked' in answer.content.decode()


def test_visitors_who_create_a_game_on_the_page_become_guests():
    client = Client()
    assert 'name="guest" value="true"' in client.get("/games/new/?kind=tiles").content.decode()
    assert client.post("/games/new/", {"kind": "tiles", "guest": "true"}).status_code == 303
    assert Game.objects.get().host.is_guest


def test_a_refused_form_creates_no_guest():
    refuse(Client(), kind="tiles", seats="3", guest="true")
    assert not User.objects.exists()


def test_the_players_shuffle_seed_is_stored():
    assert play.load_seats(create_game(kind="push", seed="AB" * 16))[0].shuffle_seed == "ab" * 16


# --- the page -------------------------------------------------------------------------------------------------------


def test_the_kind_is_chosen_first():
    page = Client().get("/games/new/").content.decode()
    for kind in KINDS:
        assert f"/games/new/?kind={kind}" in page


@pytest.mark.parametrize("query", ["kind=chess", "kind=push%27", "kind=" + "x" * 5000])
def test_an_unknown_kind_is_404(query):
    assert Client().get(f"/games/new/?{query}").status_code == 404


@pytest.mark.parametrize("query", ["seats=x", "seats=99999999999999999999", "edition=%3Cb%3E", "seat1=zz", "level=zz"])
def test_the_form_can_be_prefilled_by_url(query):
    answer = Client().get(f"/games/new/?kind=push&{query}")
    assert answer.status_code == 200
    assert b"<b>" not in answer.content.partition(b"<form class")[2].partition(b"<legend>")[0]


# --- play now -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_play_now_starts_a_game_for_a_visitor(kind):
    client = Client()
    answer = client.post("/play-now/", {"kind": kind})
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert (game.kind, game.status, game.is_public) == (kind, "playing", False)
    assert game.host.is_guest
    assert [bool(seat.bot) for seat in play.load_seats(game)] == [False] + [True] * (game.seat_count - 1)


def test_play_now_creates_no_guest_for_logged_in_users():
    as_user(person("Ana")).post("/play-now/", {"kind": "tiles"})
    assert [user.username for user in User.objects.all()] == ["Ana"]


@pytest.mark.parametrize("fields", [{}, {"kind": "chess"}, {"kind": ["push", "swap"]}, {"kind": "p" * 5000}])
def test_play_now_requires_a_valid_kind(fields):
    assert Client().post("/play-now/", fields).status_code == 422
    assert not User.objects.exists()


def test_play_now_requires_a_post():
    assert Client().get("/play-now/").status_code == 405
