"""Every state of swap can be shown to every reader, and shows nobody more than the view."""

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
from tests.kinds.swap.pages.shown import ByChance, context, game, html, people, plain, seen
from tests.rules.swap.table import Stacked, lay

ROOT = Path(__file__).parents[4]
FACE = re.compile(r'href="#creature-(\w+)"')
BUTTON = re.compile(r'<button[^>]* name="do" value="(\w+)"')
PROOF = pytest.mark.proof("records")
READERS = [None, *range(12)]


def cards_in(data) -> set[str]:
    """Every card that a view names."""
    known = {data["card"], *data["up"], *data["known"], *data["shown"]}
    return known | {card for _seat, card in (data["last"] or {"cards": ()})["cards"]}


QUICK = [(4, "auto"), (7, "ask"), (12, "auto")]
LONG = [pytest.param(*one, marks=PROOF) for one in product(rules.SEATS, ("auto", "ask")) if one not in QUICK]


@pytest.mark.parametrize(("seats", "blocking"), [*QUICK, *LONG])
def test_every_state_shows_only_what_the_view_has(seats, blocking):
    """Each state of a game to one reader in turn, and some to everybody."""
    for step, (state, _events) in enumerate(game(seats, blocking, blocking=blocking, carry_on=seats % 2 == 0)):
        every = READERS[: seats + 1]
        for seat in every if step % 40 == 0 else [every[step % len(every)]]:
            shown = html(state, seat, rail=False)
            view, choices = seen(state, seat)
            assert set(FACE.findall(shown)) <= cards_in(view), (seat, step)
            assert set(BUTTON.findall(shown)) == choices.keys() - {"resign"}


@pytest.mark.parametrize("number", [*range(9), *(pytest.param(number, marks=PROOF) for number in range(9, 100))])
def test_games_of_all_sizes_render_to_the_end(number):
    seats = rules.SEATS[number % len(rules.SEATS)]
    steps = game(seats, number, blocking=("auto", "ask")[number % 2], carry_on=number % 4 < 2)
    for step, (state, events) in enumerate(steps):
        seat = READERS[step % (seats + 1)]
        assert context(state, seat)["headline"]
        for event in events:
            line = pages.sentence(event, people(seats), seat)
            assert line is None or (line and "{" not in line and "%(" not in line), event
    assert "won" in html(state, None)


@pytest.mark.parametrize("hidden", range(1, 5))
def test_a_hidden_card_changes_no_byte(hidden):
    """Whatever another seat holds, the page of a reader and of the public is the same."""
    state = lay("4 3 5 2 1", "10 9 8")
    pages = set()
    for card in COPIES:
        other = change(state, dealt=(*state.dealt[:hidden], card, *state.dealt[hidden + 1 :]))
        pages.add((html(other, 0), html(other, None)))
    assert len(pages) == 1


def test_who_swapped_knows_the_card_that_went_and_nobody_else():
    state, _events = rules.play(lay("4 W 5 2"), 0, Swap(), Stacked())
    assert "creature-4" in html(state, 0)
    assert "only you have seen it" in html(state, 0)
    assert FACE.findall(html(state, 2, rail=False)) == ["5"]
    assert FACE.findall(html(state, None, rail=False)) == []


def test_a_card_that_blocked_lies_face_up_for_all():
    state, _events = rules.play(lay("4 10 5 2"), 0, Swap(), Stacked())
    for seat in (0, 2, 3, None):
        assert "10" in FACE.findall(html(state, seat, rail=False))
    assert "face up" in html(state, None)


@pytest.mark.parametrize("seats", [4, 7, 12])
@pytest.mark.parametrize("blocking", ["auto", "ask"])
def test_legal_moves_are_those_of_the_rules(seats, blocking):
    for state, _events in game(seats, "legal", blocking=blocking):
        for seat in range(seats):
            allowed = [do for do in rules.MOVES if do != "resign" and plays(state, seat, do)]
            legal = pages.legal(*seen(state, seat))
            assert sorted(move["do"] for move in legal) == sorted(allowed)
            assert all(move == {"do": move["do"]} for move in legal)
        assert pages.legal(seen(state, None)[0], {}) == []


def plays(state, seat, do) -> bool:
    try:
        rules.play(state, seat, rules.MOVES[do](), ByChance("any"))
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("do", [*rules.MOVES])
def test_a_button_says_its_move(do):
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
def test_rubbish_is_refused_in_a_sentence(form, code):
    with pytest.raises(IllegalMove) as refused:
        pages.read(QueryDict(form), *seen(lay("4 W 5 2"), 0))
    assert refused.value.code == code
    assert len(str(refused.value.facts)) < 300


HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=y>', "{name}%(name)s{0.__class__}", "A&B'\"")


def test_names_are_text():
    """Names are written as they are, whatever they hold."""
    who = people(4, HOSTILE)
    for number, option in enumerate(("auto", "ask")):
        for state, events in game(4, number, blocking=option):
            for seat in (None, 0, 1, 2, 3):
                lines = [str(pages.sentence(event, who, seat) or "") for event in events]
                board = html(state, seat, who).split("\n", 3)[3]
                assert "<script" not in board + "".join(lines)
                assert "<img" not in board + "".join(lines)


def test_a_name_with_braces_is_no_format():
    event = {"name": "held", "facts": {"seat": 2}}
    assert pages.sentence(event, people(4, HOSTILE), None) == "{name}%(name)s{0.__class__} kept their card."


@pytest.mark.parametrize("seats", rules.SEATS)
def test_the_next_seat_sits_at_the_right_and_the_last_at_the_left(seats):
    """Anticlockwise, and symmetric: so the last one before the reader is opposite of the first one after."""
    x, y = seat_layout.card_at(1, seats, own=True)
    left, same = seat_layout.card_at(seats - 1, seats, own=True)
    assert x > seat_layout.WIDE / 2
    assert (round(left), round(same)) == (round(seat_layout.WIDE - x), round(y))
    assert all(seat_layout.card_at(place, seats, own=True)[1] < y + 1 for place in range(1, seats)), (
        "the bottom is the own card's"
    )


@pytest.mark.parametrize("seats", rules.SEATS)
@pytest.mark.parametrize("own", [True, False])
def test_the_style_sheet_has_the_same_angles_as_the_arrow(seats, own):
    css = (ROOT / "ten_site/static" / pages.CSS).read_text()
    selector = rf"\.of-{seats}{re.escape('.has-own') if own else ''} {{ (?:--n: {seats}; )?--step: ([\d.]+)deg"
    assert float(re.findall(selector, css)[0]) == pytest.approx(seat_layout.angle_step(seats, own), abs=0.01)


@pytest.mark.parametrize("seats", rules.SEATS)
def test_an_arrow_leads_from_every_seat_to_every_other(seats):
    ends = {seat_layout.arrow(0, other, seats, own=True).head for other in [None, *range(1, seats)]}
    assert len(ends) == seats
    for start in range(seats):
        for end in {*range(seats)} - {start}:
            numbers = [float(n) for n in re.findall(r"-?\d+", "".join(seat_layout.arrow(start, end, seats, own=False)))]
            assert all(0 < number < seat_layout.WIDE for number in numbers)


def test_seats_stand_in_the_order_of_play_after_the_reader():
    state = lay("4 W 5 2 3")
    assert [place.person.seat for place in context(state, 2)["ring"]] == [3, 4, 0, 1]
    assert [place.person.seat for place in context(state, None)["ring"]] == [0, 1, 2, 3, 4]


def test_every_card_and_mark_is_drawn_once():
    sprite = (ROOT / "templates/games/swap/_sprite.html").read_text()
    ids = re.findall(r' id="([^"]+)"', sprite)
    assert len(ids) == len(set(ids))
    assert {*(f"creature-{card}" for card in COPIES), "swap-back", "swap-token", "swap-lost", "swap-heart"} <= {*ids}
    assert {*re.findall(r'href="#([^"]+)"', sprite)} <= {*ids}
    assert "style=" not in sprite


def test_the_legend_shows_the_cards_that_block():
    shown = html(lay("4 W 5 2"), None)
    assert FACE.findall(shown) == list(BLOCKERS)
    skunk = shown.partition("Skunk, 8")[2].partition("</li>")[0]
    assert "The player who asked loses a token." in skunk
    assert "the player who first gave it away, who also loses a token." in skunk  # R32


def test_lost_tokens_are_empty_rings():
    state = lay("4 W 5 2", tokens=(3, 1, 2, 3))
    shown = html(state, 0, rail=False)
    assert shown.count('href="#swap-token"') == 9
    assert shown.count('href="#swap-lost"') == 3
    assert "1 token<" in shown


def test_a_card_keeps_its_key_where_it_goes():
    before = lay("4 W 5 2")
    after, _events = rules.play(before, 0, Swap(), Stacked())
    keys = [{place.person.seat: place.piece for place in context(state, None)["ring"]} for state in (before, after)]
    assert keys[0] == {seat: f"h2-{seat}" for seat in range(4)}
    assert keys[1] == {0: "h2-1", 1: "h2-0", 2: "h2-2", 3: "h2-3"}


def test_who_left_is_marked_and_has_no_buttons_to_resign_with():
    state, _events = rules.play(lay("4 W 5 2"), 2, Resign(), Stacked())
    who = [person._replace(left=person.seat == 2) for person in people(4)]
    assert "<small>left</small>" in html(state, 0, who)


def test_a_held_hand_goes_on_with_the_next_seat():
    state, events = rules.play(lay("4 W 5 2"), 0, Hold(), Stacked())
    assert [pages.sentence(plain(event._asdict()), people(4), 0) for event in events] == ["You kept your card."]
    assert context(state, 0)["headline"] == "Ben is choosing."
