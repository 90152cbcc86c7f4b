"""Decisions of whole games are judged by what could be known, with legal moves as the better ones."""

from collections import Counter
from random import Random

import pytest

from games.kinds.push.review import review
from games.kinds.push.review.verdict import LEAST
from games.kinds.review import MARKS
from games.rules import push
from games.rules.base import Resign, change
from games.rules.serialization import read_move, write_move
from tests.kinds.push.review import games


def known(judged):
    """A judgement without what came of the decision."""
    facts = {name: fact for name, fact in judged.facts.items() if name != "came"}
    return judged._replace(facts=facts)


@pytest.mark.parametrize("place", games.SOME)
def test_every_decision_is_judged_once_and_in_order(place):
    game, judged = games.game(place), games.reviewed(place)
    assert [one.number for one in judged] == list(range(1, len(game.steps) + 1))
    for one, (state, step) in zip(judged, games.decisions(game), strict=True):
        assert one.seat == step.seat
        assert one.chosen == write_move(step.move)
        assert one.facts["what"] == {"auction": "bid"}.get(state.phase, state.phase)


@pytest.mark.parametrize("place", games.SOME)
def test_the_best_move_is_legal_and_better_by_the_loss(place):
    for one, (state, _) in zip(games.reviewed(place), games.decisions(games.game(place)), strict=True):
        assert (one.best is None) == (one.loss == 0)
        assert one.loss >= 0
        if one.best:
            push.play(state, one.seat, read_move(push, one.best), games.NO_DEALER)
        if one.facts["what"] == "draw":
            worth = one.facts["worth"]
            chosen = one.chosen.get("what", "draw")
            assert one.loss == pytest.approx(max(worth.values()) - worth[chosen], abs=1e-9)


@pytest.mark.parametrize("place", games.SOME)
def test_a_decision_is_judged_alike_whatever_was_to_come(place):
    """Two games that differ only in the order of cards that nobody had seen."""
    game, judged, dice = games.game(place), games.reviewed(place), Random("unseen")
    moves = len(game.steps) // 3
    assert [known(one) for one in review(games.dealt_anew(game, moves, dice))] == [known(one) for one in judged[:moves]]
    for moves in dice.sample(range(1, len(game.steps) + 1), 12):
        (other,) = review(games.last_anew(game, moves, dice))
        assert known(other)._replace(number=moves) == known(judged[moves - 1])


def test_what_came_is_told_and_can_differ_where_the_judgement_does_not():
    game, dice, same = games.game(0), Random("came"), Counter()
    draws = [one for one in games.reviewed(0) if one.chosen["do"] == "draw"][:20]
    for one in draws:
        (other,) = review(games.last_anew(game, one.number, dice))
        assert other.facts["came"]["event"] == "drew"
        same[other.facts["came"] == one.facts["came"]] += 1
    assert same[False] > same[True]


def test_a_bid_is_told_who_got_the_wild():
    found = Counter()
    for place in games.SOME:
        for one in games.reviewed(place):
            if one.facts["what"] == "bid" and one.facts["came"]:
                found[one.facts["came"]["event"]] += 1
    assert found["won"] > 3
    assert found["unsold"] > 0


def test_leaving_is_no_decision_but_what_the_bot_does_after_it_is_judged():
    game = games.played(["steady", "steady", "steady"], "leaving", leaving={7: 1})
    game = change(game, steps=game.steps[:60])
    judged = review(game)
    assert isinstance(game.steps[7].move, Resign)
    assert 8 not in {one.number for one in judged}
    assert len(judged) == len(game.steps) - 1
    assert sum(one.seat == 1 and one.number > 8 for one in judged) > 5


def test_a_game_without_a_move_has_nothing_to_judge():
    game = games.game(0)
    assert review(games.dealt_anew(game, 1, Random(1)))
    assert review(type(game)(game.kind, game.setup, game.start, (), None)) == []


@pytest.fixture(scope="module")
def by_bot():
    """How many of each mark a player gets in a game."""
    found = {}
    for bot in ("sharp", "random"):
        game = games.played([bot] * 2, "marks")
        marks = Counter(one.mark for one in review(game) if one.mark)
        found[bot] = {mark: marks[mark] / 2 for mark in MARKS}
    return found


def test_sharp_bots_get_hardly_a_mark_and_random_players_many(by_bot):
    assert sum(by_bot["sharp"].values()) < 1
    assert by_bot["sharp"]["blunder"] == 0
    assert sum(by_bot["random"].values()) > 10
    assert by_bot["random"]["blunder"] > 2


def test_marks_go_by_the_loss():
    for place in games.SOME:
        for one in games.reviewed(place):
            reached = sum(one.loss >= least for least in LEAST)
            assert one.mark == ("", *MARKS)[reached]


def test_bust_buys_and_last_purchases_are_judged():
    found = Counter(one.facts["what"] for place in games.SOME for one in games.reviewed(place))
    assert all(found[what] for what in ("draw", "bid", "buy", "bust", "final"))


def test_in_the_end_a_purchase_is_worth_its_points():
    """The last purchase of all: no other player is left, nothing more comes."""
    checked = 0
    for place in games.SOME:
        game = games.game(place)
        for one, (state, _) in zip(games.reviewed(place), games.decisions(game), strict=True):
            if one.facts["what"] == "final" and len(state.final) == 1 and game.setup.seats > 1:
                for row in one.facts["cards"]:
                    before = state.players[one.seat].cards
                    gain = push.scoring.score((*before, row["card"])) - push.scoring.score(before)
                    assert gain <= row["gain"] + 1e-9
                    checked += 1
    assert checked
