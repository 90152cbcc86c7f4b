"""What is counted of a game that is over: sums for each seat, so that games can be added up; and for the whole site.

Of each seat, for all kinds: `moves`, the decisions made by whoever sat there. Each kind adds its own
(`games/kinds/<kind>/facts.py`).

| what the site counts | key | n | won | total |
|---|---|---|---|---|
| `seat <kind> <size>` | 0 for the seat that began, then in the order of play | games | games won alone | |
| `first <kind> <size>` | the number of the seat that began | times | | how often it was to be expected |

Each kind adds what its shuffles brought, and its calibration.
"""

from collections.abc import Iterable

from games.kinds import KINDS
from games.kinds.base import Counted, Facts
from games.rules.replay import Replay


def count(game: Replay) -> list[Facts]:
    """What is counted of each seat."""
    statistics = KINDS[game.kind.SLUG].statistics
    found = statistics.count(game) if statistics else [{} for _ in range(game.setup.seats)]
    for facts in found:
        facts.setdefault("moves", 0)
    for step in game.steps:
        found[step.seat]["moves"] += 1
    return found


def site_counts(game: Replay) -> list[Counted]:
    """Everything that this game adds to what the whole site counts."""
    statistics = KINDS[game.kind.SLUG].statistics
    return [*_seats(game), *(statistics.site(game) if statistics else [])]


def _seats(game: Replay) -> Iterable[Counted]:
    size, over = game.setup.seats, game.kind.result(game.state)
    if over is None or size == 1:
        return
    slug = game.kind.SLUG
    first, alone = KINDS[slug].began(game.start), over.places.count(1) == 1
    for seat in range(size):
        has_won = alone and over.places[seat] == 1
        yield f"seat {slug} {size}", str((seat - first) % size), 1, int(has_won), 0.0
        yield f"first {slug} {size}", str(seat), int(seat == first), 0, 1 / size
