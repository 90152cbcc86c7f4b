"""Whole games in memory in which plans act as in `games.play`, random plans, and what must hold at each step."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.kinds import KINDS
from games.kinds.plans import BadPlan
from games.rules.base import Plain, Setup, make_setup
from games.rules.dealers import FairDealer
from games.rules.push.cards import NUMBER_CARDS
from games.rules.registry import find
from games.rules.serialization import read_move, write_move

PUSH: list[tuple[int, dict[str, Any]]] = [
    (2, {"bust_buy": True}),
    (3, {"edition": "gamefactory"}),
    (4, {"bust_buy": True, "edition": "devir"}),
    (5, {}),
    (1, {"solo": 4}),
    (1, {"solo": 7, "bust_buy": True}),
    (1, {"solo": 5, "edition": "gamefactory"}),
]
SWAP: list[tuple[int, dict[str, Any]]] = [(4, {"blocking": "ask"}), (6, {"blocking": "ask"}), (5, {}), (12, {})]
SETUPS = [("push", *table) for table in PUSH] + [("swap", *table) for table in SWAP]


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


@dataclass
class Kept:
    """A plan as it is stored."""

    seat: int
    data: Plain
    acted: bool = False
    ended: str = ""  # done, or why


@dataclass
class Door:
    """A game, its plans, and the one way to move."""

    slug: str
    setup: Setup
    dealer: FairDealer
    state: Any = None
    plans: list[Kept] = field(default_factory=list)
    moves: list[tuple[int, Plain, str]] = field(default_factory=list)  # seat, move, by
    looks: Callable[["Door"], None] = lambda door: None  # before each question

    def __post_init__(self) -> None:
        self.kind, self.module = find(self.slug), KINDS[self.slug].known_plans.rules
        if self.state is None:
            self.state = self.kind.start(self.setup, self.dealer)

    def seen(self, seat: int) -> tuple[Plain, Plain]:
        view, choices = through_json([self.kind.view(self.state, seat), self.kind.choices(self.state, seat)])
        return view, choices

    def waiting(self) -> int | None:
        seats = self.kind.waiting(self.state)
        return seats[0] if seats else None

    def add(self, seat: int, data: object) -> Kept:
        """The plan, kept as it comes out of the database; it acts at once where it is asked already."""
        read = self.module.read(data)
        assert through_json(read) == read
        assert self.module.read(through_json(read)) == read
        made = self.module.about(read, self.seen(seat)[0])
        assert through_json(made) == made
        kept = Kept(seat, through_json(made))
        self.plans.append(kept)
        self.settle()
        return kept

    def move(self, seat: int, plain: Plain, by: str = "") -> None:
        """The rules must allow it."""
        move = read_move(self.kind, through_json(plain))
        assert through_json(write_move(move)) == through_json(plain)
        self.state, _ = self.kind.play(self.state, seat, move, self.dealer)
        self.moves.append((seat, plain, by))
        self._lapse()

    def click(self, seat: int, plain: Plain) -> None:
        self.move(seat, plain)
        self.settle()

    def settle(self) -> None:
        """All plans that are due."""
        while (seat := self.waiting()) is not None:
            self.looks(self)
            active = [plan for plan in self.plans if plan.seat == seat and not plan.ended]
            act = self.module.decide([plan.data for plan in active], *self.seen(seat)) if active else None
            if act is None:
                return
            active[act.index].acted = True
            self.move(seat, act.move, by="plan")

    def _lapse(self) -> None:
        over = self.waiting() is None
        for plan in self.plans:
            if not plan.ended and not over:
                plan.ended = self.module.over(plan.data, self.seen(plan.seat)[0], plan.acted) or ""


def door(slug: str, seats: int, options: Plain, seed: object) -> Door:
    return Door(slug, make_setup(find(slug), seats, options), FairDealer(str(seed).encode()))


def pick(door: Door, seat: int, dice: random.Random) -> Plain:
    """A random click."""
    return write_move(KINDS[door.slug].pick(*door.seen(seat), dice))


def try_to_add(door: Door, seat: int, data: Plain) -> Kept | None:
    """Well-formed plans are refused only because their question cannot come up."""
    try:
        return door.add(seat, data)
    except BadPlan as refused:
        if refused.facts:
            raise
        return None


# --- random plans ---------------------------------------------------------------------------------------------------


def any_plan(slug: str, dice: random.Random) -> Plain:
    """A plan that `read` accepts, with fields left out at random."""
    full = any_push(dice) if slug == "push" else any_swap(dice)
    return {name: value for name, value in full.items() if name not in LEFT_OUT or dice.random() < 0.7}


LEFT_OUT = {"once", "lengthens", "pay", "block"}


def any_swap(dice: random.Random) -> Plain:
    once = dice.random() < 0.4
    if dice.random() < 0.4:
        return {"for": "answer", "block": dice.random() < 0.7, "once": once}
    least = dice.choice(["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000", None])
    return {"for": "turn", "least": least, "once": once}


def any_push(dice: random.Random) -> Plain:
    once = dice.random() < 0.4
    what = dice.choice(["auction", "auction", "turn", "turn", "bust", "final"])
    if what == "auction":
        return {
            "for": what,
            "which": dice.choice(["now", "any", "numbered", "b#", "g#", "o#", "p#", "*#", "*3", "*7"]),
            "bid": dice.choice(["up-to", "one-more"]),
            "most": dice.choice([0, 1, 2, 3, 4, 5, 6, 8, 12, 99]),
            "lengthens": dice.random() < 0.3,
            "pay": any_pay(dice),
            "once": once,
        }
    if what == "turn":
        stops = [dice.choice([None, 3, 5, 7, 10]), dice.choice([None, 0, 20, 35, 99]), dice.choice([None, 4, 7])]
        net, risk, coins = stops if any(stop is not None for stop in stops) else [6, None, None]
        buy = dice.choice(["ask", "skip", any_wish(dice), any_wish(dice)])
        take = dice.choice(["numbers", "numbers", "currency"])
        return {"for": what, "net": net, "risk": risk, "coins": coins, "take": take, "buy": buy, "once": once}
    return {"for": what, "buy": dice.choice(["skip", any_wish(dice), any_wish(dice)]), "once": once}


def any_wish(dice: random.Random) -> Plain:
    cards = dice.sample(NUMBER_CARDS, dice.choice([0, 1, 3, 12, 36]))
    least = dice.choice([1, 3, 5, 9])
    return {"cards": cards, "lengthens": least if not cards else dice.choice([None, least]), "pay": any_pay(dice)}


def any_pay(dice: random.Random) -> Plain:
    coins, busts = dice.random() < 0.8, dice.random() < 0.7
    cards = dice.choice(["none", "loose", "any"] if coins or busts else ["loose", "any"])
    return {"coins": coins, "busts": busts, "cards": cards}
