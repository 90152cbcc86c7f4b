"""Facts counted in a finished game, by seat and for the whole site.

Of each seat, for all kinds: `moves`, the decisions made in it. Each kind adds its own (`games/kinds/<kind>/counts.py`).

| site counter | key | n | won | total |
|---|---|---|---|---|
| `seat <kind> <size>` | 0 for the first player, then in playing order | games | games won alone | |
| `first <kind> <size>` | the number of the first player's seat | times | | how often to expect it |

Each kind adds what its shuffles dealt, and its calibration.
"""

from collections.abc import Iterable

from games.kinds import KINDS
from games.kinds.base import Counted, Facts
from games.rules.replay import Replay


def count_by_seat(game: Replay) -> list[Facts]:
    statistics = KINDS[game.kind.SLUG].statistics
    found = statistics.count(game) if statistics else [{} for _ in range(game.setup.seats)]
    for facts in found:
        facts.setdefault("moves", 0)
    for step in game.steps:
        found[step.seat]["moves"] += 1
    return found


def count_for_site(game: Replay) -> list[Counted]:
    statistics = KINDS[game.kind.SLUG].statistics
    return [*_count_seats(game), *(statistics.site(game) if statistics else [])]


def _count_seats(game: Replay) -> Iterable[Counted]:
    size, over = game.setup.seats, game.kind.result(game.state)
    if over is None or size == 1:
        return
    slug = game.kind.SLUG
    first, alone = KINDS[slug].began(game.start), over.places.count(1) == 1
    for seat in range(size):
        has_won = alone and over.places[seat] == 1
        yield f"seat {slug} {size}", str((seat - first) % size), 1, int(has_won), 0.0
        yield f"first {slug} {size}", str(seat), int(seat == first), 0, 1 / size
