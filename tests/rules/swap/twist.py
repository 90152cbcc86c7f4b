"""States that look the same to a seat, found from who saw each card rather than from `view`."""

from random import Random
from typing import Any

from games.rules.base import Resign, change
from games.rules.swap.cards import BLOCKERS, BUNNY
from games.rules.swap.moves import Block, Hold
from games.rules.swap.state import State, card_of, next_in, to_move

REVEALS = {"card", "traded", "drew", "blocked", "shown", "swapped"}  # by these events somebody learns what was secret


def twist(state: State, seat: int | None, dice: Random) -> State:
    """All cards that the seat has not seen, in another order: face down in hands, in the deck, face down aside."""
    places = [place for place, card in enumerate(state.dealt) if card and not has_seen(state, seat, place)]
    hidden = [*(state.dealt[place] for place in places), *state.deck, *state.unshown]
    dice.shuffle(hidden)
    dealt = list(state.dealt)
    for place in places:
        dealt[place] = hidden.pop()
    deck = tuple(hidden[: len(state.deck)])
    return change(state, dealt=tuple(dealt), deck=deck, unshown=tuple(hidden[len(state.deck) :]))


def has_seen(state: State, seat: int | None, place: int) -> bool:
    """Whether the seat has seen the card that was dealt to `place`."""
    if place in state.up:
        return True
    eyes: set[int | None] = {place}
    for giver, turn in zip(state.order, state.turns, strict=False):
        if place in (turn.gave, turn.got):
            eyes |= {giver, turn.whom}
    return seat is not None and seat in eyes


def same_outcome(state: State, twisted: State, seat: int | None, move: Any) -> bool:
    """Whether the move, made by the seat that is waited for, shows this seat the same in both states.

    A swap that is blocked shows a card, and a swap that is not shows that there was nothing to block with: where the
    twisted cards answer otherwise, what is seen rightly differs. Where they do not, all events must be equal.
    """
    return bool(lesson(state, seat, move) == lesson(twisted, seat, move))


def lesson(state: State, seat: int | None, move: Any) -> Any:
    """What the move teaches the seat about cards that it may not have known."""
    if type(move) is Resign:
        return None
    if state.asked is not None:
        return answer(state, seat, state.asked, type(move) is Block)
    if to_move(state) == state.dealer:
        return state.dealt, state.deck, state.unshown
    if type(move) is Hold or state.setup.options["blocking"] == "ask":
        return None
    taught = []
    whom = next_in(state, to_move(state))
    while whom != to_move(state):
        taught.append(answer(state, seat, whom, card_of(state, whom) in BLOCKERS))
        if card_of(state, whom) != BUNNY:
            break
        whom = next_in(state, whom)
    return taught


def answer(state: State, seat: int | None, whom: int, blocks: bool) -> Any:
    """A block shows the card to all; a swap shows both cards to the two seats."""
    if blocks:
        return whom, card_of(state, whom), card_of(state, whom) in BLOCKERS
    two = (to_move(state), whom)
    return two, [card_of(state, one) for one in two] if seat in two else None
