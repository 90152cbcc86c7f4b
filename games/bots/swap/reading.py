"""What a view tells: plain questions that every level asks."""

from games.rules.base import Plain
from games.rules.swap.cards import VALUE


def own_value(view: Plain) -> int:
    """What the seat's own card is worth."""
    return VALUE[view["card"]]


def is_last(choices: Plain) -> bool:
    """Whether a swap would be with the deck."""
    return choices["swap"]["with"] is None


def known_of(view: Plain, seat: int) -> str | None:
    """The card of that seat, if it is known."""
    card: str | None = view["known"][seat]
    return card


def seats_in(view: Plain) -> list[int]:
    """Who is still in the hand, in the order of turns."""
    return [seat for seat in view["order"] if view["tokens"][seat]]
