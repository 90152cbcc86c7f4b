"""The option `odds`: everyone at the table sees the odds, or nobody does."""

import copy
import json
import random
import re
from dataclasses import replace

import pytest
from django.http import QueryDict

from games import kinds, play
from games.kinds.odds import format_percent
from games.models import Game
from games.pages import board
from games.rules.serialization import to_plain
from tests.kinds.changing import change
from tests.rules.contract import twists
from tests.tables import as_user, one_move, person, table

pytestmark = pytest.mark.django_db
KINDS = [("push", 3), ("tiles", 2), ("swap", 4)]
PANEL = re.compile(r'<section id="odds".*?</section>\s*', re.DOTALL)
LINE = re.compile(r'<p class="odds-line">(.*?)</p>\s*', re.DOTALL)  # the same where the board is narrow


@pytest.fixture(autouse=True)
def _known():
    board._tables.items.clear()


def everything(game: Game, user) -> str:
    """The page, the frame and the state of a game, as that reader gets them."""
    browser = as_user(user)
    found = board.load(game.pk)
    frame = board.make_frame(found, board.find_seat(found, user) if user else None, "en")
    return "".join([*(browser.get(f"/games/{game.pk}/{page}").content.decode() for page in ("", "state.json")), frame])


def panel_of(game: Game, user) -> str:
    found = PANEL.search(as_user(user).get(f"/games/{game.pk}/").content.decode())
    return found.group() if found else ""


def moved_on(kind: str, seats: int, moves: int, **extra) -> tuple[Game, list]:
    game, users = table(kind, seats, **extra)
    dice = random.Random(kind)
    for _ in range(moves):
        if game.status == Game.Status.PLAYING:
            one_move(game, users, dice)
    return game, users


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_without_the_option_no_odds_are_computed_or_shown(kind, seats, monkeypatch):
    def never(*_):
        raise AssertionError("reckoned")

    change(monkeypatch, kind, odds=replace(kinds.KINDS[kind].odds, reckon=never))
    game, users = moved_on(kind, seats, 3)
    for user in [*users, None]:
        shown = everything(game, user)
        assert 'id="odds"' not in shown
        assert "odds-line" not in shown
        assert '"odds"' not in shown


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_the_board_of_a_table_with_odds_is_the_same_but_for_the_panel(kind, seats):
    """So a table without the option has not one byte of it."""
    game, _users = moved_on(kind, seats, 3)
    for seat in [None, *range(seats)]:
        here = board.load(game.pk)
        plain = board._render(here, seat, "en", QueryDict())
        other = copy.copy(here.game)
        other.has_public_odds = True
        odd = board._render(board.Table(other, here.seats, here.moves), seat, "en", QueryDict())
        assert LINE.sub("", PANEL.sub("\n", odd, count=1), count=1).replace("\n", "") == plain.replace("\n", "")


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_on_a_narrow_board_the_same_odds_stand_below_the_headline(kind, seats):
    game, users = moved_on(kind, seats, 2, odds=True)
    for user in [*users, None]:
        html = as_user(user).get(f"/games/{game.pk}/").content.decode()
        panel, line = PANEL.search(html), LINE.search(html)
        assert bool(panel) == bool(line)
        if panel:
            figures = re.findall(r"<dd>(.*?)</dd>", panel.group())
            assert re.findall(r"<b>(.*?)</b>", line.group(1)) == figures != []
            assert html.index('id="headline"') < line.start() < html.index('class="rail"')


@pytest.mark.parametrize(("kind", "seats"), KINDS[:2])
def test_with_the_option_all_audiences_get_the_same(kind, seats):
    game, users = table(kind, seats, odds=True)
    dice, seen = random.Random(7), set()
    for number in range(100):
        if number >= 3 and len(seen - {""}) > 1:
            break
        shown = {panel_of(game, user) for user in [*users, None]}
        assert len(shown) == 1
        states = [as_user(user).get(f"/games/{game.pk}/state.json").json().get("odds") for user in [*users, None]]
        assert all(odds == states[0] for odds in states)
        assert bool(states[0]) == bool(shown - {""})
        seen |= shown
        if game.status == Game.Status.PLAYING:
            one_move(game, users, dice)
        else:
            game, users = table(kind, seats, odds=True)
    assert len(seen - {""}) > 1


def test_push_says_how_likely_the_next_card_busts():
    odds = {}
    while not odds:  # where a wild came first there is an auction, and no card to draw
        game, users = table("push", 2, odds=True)
        odds = as_user(users[1]).get(f"/games/{game.pk}/state.json").json().get("odds")
    assert "The next card busts" in panel_of(game, users[1])
    assert format_percent(odds["bust"]) in panel_of(game, users[1])


def test_in_swap_each_player_gets_the_odds_of_their_own_card():
    """The card itself is the player's secret, so its chances are too: who watches is shown none."""
    game, users = table("swap", 4, odds=True)
    assert panel_of(game, None) == ""
    first = play.find_kind(game).waiting(play.parse_state(game))[0]
    for seat, user in enumerate(users):
        assert "Risk of losing a token" in panel_of(game, user)
        assert ("Risk of losing a token if you keep your card" in panel_of(game, user)) == (seat == first)


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_odds_do_not_depend_on_what_the_reader_may_not_know(kind, seats):
    dice, compared = random.Random(f"{kind} odds"), 0
    game, users = table(kind, seats, odds=True)
    for _ in range(6):
        if game.status != Game.Status.PLAYING:
            break
        here = board.load(game.pk)
        for seat in [None, *range(seats)]:
            other = copy.copy(here.game)
            twin = twists(here.kind).twist(here.state, seat, dice)
            other.state = json.dumps(to_plain(twin), separators=(",", ":"))
            world = board.Table(other, here.seats, here.moves)
            compared += twin != here.state
            assert board._render(here, seat, "en", QueryDict()) == board._render(world, seat, "en", QueryDict())
            assert board.make_state(here, seat) == board.make_state(world, seat)
        one_move(game, users, dice)
    assert compared


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_odds_are_computed_once_per_audience_and_version(kind, seats, monkeypatch):
    asked, odds = [], kinds.KINDS[kind].odds

    def reckon(view, choices):
        asked.append(view["seat"])
        return odds.reckon(view, choices)

    change(monkeypatch, kind, odds=replace(odds, reckon=reckon))
    game, users = table(kind, seats, odds=True)
    for _ in range(3):
        everything(game, users[0])
    assert asked == [0]


def test_finished_games_show_no_odds():
    game, users = table("tiles", 2, odds=True)
    assert panel_of(game, users[0])
    play.resign(game.pk, users[0])
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert '"odds"' not in everything(game, users[0])
    assert panel_of(game, users[0]) == ""


# --- how a table comes to it ----------------------------------------------------------------------------------------


def test_odds_are_chosen_in_the_form_and_shown_in_lobby_and_room():
    browser = as_user("Ana")
    assert 'name="odds"' in browser.get("/games/new/?kind=push").content.decode()
    browser.post("/games/new/", {"kind": "push", "odds": "true"})
    game = Game.objects.get()
    assert (game.has_public_odds, game.is_rated) == (True, True)
    for page in ("/games/", f"/games/{game.pk}/"):
        assert "odds shown" in browser.get(page).content.decode()


def test_odds_are_off_by_default():
    browser = as_user("Ana")
    browser.post("/games/new/", {"kind": "push"})
    game = Game.objects.get()
    assert not game.has_public_odds
    for page in ("/games/", f"/games/{game.pk}/"):
        assert "odds shown" not in browser.get(page).content.decode()


def test_an_invalid_checkbox_is_refused():
    answer = as_user("Ana").post(
        "/games/new/", {"kind": "push", "odds": "maybe"}, headers={"Accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "form.tick")


def test_solo_games_can_have_odds():
    as_user("Ana").post("/games/new/", {"kind": "push", "seats": "1", "level": "4", "odds": "on"})
    game = Game.objects.get()
    assert game.has_public_odds
    assert panel_of(game, person("Ana"))


def test_a_rematch_keeps_the_odds():
    game, users = table("tiles", 2, odds=True)
    play.resign(game.pk, users[0])
    as_user(users[1]).post(f"/games/{game.pk}/rematch/")
    assert Game.objects.get(rematch_of=game.pk).has_public_odds
    bots, (ana,) = table("tiles", 2, players=1, odds=True)
    play.resign(bots.pk, ana)
    assert '<input type="hidden" name="odds" value="true">' in as_user(ana).get(f"/games/{bots.pk}/").content.decode()


@pytest.mark.parametrize(
    ("chance", "said"), [(0, "0%"), (1, "100%"), (0.004, "under 1%"), (0.997, "over 99%"), (0.311, "31%")]
)
def test_uncertain_odds_are_never_shown_as_certain(chance, said):
    assert format_percent(chance) == said
