"""Other states of tiles that look the same to a seat, for tests of secrecy."""

from random import Random
from typing import Any

from games.rules.base import Resign, change
from games.rules.tiles.state import State

REVEALS = {"turned-up"}  # the events that reveal secrets


def twist(state: State, seat: int | None, dice: Random) -> State:
    """The state with the face-down tiles in another order; in the open variant, the same state."""
    if state.setup.options["open"]:
        return state
    stacks = []
    for owner, stack in enumerate(state.stacks):
        known = 1 if owner == state.turn else 0
        hidden = list(stack[known:])
        dice.shuffle(hidden)
        stacks.append((*stack[:known], *hidden))
    return change(state, stacks=tuple(stacks))


def same_outcome(state: State, twisted: State, seat: int | None, move: Any) -> bool:
    """Whether the move reveals the same in both states: it turns up the other seat's next tile."""
    other = 1 - state.turn
    return type(move) is Resign or state.stacks[other][:1] == twisted.stacks[other][:1]
