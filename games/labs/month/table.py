"""A game of the simulated month, with rules, clocks and plans as on the site."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from games.clocks import seat_clocks
from games.clocks.counted_time import DAY, find_zone
from games.clocks.rules import (
    AUTO_VACATION_DAYS,
    PACES,
    VACATION_DAYS,
    Decision,
    Stage,
    bank_after,
    to_ms,
    vacation_taken,
)
from games.kinds import KINDS, find_bot
from games.kinds.plans import BadPlan
from games.kinds.samples import samples_of
from games.labs.month.people import Person
from games.rules.base import Kind, Plain, Resign, make_setup
from games.rules.dealers import FairDealer
from games.rules.registry import find
from games.rules.serialization import read_move

STAND_IN = "steady"
PACE = PACES["daily"]
A_MOMENT = timedelta(milliseconds=1)
CLICK, PLAN, CLOCK, BOT = "click", "plan", "clock", "standin"


class TableSpec(NamedTuple):
    """What is played."""

    kind: str
    seats: int

    @property
    def name(self) -> str:
        return f"{self.kind}, {self.seats} seats"


@dataclass
class WaitingPlan:
    """A plan as it was made, and as it is stored."""

    made: Plain
    data: Plain
    acted: bool = False


class Table:
    """One game from start to finish."""

    def __init__(self, spec: TableSpec, number: int, people: list[Person], seed: str) -> None:
        text = f"{seed}|{spec.name}|{number}"
        self.spec, self.people = spec, people
        self.dice = Random(text)  # noqa: S311 (no secret)  # nosec
        self.kind: Kind = find(spec.kind)
        self.dealer = FairDealer(self.dice.randbytes(32))
        self.state: Any = None
        self.begun: datetime | None = None
        self.over: datetime | None = None
        self.banks = [to_ms(PACE.bank)] * spec.seats
        self.plans: list[list[WaitingPlan]] = [[] for _ in people]
        self.planned: set[int] = set()  # who has considered plans here
        self.bots: set[int] = set()
        self.asked: datetime | None = None
        self.stage = ""
        self.bell: datetime | None = None
        self.counts: Counter[str] = Counter()
        self.visits: set[tuple[int, int]] = set()
        self.waits: list[timedelta] = []  # how long the game waited for each visit

    @property
    def waiting(self) -> int | None:
        """The seat the game waits for; one at a time in these games."""
        seats = self.kind.waiting(self.state) if self.begun else ()
        return seats[0] if seats else None

    def waits_for(self, person: Person) -> bool:
        """Whether this person has to decide."""
        return not self.over and self.waiting is not None and self.people[self.waiting] is person

    def begin(self, now: datetime) -> None:
        """Deal the cards."""
        self.state = self.kind.start(make_setup(self.kind, self.spec.seats, {}), self.dealer)
        self.begun = now
        self.ask(now)

    def ask(self, now: datetime) -> None:
        """Start the clock of whoever has to decide."""
        self.asked, self.stage = now, ""

    def decision(self) -> Decision:
        """The decision as the clock sees it."""
        seat = self.waiting
        if seat is None or self.asked is None:
            raise AssertionError("nobody is asked")
        person = self.people[seat]
        bank, is_small = timedelta(milliseconds=self.banks[seat]), self.default() is not None
        return Decision(PACE, bank, self.asked, is_small, person.quiet, tuple(person.pauses))

    def default(self) -> Plain | None:
        """The clock's default move, if the decision is a small one."""
        return seat_clocks.default_move(self.kind, self.kind.choices(self.state, self.waiting or 0))

    # --- moving ---

    def decide(self, now: datetime) -> None:
        """Let the person decide at the table."""
        seat = self.waiting or 0
        self.play(self._thought(seat, self.people[seat].bot), now, CLICK)
        self.settle(now)

    def play(self, move: Any, now: datetime, by: str) -> None:
        seat = self.waiting or 0
        if by != BOT:
            made = self.decision()
            spent = to_ms(made.measure_spent(now) if by == CLOCK else made.compute_cost(now))
            self.banks[seat] = bank_after(PACE, self.banks[seat], spent, by == CLOCK)
        self.state, _ = self.kind.play(self.state, seat, move, self.dealer)
        self.counts[by] += 1
        self.ask(now)
        if not self.kind.waiting(self.state):
            self.over = now

    def settle(self, now: datetime) -> None:
        """Do everything that happens at once: plans, and moves of stand-in bots."""
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
        """Make the person's plans. Return whether anything changed."""
        self.planned.add(seat)
        view, samples = self.kind.view(self.state, seat), samples_of(KINDS[self.spec.kind])
        made = samples.plans_for(self.people[seat], view, self.dice) if samples else []
        if made == [plan.made for plan in self.plans[seat]]:
            return False
        self.plans[seat] = [kept for data in made if (kept := self._kept(data, view))]
        return True

    def _kept(self, data: Plain, view: Plain) -> WaitingPlan | None:
        plans = KINDS[self.spec.kind].known_plans.rules
        try:
            return WaitingPlan(data, plans.about(plans.read(data), view))
        except BadPlan:  # its question can't come up any more
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

    def _is_over(self, plan: WaitingPlan, view: Plain) -> bool:
        return KINDS[self.spec.kind].known_plans.rules.over(plan.data, view, plan.acted) is not None

    # --- clocks ---

    def alarm(self) -> datetime | None:
        """Return when the clock next has something to do."""
        return seat_clocks.find_alarm(self.decision(), self.stage)

    def ring(self, now: datetime) -> Stage | None:
        """Let the clock act, and return the new stage."""
        reached, seat = self.decision().find_stage(now), self.waiting or 0
        if reached is None or reached.name == self.stage:
            return None
        if reached.name == "lost" and self._takes_a_day(self.decision().find_time(reached) - A_MOMENT):
            return None
        self.stage = reached.name
        if reached.name == "default":
            self.play(read_move(self.kind, self.default()), now, CLOCK)
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
        """Take a vacation day before a seat is lost, if one is left; a few per decision."""
        person, day = self.people[self.waiting or 0], (start, start + DAY)
        before = sum(self.asked is None or end > self.asked for _, end in person.auto)
        local = find_zone(person.quiet.zone)
        if (
            before >= AUTO_VACATION_DAYS
            or vacation_taken([*person.pauses, day], start.year, local) > VACATION_DAYS * DAY
        ):
            return False
        person.pauses.append(day)
        person.auto.append(day)
        return True
