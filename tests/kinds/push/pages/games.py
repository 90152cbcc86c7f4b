"""Games of TEN Push as the presenter gets them: views and choices that went through JSON."""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import QueryDict

from games.kinds.presenter import Person
from games.kinds.push import pages
from games.rules.base import Dealer, Plain, make_setup
from games.rules.dealers import FairDealer
from games.rules.registry import find
from games.rules.serialization import read_move

KIND = find("push")
NAMES = ("Ana", "Leo", "Mia", "Jonas", "Timo")
SETUPS: tuple[tuple[int, Plain], ...] = (
    (2, {}),
    (3, {"edition": "gamefactory"}),
    (4, {"bust_buy": True}),
    (5, {"edition": "devir"}),
    (1, {"solo": 7}),
    (1, {"solo": 5, "edition": "gamefactory", "bust_buy": True}),
    (2, {"bust_buy": True, "edition": "gamefactory"}),
)


class Shown(NamedTuple):
    """A state, and what happened just before it."""

    state: Any
    dealer: Dealer
    events: tuple[Any, ...]

    @property
    def mover(self) -> int | None:
        """Who is asked first."""
        return next(iter(KIND.waiting(self.state)), None)

    def view(self, seat: int | None) -> Any:
        return plain(KIND.view(self.state, seat))

    def choices(self, seat: int | None) -> Any:
        return {} if seat is None else plain(KIND.choices(self.state, seat))

    def result(self) -> Any:
        found = KIND.result(self.state)
        if found is None:
            return None
        return plain({"end": found.end, "places": found.places, "points": found.points, "why": found.why})

    def people(self, names: tuple[str, ...] = NAMES) -> list[Person]:
        people = [Person(seat, names[seat], left=seat in self.state.left) for seat in range(self.state.setup.seats)]
        opponent = KIND.view(self.state, None)["opponent"]
        return [*people, Person(1, opponent["name"], "rules")] if opponent else people

    def board(self, seat: int | None, draft: str = "") -> dict[str, Any]:
        view, choices = self.view(seat), self.choices(seat)
        return pages.board(view, choices, self.people(), QueryDict(draft), self.result())

    def play(self, move: Plain) -> "Shown":
        """The state after that move of whoever is asked; or IllegalMove."""
        state, events = KIND.play(self.state, self.mover or 0, read_move(KIND, move), self.dealer)
        return Shown(state, self.dealer, events)


def plain(value: Any) -> Any:
    """What went through JSON."""
    return json.loads(json.dumps(value))


def begin(seats: int, options: Plain, seed: int) -> Shown:
    dealer = FairDealer(seed.to_bytes(32, "big"))
    return Shown(KIND.start(make_setup(KIND, seats, options), dealer), dealer, ())


def states(game: int, dice: random.Random | None = None) -> Iterator[Shown]:
    """All states of a game among players who do anything that is legal, drawing more often than not."""
    seats, options = SETUPS[game % len(SETUPS)]
    dice = dice or random.Random(game)
    shown = begin(seats, options, game)
    while shown.mover is not None:
        yield shown
        moves = pages.legal(shown.view(shown.mover), shown.choices(shown.mover))
        draws = [move for move in moves if move["do"] == "draw"]
        shown = shown.play(draws[0] if draws and dice.random() < 0.4 else dice.choice(moves))
    yield shown


def first(game: int, want: Any) -> Shown:
    """The first state, in this game or in a later one of the same setup, of which that is true."""
    for number in range(game, game + 50 * len(SETUPS), len(SETUPS)):
        for shown in states(number):
            if want(shown):
                return shown
    raise AssertionError("no such state")
