"""Brute force for what a review of tiles computes: play every move by the rules."""

from collections.abc import Iterator
from typing import Any

from games.rules import tiles
from games.rules.base import change
from games.rules.tiles.moves import Place, Shift
from games.rules.tiles.state import State, is_over
from tests.rules.tiles.table import NOBODY


def moves(state: State) -> Iterator[Place | Shift]:
    """Yield every move of the seat to move."""
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
    """List the moves that make ten at once."""
    return [move for move in moves(state) if after(state, move).rows]


def value(state: State, plies: int) -> int:
    """Return 1 if the seat to move wins within so many moves of both, -1 if it loses, and 0 otherwise."""
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
    """Return the same state with another tile of the seat's stack on top."""
    rest = list(state.stacks[seat])
    rest.remove(number)
    stacks = list(state.stacks)
    stacks[seat] = (number, *rest)
    return change(state, stacks=tuple(stacks))


def tops(state: State, seat: int) -> list[tuple[float, State]]:
    """List the tiles that may come next from a face-down stack, each with its odds."""
    row = state.stacks[seat]
    return [(row.count(number) / len(row), with_top(state, seat, number)) for number in sorted(set(row))]


def risk(state: State) -> float:
    """Return the chance that the seat to move makes ten, before its tile is known."""
    if not state.stacks[state.turn]:
        return float(bool(wins(state)))
    return sum(odds for odds, one in tops(state, state.turn) if wins(one))


def stays(state: State) -> float:
    """Return the least chance that the other seat makes ten next, wherever the seat to move places its tile."""
    if not state.stacks[1 - state.turn]:
        return 0.0
    replies = [after(state, move) for move in moves(state)]
    return min(risk(change(one, rows=(), turn=1 - state.turn)) for one in replies)
