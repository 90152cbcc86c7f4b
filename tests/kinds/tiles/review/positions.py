"""Positions of tiles that are small enough to try every move."""

import random

from games.rules import tiles
from games.rules.base import change
from games.rules.dealers import FairDealer
from games.rules.tiles.phase_two import begin
from games.rules.tiles.state import State, is_over
from tests.kinds.tiles.review.slow import after, moves
from tests.rules.tiles.table import CLOSED, OPEN

ROWS = ((3, 3, 2), (3, 2, 3), (2, 3, 3), (3, 1, 3, 2), (1, 3, 2), (2, 2, 3, 3))


def lying(seed: object, is_open: bool, laid: int, dice: random.Random | None = None) -> State:
    """A position of a game in which so many tiles were laid, mostly where rows grow and nobody has ten."""
    dice = dice or random.Random(str(seed))
    dealer = FairDealer(dice.randbytes(32))
    state = tiles.start(OPEN if is_open else CLOSED, dealer)
    while sum(15 - len(stack) for stack in state.stacks) < laid:
        options = [one for one in (after(state, move) for move in moves(state)) if not is_over(one)]
        options.sort(key=lambda one: -promise(one, state.turn))
        state = dice.choice(options[: 1 + len(options) // 6])
    return state


def promise(state: State, seat: int) -> int:
    """How much lies side by side of one seat."""
    own = state.board.tiles[seat]
    return sum(
        number + own[side]
        for cell, number in own.items()
        for side in (cell + 1, cell + 1000, cell + 1001)
        if side in own
    )


def short(state: State, dice: random.Random) -> State:
    """The same with few tiles to come: both have as many, or the seat to move has one more."""
    one = dice.choice(ROWS)
    other = tuple(dice.sample([1, 2, 3, 3, 2], len(one) - dice.randrange(2)))
    return change(state, stacks=(one, other) if state.turn == 0 else (other, one))


def shifting(seed: object, each: int) -> State:
    """A second phase with so few tiles, and both near ten."""
    dice = random.Random(str(seed))
    state = lying(seed, True, 2 * each, dice)
    state = change(state, stacks=((), ()))
    return begin(state)[0]
