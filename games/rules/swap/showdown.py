"""The end of a hand: who has the lowest card (R34), and who is spared (R35, R36)."""

from collections.abc import Sequence

from games.rules.base import Dealer, Event, EventLog, change
from games.rules.swap.cards import VALUE, WILDCAT
from games.rules.swap.hand import deal_hand
from games.rules.swap.state import Showdown, State, card_of, out_seats
from games.rules.swap.tokens import crown, take_tokens

Verdict = tuple[tuple[int, ...], tuple[int, ...], str | None]  # who loses a token, who is spared, and why


def show(state: State, events: EventLog, dealer: Dealer) -> State:
    """Show all cards; then begin the next hand, unless only one seat is left."""
    events.pause(state)
    cards = tuple([(seat, card_of(state, seat)) for seat in state.order if state.tokens[seat]])
    events.append(Event("shown", {"cards": cards}))
    losers, spared, why = judge(cards, state.tokens)
    if spared:
        events.append(Event("spared", {"seats": spared, "why": why}))
    events.pause(state, up=state.order)  # all cards are face up
    back = tuple(seat for seat in out_seats(state) if seat not in state.order) if why == "wildcats" else ()
    state = take_tokens(state, losers, "lowest", events)
    out = tuple([seat for seat in losers if not state.tokens[seat]])
    last = Showdown(state.hand, cards, losers, spared, why, out, back)
    if back:
        state = come_back(state, back, events)
    events.pause(state, up=state.order)  # all cards are face up
    state = crown(clear(state, cards, last), events)
    return state if state.end else next_hand(state, events, dealer)


def judge(cards: Sequence[tuple[int, str]], tokens: Sequence[int]) -> Verdict:
    """Return who loses a token for the lowest card, who is spared, and why."""
    least = min([VALUE[card] for _, card in cards])
    lowest = tuple([seat for seat, card in cards if VALUE[card] == least])
    wildcats = tuple([seat for seat, card in cards if card == WILDCAT])
    if len(wildcats) > 1:  # R35: Lions, which are as low, still lose
        return tuple(seat for seat in lowest if seat not in wildcats), wildcats, "wildcats"
    if len(lowest) == len(cards) and all(tokens[seat] == 1 for seat in lowest):  # R36
        return (), lowest, "everybody"
    return lowest, (), None


def come_back(state: State, seats: tuple[int, ...], events: EventLog) -> State:
    """Bring back seats that were out before the hand, with one token each (R35)."""
    events.extend(Event("back", {"seat": seat}) for seat in seats)
    tokens = tuple(1 if seat in seats else tokens for seat, tokens in enumerate(state.tokens))
    return change(state, tokens=tokens)


def clear(state: State, cards: Sequence[tuple[int, str]], last: Showdown) -> State:
    """Set the shown cards aside, and remember how the hand ended."""
    shown = state.shown + tuple([card for _, card in cards])
    return change(state, shown=shown, order=(), turns=(), dealt=("",) * len(state.dealt), up=(), last=last)


def next_hand(state: State, events: EventLog, dealer: Dealer) -> State:
    """Deal the next hand. The dealer is the next seat still in, even one that has just come back (R35)."""
    seats = state.setup.seats
    after = [(state.dealer + step) % seats for step in range(1, seats)]
    next_dealer = next(seat for seat in after if state.tokens[seat])
    return deal_hand(change(state, hand=state.hand + 1, dealer=next_dealer), events, dealer)
