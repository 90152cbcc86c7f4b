"""The table of results: every ratio with its goal, worst first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from tests.bench.measure import ratio
from tests.bench.site.peers.cells import Bytes, Delay
from tests.bench.site.tables import Load

PEERS = {"peer PostgreSQL": ("boardgame.io, PostgreSQL", 0.4), "peer memory": ("boardgame.io, memory", 0.04)}
DELAYS = {"SQLite": 2.5, "PostgreSQL": 5.0}  # times that of boardgame.io with PostgreSQL
OLD_MOVES = {"JSON": 1.7, "htmx": 1.8}  # times those of eaffef4
OLD_DELAYS = {"SQLite": 1 / 1.8, "PostgreSQL": 1 / 3}
NO_SLOWER = 0.95  # than any other baseline
SPREAD, SIZE = 3.0, 3.0  # 99th percentile / median; kB


class Row(NamedTuple):
    """A ratio and its goal."""

    what: str
    value: float
    goal: float
    is_least: bool  # whether the goal is a minimum, or else a maximum
    figures: str = ""

    @property
    def reached(self) -> float:
        """The part of the goal that is reached; at least 1 if all of it is."""
        return self.value / self.goal if self.is_least else self.goal / max(self.value, 1e-9)

    def __str__(self) -> str:
        goal = f"{'>=' if self.is_least else '<='} {self.goal:.3g}"
        verdict = "reached" if self.reached >= 1 else "missed"
        return f"{self.what:<70} {self.value:>7.3g}   {goal:<8} {verdict:<8} {self.figures}"


@dataclass
class Results:
    """The measurements of all rounds, by side, way of sending a move, and number of tables."""

    loads: dict[tuple[str, str, int], list[Load]] = field(default_factory=dict)
    delays: dict[str, list[Delay]] = field(default_factory=dict)
    sizes: dict[str, Mapping[str, Bytes]] = field(default_factory=dict)


def tell(results: Results, is_eaffef4: bool) -> None:
    found = [*rows_of_moves(results, is_eaffef4), *rows_of_delays(results, is_eaffef4), *rows_of_bytes(results)]
    print(f"{'':<70} {'value':>7}   {'goal':<8}")
    for row in sorted(found, key=lambda row: row.reached):
        print(row)


def rows_of_moves(results: Results, is_eaffef4: bool) -> list[Row]:
    """Compare moves per CPU second of the server. Moves per second are only printed."""
    rows = []
    for (name, wanted, count), mine in results.loads.items():
        if name.startswith(("old", "peer")):
            continue
        others = {peer: (*facts, results.loads.get((peer, "", count))) for peer, facts in PEERS.items()}
        goal = OLD_MOVES[wanted] if is_eaffef4 else NO_SLOWER
        others["old"] = ("baseline", goal, results.loads.get((f"old {name}", wanted, count)))
        for title, least, theirs in others.values():
            if theirs:
                value = ratio([load.per_cpu for load in mine], [load.per_cpu for load in theirs])
                what = f"moves by CPU, {name}, {wanted}, {count} tables / {title}"
                rows.append(Row(what, value, least, True, compared(mine, theirs)))
    return rows


def compared(mine: Sequence[Load], theirs: Sequence[Load]) -> str:
    cpu, clock = (
        " / ".join(f"{median(getattr(load, name) for load in loads):,.0f}" for loads in (mine, theirs))
        for name in ("per_cpu", "rate")
    )
    return f"{cpu} a CPU second; {clock} a second"


def rows_of_delays(results: Results, is_eaffef4: bool) -> list[Row]:
    rows = []
    for name, most in DELAYS.items():
        if not (mine := results.delays.get(name)):
            continue
        oldest = OLD_DELAYS[name] if is_eaffef4 else 1 / NO_SLOWER
        others = (("peer PostgreSQL", PEERS["peer PostgreSQL"][0], most), (f"old {name}", "baseline", oldest))
        for other, title, goal in others:
            if theirs := results.delays.get(other):
                value = ratio([delay.middle for delay in mine], [delay.middle for delay in theirs])
                one, two = (1000 * median(delay.middle for delay in delays) for delays in (mine, theirs))
                figures = f"{one:.1f} / {two:.1f} ms"
                rows.append(Row(f"to the other screen, median, {name} / {title}", value, goal, False, figures))
        slowest = median(delay.slowest / delay.middle for delay in mine)
        figures = f"{1000 * median(delay.slowest for delay in mine):.1f} ms"
        rows.append(Row(f"to the other screen, 99th percentile / median, {name}", slowest, SPREAD, False, figures))
    return rows


def rows_of_bytes(results: Results) -> list[Row]:
    """Compare kB on the wire, compressed if the server compresses them."""
    theirs = results.sizes.get("peer memory", {}).get("")
    rows = []
    for kind, mine in results.sizes.get("SQLite", {}).items():
        old = results.sizes.get("old SQLite", {}).get(kind)
        for field_, title in (("others", "another player's screen"), ("mover", "the mover, answer and socket")):
            kept = (("boardgame.io", theirs), ("baseline", old))
            figures = ", ".join(f"{name} {getattr(each, field_) / 1000:.1f}" for name, each in kept if each)
            rows.append(Row(f"kB of a move of {kind} to {title}", getattr(mine, field_) / 1000, SIZE, False, figures))
    return rows
