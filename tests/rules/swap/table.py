"""Set up positions of swap for tests, and make moves given by their names."""

from collections import Counter
from typing import Any

from games.rules import swap
from games.rules.base import Event, make_setup
from games.rules.swap.cards import CARDS, canonical
from games.rules.swap.state import State

OPTIONS: list[str] = [option.name for option in swap.OPTIONS]


class Stacked:
    """Deals decks that begin with the given cards, and notes its calls."""

    def __init__(self, *decks: str, first: int = 0) -> None:
        self.decks = [tuple(deck.split()) for deck in decks]
        self.first = first
        self.calls: list[tuple[str, tuple[str, ...] | int]] = []

    def below(self, label, n):
        self.calls.append((label, n))
        return self.first

    def shuffle(self, label, cards):
        self.calls.append((label, cards))
        top = self.decks.pop(0) if self.decks else ()
        return top + canonical((Counter(cards) - Counter(top)).elements())


def lay(cards: str, deck: str = "", dealer: int | None = None, shown: str = "", **fields) -> State:
    """A hand that begins with these cards ("-": out); the last seat deals, and the rest is set aside face down."""
    dealt = tuple("" if card == "-" else card for card in cards.split())
    seats = range(len(dealt))
    options: dict[str, Any] = {name: fields.pop(name) for name in OPTIONS if name in fields}
    dealer = seats[-1] if dealer is None else dealer
    order = tuple(seat for seat in [*seats[dealer + 1 :], *seats[: dealer + 1]] if dealt[seat])
    rest = Counter(CARDS)
    for card in [*filter(None, dealt), *deck.split(), *shown.split()]:
        assert rest[card], f"no such card left: {card}"
        rest[card] -= 1
    values: dict[str, Any] = {
        "setup": make_setup(swap, len(dealt), options),
        "tokens": tuple(3 if card else 0 for card in dealt),
        "gone": tuple(0 if card else 1 for card in dealt),
        "hand": 2,
        "dealer": dealer,
        "deck": tuple(deck.split()),
        "shown": tuple(shown.split()),
        "unshown": canonical(rest.elements()),
        "shuffles": 1,
        "order": order,
        "dealt": dealt,
        "holds": tuple(seats),
    }
    return State(**values | fields)


def play(state: State, words: str, dealer=None) -> State:
    """The state after these moves, each by the seat that is waited for."""
    return play_with_events(state, words, dealer)[0]


def play_with_events(state: State, words: str, dealer=None) -> tuple[State, list[Event]]:
    """The state after these moves, and the events of the last one."""
    events: tuple[Event, ...] = ()
    for word in words.split():
        (seat,) = swap.waiting(state)
        state, events = swap.play(state, seat, swap.MOVES[word](), dealer or Stacked())
    return state, list(events)


def hands(state: State) -> str:
    """The cards of the seats, as `lay` takes them."""
    return " ".join(state.dealt[place] or "-" for place in state.holds)


def public_events(events: list[Event]) -> list[tuple]:
    """Those of the events that are public, each as its name and its facts."""
    return [(event.name, *event.facts.values()) for event in events if event.readers is None]
