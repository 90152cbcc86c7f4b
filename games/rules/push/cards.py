"""The cards: their codes, what they are worth, and how many of each are in the deck."""

COLORS = "bgop"  # blue, green, orange, pink
NUMBERS = "123456789"


def _cross(firsts: str, seconds: str) -> tuple[str, ...]:
    return tuple(first + second for first in firsts for second in seconds)


# The contents of the box, compiled from public lists. If you own the game, you can correct them here, and only here:
# for each of these cards, the copies with one or two players, and how many more from three and from four players on.
COPIES: tuple[tuple[tuple[str, ...], int, int, int], ...] = (
    (_cross(COLORS, "123"), 2, 1, 0),
    (_cross(COLORS, "456"), 2, 0, 1),
    (_cross(COLORS, "789"), 1, 0, 0),
    (_cross("*", NUMBERS), 1, 0, 0),
    (_cross(COLORS, "#"), 1, 0, 1),
    (("*#",), 1, 0, 0),
    (_cross("$", "123"), 3, 1, 1),
    (_cross("$", "45"), 4, 1, 1),
)

NUMBER_CARDS = _cross(COLORS, NUMBERS)
NUMBERED_WILDS = _cross("*", NUMBERS)
COLOR_WILDS = _cross(COLORS, "#")
FULL_WILD = "*#"
CURRENCY_CARDS = _cross("$", "12345")

CODES = (*NUMBER_CARDS, *NUMBERED_WILDS, *COLOR_WILDS, FULL_WILD, *CURRENCY_CARDS)  # in canonical order
RANK = {card: rank for rank, card in enumerate(CODES)}
FACE = {card: int(card[1]) for card in NUMBER_CARDS}  # a number card's value in the total, and its price
PLACE = {card: (COLORS.index(card[0]), 1 << face - 1) for card, face in FACE.items()}  # its color and its bit
COINS = {card: int(card[1]) for card in CURRENCY_CARDS}  # what a currency card subtracts from the total, and pays
WILDS = frozenset((*NUMBERED_WILDS, *COLOR_WILDS, FULL_WILD))
IN_ALL_COLORS = {wild: _cross(COLORS, wild[1]) for wild in NUMBERED_WILDS}


def in_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards in canonical order."""
    return tuple(sorted(cards, key=RANK.__getitem__))


def make_deck(players: int) -> tuple[str, ...]:
    """Return the deck for that many players, in canonical order."""
    copies = {
        card: few + (more if players >= 3 else 0) + (most if players >= 4 else 0)
        for cards, few, more, most in COPIES
        for card in cards
    }
    return tuple(card for card in CODES for _ in range(copies[card]))


DECKS = {players: make_deck(players) for players in range(1, 6)}
