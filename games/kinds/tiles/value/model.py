"""The value model of TEN Tiles; nobody knows the order of face-down stacks."""

from dataclasses import replace
from pathlib import Path
from random import Random

from games.kinds.tiles.bots.knowledge import Rack
from games.kinds.tiles.bots.position_value import chance, chance_though_blocked
from games.kinds.tiles.bots.rows import Survey, make_survey
from games.kinds.tiles.bots.shifts import can_win
from games.kinds.value import WEIGHTS, Values, Vector, likelihood, load_weights, luck_of_card, result_values, strength
from games.rules import tiles as rules
from games.rules.base import Setup
from games.rules.replay import Step
from games.rules.tiles.moves import Place
from games.rules.tiles.state import TILES, State, in_second_phase, is_open, is_over

NAMES: tuple[str, ...] = (
    "to move",
    "to move, many tiles to come",
    "wins now",
    "threat",
    "threat, though blocked",
    "next threat, though blocked",
    "growth",
    "growth, many tiles to come",
    "second phase, to move",
    "second phase, wins now",
    "second phase, would win",
    "second phase, threats",
    "second phase, growth",
)
DATA = Path(__file__).with_name(WEIGHTS)
GROWN = 50.0  # scale of growth


def make_model(setup: Setup) -> "Tiles":
    """Return the model of that setup, with the weights of its variant."""
    return Tiles(setup, load_weights(DATA, "tiles open" if setup.options["open"] else "tiles", NAMES))


class Tiles:
    names = NAMES

    def __init__(self, setup: Setup, weights: Vector) -> None:
        self.setup, self.weights = setup, weights

    def vectors(self, state: State) -> list[Vector]:
        surveys = surveys_of(state)
        if in_second_phase(state):
            return second_phase_features(state, surveys)
        return first_phase_features(state, surveys, None if is_open(state) else state.stacks[state.turn][0])

    def values(self, state: State) -> Values:
        result = rules.result(state)
        return result_values(result) if result is not None else self._worth(self.vectors(state))

    def _worth(self, vectors: list[Vector]) -> Values:
        first = likelihood(strength(self.weights, vectors[0]) - strength(self.weights, vectors[1]))
        return [first, 1 - first]

    def dealt(self, start: State, dice: Random) -> Values:
        """Return the luck of the first tile; none in the open variant."""
        return [0.0, 0.0] if is_open(start) else self._luck_of_tile(start)

    def luck(self, before: State, step: Step, dice: Random) -> Values | None:
        """Return the luck of the tile that was turned up."""
        state: State = step.state
        if type(step.move) is not Place or is_over(state) or in_second_phase(state) or is_open(state):
            return None
        return self._luck_of_tile(state)

    def _luck_of_tile(self, state: State) -> Values:
        surveys, stack = surveys_of(state), state.stacks[state.turn]
        return luck_of_card(stack[0], stack, lambda top: self._worth(first_phase_features(state, surveys, top)))


def surveys_of(state: State) -> list[Survey]:
    return [make_survey(tiles, state.board.edge) for tiles in state.board.tiles]


def first_phase_features(state: State, surveys: list[Survey], top: int | None) -> list[Vector]:
    """Return the features of the first phase, in the order of `NAMES`."""
    many = (len(state.stacks[0]) + len(state.stacks[1])) / (2 * len(TILES))
    found = []
    for seat, own in enumerate(surveys):
        moves, threats, rack = seat == state.turn, own.threats, rack_of(state, seat)
        hands = replace(rack, top=top).hands() if moves else rack.hands()
        later = rack.without(top).rest.hands() if moves and top else hands
        growth = min(1.0, own.growth / GROWN)
        found.append(
            [
                float(moves),
                moves * many,
                chance(threats, hands) if moves else 0.0,
                0.0 if moves else chance(threats, hands),
                0.0 if moves else chance_though_blocked(threats, hands),
                chance_though_blocked(threats, later) if moves else 0.0,
                growth,
                growth * many,
                *[0.0] * 5,
            ]
        )
    return found


def rack_of(state: State, seat: int) -> Rack:
    """Return what everyone can know of the tiles a seat still has to place."""
    stack = state.stacks[seat]
    if is_open(state):
        return Rack(stack)
    return Rack(None, (stack.count(1), stack.count(2), stack.count(3)))


def second_phase_features(state: State, surveys: list[Survey]) -> list[Vector]:
    """Return the features of the second phase, in the order of `NAMES`."""
    found = []
    for seat, own in enumerate(surveys):
        moves, wins = seat == state.turn, can_win(state.board, seat)
        late = [moves, moves and wins, not moves and wins, len(own.threats) / 3, min(1.0, own.growth / GROWN)]
        found.append([*[0.0] * (len(NAMES) - len(late)), *map(float, late)])
    return found
