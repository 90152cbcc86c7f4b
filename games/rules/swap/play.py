"""Start a game, and make moves with everything they force."""

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from games.rules.base import (
    Dealer,
    Event,
    EventLog,
    IllegalMove,
    Moment,
    Nothing,
    Resign,
    Setup,
    change,
    check_turn,
    is_over_by_leaving,
    log_with_states,
    short,
)
from games.rules.swap.cards import BLOCKERS, CARDS
from games.rules.swap.exchange import accept, ask, block, end_turn
from games.rules.swap.hand import deal_hand, draw
from games.rules.swap.moves import MOVES, Accept, Block, Hold, Swap
from games.rules.swap.showdown import show
from games.rules.swap.state import (
    TOKENS,
    State,
    Turn,
    card_of,
    next_in,
    out_seats,
    replace_at,
    set_aside,
    to_move,
    waiting,
)

HELD, DREW = Turn("held"), Turn("drew")

SwapChoice = TypedDict("SwapChoice", {"with": int | None})


class BlockChoice(TypedDict):
    card: str


class Choices(TypedDict, total=False):
    hold: Nothing
    swap: SwapChoice
    accept: Nothing
    block: BlockChoice
    resign: Nothing


def start(setup: Setup, dealer: Dealer) -> State:
    """Draw the first dealer by lot, and deal the first hand."""
    seats = setup.seats
    first = dealer.below("dealer", seats)
    state = State(setup, (TOKENS,) * seats, (0,) * seats, hand=1, dealer=first, deck=(), shown=CARDS)
    return deal_hand(state, EventLog(), dealer)


def choices(state: State, seat: int) -> Choices:
    """Return the moves the seat may make, with the seat to swap with (None: the deck) and the card to block with."""
    offered: Choices = {}
    if seat in waiting(state):
        if state.asked is None:
            offered = {"hold": {}, "swap": {"with": None if seat == state.dealer else next_in(state, seat)}}
        else:
            card = card_of(state, seat)
            offered = {"accept": {}, "block": {"card": card}} if card in BLOCKERS else {"accept": {}}
    if state.end is None and 0 <= seat < len(state.tokens) and state.tokens[seat] and seat not in state.left:
        offered["resign"] = {}
    return offered


def play(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the move and everything it forces, and the events; or raise IllegalMove."""
    events = EventLog()
    state = _apply(state, seat, move, events, dealer)
    return state, tuple(events)


def moments(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[Moment, ...]:
    """Make the same move, but also return the states in between: the effect of a block, and the end of the hand."""
    events = log_with_states()
    return events.moments(_apply(state, seat, move, events, dealer))


def _apply(state: State, seat: int, move: Any, events: EventLog, dealer: Dealer) -> State:
    out = out_seats(state) if type(move) is Resign else ()
    check_turn(move, seat, state.setup.seats, waiting(state), state.left, out)
    if type(move) in TURNS:
        return TURNS[type(move)](state, seat, events, dealer)
    if type(move) in ANSWERS:
        return ANSWERS[type(move)](state, seat, events)
    raise IllegalMove("move.unknown", do=short(getattr(move, "do", None)), known=", ".join(MOVES))


def resign(state: State, seat: int, events: EventLog) -> State:
    """Leave the game: it is over if only one other is left, otherwise a bot plays on (R40)."""
    left = (*state.left, seat)
    events.append(Event("left", {"seat": seat}))
    if is_over_by_leaving(state.setup.seats, left):
        return change(state, left=left, asked=None, end="left")
    return change(state, left=left)


def hold(state: State, seat: int, events: EventLog, dealer: Dealer) -> State:
    """Keep the card (R30)."""
    check_not_asked(state)
    events.append(Event("held", {"seat": seat}))
    state = end_turn(state, HELD)
    return show(state, events, dealer) if seat == state.dealer else state


def swap(state: State, seat: int, events: EventLog, dealer: Dealer) -> State:
    """Swap with the next seat still in, or as the dealer with the deck (R30)."""
    check_not_asked(state)
    if seat == state.dealer:
        return swap_with_deck(state, events, dealer)
    return ask(state, next_in(state, seat), events)


def check_not_asked(state: State) -> None:
    """Refuse a turn while a seat has to answer."""
    if state.asked is not None:
        raise IllegalMove("answer.first", swapper=to_move(state))


def swap_with_deck(state: State, events: EventLog, dealer: Dealer) -> State:
    """Let the dealer draw, then set the old card aside; the new card has no effect (R30)."""
    origin = state.holds[state.dealer]
    state, (card,) = draw(state, 1, events, dealer)
    old = state.dealt[origin] if origin in state.up else None
    events.append(Event("drew", {"seat": state.dealer, "set_aside": old}))
    state = end_turn(set_aside(state, state.dealer), DREW)
    return show(change(state, dealt=replace_at(state.dealt, origin, card)), events, dealer)


TURNS: Mapping[type, Callable[[State, int, EventLog, Dealer], State]] = {Hold: hold, Swap: swap}
ANSWERS: Mapping[type, Callable[[State, int, EventLog], State]] = {Accept: accept, Block: block, Resign: resign}
