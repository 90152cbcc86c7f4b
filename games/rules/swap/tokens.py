"""Losing tokens, going out, winning (R33)."""

from games.rules.base import Event, change
from games.rules.swap.state import State


def take_tokens(state: State, seats: tuple[int, ...], why: str, events: list[Event]) -> State:
    """Take a token from each of these seats; seats without tokens are out."""
    tokens, gone = list(state.tokens), list(state.gone)
    for seat in seats:
        tokens[seat] -= 1
        events.append(Event("token", {"seat": seat, "tokens": tokens[seat], "why": why}))
        if not tokens[seat]:
            gone[seat] = state.hand
            events.append(Event("out", {"seat": seat}))
    return change(state, tokens=tuple(tokens), gone=tuple(gone))


def crown(state: State, events: list[Event]) -> State:
    """End the game if only one seat is left, which wins."""
    still_in = [seat for seat, tokens in enumerate(state.tokens) if tokens]
    if len(still_in) > 1:
        return state
    events.append(Event("won", {"seat": still_in[0]}))
    return change(state, end="played")
