"""Positions of tiles that are small enough to try every move."""

import random

from games.rules import tiles
from games.rules.base import change
from games.rules.dealers import FairDealer
from games.rules.tiles.phase_two import begin
from games.rules.tiles.state import State, is_over
from tests.kinds.tiles.review.brute_force import after, moves
from tests.rules.tiles.table import CLOSED, OPEN

ROWS = ((3, 3, 2), (3, 2, 3), (2, 3, 3), (3, 1, 3, 2), (1, 3, 2), (2, 2, 3, 3))


def place_tiles(seed: object, is_open: bool, laid: int, dice: random.Random | None = None) -> State:
    """Play a game until `laid` tiles are placed, mostly where rows grow, without a row of ten."""
    dice = dice or random.Random(str(seed))
    dealer = FairDealer(dice.randbytes(32))
    state = tiles.start(OPEN if is_open else CLOSED, dealer)
    while sum(15 - len(stack) for stack in state.stacks) < laid:
        options = [one for one in (after(state, move) for move in moves(state)) if not is_over(one)]
        options.sort(key=lambda one: -rate(one, state.turn))
        state = dice.choice(options[: 1 + len(options) // 6])
    return state


def rate(state: State, seat: int) -> int:
    """Rate a position by how many of a seat's tiles are next to each other."""
    own = state.board.tiles[seat]
    return sum(
        number + own[side]
        for cell, number in own.items()
        for side in (cell + 1, cell + 1000, cell + 1001)
        if side in own
    )


def shorten_stacks(state: State, dice: random.Random) -> State:
    """Return the same position with few tiles left: as many for both seats, or one more for the seat to move."""
    one = dice.choice(ROWS)
    other = tuple(dice.sample([1, 2, 3, 3, 2], len(one) - dice.randrange(2)))
    return change(state, stacks=(one, other) if state.turn == 0 else (other, one))


def start_second_phase(seed: object, each: int) -> State:
    """Return a second phase with a few tiles each, in which both seats are near ten."""
    dice = random.Random(str(seed))
    state = place_tiles(seed, True, 2 * each, dice)
    state = change(state, stacks=((), ()))
    return begin(state)[0]
