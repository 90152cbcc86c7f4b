"""Random games of TEN Push as the presenter gets them: views and choices that went through JSON."""

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
    """A state, with the events that led to it."""

    state: Any
    dealer: Dealer
    events: tuple[Any, ...]

    @property
    def mover(self) -> int | None:
        """The first seat that has to decide."""
        return next(iter(KIND.waiting(self.state)), None)

    def view(self, seat: int | None) -> Any:
        return through_json(KIND.view(self.state, seat))

    def choices(self, seat: int | None) -> Any:
        return {} if seat is None else through_json(KIND.choices(self.state, seat))

    def result(self) -> Any:
        found = KIND.result(self.state)
        if found is None:
            return None
        return through_json({"end": found.end, "places": found.places, "points": found.points, "why": found.why})

    def people(self, names: tuple[str, ...] = NAMES) -> list[Person]:
        people = [Person(seat, names[seat], left=seat in self.state.left) for seat in range(self.state.setup.seats)]
        opponent = KIND.view(self.state, None)["opponent"]
        return [*people, Person(1, opponent["name"], "rules")] if opponent else people

    def board(self, seat: int | None, draft: str = "") -> dict[str, Any]:
        view, choices = self.view(seat), self.choices(seat)
        return pages.board(view, choices, self.people(), QueryDict(draft), self.result())

    def play(self, move: Plain) -> "Shown":
        """Return the state after a move of the seat that has to decide, or raise IllegalMove."""
        state, events = KIND.play(self.state, self.mover or 0, read_move(KIND, move), self.dealer)
        return Shown(state, self.dealer, events)


def through_json(value: Any) -> Any:
    """Convert a value to JSON and back."""
    return json.loads(json.dumps(value))


def start_game(seats: int, options: Plain, seed: int) -> Shown:
    dealer = FairDealer(seed.to_bytes(32, "big"))
    return Shown(KIND.start(make_setup(KIND, seats, options), dealer), dealer, ())


def play_at_random(game: int, dice: random.Random | None = None) -> Iterator[Shown]:
    """Yield every state of a game of random legal moves, with many draws."""
    seats, options = SETUPS[game % len(SETUPS)]
    dice = dice or random.Random(game)
    shown = start_game(seats, options, game)
    while shown.mover is not None:
        yield shown
        moves = pages.legal(shown.view(shown.mover), shown.choices(shown.mover))
        draws = [move for move in moves if move["do"] == "draw"]
        shown = shown.play(draws[0] if draws and dice.random() < 0.4 else dice.choice(moves))
    yield shown


def find_state(game: int, condition: Any) -> Shown:
    """Find the first state that meets a condition, in this game or in later ones with the same setup."""
    for number in range(game, game + 50 * len(SETUPS), len(SETUPS)):
        for shown in play_at_random(number):
            if condition(shown):
                return shown
    raise AssertionError("no such state")
