"""Games of bots to review, and the same moves with other cards to come."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from games.kinds import find_bot
from games.kinds.push.review import review
from games.kinds.review import Judged
from games.rules import push
from games.rules.base import Resign, change, make_setup
from games.rules.dealers import FairDealer, RecordedDealer
from games.rules.push.state import State
from games.rules.replay import Replay, Step

NO_DEALER = RecordedDealer({})


def play_bots(bots: Sequence[str], seed: str, leaving: dict[int, int] | None = None, **options: Any) -> Replay:
    """Play a whole game of these bots. `leaving` says before which move which seat leaves; its bot plays on."""
    dealer, dice = FairDealer(seed.encode()), Random(seed)
    setup = make_setup(push, len(bots), options)
    minds = [find_bot("push", bot) for bot in bots]
    state = start = push.start(setup, dealer)
    steps: list[Step] = []
    while waiting := push.waiting(state):
        seat, move = waiting[0], None
        if leaving and len(steps) in leaving:
            seat, move = leaving[len(steps)], Resign()
        move = move or minds[seat](push.view(state, seat), push.choices(state, seat), dice)
        state, events = push.play(state, seat, move, dealer)
        steps.append(Step(seat, move, events, state))
    return Replay(push, setup, start, tuple(steps), None)


GAMES: tuple[tuple[list[str], str, dict[str, Any]], ...] = (
    (["sharp", "random"], "one", {}),
    (["steady", "random", "easy"], "two", {"edition": "devir", "bust_buy": True}),
    (["random", "sharp", "easy", "steady"], "three", {"edition": "gamefactory"}),
    (["easy"] * 5, "four", {"bust_buy": True}),
    (["random"], "five", {"solo": 6}),
    (["sharp"], "six", {"solo": 5, "edition": "gamefactory", "bust_buy": True}),
)
PLACES = range(len(GAMES))


@cache
def play(place: int) -> Replay:
    """Play one of GAMES, which have every number of seats, edition and variant, and good and bad players."""
    bots, seed, options = GAMES[place]
    return play_bots(bots, seed, **options)


@cache
def judge(place: int) -> list[Judged]:
    """Review one of GAMES."""
    return review(play(place))


def decisions(game: Replay) -> Iterator[tuple[State, Step]]:
    """Yield every step with the state before it."""
    state = game.start
    for step in game.steps:
        yield state, step
        state = step.state


def put_on_top(state: State, place: int) -> State:
    """Return the same state with the card at that place of the deck on top."""
    deck = list(state.deck)
    deck.insert(state.drawn, deck.pop(place))
    return change(state, deck=tuple(deck))


def redeal(game: Replay, moves: int, dice: Random) -> Replay:
    """Replay these moves, with the cards that were unseen before the last one in another order."""
    state = start = change(game.start, deck=shuffle_unseen(game, moves, dice))
    steps = []
    for step in game.steps[:moves]:
        state, events = push.play(state, step.seat, step.move, NO_DEALER)
        steps.append(Step(step.seat, step.move, events, state))
    return Replay(push, game.setup, start, tuple(steps), None)


def redeal_last_move(game: Replay, moves: int, dice: Random) -> Replay:
    """Replay only the last of these moves, with the cards that were unseen before it in another order."""
    step, before = game.steps[moves - 1], game.start if moves == 1 else game.steps[moves - 2].state
    start = change(before, deck=shuffle_unseen(game, moves, dice))
    state, events = push.play(start, step.seat, step.move, NO_DEALER)
    return Replay(push, game.setup, start, (Step(step.seat, step.move, events, state),), None)


def shuffle_unseen(game: Replay, moves: int, dice: Random) -> tuple[str, ...]:
    """Return the deck with the cards that were unseen before the last of these moves in another order."""
    before = game.start if moves == 1 else game.steps[moves - 2].state
    unseen = list(before.deck[before.drawn :])
    dice.shuffle(unseen)
    return (*before.deck[: before.drawn], *unseen)
