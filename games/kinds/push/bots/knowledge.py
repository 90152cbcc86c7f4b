"""What a bot knows from its view: all hands, the tableau, and which cards are still to come."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from games.rules.push.cards import COINS, COLORS, DECKS, FACE, PLACE
from games.rules.push.state import LIMIT
from games.rules.push.view import Holdings, View


class Hand(NamedTuple):
    """A player's belongings. The numbers of a color are nine bits, as is the number of a numbered wild."""

    coins: int
    busts: int
    cards: tuple[str, ...]
    numbers: tuple[int, ...]  # by color
    color_wilds: tuple[int, ...]
    numbered_wilds: tuple[int, ...]
    full_wilds: int

    @property
    def means(self) -> int:
        return self.coins + 3 * self.busts + len(self.cards)


class Knowledge(NamedTuple):
    """The position as one seat sees it."""

    seat: int
    mine: Hand
    others: dict[int, Hand]  # by seat; the solo opponent is 1
    edition: str
    solo: bool
    bust_buy: bool
    final: bool
    numbers: tuple[str, ...]  # of the tableau
    net: int
    coins: int  # on the cards in the tableau
    market: tuple[str, ...]
    deck: int  # number of cards left
    to_come: Counter[str]  # these cards
    turns: float  # roughly how many turns each player has left


CARDS_A_TURN = 3.2


def owners(view: View) -> Sequence[Holdings]:
    """List what each seat owns; in a solo game, the opponent is number 1."""
    return [*view["seats"], view["opponent"]] if view["opponent"] else view["seats"]


def read_view(view: View) -> Knowledge:
    seat, players = view["seat"], owners(view)
    hands = {who: read_hand(owned["cards"], owned["coins"], owned["busts"]) for who, owned in enumerate(players)}
    tableau = view["tableau"]
    return Knowledge(
        seat=seat,
        mine=hands.pop(seat),
        others=hands,
        edition=view["edition"],
        solo=view["opponent"] is not None,
        bust_buy=view["bust_buy"],
        final=view["phase"] == "final",
        numbers=tuple(tableau["numbers"]),
        net=tableau["net"],
        coins=tableau["coins"],
        market=tuple(view["market"]),
        deck=view["deck"],
        to_come=count_unseen_cards(view),
        turns=view["deck"] / (CARDS_A_TURN * len(players)),
    )


def count_unseen_cards(view: View) -> Counter[str]:
    """Count the cards still to come: the whole deck except the open cards. Everyone can know them (R0)."""
    tableau, auction = view["tableau"], view["auction"]
    open_cards = (tableau["numbers"], tableau["currency"], view["market"], view["discards"])
    seen = Counter(
        chain(*open_cards, *[owned["cards"] for owned in owners(view)], [auction["card"]] if auction else [])
    )
    whole = _WHOLE[len(view["seats"])]
    return Counter({card: left for card, count in whole.items() if (left := count - seen[card]) > 0})


def busts_by(card: str, net: int, coins: int) -> str:
    """Return how the card would bust a tableau with these totals: `numbers`, `currency` or ""."""
    if FACE.get(card, 0) + net > LIMIT:
        return "numbers"
    return "currency" if COINS.get(card, 0) + coins > LIMIT else ""


_WHOLE = {players: Counter(deck) for players, deck in DECKS.items()}
NOTHING = Hand(0, 0, (), (0, 0, 0, 0), (0, 0, 0, 0), (), 0)


def read_hand(cards: Sequence[str], coins: int = 0, busts: int = 0) -> Hand:
    return Hand(coins, busts, *_sort_cards(tuple(cards))[2:])


@lru_cache(maxsize=4_096)
def _sort_cards(cards: tuple[str, ...]) -> Hand:
    """Sort the cards of a hand, cached because hands change slowly."""
    return with_cards(NOTHING, cards)


def with_cards(hand: Hand, cards: Sequence[str]) -> Hand:
    if len(cards) == 1 and cards[0] in FACE:
        return Hand(hand.coins, hand.busts, (*hand.cards, *cards), numbers_with(hand.numbers, cards[0]), *hand[4:])
    numbers, color_wilds = list(hand.numbers), list(hand.color_wilds)
    numbered_wilds, full_wilds = list(hand.numbered_wilds), hand.full_wilds
    for card in cards:
        color, number = COLORS.find(card[0]), card[1]
        if color < 0 and number == "#":
            full_wilds += 1
        elif color < 0:
            numbered_wilds.append(1 << int(number) - 1)
        elif number == "#":
            color_wilds[color] += 1
        else:
            numbers[color] |= 1 << int(number) - 1
    more = (*hand.cards, *cards)
    return Hand(hand.coins, hand.busts, more, tuple(numbers), tuple(color_wilds), tuple(numbered_wilds), full_wilds)


def without_card(hand: Hand, card: str) -> Hand:
    place = hand.cards.index(card)
    cards = (*hand.cards[:place], *hand.cards[place + 1 :])
    if card in FACE:
        numbers = hand.numbers if card in cards else numbers_without(hand.numbers, card)
        return Hand(hand.coins, hand.busts, cards, numbers, *hand[4:])
    color, number = COLORS.find(card[0]), card[1]
    if color < 0 and number == "#":
        return hand._replace(cards=cards, full_wilds=hand.full_wilds - 1)
    if color < 0:
        place = hand.numbered_wilds.index(1 << int(number) - 1)
        rest = (*hand.numbered_wilds[:place], *hand.numbered_wilds[place + 1 :])
        return hand._replace(cards=cards, numbered_wilds=rest)
    return hand._replace(cards=cards, color_wilds=_change_color(hand.color_wilds, color, -1))


def numbers_with(numbers: tuple[int, ...], card: str) -> tuple[int, ...]:
    color, bit = PLACE[card]
    return numbers if numbers[color] & bit else _change_color(numbers, color, bit)


def numbers_without(numbers: tuple[int, ...], card: str) -> tuple[int, ...]:
    """Return the numbers of each color after removing the last copy of a number card."""
    color, bit = PLACE[card]
    return _change_color(numbers, color, -bit)


def _change_color(by_color: tuple[int, ...], color: int, by: int) -> tuple[int, ...]:
    return (*by_color[:color], by_color[color] + by, *by_color[color + 1 :])
