"""Forks: threats that can't all be stopped, when they arose, and whose move allowed them."""

from games.kinds.tiles.review.placement_values import stays, stock_of
from games.kinds.tiles.review.reach import open_ways, ways_to_ten
from games.rules.base import Plain
from games.rules.replay import Step
from games.rules.tiles.board import pair
from games.rules.tiles.state import State, in_second_phase, is_open, is_over


class Forks:
    """The forks of each seat during the first phase, and the move that made them."""

    def __init__(self) -> None:
        self.since: list[tuple[int, int] | None] = [None, None]  # by seat: the move's number, and who made it

    def after(self, number: int, step: Step) -> list[Plain]:
        """Return the forks after that move."""
        state: State = step.state
        if is_over(state) or in_second_phase(state):
            self.since = [None, None]
            return []
        found = [self.of_seat(seat, number, step, state) for seat in (0, 1)]
        return [fork for fork in found if fork]

    def of_seat(self, seat: int, number: int, step: Step, state: State) -> Plain | None:
        """Return the fork of one seat, or None."""
        stock = stock_of(state.stacks[seat], is_open(state))
        ways = ways_to_ten(state.board.tiles[seat])
        odds = stays(state.board, ways, stock)
        if not odds:
            self.since[seat] = None
            return None
        since, by = self.since[seat] = self.since[seat] or (number, step.seat)
        there = open_ways(ways, state.board)
        cells = [list(pair(cell)) for cell in sorted(there) if stock.fits(there[cell])]
        return {"seat": seat, "by": by, "since": since, "chance": odds, "at": cells}
