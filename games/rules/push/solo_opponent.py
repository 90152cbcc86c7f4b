"""JEN (or MONA), the opponent of a solo game. She is part of the rules: everything she does is forced (R12 to R14)."""

from games.rules.base import Event
from games.rules.push.auction import LEAST_SOLO_BID, add_bid, add_pass, bid_cards, bid_means, least_bid
from games.rules.push.moves import Pay
from games.rules.push.payment import BUST
from games.rules.push.state import JEN, State, auction_of, edition_of, is_deck_empty, level_of, net_total
from games.rules.push.turn import discard_currency, end_turn, gain_token, get_numbers, pay_others, reveal


def take_turn(state: State, events: list[Event]) -> State:
    """Draw until she reaches the level or the deck is empty; then take the numbers, and buy nothing (R12)."""
    if net_total(state) < level_of(state) and not is_deck_empty(state):
        return reveal(state, events)
    state = _take_numbers(state, events)
    return end_turn(pay_others(state, events), events)


def finish_bust(state: State, events: list[Event]) -> State:
    """End her bust by currency: she takes the numbers and a bust token, and you gain nothing (R12)."""
    state = gain_token(_take_numbers(state, events), events)
    return end_turn(discard_currency(state), events)


def _take_numbers(state: State, events: list[Event]) -> State:
    events.append(Event("took", {"seat": JEN, "what": "numbers", "cards": state.numbers}))
    return get_numbers(state)


def bid_or_pass(state: State, events: list[Event]) -> State:
    """Bid or pass for her (R14)."""
    hers = bid_means(state, JEN)
    amount = least_bid(state) if auction_of(state).answers else _first_bid(state, hers)
    if amount is None or amount > hers:
        return add_pass(state, JEN, True, events)
    return add_bid(state, JEN, amount, choose_payment(state, amount), events)


def _first_bid(state: State, hers: int) -> int | None:
    """Return her opening bid, which is as much as you could bid (R14), or None if she passes (R10)."""
    yours = bid_means(state, 0)
    if yours < LEAST_SOLO_BID and not edition_of(state).opens_against_poor:
        return None
    return max(LEAST_SOLO_BID, min(yours, hers))


def choose_payment(state: State, amount: int) -> Pay:
    """Pay with coins, then bust tokens, then spare cards; she gets no change (R14)."""
    jen = state.players[JEN]
    coins = min(jen.coins, amount)
    rest = amount - coins
    busts = min(jen.busts, -(-rest // BUST))
    rest -= BUST * busts
    return Pay(coins, busts, tuple(bid_cards(state, JEN)[: max(rest, 0)]))
