"""Whole games in memory, in which plans act as in `games.play`; and random plans."""

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
class StoredPlan:
    """A plan as the database has it."""

    seat: int
    data: Plain
    acted: bool = False
    ended: str = ""  # `done`, or why it expired


@dataclass
class MemoryGame:
    """A game and its plans; all moves go through `move`."""

    slug: str
    setup: Setup
    dealer: FairDealer
    state: Any = None
    plans: list[StoredPlan] = field(default_factory=list)
    moves: list[tuple[int, Plain, str]] = field(default_factory=list)  # seat, move, by
    before_question: Callable[["MemoryGame"], None] = lambda game: None  # called before each question

    def __post_init__(self) -> None:
        self.kind, self.module = find(self.slug), KINDS[self.slug].known_plans.rules
        if self.state is None:
            self.state = self.kind.start(self.setup, self.dealer)

    def view_and_choices(self, seat: int) -> tuple[Plain, Plain]:
        view, choices = through_json([self.kind.view(self.state, seat), self.kind.choices(self.state, seat)])
        return view, choices

    def waiting(self) -> int | None:
        seats = self.kind.waiting(self.state)
        return seats[0] if seats else None

    def add(self, seat: int, data: object) -> StoredPlan:
        """Add a plan as it comes out of the database. If its question is being asked already, it acts at once."""
        read = self.module.read(data)
        assert through_json(read) == read
        assert self.module.read(through_json(read)) == read
        made = self.module.about(read, self.view_and_choices(seat)[0])
        assert through_json(made) == made
        stored = StoredPlan(seat, through_json(made))
        self.plans.append(stored)
        self.settle()
        return stored

    def move(self, seat: int, plain: Plain, by: str = "") -> None:
        """Make a move, which the rules must allow."""
        move = read_move(self.kind, through_json(plain))
        assert through_json(write_move(move)) == through_json(plain)
        self.state, _ = self.kind.play(self.state, seat, move, self.dealer)
        self.moves.append((seat, plain, by))
        self._end_plans()

    def click(self, seat: int, plain: Plain) -> None:
        self.move(seat, plain)
        self.settle()

    def settle(self) -> None:
        """Let plans answer until none does."""
        while (seat := self.waiting()) is not None:
            self.before_question(self)
            active = [plan for plan in self.plans if plan.seat == seat and not plan.ended]
            act = self.module.decide([plan.data for plan in active], *self.view_and_choices(seat)) if active else None
            if act is None:
                return
            active[act.index].acted = True
            self.move(seat, act.move, by="plan")

    def _end_plans(self) -> None:
        over = self.waiting() is None
        for plan in self.plans:
            if not plan.ended and not over:
                plan.ended = self.module.over(plan.data, self.view_and_choices(plan.seat)[0], plan.acted) or ""


def start_game(slug: str, seats: int, options: Plain, seed: object) -> MemoryGame:
    return MemoryGame(slug, make_setup(find(slug), seats, options), FairDealer(str(seed).encode()))


def pick_move(game: MemoryGame, seat: int, dice: random.Random) -> Plain:
    """Pick a random move."""
    return write_move(KINDS[game.slug].pick(*game.view_and_choices(seat), dice))


def try_to_add(game: MemoryGame, seat: int, data: Plain) -> StoredPlan | None:
    """Add a well-formed plan; return None if it is refused, which may only be because its question can't come up."""
    try:
        return game.add(seat, data)
    except BadPlan as refused:
        if refused.facts:
            raise
        return None


# --- random plans ---------------------------------------------------------------------------------------------------


def random_plan(slug: str, dice: random.Random) -> Plain:
    """Make a plan that `read` accepts, without some of its optional fields."""
    full = random_push_plan(dice) if slug == "push" else random_swap_plan(dice)
    return {name: value for name, value in full.items() if name not in OPTIONAL_FIELDS or dice.random() < 0.7}


OPTIONAL_FIELDS = {"once", "lengthens", "pay", "block"}


def random_swap_plan(dice: random.Random) -> Plain:
    once = dice.random() < 0.4
    if dice.random() < 0.4:
        return {"for": "answer", "block": dice.random() < 0.7, "once": once}
    least = dice.choice(["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000", None])
    return {"for": "turn", "least": least, "once": once}


def random_push_plan(dice: random.Random) -> Plain:
    once = dice.random() < 0.4
    what = dice.choice(["auction", "auction", "turn", "turn", "bust", "final"])
    if what == "auction":
        return {
            "for": what,
            "which": dice.choice(["now", "any", "numbered", "b#", "g#", "o#", "p#", "*#", "*3", "*7"]),
            "bid": dice.choice(["up-to", "one-more"]),
            "most": dice.choice([0, 1, 2, 3, 4, 5, 6, 8, 12, 99]),
            "lengthens": dice.random() < 0.3,
            "pay": random_payment(dice),
            "once": once,
        }
    if what == "turn":
        stops = [dice.choice([None, 3, 5, 7, 10]), dice.choice([None, 0, 20, 35, 99]), dice.choice([None, 4, 7])]
        net, risk, coins = stops if any(stop is not None for stop in stops) else [6, None, None]
        buy = dice.choice(["ask", "skip", random_wish(dice), random_wish(dice)])
        take = dice.choice(["numbers", "numbers", "currency"])
        return {"for": what, "net": net, "risk": risk, "coins": coins, "take": take, "buy": buy, "once": once}
    return {"for": what, "buy": dice.choice(["skip", random_wish(dice), random_wish(dice)]), "once": once}


def random_wish(dice: random.Random) -> Plain:
    cards = dice.sample(NUMBER_CARDS, dice.choice([0, 1, 3, 12, 36]))
    least = dice.choice([1, 3, 5, 9])
    return {
        "cards": cards,
        "lengthens": least if not cards else dice.choice([None, least]),
        "pay": random_payment(dice),
    }


def random_payment(dice: random.Random) -> Plain:
    coins, busts = dice.random() < 0.8, dice.random() < 0.7
    cards = dice.choice(["none", "loose", "any"] if coins or busts else ["loose", "any"])
    return {"coins": coins, "busts": busts, "cards": cards}
