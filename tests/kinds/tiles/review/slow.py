"""A slow way to find what a review of tiles states, by playing every move by the rules."""

from collections.abc import Iterator
from typing import Any

from games.rules import tiles
from games.rules.base import change
from games.rules.tiles.moves import Place, Shift
from games.rules.tiles.state import State, is_over
from tests.rules.tiles.table import NOBODY


def moves(state: State) -> Iterator[Place | Shift]:
    """Every move of the seat to move."""
    (seat,) = tiles.waiting(state)
    offered = tiles.choices(state, seat)
    if "shift" in offered:
        for tile, goals in offered["shift"]["tiles"]:
            for goal in goals:
                yield Shift(tile, goal)
    else:
        for cell in offered["place"]["cells"]:
            ends: tuple[Any, ...] = tuple(offered["place"].get("ends", (None,)))
            for end in ends:
                yield Place(cell, end)


def after(state, move):
    return tiles.play(state, state.turn, move, NOBODY)[0]


def wins(state: State) -> list[Place | Shift]:
    """The moves that make ten at once."""
    return [move for move in moves(state) if after(state, move).rows]


def value(state: State, plies: int) -> int:
    """Whether the seat to move wins (1) or loses (-1) within so many moves of both, by looking at all of them."""
    if is_over(state) or not plies:
        return 0
    found = -1
    for following in sorted((after(state, move) for move in moves(state)), key=lambda one: not one.rows):
        if following.rows:
            return 1
        passed = not is_over(following) and following.turn == state.turn
        below = value(following, plies - 1)
        found = max(found, below if passed else -below)
        if found == 1:
            return 1
    return found


def with_top(state: State, seat: int, number: int) -> State:
    """The same with another tile of the seat's stack on its top."""
    rest = list(state.stacks[seat])
    rest.remove(number)
    stacks = list(state.stacks)
    stacks[seat] = (number, *rest)
    return change(state, stacks=tuple(stacks))


def tops(state: State, seat: int) -> list[tuple[float, State]]:
    """What may come next of a stack that lies face down, each with its odds."""
    row = state.stacks[seat]
    return [(row.count(number) / len(row), with_top(state, seat, number)) for number in sorted(set(row))]


def risk(state: State) -> float:
    """How likely the seat to move makes ten, when its tile is not known yet."""
    if not state.stacks[state.turn]:
        return float(bool(wins(state)))
    return sum(odds for odds, one in tops(state, state.turn) if wins(one))


def stays(state: State) -> float:
    """How likely the seat that is not to move makes ten with its next tile, wherever the other lays one first."""
    if not state.stacks[1 - state.turn]:
        return 0.0
    replies = [after(state, move) for move in moves(state)]
    return min(risk(change(one, rows=(), turn=1 - state.turn)) for one in replies)
