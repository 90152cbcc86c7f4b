"""A search for forced wins within a few moves, with nothing hidden.

Alpha-beta over three values: won (1), lost (-1), neither within that many moves (0). It stops after a number of
positions, not after a time, so the same position gives the same answer everywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from games.kinds.tiles.bots.shifts import after as shifted
from games.kinds.tiles.bots.shifts import list_shifts
from games.kinds.tiles.review.reach import Ways, bits, open_ways, ways_opened, ways_to_ten
from games.kinds.tiles.review.shifts import Moved, hopes, shifts, winning_shifts
from games.rules.tiles.board import Board, Cell, Position, lay_tile, position
from games.rules.tiles.moves import End
from games.rules.tiles.state import SHIFTS, TIMES

DEEPEST = 4  # moves by both seats
THREATS = 7  # the same for a win by threats
POSITIONS = 400  # how many are searched from one position, and again for threats
LIKELY = 10  # how many shifts are tried for a win in two

Rows = tuple[tuple[int, ...], tuple[int, ...]]


class Laid(NamedTuple):
    """A tile from one end of the seat's row, placed in a cell."""

    cell: Cell
    end: End


Made = Laid | Moved


class Spot(NamedTuple):
    """A position with nothing hidden, and the seat to move."""

    board: Board
    rows: Rows
    seat: int
    shifts: int = 0  # shifts made so far
    twice: frozenset[Position] = frozenset()  # positions that have come up twice; the third time is a draw


class Proof(NamedTuple):
    """What is certain for the seat to move: won (1) or lost (-1) in that many moves of the winner; 0: unknown."""

    value: int
    moves: int = 0
    by: Made | None = None  # the winning move


UNKNOWN = Proof(0)


class Spent(Exception):
    """Raised when the limit on positions is reached."""


@dataclass
class Search:
    """A search from one position; `left` positions may still be looked at."""

    left: int = field(default_factory=lambda: POSITIONS)
    forcing: bool = False  # only try winner's moves that threaten to make ten at once
    winner: int = -1
    ways: dict[int, tuple[Board, Ways]] = field(default_factory=dict)
    found: Made | None = None

    def find(self, spot: Spot, plies: int) -> int | None:
        """Return the value of the position and note the move found; None if too many positions were looked at."""
        try:
            return self.value(spot, plies, top=True)
        except Spent:
            return None

    def value(self, spot: Spot, plies: int, top: bool = False) -> int:
        """Return whether the seat to move wins (1) or loses (-1) within that many moves of both."""
        self.left -= 1
        if self.left < 0:
            raise Spent
        if not spot.rows[spot.seat]:
            return self.shifting(spot, plies, top)
        won = self.win_now(spot)
        if won is not None:
            return self.note(won, top)
        if plies == 1:
            return 0
        best = -1
        for made, after in self.answers(spot, plies):
            found = 0 if after is None else -self.value(after, plies - 1)
            if found > best:
                best = found
                self.note(made, top)
            if best == 1 or (best == 0 and plies % 2 == 0):  # only an odd number of moves ends with one of its own
                break
        return best

    def note(self, made: Made, top: bool) -> int:
        """Remember the move found at the top."""
        if top:
            self.found = made
        return 1

    def win_now(self, spot: Spot) -> Laid | None:
        """Return a tile that makes ten at once, or None."""
        row, seat = spot.rows[spot.seat], spot.seat
        for cell, numbers in self.open(spot, seat).items():
            if numbers >> row[0] & 1:
                return Laid(cell, "left")
            if numbers >> row[-1] & 1:
                return Laid(cell, "right")
        return None

    def open(self, spot: Spot, seat: int) -> Ways:
        """Return where that seat can make ten on this board."""
        return open_ways(self.ways_of(spot.board, seat), spot.board)

    def ways_of(self, board: Board, seat: int) -> Ways:
        """Return the same including cells that aren't free, cached by tiles."""
        tiles = board.tiles[seat]
        known = self.ways.get(id(tiles))
        if known is None or known[0].tiles[seat] is not tiles:
            known = self.ways[id(tiles)] = (board, ways_to_ten(tiles))
        return known[1]

    def answers(self, spot: Spot, plies: int) -> Iterator[tuple[Made, Spot | None]]:
        """Yield the moves worth trying and the positions after them; None if the other just can't win at once.

        A threat in one cell must be stopped there; threats in two cells can't be stopped.
        """
        board, seat, other = spot.board, spot.seat, 1 - spot.seat
        ends = bits({*spot.rows[other][:1], *spot.rows[other][-1:]})
        theirs = self.ways_of(board, other)
        danger = [cell for cell, numbers in theirs.items() if numbers & ends and cell in board.edge]
        if len(danger) > 1:
            return
        last = len(spot.rows[seat]) == 1 and not spot.rows[other]
        threat = self.forcing and seat == self.winner
        for cell in danger or sorted(board.edge, key=lambda cell: (-board.edge[cell], cell)):
            if ways_opened(theirs, board, cell) & ends:
                continue
            for end, rest in ends_of(spot.rows[seat]):
                if plies == 2 and not last:
                    yield Laid(cell, end), None
                    return
                after = lay(spot, cell, end, rest)
                if not threat or self.threatens(after, seat):
                    yield Laid(cell, end), after

    def threatens(self, spot: Spot, seat: int) -> bool:
        """Whether the seat can make ten with its next tile if nothing changes."""
        row = spot.rows[seat]
        if not row:
            return True
        ends = bits({row[0], row[-1]})
        return any(numbers & ends for numbers in self.open(spot, seat).values())

    # --- the second phase ---------------------------------------------------------------------------------------------

    def shifting(self, spot: Spot, plies: int, top: bool) -> int:
        """Return the same for the second phase."""
        board, seat = spot.board, spot.seat
        won = next(winning_shifts(board, seat, hopes(board, seat)), None)
        if won is not None:
            return self.note(won, top)
        if plies == 1 or spot.shifts + plies > SHIFTS:
            return 0
        if plies == 2:
            return self.is_lost(spot, top)
        return self.wins_in_two(spot, top) if plies == 3 else 0

    def is_lost(self, spot: Spot, top: bool) -> int:
        """Return -1 if the other makes ten after every shift, else 0."""
        board, seat, other = spot.board, spot.seat, 1 - spot.seat
        hoped = hopes(board, other)
        wanted = {goal for hope in hoped for goal in hope.goals}
        moves = shifts(board, seat)
        if hoped:
            moves = iter(sorted(moves, key=lambda one: one[0].goal not in wanted))
        none = True
        for made, after in moves:
            none = False
            if hoped:
                self.left -= 1
                if self.left < 0:
                    raise Spent
            if is_third(spot, after) or next(winning_shifts(after, other, hoped), None) is None:
                if top:
                    self.found = made
                return 0
        return 0 if none else -1

    def wins_in_two(self, spot: Spot, top: bool) -> int:
        """Return 1 if one of the most promising shifts wins whatever the other does; else 0, which proves nothing."""
        board, seat, other = spot.board, spot.seat, 1 - spot.seat
        theirs = hopes(board, other)
        for moving in list_shifts(board, seat)[:LIKELY]:
            after = shifted(board, seat, moving)
            if is_third(spot, after) or next(winning_shifts(after, other, theirs), None) is not None:
                continue
            if len({goal for hope in hopes(after, seat) for goal in (*hope.goals, *[-1] * hope.leaves)}) < 2:
                continue
            replied = Spot(after, spot.rows, other, spot.shifts + 1, spot.twice)
            if self.is_lost(replied, False) == -1:
                return self.note(Moved(moving.start, moving.goal), top)
        return 0


def is_third(spot: Spot, after: Board) -> bool:
    """Whether this board, with the other seat to move, would come up for the third time: a draw."""
    return bool(spot.twice) and position(after, 1 - spot.seat) in spot.twice


def ends_of(row: tuple[int, ...]) -> list[tuple[End, tuple[int, ...]]]:
    """Return the ends a seat can choose from, with what is left of its row."""
    if len(row) > 1 and row[1:] != row[:-1]:
        return [("left", row[1:]), ("right", row[:-1])]
    return [("left", row[1:])]


def lay(spot: Spot, cell: Cell, end: End, rest: tuple[int, ...]) -> Spot:
    seat, row = spot.seat, spot.rows[spot.seat]
    board = lay_tile(spot.board, seat, cell, row[0] if end == "left" else row[-1])
    rows = (rest, spot.rows[1]) if seat == 0 else (spot.rows[0], rest)
    return Spot(board, rows, 1 - seat, spot.shifts, spot.twice)


def prove(spot: Spot) -> Proof:
    """Return what the search can prove for the seat to move."""
    search = Search()
    for plies in range(1, DEEPEST + 1):
        value = search.find(spot, plies)
        if value:
            return Proof(value, (plies + 1) // 2 if value > 0 else plies // 2, search.found if value > 0 else None)
        if value is None:
            break
    return force(spot, 5 if plies > 3 else 3) if spot.rows[spot.seat] else UNKNOWN


def force(spot: Spot, least: int) -> Proof:
    """Look for a win by threats alone, one after the other."""
    search = Search(forcing=True, winner=spot.seat)
    for plies in range(least, THREATS + 1, 2):
        if search.find(spot, plies) == 1:
            return Proof(1, (plies + 1) // 2, search.found)
    return UNKNOWN


def is_forced(spot: Spot) -> bool:
    """Whether the seat to move loses to threats alone, one after the other."""
    search = Search(forcing=True, winner=1 - spot.seat)
    return any(search.find(spot, plies) == -1 for plies in range(2, THREATS, 2))


def way_out(spot: Spot, plies: int) -> Made | None:
    """Return a move after which the other doesn't win within that many moves of both; None if none is known."""
    search = Search(left=2 * POSITIONS)
    return search.found if search.find(spot, plies) == 0 else None


def spot_of(board: Board, rows: Rows, seat: int, seen: tuple[Position, ...] = (), made: int = 0) -> Spot:
    twice = frozenset(one for one in set(seen) if seen.count(one) >= TIMES - 1)
    return Spot(board, rows, seat, made, twice)
