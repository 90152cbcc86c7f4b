"""How much of each player's result came from luck and how much from decisions (docs/luck.md).

A model says what each seat can expect at any point. The change when cards come, compared with all other cards that
could have come, is luck: it is zero on average, however good the model is. All other changes come from decisions.
"""

from typing import NamedTuple

from games.kinds import KINDS
from games.kinds.review import Share
from games.kinds.value import Values, difference, make_dice
from games.rules.replay import Replay


class Entry(NamedTuple):
    """A move, or the first deal (number 0), and its effect on each seat."""

    number: int
    seat: int | None
    luck: Values  # from the cards
    decision: Values  # from the decision
    after: Values  # what each seat can expect afterwards; at the end, its result

    @property
    def skill(self) -> float:
        """The effect of the decision on the player who made it."""
        return 0.0 if self.seat is None else self.decision[self.seat]


def list_entries(game: Replay) -> list[Entry]:
    """Analyze the game move by move. Empty if even the deal is invalid, or there is no model."""
    known = KINDS[game.kind.SLUG].value
    if game.start is None or known is None:
        return []
    model, dice = known.make(game.setup), make_dice(game.kind, game.start)
    none = [0.0] * game.setup.seats
    state, value = game.start, model.values(game.start)
    entries = [Entry(0, None, model.dealt(game.start, dice), none, value)]
    for number, step in enumerate(game.steps, 1):
        luck, after = model.luck(state, step, dice) or none, model.values(step.state)
        entries.append(Entry(number, step.seat, luck, difference(difference(after, value), luck), after))
        state, value = step.state, after
    return entries


def compute_shares(game: Replay) -> list[Share]:
    """Split each seat's result into its parts. An unfinished game counts with its expected result."""
    return sum_shares(list_entries(game))


def sum_shares(entries: list[Entry]) -> list[Share]:
    return [_sum_share(entries, seat) for seat in range(len(entries[0].after))] if entries else []


def _sum_share(entries: list[Entry], seat: int) -> Share:
    return Share(
        result=entries[-1].after[seat],
        prior=entries[0].after[seat] - entries[0].luck[seat],
        luck=sum([entry.luck[seat] for entry in entries]),
        skill=sum([entry.decision[seat] for entry in entries if entry.seat == seat]),
        others=sum([entry.decision[seat] for entry in entries if entry.seat != seat]),
    )
