"""The review judges every decision by what its player knew, and names a legal move as the best one."""

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


def drop_outcome(judged):
    """Return a judgment without the outcome of the decision."""
    facts = {name: fact for name, fact in judged.facts.items() if name != "came"}
    return judged._replace(facts=facts)


@pytest.mark.parametrize("place", games.PLACES)
def test_every_decision_is_judged_once_and_in_order(place):
    game, judged = games.play(place), games.judge(place)
    assert [one.number for one in judged] == list(range(1, len(game.steps) + 1))
    for one, (state, step) in zip(judged, games.decisions(game), strict=True):
        assert one.seat == step.seat
        assert one.chosen == write_move(step.move)
        assert one.facts["what"] == {"auction": "bid"}.get(state.phase, state.phase)


@pytest.mark.parametrize("place", games.PLACES)
def test_the_best_move_is_legal_and_accounts_for_the_loss(place):
    for one, (state, _) in zip(games.judge(place), games.decisions(games.play(place)), strict=True):
        assert (one.best is None) == (one.loss == 0)
        assert one.loss >= 0
        if one.best:
            push.play(state, one.seat, read_move(push, one.best), games.NO_DEALER)
        if one.facts["what"] == "draw":
            worth = one.facts["worth"]
            chosen = one.chosen.get("what", "draw")
            assert one.loss == pytest.approx(max(worth.values()) - worth[chosen], abs=1e-9)


@pytest.mark.parametrize("place", games.PLACES)
def test_judgments_do_not_depend_on_cards_that_nobody_had_seen(place):
    """Compare games that differ only in the order of those cards."""
    game, judged, dice = games.play(place), games.judge(place), Random("unseen")
    moves = len(game.steps) // 3
    assert [drop_outcome(one) for one in review(games.redeal(game, moves, dice))] == [
        drop_outcome(one) for one in judged[:moves]
    ]
    for moves in dice.sample(range(1, len(game.steps) + 1), 12):
        (other,) = review(games.redeal_last_move(game, moves, dice))
        assert drop_outcome(other)._replace(number=moves) == drop_outcome(judged[moves - 1])


def test_the_outcome_of_a_draw_is_that_of_the_card_drawn():
    game, dice, same = games.play(0), Random("came"), Counter()
    draws = [one for one in games.judge(0) if one.chosen["do"] == "draw"][:20]
    for one in draws:
        (other,) = review(games.redeal_last_move(game, one.number, dice))
        assert other.facts["came"]["event"] == "drew"
        same[other.facts["came"] == one.facts["came"]] += 1
    assert same[False] > same[True]


def test_the_outcome_of_a_bid_says_whether_the_wild_was_sold():
    found = Counter()
    for place in games.PLACES:
        for one in games.judge(place):
            if one.facts["what"] == "bid" and one.facts["came"]:
                found[one.facts["came"]["event"]] += 1
    assert found["won"] > 3
    assert found["unsold"] > 0


def test_leaving_is_not_judged_but_the_bot_that_plays_on_is():
    game = games.play_bots(["steady", "steady", "steady"], "leaving", leaving={7: 1})
    game = change(game, steps=game.steps[:60])
    judged = review(game)
    assert isinstance(game.steps[7].move, Resign)
    assert 8 not in {one.number for one in judged}
    assert len(judged) == len(game.steps) - 1
    assert sum(one.seat == 1 and one.number > 8 for one in judged) > 5


def test_a_game_without_moves_has_an_empty_review():
    game = games.play(0)
    assert review(games.redeal(game, 1, Random(1)))
    assert review(type(game)(game.kind, game.setup, game.start, (), None)) == []


@pytest.fixture(scope="module")
def by_bot():
    """The average number of each mark per player and game."""
    found = {}
    for bot in ("sharp", "random"):
        game = games.play_bots([bot] * 2, "marks")
        marks = Counter(one.mark for one in review(game) if one.mark)
        found[bot] = {mark: marks[mark] / 2 for mark in MARKS}
    return found


def test_sharp_bots_get_few_marks_and_random_players_many(by_bot):
    assert sum(by_bot["sharp"].values()) < 1
    assert by_bot["sharp"]["blunder"] == 0
    assert sum(by_bot["random"].values()) > 10
    assert by_bot["random"]["blunder"] > 2


def test_marks_depend_on_the_loss():
    for place in games.PLACES:
        for one in games.judge(place):
            reached = sum(one.loss >= least for least in LEAST)
            assert one.mark == ("", *MARKS)[reached]


def test_all_types_of_decisions_are_judged():
    found = Counter(one.facts["what"] for place in games.PLACES for one in games.judge(place))
    assert all(found[what] for what in ("draw", "bid", "buy", "bust", "final"))


def test_the_last_purchase_is_worth_at_least_its_points():
    """Nobody moves after it, so points are all that counts."""
    checked = 0
    for place in games.PLACES:
        game = games.play(place)
        for one, (state, _) in zip(games.judge(place), games.decisions(game), strict=True):
            if one.facts["what"] == "final" and len(state.final) == 1 and game.setup.seats > 1:
                for row in one.facts["cards"]:
                    before = state.players[one.seat].cards
                    gain = push.scoring.score((*before, row["card"])) - push.scoring.score(before)
                    assert gain <= row["gain"] + 1e-9
                    checked += 1
    assert checked
