"""Auctions: one round, the active player last. A bid includes its payment, which stays secret unless it wins (R7)."""

from collections.abc import Sequence

from games.rules.base import Event, IllegalMove, change
from games.rules.push.moves import Bid, Pay, pay_facts
from games.rules.push.payment import check_payment, hand_over, means, money, spare_cards
from games.rules.push.purchase import replace_player
from games.rules.push.state import Answer, Auction, State, auction_of, edition_of, is_solo

LEAST_BID = 1
LEAST_SOLO_BID = 5  # R13


def spare_for_bid(state: State, who: int) -> tuple[str, ...] | None:
    """Return the spare cards, the only ones this player may bid with in a solo game (R13); None: any card."""
    if not is_solo(state):
        return None
    return spare_cards(state.players[who].cards, edition_of(state).spare_wilds)


def bid_cards(state: State, who: int) -> Sequence[str]:
    """Return the cards this player may bid with."""
    cards = spare_for_bid(state, who)
    return state.players[who].cards if cards is None else cards


def bid_means(state: State, who: int) -> int:
    """Return the most this player can bid."""
    if not is_solo(state):
        return means(state.players[who])
    return money(state.players[who]) + len(bid_cards(state, who))


def highest_bid(auction: Auction) -> Answer | None:
    """Return the highest bid so far, which is also the latest one, or None."""
    for answer in reversed(auction.answers):
        if answer.amount is not None:
            return answer
    return None


def least_bid(state: State) -> int:
    """Return the lowest bid that is allowed now."""
    best = highest_bid(auction_of(state))
    if best is not None and best.amount is not None:
        return best.amount + 1
    return LEAST_SOLO_BID if is_solo(state) else LEAST_BID


def bid(state: State, seat: int, move: Bid, events: list[Event]) -> State:
    """Make a bid, with its payment."""
    least, most = least_bid(state), bid_means(state, seat)
    if move.amount < least:
        raise IllegalMove("auction.bid-too-low", least=least)
    if move.amount > most:
        raise IllegalMove("auction.bid-too-high", most=most)
    check_payment(move.pay, move.amount, state.players[seat], spare_for_bid(state, seat))
    return add_bid(state, seat, move.amount, move.pay, events)


def add_bid(state: State, who: int, amount: int, pay: Pay, events: list[Event]) -> State:
    """Add a player's bid to the auction."""
    events.append(Event("bid", {"seat": who, "amount": amount}))
    return _add_answer(state, Answer(who, amount, pay))


def add_pass(state: State, who: int, forced: bool, events: list[Event]) -> State:
    """Add a player's pass to the auction, forced or not."""
    events.append(Event("passed", {"seat": who, "forced": forced}))
    return _add_answer(state, Answer(who, None, None))


def _add_answer(state: State, answer: Answer) -> State:
    auction = auction_of(state)
    return change(state, auction=Auction(auction.card, (*auction.answers, answer)))


def close_auction(state: State, events: list[Event]) -> State:
    """Sell the wild to the highest bidder, or discard it if there is none; then the turn goes on."""
    card, best = auction_of(state).card, highest_bid(auction_of(state))
    if best is None or best.pay is None:
        events.append(Event("unsold", {"card": card}))
        return change(state, phase="draw", auction=None, discards=(*state.discards, card))
    facts = {"seat": best.player, "card": card, "amount": best.amount, "pay": pay_facts(best.pay)}
    events.append(Event("won", facts))
    winner = hand_over(state.players[best.player], best.pay, card)
    return change(
        state,
        phase="draw",
        auction=None,
        players=replace_player(state.players, best.player, winner),
        discards=state.discards + best.pay.cards,
    )
