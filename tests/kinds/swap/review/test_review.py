"""Reviews of whole games of swap: which decisions are judged, and on what knowledge."""

import json
from itertools import pairwise

import pytest

from games.kinds.review import Judged
from games.kinds.swap.odds import compute_odds
from games.kinds.swap.review import hands, review
from games.labs.arena import make_match, play_match
from games.rules import swap
from games.rules.base import make_setup
from games.rules.replay import Replay, Step, replay
from games.rules.swap.state import card_of
from tests.call_counts import count_calls
from tests.rules.swap.table import Stacked

MOST_CALLS = 400_000  # this game needs two thirds of it


def play_bots(seats, number, bots=("random", "steady"), **options):
    return replay(play_match(make_match("swap", seats, options, bots, "reviews of swap"), number))


def play_moves(deck: str, words: str, **options) -> Replay:
    """Play a game from this deck (the rest in canonical order); each word is a move of the seat to decide."""
    setup, dealer = make_setup(swap, 4, options), Stacked(deck)
    state = start = swap.start(setup, dealer)
    steps = []
    for word in words.split():
        (seat,) = swap.waiting(state)
        move = swap.MOVES[word]()
        state, events = swap.play(state, seat, move, dealer)
        steps.append(Step(seat, move, events, state))
    return Replay(swap, setup, start, tuple(steps), None)


GAMES = [
    (seats, number, {"blocking": blocking}) for seats in (4, 7) for number in range(3) for blocking in ("auto", "ask")
]


@pytest.mark.parametrize(("seats", "number", "options"), GAMES)
def test_every_decision_with_a_choice_is_judged_once_and_in_order(seats, number, options):
    one = play_bots(seats, number, **options)
    expected, before = [], one.start
    for place, step in enumerate(one.steps, 1):
        offered = swap.choices(before, step.seat).keys() & {"hold", "swap", "accept", "block"}
        if len(offered) > 1:
            expected.append((place, step.seat, step.move.do))
        before = step.state
    found = review(one)
    assert [(judged.number, judged.seat, judged.chosen["do"]) for judged in found] == expected
    for judged in found:
        chances = {do: chance["lost"] for do, chance in judged.facts["chances"].items()}
        assert all(0 <= chance <= 1 + 1e-12 for chance in chances.values())
        assert judged.loss == pytest.approx(chances[judged.chosen["do"]] - min(chances.values()), abs=1e-9)
        assert (judged.best is None) == (judged.loss == 0)
    json.dumps([judged._asdict() for judged in found])


def test_judgments_do_not_depend_on_hidden_cards():
    # the cards go to seats 1, 2, 3, 0; in both games seat 1 decides first, and knows only its own card, a Stone
    lucky = play_moves("0 5 4 3", "hold hold hold hold")
    unlucky = play_moves("0 W 0000 000", "hold hold hold hold")
    assert review(lucky)[0] == review(unlucky)[0]
    # the swap got a Five, or a Two: the decision was the same, and so was the third one
    one, other = play_moves("0 5 4 3 9", "swap hold hold hold"), play_moves("0 2 4 3 1", "swap hold hold hold")
    assert review(one)[0] == review(other)[0]
    assert review(one)[2] == review(other)[2]
    assert review(one)[1] != review(other)[1]  # the second seat has another card, and knows it


def test_judgments_use_what_the_seat_has_seen():
    # seat 3 swaps with the dealer and gets the Lion, so the dealer knows that its own card isn't the lowest
    (*_, knowing) = review(play_moves("5 4 3 0000", "hold hold swap swap"))
    assert (knowing.seat, knowing.facts["card"], knowing.facts["knew"]) == (0, "3", [[3, "0000"]])
    assert knowing.facts["chances"]["hold"]["lost"] == 0
    assert knowing.best == {"do": "hold"}
    # the same seats have the same cards, but the dealer hasn't seen the Lion
    (*_, guessing) = review(play_moves("5 4 0000 3", "hold hold hold swap"))
    assert (guessing.facts["card"], guessing.facts["knew"]) == ("3", [])
    assert guessing.facts["chances"]["hold"]["lost"] > 0.1


def test_marks_depend_on_the_loss():
    marks = {judged.mark for number in range(6) for judged in review(play_bots(6, number)) if check_mark(judged)}
    assert marks == {"", "inexact", "mistake", "blunder"}


def check_mark(judged: Judged) -> bool:
    names = [name for name, least in (("blunder", 0.2), ("mistake", 0.1), ("inexact", 0.03)) if judged.loss >= least]
    assert judged.mark == (names or [""])[0]
    return True


@pytest.mark.parametrize(("seats", "number", "options"), GAMES)
def test_hands_record_where_each_card_went(seats, number, options):
    one = play_bots(seats, number, **options)
    recorded = hands(one)
    json.dumps(recorded)
    ended = [step.state.last for step in one.steps if any(event.name == "shown" for event in step.events)]
    assert [hand["shown"] for hand in recorded if hand["shown"]] == [list(map(list, last.cards)) for last in ended]
    assert [hand["number"] for hand in recorded] == list(range(1, len(recorded) + 1))
    for hand in recorded:
        cards = dict(map(tuple, hand["dealt"]))
        for act in hand["acts"]:
            apply_act(act, cards)
        assert all(cards[seat] == card for seat, card in hand["shown"])


def apply_act(act, cards):
    """Apply an act to the cards of the seats."""
    if act["did"] == "swapped":
        seat, whom = act["seat"], act["whom"]
        assert (cards[seat], cards[whom]) == (act["gave"], act["got"])
        cards[seat], cards[whom] = cards[whom], cards[seat]
    if act["did"] == "drew":
        assert cards[act["seat"]] == act["gave"]
        cards[act["seat"]] = act["got"]
    way = act.get("undid", [])
    for taker, giver in pairwise(way):
        cards[taker], cards[giver] = cards[giver], cards[taker]


def test_hands_record_who_knew_which_cards():
    # seat 1 gives its Three to seat 2, who wants to give it to seat 3, whose Wolf blocks
    (hand, *_) = hands(play_moves("3 5 9 4", "swap swap hold hold"))
    knew = {one["seat"]: one["cards"] for one in hand["knew"]}
    assert knew == {
        None: [[3, "9"]],
        1: [[2, "3"], [3, "9"]],
        2: [[1, "5"], [3, "9"]],
        3: [],
        0: [[3, "9"]],
    }
    assert [act["did"] for act in hand["acts"]] == ["swapped", "blocked", "held", "held"]
    assert [(token["seat"], token["why"]) for token in hand["tokens"]] == [(2, "wolf"), (2, "lowest")]


@pytest.mark.parametrize(("seats", "number", "options"), GAMES)
def test_odds_are_the_same_for_a_view_from_json(seats, number, options):
    one = play_bots(seats, number, **options)
    for state in [one.start, *(step.state for step in one.steps[::7])]:
        for seat in (None, *range(seats)):
            view, offered = swap.view(state, seat), swap.choices(state, seat) if seat is not None else {}
            shown = compute_odds(view, offered)
            assert shown == compute_odds(json.loads(json.dumps(view)), json.loads(json.dumps(offered)))
            assert bool(shown) == (seat is not None and view["card"] is not None and view["phase"] != "over")
            json.dumps(shown)


def test_a_game_that_a_player_left_is_reviewed_to_its_end():
    one = play_moves("3 5 9 4", "swap swap resign")
    assert card_of(one.state, 1) == "5"
    assert len(hands(one)) == 1
    assert len(review(one)) == 2


def test_a_review_makes_few_calls():
    one = play_bots(12, 0, ("steady", "sharp"), blocking="ask")
    assert count_calls(review, one) + count_calls(hands, one) < MOST_CALLS
