"""The cards of swap, high to low. The leaflet doesn't say how many there are of each; correct them here."""

from collections.abc import Iterable

COPIES = {
    "10": 3,  # Owl
    "9": 3,  # Wolf
    "8": 3,  # Skunk
    "7": 3,  # Bunny
    "6": 3,  # Inn
    "5": 5,
    "4": 5,
    "3": 5,
    "2": 5,
    "1": 5,
    "0": 3,  # Stone
    "00": 3,  # Orc
    "000": 3,  # Chameleon
    "0000": 3,  # Lion
    "W": 3,  # Wildcat
}

OWL, WOLF, SKUNK, BUNNY, INN = "10", "9", "8", "7", "6"
WILDCAT = "W"
BLOCKERS = (OWL, WOLF, SKUNK, BUNNY, INN)  # their holders can refuse a swap (R31)

CARDS = tuple(card for card, copies in COPIES.items() for _copy in range(copies))

VALUE = {card: 10 - index for index, card in enumerate(COPIES)} | {WILDCAT: -3}  # the Wildcat is as low as the Lion

_ORDER = {card: index for index, card in enumerate(COPIES)}


def canonical(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards in the order in which they go into a shuffle: high to low, the Lion before the Wildcat."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))
