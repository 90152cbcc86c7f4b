"""Random games of TEN Tiles as the presenter gets them, and the forms of their boards."""

import json
import random
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any

from django.http import QueryDict

from games.kinds.presenter import Person
from games.kinds.tiles import pages
from games.pages import areas
from games.rules.base import make_setup
from games.rules.dealers import FairDealer, NotedDealer
from games.rules.registry import find
from games.rules.serialization import read_move
from games.rules.tiles.state import State

KIND = find("tiles")
PEOPLE = (Person(0, "Ana", href="/players/Ana/"), Person(1, "Leo", "steady"))


def start_game(seed: int, open_tiles: bool = False) -> tuple[State, NotedDealer]:
    """Start a game, and return its state and its dealer."""
    dealer = NotedDealer(FairDealer(seed.to_bytes(32, "big")))
    return KIND.start(make_setup(KIND, 2, {"open": open_tiles}), dealer), dealer


def play_at_random(seed: int, open_tiles: bool = False, avoid_ten: bool = False, most: int = 200) -> Iterator[State]:
    """Yield the states of a random game. With `avoid_ten`, no row of ten is made while there is another move."""
    state, dealer = start_game(seed, open_tiles)
    dice = random.Random(seed)
    yield state
    while KIND.waiting(state) and most:
        moves = pages.legal(*view_and_choices(state, state.turn))
        dice.shuffle(moves)
        following = (KIND.play(state, state.turn, read_move(KIND, move), dealer)[0] for move in moves)
        first = next(following)
        state = first if not (avoid_ten and first.rows) else next((one for one in following if not one.rows), first)
        most -= 1
        yield state


def view_and_choices(state: State, seat: int | None) -> tuple[Any, Any]:
    """Return a view and choices that went through JSON."""
    choices = {} if seat is None else KIND.choices(state, seat)
    found: tuple[Any, Any] = tuple(json.loads(json.dumps([KIND.view(state, seat), choices])))
    return found


def plain_result(state: State) -> Any:
    """Return the result as plain data, or None."""
    found = KIND.result(state)
    return json.loads(json.dumps(found.__dict__)) if found else None


def render(state: State, seat: int | None, people: Sequence[Person] = PEOPLE, draft: str = "") -> str:
    """Render the board and the sidebar."""
    context = pages.board(*view_and_choices(state, seat), people, QueryDict(draft), plain_result(state))
    context |= {"move_url": "/games/a/moves/", "csrf": "", "turn": "", "people": people, "you": seat}
    return "".join(areas.build("", f"games/tiles/{part}.jinja", context).html for part in ("_board", "_sidebar"))


class Fields(HTMLParser):
    """The form of a board: its attributes, radio buttons and submit buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.form: dict[str, Any] = {}
        self.radios: list[dict[str, Any]] = []
        self.buttons: list[dict[str, Any]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self.form = found
        elif tag == "input" and found.get("type") == "radio":
            self.radios.append(found)
        elif tag == "button" and found.get("name"):
            self.buttons.append(found)

    def list_forms(self) -> Iterator[tuple[str, str]]:
        """Yield each form that can be sent, with the worth of the row that the page says it makes."""
        for radio in self.radios or [self.form]:
            lost = (radio.get("data-lost") or "").split()
            worths = radio["data-worths"].split()
            assert len(worths) == len(self.buttons)
            for button, worth in zip(self.buttons, worths, strict=True):
                if button["value"] not in lost:
                    extra = f"&{radio['name']}={radio['value']}" if self.radios else ""
                    yield f"do={self.form['data-do']}&{button['name']}={button['value']}{extra}", worth
