"""The results of simulated months, as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import inf

from games.clocks.counted_time import DAY, HOUR
from games.labs.month.table import BOT, CLICK, CLOCK, PLAN, Table, TableSpec
from games.labs.month.world import World

HEAD = "game | plans | median, days | 90 % | visits | by click | plan | clock | stand-in | seats lost | tables"
VISITS_GOAL, SWAP_GOAL = 0.5, 3.0  # share of the visits without plans; days


@dataclass
class Line:
    """All tables of one spec in one month."""

    spec: TableSpec
    plans: str
    days: list[float]  # of each table, sorted; infinite if unfinished
    visits: float  # per player and table
    shares: dict[str, float]
    lost: int

    def cells(self) -> list[str]:
        """Format the line."""
        shares = [f"{100 * self.shares[by]:.0f} %" for by in (CLICK, PLAN, CLOCK, BOT)]
        lengths = [f"{quantile(self.days, share):.1f}" for share in (0.5, 0.9)]
        counts = [str(self.lost), str(len(self.days))]
        return [self.spec.name, self.plans, *lengths, f"{self.visits:.1f}", *shares, *counts]


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value that this share doesn't exceed."""
    return ordered[max(0, -(-int(share * 1_000) * len(ordered) // 1_000) - 1)] if ordered else inf


def summarize(spec: TableSpec, plans: str, tables: Sequence[Table]) -> Line:
    moves = sum(table.counts.total() for table in tables) or 1
    return Line(
        spec,
        plans,
        sorted((table.over - table.begun) / DAY if table.over and table.begun else inf for table in tables),
        sum(len(table.visits) for table in tables) / max(1, len(tables) * spec.seats),
        {by: sum(table.counts[by] for table in tables) / moves for by in (CLICK, PLAN, CLOCK, BOT)},
        sum(len(table.bots) for table in tables),
    )


@dataclass
class Month:
    """A simulated month."""

    plans: str
    lines: list[Line]
    waits: list[timedelta]


def simulate(count: int, days: int, seed: str, plans: str) -> Month:
    tables = World(count, days, seed, plans).run()
    specs = list(dict.fromkeys(table.spec for table in tables))
    lines = [summarize(spec, plans, [table for table in tables if table.spec == spec]) for spec in specs]
    return Month(plans, lines, sorted(wait for table in tables for wait in table.waits))


def format_report(months: Sequence[Month]) -> str:
    """Format the table, the goals, and how long games waited."""
    lines = [line for together in zip(*(month.lines for month in months), strict=True) for line in together]
    rows = [HEAD, " | ".join(["---"] * (HEAD.count("|") + 1)), *(" | ".join(line.cells()) for line in lines)]
    return "\n".join([*(f"| {row} |" for row in rows), "", *_describe_goals(months, lines)]) + "\n"


def _describe_goals(months: Sequence[Month], lines: Sequence[Line]) -> Iterable[str]:
    for month in months:
        hours = [wait / HOUR for wait in month.waits]
        yield (
            f"Plans {month.plans}: a game waited {quantile(hours, 0.5):.1f} hours for a visit (median; "
            f"90 %: {quantile(hours, 0.9):.1f}; {len(hours):,} visits)."
        )
    known = {(line.spec.name, line.plans): line for line in lines}
    first = months[0].plans
    for (name, plans), found in known.items():
        if plans != first and (before := known.get((name, first))):
            if name == "push, 4 seats":
                share = found.visits / before.visits
                yield f"{name}, plans {plans}: {100 * share:.0f} % of the visits ({_mark_goal(share <= VISITS_GOAL)})."
            if name == "swap, 12 seats":
                days = quantile(found.days, 0.5)
                yield f"{name}, plans {plans}: {days:.1f} days ({_mark_goal(days < SWAP_GOAL)})."


def _mark_goal(is_reached: bool) -> str:
    return "goal reached" if is_reached else "goal missed"
