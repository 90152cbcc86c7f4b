"""Random games: nothing is lost, nothing is revealed, and the same moves give the same game."""

import json
import random
from collections import Counter

import pytest

from games.kinds.swap.bots import random_move
from games.rules import swap
from games.rules.base import Resign, events_for, make_setup
from games.rules.serialization import from_plain, to_plain
from games.rules.swap.cards import BLOCKERS
from games.rules.swap.state import State
from tests.rules.swap.checks import conserved
from tests.rules.swap.twist import same_outcome, twist


class Shuffled:
    """Deals by seed and label; with `many_blockers`, blockers are often among the first cards."""

    def __init__(self, seed, many_blockers=False):
        self.seed, self.many_blockers = seed, many_blockers

    def below(self, label, n):
        return random.Random(f"{self.seed} {label}").randrange(n)

    def shuffle(self, label, cards):
        dice = random.Random(f"{self.seed} {label}")
        weight = {"7": 4, "8": 3, "9": 1} if self.many_blockers else {}
        return tuple(sorted(cards, key=lambda card: dice.random() - 0.2 * weight.get(card, 0)))


def games(count, many_blockers=False):
    """Games with all options and numbers of seats in turn: setup, dealer and dice."""
    for number in range(count):
        options = {"blocking": ("auto", "ask")[number % 2], "carry_on": number % 4 < 2}
        yield (
            make_setup(swap, 4 + number % 9, options),
            Shuffled(number, many_blockers),
            random.Random(f"random play {number}"),
        )


def steps(setup, dealer, dice, resigning=0.0):
    """The states of a random game, each with the move made in it, the state after it, and the events."""
    state = swap.start(setup, dealer)
    while waiting := swap.waiting(state):
        seat, move = waiting[0], random_move(swap.choices(state, waiting[0]), dice)
        may_resign = [seat for seat in range(setup.seats) if "resign" in swap.choices(state, seat)]
        if may_resign and dice.random() < resigning:
            seat, move = dice.choice(may_resign), Resign()
        after, events = swap.play(state, seat, move, dealer)
        yield state, seat, move, after, events
        state = after


def test_no_card_is_lost_in_whole_games(share):
    ends, count = Counter(), share(small=24, proofs=72, whole=720)
    for number, (setup, dealer, dice) in enumerate(games(count)):
        for _, _, _, after, events in steps(setup, dealer, dice, resigning=0.1 * (number % 3 == 0)):
            conserved(after)
            assert all(tuple(event.facts) == swap.EVENTS[event.name] for event in events)
        result = swap.result(after)
        ends[result.end] += 1
        assert min(result.places) == 1
        assert result.places.count(1) == 1
    assert ends["played"] > count // 2
    assert ends["left"] > count // 15


def test_states_survive_a_round_trip_through_json():
    for setup, dealer, dice in games(4):
        for state, seat, move, after, events in steps(setup, dealer, dice):
            again = from_plain(State, json.loads(json.dumps(to_plain(state))))
            assert again == state
            assert swap.play(again, seat, move, dealer) == (after, events)


@pytest.mark.volume
def test_r32_undone_exchanges_give_every_seat_what_it_had_before(share):
    """No seat goes out before its turn, nor between giving a card away and getting it back (R33)."""
    undone, count = 0, share(small=60, proofs=240, whole=2_400)
    for setup, dealer, dice in games(count, many_blockers=True):
        for state, _, _, after, events in steps(setup, dealer, dice):
            sent = next((event.facts["seats"] for event in events if event.name == "undone"), None)
            if sent is None:
                continue
            undone += 1
            assert all(state.tokens[seat] for seat in sent)
            assert state.holds[sent[0]] == sent[-1]
            assert after.holds[sent[-1]] == sent[-1]
            first = min(state.order.index(seat) for seat in sent)
            held_before = holdings_before(state, first)
            assert all(after.holds[seat] == held_before[seat] for seat in sent[1:])
    assert undone > count // 3


def holdings_before(state, first):
    """Who held which card when that turn began, found by reverting the exchanges since, except undone ones."""
    holds = list(state.holds)
    for seat, turn in reversed(list(zip(state.order, state.turns, strict=False))[first:]):
        if turn.did == "swapped":
            holds[seat], holds[turn.whom] = holds[turn.whom], holds[seat]
    return holds


@pytest.mark.volume
@pytest.mark.parametrize("many_blockers", [False, True])
def test_no_seat_learns_a_secret(many_blockers, share):
    compared, count = 0, share(small=12, proofs=36, whole=360)
    for setup, dealer, dice in games(count, many_blockers):
        for state, seat, move, after, events in steps(setup, dealer, dice):
            reader = dice.choice([None, *range(setup.seats)])
            twisted = twist(state, reader, dice)
            conserved(twisted)
            assert swap.view(twisted, reader) == swap.view(state, reader)
            if reader is not None:
                assert swap.choices(twisted, reader) == swap.choices(state, reader)
            if same_outcome(state, twisted, reader, move):
                other, other_events = swap.play(twisted, seat, move, dealer)
                assert events_for(other_events, reader) == events_for(events, reader)
                assert swap.view(other, reader) == swap.view(after, reader)
                compared += twisted != state
    assert compared > 10 * count


def test_ask_is_auto_if_all_blockers_block():
    for number in range(12):
        auto, ask = (make_setup(swap, 4 + number % 9, {"blocking": blocking}) for blocking in ("auto", "ask"))
        dealer, dice = Shuffled(number, many_blockers=True), random.Random(number)
        answered = swap.start(ask, dealer)
        for _, seat, move, after, _ in steps(auto, dealer, dice):
            answered, _ = swap.play(answered, seat, move, dealer)
            while answered.asked is not None:
                answer = "block" if "block" in swap.choices(answered, answered.asked) else "accept"
                answered, _ = swap.play(answered, answered.asked, swap.MOVES[answer](), dealer)
            assert vars(answered) | {"setup": auto} == vars(after)
        assert after.end == "played"


def test_blockers_are_six_to_ten():
    assert sorted(BLOCKERS, key=int) == ["6", "7", "8", "9", "10"]
