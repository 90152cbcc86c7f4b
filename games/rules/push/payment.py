"""Means and payments: coins are worth 1, bust tokens 3, a player's own cards 1 each (R6)."""

from collections.abc import Sequence

from games.rules.base import IllegalMove, change, short
from games.rules.push.cards import IN_ALL_COLORS, RANK
from games.rules.push.moves import Pay
from games.rules.push.state import Player

BUST = 3  # what a bust token is worth


def money(player: Player) -> int:
    """Return what coins and bust tokens are worth."""
    return player.coins + BUST * player.busts


def means(player: Player) -> int:
    """Return the most that the player can pay, with coins, bust tokens and all cards."""
    return player.coins + BUST * player.busts + len(player.cards)


def spare_cards(cards: Sequence[str], spare_wilds: bool) -> tuple[str, ...]:
    """Return the spare ones of cards in canonical order (R10, R13): all copies of a card but the first.

    With `spare_wilds`, also every numbered wild whose number is owned in all four colors.
    """
    return tuple(
        card
        for index, card in enumerate(cards)
        if (index and cards[index - 1] == card)
        or (spare_wilds and card in IN_ALL_COLORS and all(other in cards for other in IN_ALL_COLORS[card]))
    )


def splits(price: int, busts: int, ones: int) -> list[tuple[int, int]]:
    """List every way to pay a price (R6): how many bust tokens, and how many coins and cards."""
    ways = [(tokens, price - BUST * tokens) for tokens in range(min(busts, price // BUST) + 1)]
    ways = [way for way in ways if way[1] <= ones]
    enough = -(-price // BUST)  # tokens alone: if the last one is worth too much, the excess is lost
    if price % BUST and enough <= busts:
        ways.append((enough, 0))
    return ways


def check_payment(pay: Pay, price: int, player: Player, spare: Sequence[str] | None = None) -> None:
    """Refuse a payment that isn't the player's, is too small, or includes anything superfluous (R6).

    `spare`: the only cards allowed in the payment; None: any card (R13).
    """
    _check_owned(pay, player)
    if spare is not None and (card := _missing(pay.cards, spare)):
        raise IllegalMove("payment.not-spare", card=card)
    excess = pay.coins + BUST * pay.busts + len(pay.cards) - price
    if excess < 0:
        raise IllegalMove("payment.too-little", paid=price + excess, price=price)
    if excess and pay.coins:
        raise IllegalMove("payment.superfluous-coin", price=price, excess=excess)
    if excess and pay.cards:
        raise IllegalMove("payment.superfluous-card", price=price, excess=excess)
    if excess >= BUST:
        raise IllegalMove("payment.superfluous-bust", price=price, excess=excess)


def hand_over(player: Player, pay: Pay, card: str) -> Player:
    """Return the player after paying and getting the card."""
    cards = list(player.cards)
    for paid in pay.cards:
        cards.remove(paid)
    cards.append(card)
    cards.sort(key=RANK.__getitem__)
    return change(player, coins=player.coins - pay.coins, busts=player.busts - pay.busts, cards=tuple(cards))


def _check_owned(pay: Pay, player: Player) -> None:
    if pay.coins < 0 or pay.busts < 0:
        raise IllegalMove("payment.negative")
    if pay.coins > player.coins:
        raise IllegalMove("payment.coins", coins=pay.coins, owned=player.coins)
    if pay.busts > player.busts:
        raise IllegalMove("payment.busts", busts=pay.busts, owned=player.busts)
    if card := _missing(pay.cards, player.cards):
        raise IllegalMove("payment.not-yours", card=card)


def _missing(wanted: Sequence[str], owned: Sequence[str]) -> str | None:
    """Return the first card that is wanted more often than owned, as text for a sentence; None if there is none."""
    rest = list(owned)
    for card in wanted:
        if card not in rest:
            return short(card) or "?"
        rest.remove(card)
    return None
