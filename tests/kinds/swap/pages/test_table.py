"""Every state of swap renders for every reader, and shows no more than the reader's view."""

import re
from itertools import product
from pathlib import Path

import pytest
from django.http import QueryDict

from games.kinds.swap import pages
from games.kinds.swap.pages import seat_layout
from games.rules import swap as rules
from games.rules.base import IllegalMove, Resign, change
from games.rules.swap.cards import BLOCKERS, COPIES
from games.rules.swap.moves import Hold, Swap
from tests.kinds.swap.pages.games import (
    RandomDealer,
    context,
    people,
    play_at_random,
    render,
    through_json,
    view_and_choices,
)
from tests.rules.swap.table import Stacked, lay

ROOT = Path(__file__).parents[4]
FACE = re.compile(r'href="[^"]+\.svg#creature-(\w+)"')
BUTTON = re.compile(r'<button[^>]* name="do" value="(\w+)"')
PROOF = pytest.mark.proof("records")
READERS = [None, *range(12)]


def find_cards(data) -> set[str]:
    """Find every card that a view names."""
    known = {data["card"], *data["up"], *data["known"], *data["shown"]}
    return known | {card for _seat, card in (data["last"] or {"cards": ()})["cards"]}


QUICK = [(4, "auto"), (7, "ask"), (12, "auto")]
LONG = [pytest.param(*one, marks=PROOF) for one in product(rules.SEATS, ("auto", "ask")) if one not in QUICK]


@pytest.mark.parametrize(("seats", "blocking"), [*QUICK, *LONG])
def test_every_state_shows_only_what_the_view_has(seats, blocking):
    """Render each state for one reader in turn, and some for everyone."""
    for step, (state, _events) in enumerate(
        play_at_random(seats, blocking, blocking=blocking, carry_on=seats % 2 == 0)
    ):
        every = READERS[: seats + 1]
        for seat in every if step % 40 == 0 else [every[step % len(every)]]:
            shown = render(state, seat, sidebar=False)
            view, choices = view_and_choices(state, seat)
            assert set(FACE.findall(shown)) <= find_cards(view), (seat, step)
            assert set(BUTTON.findall(shown)) == choices.keys() - {"resign"}


@pytest.mark.parametrize("number", [*range(9), *(pytest.param(number, marks=PROOF) for number in range(9, 100))])
def test_games_of_all_sizes_render_to_the_end(number):
    seats = rules.SEATS[number % len(rules.SEATS)]
    steps = play_at_random(seats, number, blocking=("auto", "ask")[number % 2], carry_on=number % 4 < 2)
    for step, (state, events) in enumerate(steps):
        seat = READERS[step % (seats + 1)]
        assert context(state, seat)["headline"]
        for event in events:
            line = pages.sentence(event, people(seats), seat)
            assert line is None or (line and "{" not in line and "%(" not in line), event
    assert "won" in render(state, None)


@pytest.mark.parametrize("hidden", range(1, 5))
def test_a_hidden_card_does_not_change_the_page(hidden):
    """Whatever another seat holds, a reader and the public get the same bytes."""
    state = lay("4 3 5 2 1", "10 9 8")
    pages = set()
    for card in COPIES:
        other = change(state, dealt=(*state.dealt[:hidden], card, *state.dealt[hidden + 1 :]))
        pages.add((render(other, 0), render(other, None)))
    assert len(pages) == 1


def test_swapped_cards_are_hidden_from_the_other_players():
    state, _events = rules.play(lay("4 W 5 2"), 0, Swap(), Stacked())
    assert "creature-4" in render(state, 0)
    assert "only you have seen it" in render(state, 0)
    assert FACE.findall(render(state, 2, sidebar=False)) == ["5"]
    assert FACE.findall(render(state, None, sidebar=False)) == []


def test_a_card_that_blocked_is_face_up_for_everyone():
    state, _events = rules.play(lay("4 10 5 2"), 0, Swap(), Stacked())
    for seat in (0, 2, 3, None):
        assert "10" in FACE.findall(render(state, seat, sidebar=False))
    assert "face up" in render(state, None)


@pytest.mark.parametrize("seats", [4, 7, 12])
@pytest.mark.parametrize("blocking", ["auto", "ask"])
def test_legal_moves_are_those_of_the_rules(seats, blocking):
    for state, _events in play_at_random(seats, "legal", blocking=blocking):
        for seat in range(seats):
            allowed = [do for do in rules.MOVES if do != "resign" and is_legal(state, seat, do)]
            legal = pages.legal(*view_and_choices(state, seat))
            assert sorted(move["do"] for move in legal) == sorted(allowed)
            assert all(move == {"do": move["do"]} for move in legal)
        assert pages.legal(view_and_choices(state, None)[0], {}) == []


def is_legal(state, seat, do) -> bool:
    try:
        rules.play(state, seat, rules.MOVES[do](), RandomDealer("any"))
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("do", [*rules.MOVES])
def test_a_button_sends_its_move(do):
    assert pages.read(QueryDict(f"do={do}&seen=3&ticket=abcdefgh&junk=%00"), {}, {}) == {"do": do}


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ("", "move.misfit"),
        ("do=hold&do=swap", "move.misfit"),
        ("do=" + "&do=".join(["hold"] * 900), "move.misfit"),
        ("do=", "move.unknown"),
        ("do=HOLD", "move.unknown"),
        ("do=hold%00", "move.unknown"),
        ("do=__class__", "move.unknown"),
        ("do=" + "x" * 9000, "move.unknown"),
        ("do=%F0%9F%A6%89%E2%80%AE", "move.unknown"),
        ("what=hold", "move.misfit"),
    ],
)
def test_garbage_is_refused(form, code):
    with pytest.raises(IllegalMove) as refused:
        pages.read(QueryDict(form), *view_and_choices(lay("4 W 5 2"), 0))
    assert refused.value.code == code
    assert len(str(refused.value.facts)) < 300


HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=y>', "{name}%(name)s{0.__class__}", "A&B'\"")


def test_player_names_are_escaped():
    who = people(4, HOSTILE)
    for number, option in enumerate(("auto", "ask")):
        for state, events in play_at_random(4, number, blocking=option):
            for seat in (None, 0, 1, 2, 3):
                lines = [str(pages.sentence(event, who, seat) or "") for event in events]
                board = render(state, seat, who).split("\n", 3)[3]
                assert "<script" not in board + "".join(lines)
                assert "<img" not in board + "".join(lines)


def test_braces_in_a_name_are_not_formatted():
    event = {"name": "held", "facts": {"seat": 2}}
    assert pages.sentence(event, people(4, HOSTILE), None) == "{name}%(name)s{0.__class__} kept their card."


@pytest.mark.parametrize("seats", rules.SEATS)
def test_the_next_seat_is_on_the_right_and_the_last_one_on_the_left(seats):
    """Seats are arranged counterclockwise and symmetrically, so the last one mirrors the next one."""
    x, y = seat_layout.card_at(1, seats, own=True)
    left, same = seat_layout.card_at(seats - 1, seats, own=True)
    assert x > seat_layout.WIDE / 2
    assert (round(left), round(same)) == (round(seat_layout.WIDE - x), round(y))
    assert all(seat_layout.card_at(place, seats, own=True)[1] < y + 1 for place in range(1, seats)), (
        "the bottom is for the reader's card"
    )


@pytest.mark.parametrize("seats", rules.SEATS)
@pytest.mark.parametrize("own", [True, False])
def test_the_style_sheet_has_the_same_angles_as_the_arrows(seats, own):
    css = (ROOT / "ten_site/static" / pages.CSS).read_text()
    selector = rf"\.of-{seats}{re.escape('.has-own') if own else ''} {{ (?:--n: {seats}; )?--step: ([\d.]+)deg"
    assert float(re.findall(selector, css)[0]) == pytest.approx(seat_layout.angle_step(seats, own), abs=0.01)


@pytest.mark.parametrize("seats", rules.SEATS)
def test_there_is_an_arrow_from_every_seat_to_every_other(seats):
    ends = {seat_layout.arrow(0, other, seats, own=True).head for other in [None, *range(1, seats)]}
    assert len(ends) == seats
    for start in range(seats):
        for end in {*range(seats)} - {start}:
            numbers = [float(n) for n in re.findall(r"-?\d+", "".join(seat_layout.arrow(start, end, seats, own=False)))]
            assert all(0 < number < seat_layout.WIDE for number in numbers)


def test_seats_are_in_the_order_of_play_after_the_reader():
    state = lay("4 W 5 2 3")
    assert [place.person.seat for place in context(state, 2)["ring"]] == [3, 4, 0, 1]
    assert [place.person.seat for place in context(state, None)["ring"]] == [0, 1, 2, 3, 4]


def test_the_file_of_drawings_has_every_card_and_mark_once():
    sprite = (ROOT / "ten_site/static/ten/swap/drawings.svg").read_text()
    ids = re.findall(r' id="([^"]+)"', sprite)
    assert len(ids) == len(set(ids))
    assert {*(f"creature-{card}" for card in COPIES), "swap-back", "swap-token", "swap-lost", "swap-heart"} <= {*ids}
    assert {*re.findall(r'href="#([^"]+)"', sprite)} <= {*ids}
    assert "style=" not in sprite


def test_the_legend_shows_the_cards_that_block():
    shown = render(lay("4 W 5 2"), None)
    assert FACE.findall(shown) == list(BLOCKERS)
    skunk = shown.partition("Skunk, 8")[2].partition("</li>")[0]
    assert "The player who asked loses a token." in skunk
    assert "the player who first gave it away, who also loses a token." in skunk  # R32


def test_lost_tokens_are_empty_rings():
    state = lay("4 W 5 2", tokens=(3, 1, 2, 3))
    shown = render(state, 0, sidebar=False)
    assert shown.count('.svg#swap-token"') == 9
    assert shown.count('.svg#swap-lost"') == 3
    assert "1 token<" in shown


def test_a_card_keeps_its_key_when_it_moves():
    before = lay("4 W 5 2")
    after, _events = rules.play(before, 0, Swap(), Stacked())
    keys = [{place.person.seat: place.piece for place in context(state, None)["ring"]} for state in (before, after)]
    assert keys[0] == {seat: f"h2-{seat}" for seat in range(4)}
    assert keys[1] == {0: "h2-1", 1: "h2-0", 2: "h2-2", 3: "h2-3"}


def test_a_player_who_left_is_marked():
    state, _events = rules.play(lay("4 W 5 2"), 2, Resign(), Stacked())
    who = [person._replace(left=person.seat == 2) for person in people(4)]
    assert "<small>left · bot</small>" in render(state, 0, who)


def test_the_next_seat_chooses_after_a_card_is_kept():
    state, events = rules.play(lay("4 W 5 2"), 0, Hold(), Stacked())
    assert [pages.sentence(through_json(event._asdict()), people(4), 0) for event in events] == ["You kept your card."]
    assert context(state, 0)["headline"] == "Ben is choosing."
