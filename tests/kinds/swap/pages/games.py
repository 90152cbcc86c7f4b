"""Random games of TEN Swap, and the HTML of any state for any reader."""

import json
import random
from collections.abc import Iterator
from typing import Any

from django.http import QueryDict

from games.kinds.presenter import Person
from games.kinds.swap import pages
from games.pages import areas
from games.rules import swap as rules
from games.rules.base import Plain, make_setup
from games.rules.swap.state import State

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hedy", "Ida", "Jan", "Kim", "Lou")


class RandomDealer:
    """A dealer with its own dice."""

    def __init__(self, seed: object) -> None:
        self.dice = random.Random(str(seed))

    def below(self, label, n):
        return self.dice.randrange(n)

    def shuffle(self, label, cards):
        return tuple(self.dice.sample(cards, len(cards)))


def through_json(data: Any) -> Any:
    """Convert data to JSON and back, as the database does."""
    return json.loads(json.dumps(data))


def people(seats: int, names: tuple[str, ...] = NAMES) -> list[Person]:
    return [Person(seat, names[seat], "easy" if seat % 3 == 1 else "", False, "") for seat in range(seats)]


def play_at_random(seats: int, seed: object, **options) -> Iterator[tuple[State, list[Plain]]]:
    """Yield every state of a random game, with the events that led to it."""
    dealer, dice = RandomDealer(seed), random.Random(f"{seed} moves")
    state = rules.start(make_setup(rules, seats, options), dealer)
    yield state, []
    while waiting := rules.waiting(state):
        can = [do for do in rules.choices(state, waiting[0]) if do != "resign"]
        move = rules.MOVES[dice.choice(can)]()
        state, made = rules.play(state, waiting[0], move, dealer)
        events = through_json([event._asdict() for event in made])
        yield state, events


def view_and_choices(state: State, seat: int | None) -> tuple[Any, Any]:
    choices = {} if seat is None else rules.choices(state, seat)
    view, choices = through_json([rules.view(state, seat), choices])
    return view, choices


def context(state: State, seat: int | None, who: list[Person] | None = None) -> Plain:
    view, choices = view_and_choices(state, seat)
    result = rules.result(state)
    ended = None if result is None else through_json(vars(result))
    who = who or people(state.setup.seats)
    headline = pages.headline(view, choices, who)
    return {
        "headline": headline.text,
        "detail": headline.detail,
        "task": pages.task(view, who),
        "status": "finished" if ended else "playing",
        **pages.board(view, choices, who, QueryDict(), ended),
    }


def render(state: State, seat: int | None, who: list[Person] | None = None, sidebar: bool = True) -> str:
    """Render everything that the kind shows of a state, beginning with its sentences."""
    shown = context(state, seat, who)
    parts = [f"{shown['headline']}\n{shown['detail']}\n{shown['task']}\n"]
    parts += [areas.build("", f"games/swap/{part}.jinja", shown).html for part in ("_board", "_sidebar")[: 1 + sidebar]]
    return "".join(parts)
