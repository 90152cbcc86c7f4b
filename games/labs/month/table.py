"""A game of the simulated month: its rules, clocks and plans, as the site's one door has them."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from games.clocks.rules import AUTO, DAY, PACES, VACATION, Decision, Stage, answered, milliseconds, taken, zone
from games.kinds import KINDS, find_bot
from games.kinds.plans import BadPlan
from games.labs.month import judging
from games.labs.month.people import Person
from games.rules.base import Kind, Plain, Resign, make_setup
from games.rules.deal import FairDealer
from games.rules.registry import find
from games.rules.serialization import read_move

STAND_IN = "steady"
PACE = PACES["daily"]
A_MOMENT = timedelta(milliseconds=1)
CLICK, PLAN, CLOCK, BOT = "click", "plan", "clock", "standin"


class Spec(NamedTuple):
    """What is played."""

    kind: str
    seats: int

    @property
    def name(self) -> str:
        return f"{self.kind}, {self.seats} seats"


@dataclass
class Kept:
    """A plan that waits: as it was made, and as the site keeps it."""

    made: Plain
    data: Plain
    acted: bool = False


class Table:
    """One game, from its beginning to its end."""

    def __init__(self, spec: Spec, number: int, people: list[Person], seed: str) -> None:
        text = f"{seed}|{spec.name}|{number}"
        self.spec, self.people = spec, people
        self.dice = Random(text)  # noqa: S311 (no secret)  # nosec
        self.kind: Kind = find(spec.kind)
        self.dealer = FairDealer(self.dice.randbytes(32))
        self.state: Any = None
        self.begun: datetime | None = None
        self.over: datetime | None = None
        self.banks = [milliseconds(PACE.bank)] * spec.seats
        self.plans: list[list[Kept]] = [[] for _ in people]
        self.planned: set[int] = set()  # who has thought of plans here
        self.bots: set[int] = set()
        self.asked: datetime | None = None
        self.stage = ""
        self.bell: datetime | None = None
        self.counts: Counter[str] = Counter()
        self.visits: set[tuple[int, int]] = set()
        self.waits: list[timedelta] = []  # how long the game waited for each visit

    @property
    def waiting(self) -> int | None:
        """Whom the game waits for; one seat at a time in these games."""
        seats = self.kind.waiting(self.state) if self.begun else ()
        return seats[0] if seats else None

    def waits_for(self, person: Person) -> bool:
        """Whether this person has to decide."""
        return not self.over and self.waiting is not None and self.people[self.waiting] is person

    def begin(self, now: datetime) -> None:
        """The cards are dealt."""
        self.state = self.kind.start(make_setup(self.kind, self.spec.seats, {}), self.dealer)
        self.begun = now
        self.ask(now)

    def ask(self, now: datetime) -> None:
        """The clock of whoever is asked begins to run."""
        self.asked, self.stage = now, ""

    def decision(self) -> Decision:
        """What the clock sees."""
        seat = self.waiting
        if seat is None or self.asked is None:
            raise AssertionError("nobody is asked")
        person = self.people[seat]
        is_small = self.default() is not None
        return Decision(
            PACE, timedelta(milliseconds=self.banks[seat]), self.asked, is_small, person.quiet, tuple(person.pauses)
        )

    def default(self) -> str | None:
        """What the clock answers with, where the decision is a small one."""
        offered = self.kind.choices(self.state, self.waiting or 0)
        return next((do for do in self.kind.DEFAULTS if do in offered), None)

    # --- moving ---

    def decide(self, now: datetime) -> None:
        """Whoever is asked decides at the table."""
        seat = self.waiting or 0
        self.play(self._thought(seat, self.people[seat].bot), now, CLICK)
        self.settle(now)

    def play(self, move: Any, now: datetime, by: str) -> None:
        """One move of whoever is asked."""
        seat = self.waiting or 0
        if by != BOT:
            made = self.decision()
            spent = milliseconds(made.spent(now) if by == CLOCK else made.cost(now))
            self.banks[seat] = answered(PACE, self.banks[seat], spent, by == CLOCK)
        self.state, _ = self.kind.play(self.state, seat, move, self.dealer)
        self.counts[by] += 1
        self.ask(now)
        if not self.kind.waiting(self.state):
            self.over = now

    def settle(self, now: datetime) -> None:
        """All that happens at once: plans, and bots that play on for somebody."""
        while (seat := self.waiting) is not None:
            if seat in self.bots:
                self.play(self._thought(seat, STAND_IN), now, BOT)
            elif not self._fire(seat, now):
                break
        for place, kept in enumerate(self.plans):
            if kept and not self.over:
                view = self.kind.view(self.state, place)
                self.plans[place] = [plan for plan in kept if not self._is_over(plan, view)]

    def _thought(self, seat: int, bot: str) -> Any:
        return find_bot(self.spec.kind, bot)(
            self.kind.view(self.state, seat), self.kind.choices(self.state, seat), self.dice
        )

    # --- plans ---

    def plan(self, seat: int) -> bool:
        """The person leaves what they plan; whether anything was changed."""
        self.planned.add(seat)
        view = self.kind.view(self.state, seat)
        made = judging.plans_for(self.spec.kind, self.people[seat], view, self.dice)
        if judging.same(made, [plan.made for plan in self.plans[seat]]):
            return False
        self.plans[seat] = [kept for data in made if (kept := self._kept(data, view))]
        return True

    def _kept(self, data: Plain, view: Plain) -> Kept | None:
        plans = KINDS[self.spec.kind].known_plans.rules
        try:
            return Kept(data, plans.about(plans.read(data), view))
        except BadPlan:  # its question cannot come up any more
            return None

    def _fire(self, seat: int, now: datetime) -> bool:
        kept = self.plans[seat]
        if not kept:
            return False
        view, choices = self.kind.view(self.state, seat), self.kind.choices(self.state, seat)
        act = KINDS[self.spec.kind].known_plans.rules.decide([plan.data for plan in kept], view, choices)
        if act is None:
            return False
        plan = kept[act.index]
        self.play(read_move(self.kind, act.move), now, PLAN)
        plan.acted = True
        if not self.over and self._is_over(plan, self.kind.view(self.state, seat)):
            kept.remove(plan)
        return True

    def _is_over(self, plan: Kept, view: Plain) -> bool:
        return KINDS[self.spec.kind].known_plans.rules.over(plan.data, view, plan.acted) is not None

    # --- clocks ---

    def alarm(self) -> datetime | None:
        """When the clock has something to do next."""
        made = self.decision()
        following = made.next(self.stage)
        return made.when(following) if following else None

    def ring(self, now: datetime) -> Stage | None:
        """What the clock does now; the stage that is new."""
        reached, seat = self.decision().reached(now), self.waiting or 0
        if reached is None or reached.name == self.stage:
            return None
        if reached.name == "lost" and self._takes_a_day(self.decision().when(reached) - A_MOMENT):
            return None
        self.stage = reached.name
        if reached.name == "default":
            self.play(self.kind.MOVES[self.default() or ""](), now, CLOCK)
            self.settle(now)
        elif reached.name == "lost":
            self.state, _ = self.kind.play(self.state, seat, Resign(), self.dealer)
            self.bots.add(seat)
            self.plans[seat] = []
            if self.waiting is None:
                self.over = now
            self.settle(now)
            self.ask(now)
        return reached

    def _takes_a_day(self, start: datetime) -> bool:
        """A day of vacation before a seat is lost, where one is left; a few for one decision."""
        person, day = self.people[self.waiting or 0], (start, start + DAY)
        before = sum(self.asked is None or end > self.asked for _, end in person.auto)
        local = zone(person.quiet.zone)
        if before >= AUTO or taken([*person.pauses, day], start.year, local) > VACATION * DAY:
            return False
        person.pauses.append(day)
        person.auto.append(day)
        return True
