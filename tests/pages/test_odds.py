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
from games.live import frames
from games.models import Game
from games.pages import board, tables
from games.rules.serialization import to_plain
from tests.kinds.changing import change
from tests.rules.contract import twists
from tests.tables import as_user, one_move, person, table

pytestmark = pytest.mark.django_db
KINDS = [("push", 3), ("tiles", 2), ("swap", 4)]
PANEL = re.compile(r'<section id="odds".*?</section>\s*', re.DOTALL)
LINE = re.compile(r'<p class="odds-line">(.*?)</p>\s*', re.DOTALL)  # the same odds for narrow boards


@pytest.fixture(autouse=True)
def _known():
    tables._tables.items.clear()


def load_everything(game: Game, user) -> str:
    """Return the page, the frame and the state of a game as that reader gets them."""
    browser = as_user(user)
    found = tables.load(game.pk)
    frame = frames.make_frame(found, tables.find_seat(found, user) if user else None, "en")
    return "".join([*(browser.get(f"/games/{game.pk}/{page}").content.decode() for page in ("", "state.json")), frame])


def find_panel(game: Game, user) -> str:
    found = PANEL.search(as_user(user).get(f"/games/{game.pk}/").content.decode())
    return found.group() if found else ""


def start_and_move(kind: str, seats: int, moves: int, **extra) -> tuple[Game, list]:
    game, users = table(kind, seats, **extra)
    dice = random.Random(kind)
    for _ in range(moves):
        if game.status == Game.Status.PLAYING:
            one_move(game, users, dice)
    return game, users


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_without_the_option_no_odds_are_computed_or_shown(kind, seats, monkeypatch):
    def never(*_):
        raise AssertionError("computed")

    change(monkeypatch, kind, odds=replace(kinds.KINDS[kind].odds, reckon=never))
    game, users = start_and_move(kind, seats, 3)
    for user in [*users, None]:
        shown = load_everything(game, user)
        assert 'id="odds"' not in shown
        assert "odds-line" not in shown
        assert '"odds"' not in shown


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_odds_add_nothing_to_the_board_but_their_panel(kind, seats):
    """So a table without the option contains no trace of them."""
    game, _users = start_and_move(kind, seats, 3)
    for seat in [None, *range(seats)]:
        here = tables.load(game.pk)
        plain = board._render(here, seat, "en", QueryDict()).html
        other = copy.copy(here.game)
        other.has_public_odds = True
        odd = board._render(tables.Table(other, here.seats, here.moves), seat, "en", QueryDict()).html
        assert LINE.sub("", PANEL.sub("\n", odd, count=1), count=1).replace("\n", "") == plain.replace("\n", "")


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_the_line_for_narrow_boards_has_the_odds_of_the_panel(kind, seats):
    game, users = start_and_move(kind, seats, 2, odds=True)
    for user in [*users, None]:
        html = as_user(user).get(f"/games/{game.pk}/").content.decode()
        panel, line = PANEL.search(html), LINE.search(html)
        assert bool(panel) == bool(line)
        if panel:
            figures = re.findall(r"<dd>(.*?)</dd>", panel.group())
            assert re.findall(r"<b>(.*?)</b>", line.group(1)) == figures != []
            assert html.index('id="headline"') < line.start() < html.index('class="rail"')


@pytest.mark.parametrize(("kind", "seats"), KINDS[:2])
def test_in_push_and_tiles_all_audiences_get_the_same_odds(kind, seats):
    game, users = table(kind, seats, odds=True)
    dice, seen = random.Random(7), set()
    for number in range(100):
        if number >= 3 and len(seen - {""}) > 1:
            break
        shown = {find_panel(game, user) for user in [*users, None]}
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
    while not odds:  # if the first card is a wild, there is an auction instead of a draw
        game, users = table("push", 2, odds=True)
        odds = as_user(users[1]).get(f"/games/{game.pk}/state.json").json().get("odds")
    assert "The next card busts" in find_panel(game, users[1])
    assert format_percent(odds["bust"]) in find_panel(game, users[1])


def test_in_swap_each_player_gets_the_odds_of_their_own_card():
    """The card is the player's secret, and so are its odds; spectators get none."""
    game, users = table("swap", 4, odds=True)
    assert find_panel(game, None) == ""
    first = play.find_kind(game).waiting(play.parse_state(game))[0]
    for seat, user in enumerate(users):
        assert "Risk of losing a token" in find_panel(game, user)
        assert ("Risk of losing a token if you keep your card" in find_panel(game, user)) == (seat == first)


@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_odds_do_not_depend_on_what_the_reader_may_not_know(kind, seats):
    dice, compared = random.Random(f"{kind} odds"), 0
    game, users = table(kind, seats, odds=True)
    for _ in range(6):
        if game.status != Game.Status.PLAYING:
            break
        here = tables.load(game.pk)
        for seat in [None, *range(seats)]:
            other = copy.copy(here.game)
            twin = twists(here.kind).twist(here.state, seat, dice)
            other.state = json.dumps(to_plain(twin), separators=(",", ":"))
            world = tables.Table(other, here.seats, here.moves)
            compared += twin != here.state
            assert (
                board._render(here, seat, "en", QueryDict()).html == board._render(world, seat, "en", QueryDict()).html
            )
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
        load_everything(game, users[0])
    assert asked == [0]


def test_finished_games_show_no_odds():
    game, users = table("tiles", 2, odds=True)
    assert find_panel(game, users[0])
    play.resign(game.pk, users[0])
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert '"odds"' not in load_everything(game, users[0])
    assert find_panel(game, users[0]) == ""


# --- choosing the option --------------------------------------------------------------------------------------------


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
    assert find_panel(game, person("Ana"))


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
