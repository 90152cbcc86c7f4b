"""How likely each draw was to bust, and whether it did."""

from typing import NamedTuple

from games.rules.push.cards import COINS, FACE
from games.rules.push.moves import Draw
from games.rules.push.state import LIMIT, State, coins_shown, net_total
from games.rules.replay import Replay


class Risk(NamedTuple):
    """A card that somebody chose to draw."""

    number: int  # of the move, from 1
    seat: int
    chance: float  # to bust, before it was seen
    bust: bool


def risks(game: Replay) -> list[Risk]:
    """All draws that were chosen; first cards are not, nor is anything that the solo opponent does."""
    found, state = [], game.start
    for number, step in enumerate(game.steps, 1):
        if type(step.move) is Draw:
            bust = any(event.name == "bust" and event.facts["seat"] == step.seat for event in step.events)
            found.append(Risk(number, step.seat, chance(state), bust))
        state = step.state
    return found


def chance(state: State) -> float:
    """The share of the cards to come that would bust the active player."""
    net, shown, unseen = net_total(state), coins_shown(state), state.deck[state.drawn :]
    busting = [card for card in unseen if net + FACE.get(card, 0) > LIMIT or shown + COINS.get(card, 0) > LIMIT]
    return len(busting) / len(unseen)
