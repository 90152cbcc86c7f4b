"""Start a game, and make moves with everything they force."""

from collections.abc import Callable
from typing import Any

from games.rules.base import (
    Dealer,
    Event,
    EventLog,
    IllegalMove,
    Moment,
    Resign,
    Setup,
    change,
    check_turn,
    log_with_states,
)
from games.rules.push import auction, purchase, solo_opponent, turn
from games.rules.push.cards import DECKS
from games.rules.push.moves import Bid, Buy, Draw, Pass, Skip, Take, Token
from games.rules.push.state import (
    Player,
    State,
    is_closing,
    is_deck_empty,
    is_jens_turn,
    next_bidder,
    waiting,
)

FIRST_COINS = 5


def start(setup: Setup, dealer: Dealer) -> State:
    """Return the state after the deal and the first draw, which is forced (R1)."""
    solo = setup.seats == 1
    first = 0 if solo else dealer.below("first", setup.seats)
    deck = dealer.shuffle("deck", DECKS[setup.seats])
    players = (Player(FIRST_COINS, 0, ()),) * (2 if solo else setup.seats)
    return _settle(State(setup, deck, 0, first, "turn", players), EventLog())


def play(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the move and everything it forces, and the events; or raise IllegalMove."""
    events = EventLog()
    state = _apply(state, seat, move, events)
    return state, tuple(events)


def moments(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[Moment, ...]:
    """Make the same move, but also return the states between the steps that it forces."""
    events = log_with_states()
    return events.moments(_apply(state, seat, move, events))


def _apply(state: State, seat: int, move: Any, events: EventLog) -> State:
    check_turn(move, seat, state.setup.seats, waiting(state), state.left)
    if type(move) is Resign:
        events.append(Event("left", {"seat": seat}))
        return change(state, left=(*state.left, seat))
    return _settle(_decide(state, seat, move, events), events)


def _decide(state: State, seat: int, move: Any, events: list[Event]) -> State:
    """Make the move itself, without anything that it forces."""
    match state.phase:
        case "draw":
            return _draw_or_take(state, move, events)
        case "auction":
            return _bid_or_pass(state, seat, move, events)
        case "bust":
            return _buy_or_token(state, seat, move, events)
        case "buy":
            return turn.end_turn(_buy_or_skip(state, seat, move, events), events)
    return change(_buy_or_skip(state, seat, move, events), final=state.final[1:])


def _draw_or_take(state: State, move: Any, events: list[Event]) -> State:
    if type(move) is Draw:
        if is_deck_empty(state):
            raise IllegalMove("draw.deck-empty")
        return turn.reveal(state, events)
    if type(move) is not Take:
        raise IllegalMove("phase.draw")
    return turn.take_numbers(state, events) if move.what == "numbers" else turn.take_currency(state, events)


def _bid_or_pass(state: State, seat: int, move: Any, events: list[Event]) -> State:
    if type(move) is Bid:
        return auction.bid(state, seat, move, events)
    if type(move) is not Pass:
        raise IllegalMove("phase.auction")
    return auction.add_pass(state, seat, False, events)


def _buy_or_token(state: State, seat: int, move: Any, events: list[Event]) -> State:
    """Buy a card or take the token, between the first and the third step of a bust (R11)."""
    if type(move) is Buy:
        state = purchase.buy(state, seat, move, events)
    elif type(move) is Token:
        state = turn.gain_token(state, events)
    else:
        raise IllegalMove("phase.bust")
    return turn.finish_bust(state, events)


def _buy_or_skip(state: State, seat: int, move: Any, events: list[Event]) -> State:
    if type(move) is Buy:
        return purchase.buy(state, seat, move, events)
    if type(move) is not Skip:
        raise IllegalMove("phase.buy")
    events.append(Event("skipped", {"seat": seat, "forced": False}))
    return state


def _settle(state: State, events: EventLog) -> State:
    """Apply everything that is forced now."""
    while state.phase != "over":
        events.pause(state)
        after = FORCED[state.phase](state, events)
        if after is state:
            return state
        state = after
    return state


# The next forced step of each phase: each returns the state after it, or the same state if a seat must decide.


def _first_draw(state: State, events: list[Event]) -> State:
    """Draw the first card of a turn (R1)."""
    events.append(Event("turn", {"seat": state.active}))
    return turn.reveal(state, events)


def _jens_draw(state: State, events: list[Event]) -> State:
    """Let the solo opponent draw and take by her rules (R12)."""
    return solo_opponent.take_turn(state, events) if is_jens_turn(state) else state


def _forced_answer(state: State, events: list[Event]) -> State:
    """Pass for players who can't bid higher (R7); let the solo opponent bid by her rules (R14)."""
    if is_closing(state):
        return auction.close_auction(state, events)
    who = next_bidder(state)
    if who >= state.setup.seats:
        return solo_opponent.bid_or_pass(state, events)
    if auction.bid_means(state, who) < auction.least_bid(state):
        return auction.add_pass(state, who, True, events)
    return state


def _forced_skip(state: State, events: list[Event]) -> State:
    """Skip a buy phase in which nothing can be bought (R5)."""
    if purchase.can_buy(state, state.active):
        return state
    events.append(Event("skipped", {"seat": state.active, "forced": True}))
    return turn.end_turn(state, events)


def _forced_token(state: State, events: list[Event]) -> State:
    """Put the number cards in the market; then give the token, unless a card can be bought instead (R4, R11)."""
    if is_jens_turn(state):
        return solo_opponent.finish_bust(state, events)
    if state.numbers:
        return turn.numbers_to_market(state, events)
    if state.setup.options["bust_buy"] and purchase.can_buy(state, state.active):
        return state
    return turn.finish_bust(turn.gain_token(state, events), events)


def _forced_end(state: State, events: list[Event]) -> State:
    """Skip final purchases of players who can't buy anything; after the last one, end the game (R8)."""
    if is_closing(state):
        events.append(Event("over", {}))
        return change(state, phase="over")
    if purchase.can_buy(state, state.final[0]):
        return state
    events.append(Event("skipped", {"seat": state.final[0], "forced": True}))
    return change(state, final=state.final[1:])


FORCED: dict[str, Callable[[State, list[Event]], State]] = {
    "turn": _first_draw,
    "draw": _jens_draw,
    "auction": _forced_answer,
    "buy": _forced_skip,
    "bust": _forced_token,
    "final": _forced_end,
}
