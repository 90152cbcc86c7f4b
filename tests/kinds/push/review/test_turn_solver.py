"""The turn solver agrees with brute force on short decks, and can solve a whole one."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.knowledge import read_view
from games.kinds.push.bots.sharp import WEIGHTS
from games.kinds.push.odds import next_card_chances
from games.kinds.push.review.draws import Turn
from games.kinds.push.review.turn_solver import ANY_DEPTH, FACES, VALUES, Deck, Ends, TurnSolver
from games.rules import push
from games.rules.push.cards import COINS, DECKS, FACE
from tests.kinds.push.review import games
from tests.kinds.seeds import seeds

EXACT = 1e-12


def make_random_ends(dice):
    """Return random worths. Leaving cards on the market only ever costs."""
    worth = dice.uniform(-1, 2)
    return Ends(
        numbers=worth,
        gains=tuple(dice.uniform(-0.2, 1.5) for _ in FACES),
        offered=dice.uniform(0, 0.5),
        offers=tuple(dice.uniform(0, 0.8) for _ in FACES),
        mine=tuple(coins * 0.25 for coins in range(11)),
        paid=tuple(coins * dice.uniform(0.1, 0.2) for coins in range(11)),
        token=dice.uniform(0, 1),
        bonus=dice.choice((0.0, dice.uniform(0, 0.2))),
    )


def brute_force(net, coins, deck, ends):
    """Return the worth of the turn and of drawing, from every order of the deck."""

    @cache
    def best(drawn, left):
        return max(stop(drawn), draw(drawn, left)) if left else stop(drawn)

    def stop(drawn):
        shown = coins + sum(value for what, value in drawn if what == "$")
        return max(numbers(drawn) - ends.paid[shown], ends.mine[shown] - offered(drawn))

    def numbers(drawn):
        return ends.numbers + sum(ends.gains[value - 1] for what, value in drawn if what == "n")

    def offered(drawn):
        return max([ends.offered, *(ends.offers[value - 1] for what, value in drawn if what == "n")])

    def draw(drawn, left):
        return ends.bonus + sum(take_card(drawn, left, place) for place in range(len(left))) / len(left)

    def take_card(drawn, left, place):
        card, rest = left[place], (*left[:place], *left[place + 1 :])
        after = tuple(sorted((*drawn, card)))
        shown = coins + sum(value for what, value in drawn if what == "$")
        total = net + sum(value if what == "n" else -value for what, value in after)
        if card[0] == "$" and shown + card[1] > 10:
            return ends.token - offered(drawn)
        if card[0] == "n" and total > 10:
            return ends.token - offered(after) - ends.paid[shown]
        return best(after, rest)

    return best((), deck), draw((), deck)


def count_deck(cards):
    held = Counter(cards)
    return Deck(tuple(held["n", face] for face in FACES), tuple(held["$", value] for value in VALUES))


@pytest.mark.parametrize("seed", seeds(60, 150))
def test_short_decks_match_brute_force(seed):
    dice = Random(seed)
    coins = dice.randrange(0, 11)
    net = dice.randrange(-coins, 11)
    cards = [("n", face) for face in FACES] * 2 + [("$", value) for value in VALUES] * 2
    deck = tuple(sorted(dice.sample(cards, dice.randrange(1, 8))))
    ends = make_random_ends(dice)
    worth, draw = brute_force(net, coins, deck, ends)
    found = TurnSolver(net, coins, count_deck(deck), ends)
    assert found.worth() == pytest.approx(worth, abs=EXACT)
    if worth == draw:
        assert found.drawing() == pytest.approx(draw, abs=EXACT)
    assert TurnSolver(net, coins, count_deck(deck), ends, len(deck)).worth() == pytest.approx(worth, abs=EXACT)


@pytest.mark.parametrize("seed", seeds(20, 40))
def test_the_worth_after_each_next_card_matches_brute_force(seed):
    dice = Random(seed)
    cards = [("n", face) for face in FACES] + [("$", value) for value in VALUES]
    deck = tuple(sorted(dice.sample(cards, 6)))
    ends, net = make_random_ends(dice), dice.randrange(-3, 8)
    found = TurnSolver(net, 3, count_deck(deck), ends)
    for card in deck:
        rest = tuple(other for other in deck if other != card)
        after = ends._replace(
            numbers=ends.numbers + (ends.gains[card[1] - 1] if card[0] == "n" else 0),
            offered=max(ends.offered, ends.offers[card[1] - 1] if card[0] == "n" else 0),
        )
        if card[0] == "n" and net + card[1] <= 10:
            worth, _ = brute_force(net + card[1], 3, rest, after)
            assert found.worth(number=card[1]) == pytest.approx(worth, abs=EXACT)
        if card[0] == "$":
            worth, _ = brute_force(net - card[1], 3 + card[1], rest, after)
            assert found.worth(value=card[1]) == pytest.approx(worth, abs=EXACT)


@pytest.mark.parametrize(("net", "coins"), [(9, 8), (8, 8), (10, 7), (7, 9)])
def test_a_whole_deck_near_the_limits_matches_brute_force(net, coins):
    deck = tuple(sorted(("$" if card[0] == "$" else "n", int(card[1])) for card in DECKS[5] if card in FACE | COINS))
    ends = make_random_ends(Random(net))
    worth, _ = brute_force(net, coins, deck, ends)
    assert TurnSolver(net, coins, count_deck(deck), ends).worth() == pytest.approx(worth, abs=EXACT)


@pytest.mark.parametrize("seed", range(20))
def test_the_share_is_the_gain_per_point_added_to_the_numbers(seed):
    dice = Random(seed)
    cards = [("n", face) for face in FACES] * 2 + [("$", value) for value in VALUES]
    deck, ends, more = count_deck(dice.sample(cards, 9)), make_random_ends(dice), 1e-7
    found, raised = (TurnSolver(2, 1, deck, ends._replace(numbers=ends.numbers + add)) for add in (0, more))
    assert (raised.worth() - found.worth()) / more == pytest.approx(found.share(), abs=1e-6)


def test_a_whole_deck_can_be_solved_to_its_end():
    numbers = tuple(sum(card[1] == str(face) and card[0] in "bgop" for card in DECKS[5]) for face in FACES)
    currency = tuple(DECKS[5].count(f"${value}") for value in VALUES)
    found = TurnSolver(0, 0, Deck(numbers, currency), make_random_ends(Random(1)))
    pairs = 0
    for row, best in found.rows.items():
        if all(count <= most for count, most in zip(found.currency.used[row], currency, strict=True)):
            limit = 10 + found.currency.total[row]
            pairs += sum(
                total <= limit and all(count <= most for count, most in zip(used, numbers, strict=True))
                for total, used in zip(found.sets.total[: len(best)], found.sets.used, strict=False)
            )
    assert pairs == 143_102
    assert 0 < found.worth() < 5


def test_solving_a_few_cards_and_estimating_the_rest_comes_close():
    off, states = [], []
    for place in games.PLACES:
        decided = [state for state, _ in games.decisions(games.play(place))]
        states += [state for state in decided if "draw" in push.choices(state, state.active)][::120]
    for state in states:
        view = push.view(state, state.active)
        turn = Turn(Evaluation(read_view(view), WEIGHTS))
        table = turn.known
        rows = next_card_chances(table.to_come, table.net, table.coins)["next"]
        draw, ahead = turn.draw(rows), TurnSolver(table.net, table.coins, turn._deck(), turn._ends(), ANY_DEPTH)
        off.append(abs(turn.solver.worth() - ahead.worth()))
        assert draw == pytest.approx(sum(row["chance"] * row["worth"] for row in rows))
    assert len(off) > 5
    assert max(off) < 0.15
    assert sum(off) / len(off) < 0.02
