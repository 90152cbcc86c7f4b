"""Games of TEN Tiles, state by state, as the presenter is given them."""

import json
import random
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string

from games.kinds.presenter import Person
from games.kinds.tiles import pages
from games.rules.base import make_setup
from games.rules.dealers import FairDealer, NotedDealer
from games.rules.registry import find
from games.rules.serialization import read_move
from games.rules.tiles.state import State

KIND = find("tiles")
PEOPLE = (Person(0, "Ana", href="/players/Ana/"), Person(1, "Leo", "steady"))


def begun(seed: int, open_tiles: bool = False) -> tuple[State, NotedDealer]:
    """A game that nobody has moved in."""
    dealer = NotedDealer(FairDealer(seed.to_bytes(32, "big")))
    return KIND.start(make_setup(KIND, 2, {"open": open_tiles}), dealer), dealer


def states(seed: int, open_tiles: bool = False, shun_ten: bool = False, most: int = 200) -> Iterator[State]:
    """The states of a game by chance; `shun_ten`: no row of ten is made as long as there is another move."""
    state, dealer = begun(seed, open_tiles)
    dice = random.Random(seed)
    yield state
    while KIND.waiting(state) and most:
        moves = pages.legal(*plain(state, state.turn))
        dice.shuffle(moves)
        following = (KIND.play(state, state.turn, read_move(KIND, move), dealer)[0] for move in moves)
        first = next(following)
        state = first if not (shun_ten and first.rows) else next((one for one in following if not one.rows), first)
        most -= 1
        yield state


def plain(state: State, seat: int | None) -> tuple[Any, Any]:
    """View and choices, after a trip through JSON."""
    choices = {} if seat is None else KIND.choices(state, seat)
    found: tuple[Any, Any] = tuple(json.loads(json.dumps([KIND.view(state, seat), choices])))
    return found


def result(state: State) -> Any:
    """How it ended, as plain data."""
    found = KIND.result(state)
    return json.loads(json.dumps(found.__dict__)) if found else None


def shown(state: State, seat: int | None, people: Sequence[Person] = PEOPLE, draft: str = "") -> str:
    """Board and rail, as HTML."""
    context = pages.board(*plain(state, seat), people, QueryDict(draft), result(state))
    context |= {"move_url": "/games/a/moves/", "csrf": "", "turn": "", "people": people, "you": seat}
    return render_to_string("games/tiles/_board.html", context) + render_to_string("games/tiles/_sidebar.html", context)


class Fields(HTMLParser):
    """The form of a board: its radio buttons, the buttons that send it, and what it says of itself."""

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

    def sent(self) -> Iterator[tuple[str, str]]:
        """Each form that can be sent, and the worth of the row that it is said to make."""
        for radio in self.radios or [self.form]:
            lost = (radio.get("data-lost") or "").split()
            worths = radio["data-worths"].split()
            assert len(worths) == len(self.buttons)
            for button, worth in zip(self.buttons, worths, strict=True):
                if button["value"] not in lost:
                    extra = f"&{radio['name']}={radio['value']}" if self.radios else ""
                    yield f"do={self.form['data-do']}&{button['name']}={button['value']}{extra}", worth
