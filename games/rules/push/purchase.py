"""Buying from the market: after taking numbers (R5), instead of a bust token (R11), and at the end (R8)."""

from games.rules.base import Event, IllegalMove, change, short
from games.rules.push.cards import FACE
from games.rules.push.moves import Buy, pay_facts
from games.rules.push.payment import check_payment, hand_over, means
from games.rules.push.state import Player, State


def prices(state: State, seat: int) -> dict[str, int]:
    """Return the cards in the market that the seat can buy, with their prices."""
    player = state.players[seat]
    most, owned = means(player), player.cards
    return {card: FACE[card] for card in state.market if FACE[card] <= most and card not in owned}


def can_buy(state: State, seat: int) -> bool:
    """Whether there is a card that the seat can buy."""
    player = state.players[seat]
    most, owned = means(player), player.cards
    return any(FACE[card] <= most and card not in owned for card in state.market)


def buy(state: State, seat: int, move: Buy, events: list[Event]) -> State:
    """Buy a card."""
    player = state.players[seat]
    check_purchase(state, player, move)
    events.append(Event("bought", {"seat": seat, "card": move.card, "pay": pay_facts(move.pay)}))
    market = list(state.market)
    market.remove(move.card)
    return change(
        state,
        market=tuple(market),
        players=replace_player(state.players, seat, hand_over(player, move.pay, move.card)),
        discards=state.discards + move.pay.cards,
    )


def check_purchase(state: State, player: Player, move: Buy) -> None:
    """Refuse a card that isn't for sale, that this player can't buy, or that isn't paid for correctly."""
    if move.card not in state.market:
        raise IllegalMove("buy.not-in-market", card=short(move.card))
    if move.card in player.cards:
        raise IllegalMove("buy.identical", card=move.card)
    price = FACE[move.card]
    if price > means(player):
        raise IllegalMove("buy.beyond-means", card=move.card, price=price, means=means(player))
    check_payment(move.pay, price, player)


def replace_player(players: tuple[Player, ...], who: int, player: Player) -> tuple[Player, ...]:
    """Return the players with one of them changed."""
    return (*players[:who], player, *players[who + 1 :])
