"""Other states of swap that look the same to a seat, going by who saw each card rather than by `view`."""

from random import Random
from typing import Any

from games.rules.base import Resign, change
from games.rules.swap.cards import BLOCKERS, BUNNY
from games.rules.swap.moves import Block, Hold
from games.rules.swap.state import State, card_of, next_in, to_move

REVEALS = {"card", "traded", "drew", "blocked", "shown", "swapped"}  # events that reveal secrets


def twist(state: State, seat: int | None, dice: Random) -> State:
    """The state with all cards that the seat hasn't seen in another order: held, in the deck, or set aside."""
    origins = [origin for origin, card in enumerate(state.dealt) if card and not has_seen(state, seat, origin)]
    hidden = [*(state.dealt[origin] for origin in origins), *state.deck, *state.unshown]
    dice.shuffle(hidden)
    dealt = list(state.dealt)
    for origin in origins:
        dealt[origin] = hidden.pop()
    deck = tuple(hidden[: len(state.deck)])
    return change(state, dealt=tuple(dealt), deck=deck, unshown=tuple(hidden[len(state.deck) :]))


def has_seen(state: State, seat: int | None, origin: int) -> bool:
    """Whether the seat has seen the card that was dealt to the seat `origin`."""
    if origin in state.up:
        return True
    viewers: set[int | None] = {origin}
    for giver, turn in zip(state.order, state.turns, strict=False):
        if origin in (turn.gave, turn.got):
            viewers |= {giver, turn.whom}
    return seat is not None and seat in viewers


def same_outcome(state: State, twisted: State, seat: int | None, move: Any) -> bool:
    """Whether the move, made by the seat that is waited for, reveals the same to this seat in both states.

    A swap that is blocked reveals a card, and a swap that isn't reveals that there was nothing to block with. So if the
    twisted cards answer differently, events may differ, too; otherwise all events must be equal.
    """
    return bool(revealed_by_move(state, seat, move) == revealed_by_move(twisted, seat, move))


def revealed_by_move(state: State, seat: int | None, move: Any) -> Any:
    """What the move reveals to the seat about cards that it may not have known."""
    if type(move) is Resign:
        return None
    if state.asked is not None:
        return revealed_by_answer(state, seat, state.asked, type(move) is Block)
    if to_move(state) == state.dealer:
        return state.dealt, state.deck, state.unshown
    if type(move) is Hold or state.setup.options["blocking"] == "ask":
        return None
    answers = []
    whom = next_in(state, to_move(state))
    while whom != to_move(state):
        answers.append(revealed_by_answer(state, seat, whom, card_of(state, whom) in BLOCKERS))
        if card_of(state, whom) != BUNNY:
            break
        whom = next_in(state, whom)
    return answers


def revealed_by_answer(state: State, seat: int | None, whom: int, blocks: bool) -> Any:
    """What an answer reveals: a block shows the card to everyone, a swap both cards to the two seats."""
    if blocks:
        return whom, card_of(state, whom), card_of(state, whom) in BLOCKERS
    two = (to_move(state), whom)
    return two, [card_of(state, one) for one in two] if seat in two else None
