"""The board renders every state of a game for every reader, and shows what it should."""

import random
import re
from itertools import islice

import pytest
from django.http import QueryDict
from django.utils.safestring import mark_safe

from games.kinds.push import pages
from games.kinds.push.pages.board_parts import Keys
from games.kinds.push.pages.score_sheet import score_sheet
from games.kinds.push.pages.tableau import _draw_words, actions, tableau
from games.pages import areas
from games.rules.base import Plain, Resign
from tests.kinds.push.pages.games import KIND, SETUPS, Shown, find_state, play_at_random, through_json

NASTY = ("<b>Ana</b>", "\"Leo'>", "{{ x }}", "&amp;", "<script>alert(1)</script>")


def render(shown: Shown, seat: int | None, names: tuple[str, ...] | None = None, draft: str = "") -> str:
    """Render the board and the sidebar as the page of the table includes them."""
    view, choices, result = shown.view(seat), shown.choices(seat), shown.result()
    people = shown.people(names) if names else shown.people()
    context = {
        "version": 7,
        "status": "finished" if result else "playing",
        "you": seat,
        "my_turn": seat in view["waiting"],
        "people": people,
        "move_url": "/games/k3v9c2m7qa/moves/",
        "csrf": mark_safe("<!--csrf-->"),
        "turn": mark_safe('<input type="hidden" name="seen" value="7">'),
        **pages.board(view, choices, people, QueryDict(draft), result),
    }
    headline = pages.headline(view, choices, people)
    assert headline.text
    assert pages.task(view, people)
    return "".join(areas.build("", f"games/push/{part}.jinja", context).html for part in ("_board", "_sidebar"))


def render_log(shown: Shown, you: int | None, names: tuple[str, ...] | None = None) -> list[str]:
    people = shown.people(names) if names else shown.people()
    events = [through_json({"name": event.name, "facts": event.facts}) for event in shown.events]
    found = [pages.sentence(event, people, you) for event in events]
    return [line for line in found if line is not None]


def test_every_state_renders_for_every_reader(share):
    for game in range(share(small=len(SETUPS), proofs=60, whole=100)):
        dice = random.Random(game)
        for shown in islice(play_at_random(game), game % 3, None, share(small=3, proofs=1, whole=1)):
            readers = {shown.mover, None, dice.randrange(shown.state.setup.seats)}
            for reader in readers:
                html = render(shown, reader)
                ids = re.findall(r' id="([^"]+)"', html)
                assert len(ids) == len(set(ids))
                pieces = re.findall(r' data-piece="([^"]+)"', html)
                assert len(pieces) == len(set(pieces))
                assert "style=" not in html
                assert render_log(shown, reader) or not shown.events or shown.events[-1].name == "left"


@pytest.mark.parametrize("game", range(len(SETUPS)))
def test_player_names_are_escaped(game):
    for shown in islice(play_at_random(game), game, None, 8):
        for reader in (shown.mover, None):
            html = render(shown, reader, NASTY) + "".join(render_log(shown, reader, NASTY))
            for wrong in ("<b>Ana", "Leo'>", "<script>"):
                assert wrong not in html, wrong


def find_buttons(html: str) -> list[str]:
    return re.findall(r'<button class="act[^>]*name="(?:do|what)" value="(\w+)"', html)


def test_only_the_player_to_move_gets_buttons():
    shown = find_state(2, lambda shown: shown.state.phase == "draw")
    assert find_buttons(render(shown, shown.mover)) == ["draw", "numbers", "currency"]
    for reader in (None, (shown.mover + 1) % 4):
        assert find_buttons(render(shown, reader)) == []


@pytest.mark.parametrize(
    ("game", "phase", "expected"),
    [
        (0, "auction", ["bid", "pass"]),
        (0, "buy", ["buy", "skip"]),
        (2, "bust", ["buy", "token"]),
        (0, "final", ["buy", "skip"]),
        (4, "auction", ["bid", "pass"]),
    ],
)
def test_each_phase_has_its_buttons(game, phase, expected):
    shown = find_state(game, lambda shown: shown.state.phase == phase)
    assert find_buttons(render(shown, shown.mover)) == expected


def test_the_goal_is_stated_until_the_reader_has_a_card():
    asked = [
        (bool(view["seats"][seat]["cards"]), pages.headline(view, shown.choices(seat), shown.people()))
        for shown in play_at_random(1)
        if (seat := shown.mover) is not None and (view := shown.view(seat))["phase"] == "draw" and view["deck"]
    ]
    assert {owns: headline.detail.startswith("Goal: ") for owns, headline in asked} == {False: True, True: False}


def test_an_empty_deck_has_no_draw_button():
    shown = find_state(0, lambda shown: shown.state.phase == "draw" and shown.view(None)["deck"] == 0)
    assert find_buttons(render(shown, shown.mover)) == ["numbers", "currency"]


def test_cards_that_cannot_be_bought_say_why():
    shown = find_state(
        0, lambda s: s.state.phase == "buy" and set(s.state.market) & set(s.state.players[s.mover].cards)
    )
    html = render(shown, shown.mover)
    offered = re.findall(r'type="radio" name="card" value="(\w+)"', html)
    assert offered == list(shown.choices(shown.mover)["buy"]["cards"])
    assert html.count("aria-disabled") == len(set(shown.state.market) - set(offered))
    assert "You already own this card" in html


def test_fields_of_a_refused_move_keep_their_values():
    shown = find_state(0, lambda s: s.state.phase == "auction" and s.choices(s.mover)["bid"]["most"] > 4)
    html = render(shown, shown.mover, draft="do=bid&amount=4&pay=mine&coins=1")
    assert re.search(r'name="amount"[^>]* value="4"', html)
    assert len(re.findall(r'name="coins"[^>]* checked', html)) == 1
    assert not re.findall(r'name="(?:busts|cards)"[^>]* checked', html)
    shown = find_state(0, lambda s: s.state.phase == "buy")
    card = next(iter(shown.choices(shown.mover)["buy"]["cards"]))
    html = render(shown, shown.mover, draft=f"do=buy&card={card}&pay=mine")
    assert re.search(rf'value="{card}"[^>]* checked', html)


@pytest.mark.parametrize(
    "draft",
    [
        "pay=mine&amount=5&cards=b1&cards=b1&cards=b1&cards=b1&cards=%24%2A&coins=1",
        "do=bid&amount=x&pay=mine&cards=%3Cb%3E",
        "amount=-9",
        "do=buy&card=%00&pay=mine",
    ],
)
def test_a_hostile_draft_does_no_harm(draft):
    for phase in ("auction", "buy", "draw"):
        shown = find_state(0, lambda shown, phase=phase: shown.state.phase == phase)
        assert '<b>"' not in render(shown, shown.mover, draft=draft)


def test_the_payment_of_a_bid_is_shown_only_to_the_bidder():
    shown = find_state(
        2, lambda s: s.state.auction is not None and s.state.auction.answers and s.state.auction.answers[0].pay
    )
    bidder = shown.state.auction.answers[0].player
    assert "Only you can see this." in render(shown, bidder)
    for reader in {None, *range(4)} - {bidder}:
        assert "Only you can see this." not in render(shown, reader)


THRESHOLDS = [
    (0, "No number card can bust you."),
    (1, "No number card can bust you."),
    (2, "Only a 9 busts."),
    (8, "3 or higher busts."),
    (10, "Any number card busts."),
    (-3, "No number card can bust you."),
]


@pytest.mark.parametrize(("net", "sentence"), THRESHOLDS)
def test_the_meter_says_which_numbers_bust(net, sentence):
    assert make_meters(net, 0)[0]["threshold"] == sentence


@pytest.mark.parametrize(
    ("coins", "sentence"),
    [
        (5, "No currency card can bust you."),
        (6, "Only a 5 busts."),
        (8, "3 or higher busts."),
        (10, "Any currency card busts."),
    ],
)
def test_the_meter_says_which_currency_busts(coins, sentence):
    assert make_meters(0, coins)[1]["threshold"] == sentence


@pytest.mark.parametrize(
    ("net", "coins", "words"),
    [
        (1, 5, "No card can bust you"),
        (3, 5, "8 or higher busts"),
        (2, 5, "Only a 9 busts"),
        (10, 5, "Any number busts"),
        (1, 6, "Only currency 5 busts"),
        (1, 8, "Currency 3 or higher busts"),
        (1, 10, "Any currency busts"),
        (3, 7, "8+ or currency 4+ busts"),
        (2, 6, "9 or currency 5 busts"),
        (10, 10, "Any number or any currency busts"),
    ],
)
def test_the_draw_button_says_what_busts(net, coins, words):
    assert _draw_words({"net": net, "coins": coins}) == words


def make_meters(net: int, coins: int) -> list[Plain]:
    """Make the meters that the active player sees at these totals."""
    shown = find_state(0, lambda shown: shown.state.phase == "draw")
    view = shown.view(shown.mover)
    view["tableau"] |= {"net": net, "coins": coins}
    found: list[Plain] = tableau(view, shown.people(), Keys())["meters"]
    return found


def test_buttons_say_what_the_other_players_get():
    shown = find_state(2, lambda shown: shown.state.phase == "draw")
    view, people = shown.view(shown.mover), shown.people()
    others = [seat for seat in range(4) if seat != shown.mover]
    view["tableau"] |= {"coins": 5}
    for seat, coins in zip(others, (10, 8, 0), strict=True):
        view["seats"][seat]["coins"] = coins
    view["seats"][shown.mover]["coins"] = 7
    _draw, numbers, currency = actions(view, shown.choices(shown.mover), people)
    assert numbers.small.startswith(f"{people[others[1]].name} +2, {people[others[2]].name} +5")
    assert currency.small.startswith("7 → 10, 2 lost")


def find_end(game: int) -> Shown:
    return find_state(game, lambda shown: shown.state.phase == "over")


@pytest.mark.parametrize("game", range(len(SETUPS)))
def test_the_final_board_shows_all_runs_and_points(game):
    shown = find_end(game)
    html = render(shown, 0)
    players = len(shown.people())
    assert html.count('class="run"') == 4 * players
    for points in shown.result()["points"]:
        assert f'<b class="figure">{points}</b>' in html
    assert find_buttons(html) == []


def test_a_finished_solo_game_offers_the_next_level():
    shown = find_end(4)
    won = shown.result()["places"] == [1]
    level = 8 if won else 7
    assert f'name="solo" value="{level}"' in render(shown, 0)
    assert 'name="solo"' not in render(shown, None)


def test_the_solo_opponent_of_gamefactory_is_called_mona():
    shown = find_state(5, lambda shown: shown.state.phase == "draw")
    assert "MONA" in render(shown, 0)
    assert "JEN" not in render(shown, 0)


def explain_tie(points, moneys, lasts, edition="aeg", places=(1, 2)):
    """Return what the score sheet says about a tie."""
    shown = find_end({"aeg": 0, "gamefactory": 6}[edition])
    result = shown.result()
    result |= {"points": list(points), "places": list(places)}
    word = "fewer_cards" if edition == "aeg" else "more_left_out"
    for why, money, last in zip(result["why"], moneys, lasts, strict=True):
        why |= {"money": money, word: last}
    return score_sheet(shown.view(0), shown.people(), result)["tie"]


def test_ties_are_explained_as_the_edition_breaks_them():
    assert explain_tie((20, 19), (5, 5), (9, 9)) == ""
    assert "more money than Leo, 8 to 5" in explain_tie((20, 20), (8, 5), (9, 9))
    assert "fewer cards than Leo, 9 to 12" in explain_tie((20, 20), (5, 5), (9, 12))
    assert "with more number cards outside the runs" in explain_tie((20, 20), (5, 5), (7, 3), "gamefactory")
    assert "shared" in explain_tie((20, 20), (5, 5), (9, 9), places=(1, 1))


def test_the_log_and_the_board_show_that_a_player_left():
    shown = find_state(2, lambda shown: shown.state.phase == "draw")
    state, events = KIND.play(shown.state, 3, Resign(), shown.dealer)
    left = Shown(state, shown.dealer, events)
    assert render_log(left, 0) == ["Jonas left the game. A bot plays on in this seat."]
    assert "<small>left · bot</small>" in render(left, 0)


def test_a_player_wins_when_everyone_else_has_left():
    shown = find_state(0, lambda shown: shown.state.phase == "draw")
    state, events = KIND.play(shown.state, 1, Resign(), shown.dealer)
    left = Shown(state, shown.dealer, events)
    assert pages.headline(left.view(0), {}, left.people()).text == "You won. Leo left the game."
    assert pages.headline(left.view(1), {}, left.people()).text == "Ana won. You left the game."
    render(left, 0)
