"""A simulated month: people come and go, games wait, clocks ring, one event after another."""

from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heappop, heappush
from random import Random
from typing import Any

from games.clocks.counted_time import DAY
from games.kinds import KINDS
from games.kinds.samples import all_samples
from games.labs.month.people import FIRST, Person, make_people
from games.labs.month.table import Table, TableSpec

SPECS = tuple(TableSpec(kind.slug, seats) for kind, samples in all_samples(KINDS.values()) for seats in samples.MONTH)
NONE, HABIT, ALL = "none", "by habit", "all"  # who makes plans: nobody, most people, everyone for everything
LONGEST = 4  # how long started games may go on, in multiples of the days
LAID = 3  # days in which all games begin
NOTICE = timedelta(seconds=20)  # how soon a visitor notices a waiting game
ARRIVE = timedelta(seconds=10)
MOST_EVENTS = 5_000_000


class World:
    """Everybody, every table, and the queue of events."""

    def __init__(self, count: int, days: int, seed: str, plans: str) -> None:
        self.is_planning = plans != NONE
        self.end = FIRST + LONGEST * days * DAY
        self.people = make_people(count, seed, days)
        for person in self.people if plans == ALL else []:
            person.plan_all()
        self.tables = [table for spec in SPECS for table in _create_tables(spec, self.people, seed)]
        self.at: dict[int, list[Table]] = {person.number: [] for person in self.people}
        self.acting: set[int] = set()
        self.queue: list[tuple[datetime, int, Callable[[Any, datetime], None], Person | Table]] = []
        self.count = 0
        for table in self.tables:
            for person in table.people:
                self.at[person.number].append(table)
            self.push(FIRST + table.dice.uniform(0, LAID) * DAY, self.begin, table)
        for person in self.people:
            for moment in person.visits(LONGEST * days):
                self.push(moment, self.look, person)

    def push(self, moment: datetime, event: Callable[[Any, datetime], None], whose: Person | Table) -> None:
        self.count += 1
        heappush(self.queue, (moment, self.count, event, whose))

    def run(self) -> list[Table]:
        """Simulate the month, and return the tables at its end."""
        for _ in range(MOST_EVENTS):
            if not self.queue:
                break
            now, _, event, whose = heappop(self.queue)
            if now > self.end:
                break
            event(whose, now)
        return self.tables

    # --- people ---

    def come(self, person: Person, now: datetime) -> None:
        """Let a message bring somebody."""
        person.expected = None
        self.look(person, now)

    def look(self, person: Person, now: datetime) -> None:
        """Begin a visit, unless one is going on."""
        if person.is_there(now) and now >= person.online and person.number not in self.acting:
            person.visit += 1
            person.online = now + person.stay()
            self.go_on(person, now + ARRIVE)

    def go_on(self, person: Person, moment: datetime) -> None:
        self.acting.add(person.number)
        self.push(moment, self.act, person)

    def act(self, person: Person, now: datetime) -> None:
        """Make one decision in the most urgent game, then plans, before the next table."""
        self.acting.discard(person.number)
        waiting = [table for table in self.at[person.number] if table.waits_for(person)]
        if not waiting:
            self.plan_ahead(person)
            return
        decisions = ((table, table.decision()) for table in waiting)
        deadlines = {table: made.find_time(made.find_displayed_stage(table.stage)) for table, made in decisions}
        table = min(waiting, key=deadlines.__getitem__)
        if table.asked and (person.number, person.visit) not in table.visits:
            table.waits.append(now - table.asked)
        table.visits.add((person.number, person.visit))
        table.decide(now)
        is_going_on = table.waits_for(person)
        if not is_going_on and self.is_planning and not table.over:
            table.plan(table.people.index(person))
        if is_going_on or now < person.online:
            self.go_on(person, now + person.think(is_going_on))
        self.changed(table, now)

    def plan_ahead(self, person: Person) -> None:
        """Look at new tables and make plans there, because no game is waiting."""
        for table in self.at[person.number] if self.is_planning else []:
            seat = table.people.index(person)
            if table.begun and not table.over and seat not in table.planned | table.bots and table.plan(seat):
                table.visits.add((person.number, person.visit))

    # --- tables ---

    def begin(self, table: Table, now: datetime) -> None:
        table.begin(now)
        self.changed(table, now)

    def changed(self, table: Table, now: datetime) -> None:
        """Set the clock of the player to move, and send a message if that player is away."""
        if table.over or table.waiting is None:
            return
        self.set_clock(table)
        self.message(table.people[table.waiting], now, False)

    def set_clock(self, table: Table) -> None:
        table.bell = table.alarm()
        if table.bell:
            self.push(table.bell, self.ring, table)

    def message(self, person: Person, now: datetime, is_urgent: bool) -> None:
        if person.number in self.acting:
            return
        if now < person.online:
            self.go_on(person, now + NOTICE)
        elif person.expected is None and (moment := person.follow(now, is_urgent)):
            person.expected = moment
            self.push(moment, self.come, person)

    def ring(self, table: Table, now: datetime) -> None:
        """Ring a clock, if it is still due."""
        if table.over or table.waiting is None or table.bell != now:
            return
        person, before = table.people[table.waiting], table.asked
        stage = table.ring(now)
        if table.asked != before:
            self.changed(table, now)
            return
        self.set_clock(table)
        if stage:
            self.message(person, now, True)


def _create_tables(spec: TableSpec, people: list[Person], seed: str) -> list[Table]:
    """Create as many tables as the people fill, with each person at one of them."""
    order = people[:]
    Random(f"{seed}|{spec.name}").shuffle(order)  # noqa: S311 (no secret)  # nosec
    groups = [order[start : start + spec.seats] for start in range(0, len(order) - spec.seats + 1, spec.seats)]
    return [Table(spec, number, group, seed) for number, group in enumerate(groups)]
