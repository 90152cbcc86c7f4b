"""Shuffling, dealing and drawing (R37)."""

from games.rules.base import Dealer, Event, change
from games.rules.swap.cards import CARDS, canonical
from games.rules.swap.state import State

FEW = 5  # with fewer seats than this in a hand, the deck can be carried on


def deal_hand(state: State, events: list[Event], dealer: Dealer) -> State:
    """Deal one card each, from the seat after the dealer around to the dealer."""
    seats = state.setup.seats
    after = state.dealer + 1
    order = tuple([seat for seat in (*range(after, seats), *range(after)) if state.tokens[seat]])
    if len(order) >= FEW or not state.setup.options["carry_on"]:
        state = shuffle(change(state, shown=CARDS, unshown=()), events, dealer)
    events.append(Event("hand", {"hand": state.hand, "dealer": state.dealer, "order": order}))
    state, cards = draw(state, len(order), events, dealer)
    dealt = [""] * seats
    for seat, card in zip(order, cards, strict=True):
        dealt[seat] = card
        events.append(Event("card", {"seat": seat, "card": card}, (seat,)))
    return change(state, order=order, dealt=tuple(dealt), holds=tuple(range(seats)))


def draw(state: State, cards: int, events: list[Event], dealer: Dealer) -> tuple[State, tuple[str, ...]]:
    """Draw cards from the deck; if it runs out, shuffle the cards set aside."""
    drawn = state.deck[:cards]
    state = change(state, deck=state.deck[cards:])
    if len(drawn) == cards:
        return state, drawn
    state, others = draw(shuffle(state, events, dealer), cards - len(drawn), events, dealer)
    return state, drawn + others


def shuffle(state: State, events: list[Event], dealer: Dealer) -> State:
    """Shuffle the cards set aside into a new deck."""
    label = f"deck{state.shuffles + 1}"
    deck = dealer.shuffle(label, canonical(state.shown + state.unshown))
    events.append(Event("shuffled", {"cards": len(deck)}))
    return change(state, deck=deck, shown=(), unshown=(), shuffles=state.shuffles + 1)
