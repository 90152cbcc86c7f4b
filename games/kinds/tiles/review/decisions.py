"""The review of a game of TEN Tiles: every move, judged by open information."""

from typing import Any, NamedTuple

from games.kinds.review import Judged, mark_of
from games.kinds.tiles.review.forks import Forks
from games.kinds.tiles.review.placement_values import stock_of, value_placements
from games.kinds.tiles.review.reach import NUMBERS, Ways, open_ways, ways_to_ten
from games.kinds.tiles.review.search import UNKNOWN, Laid, Made, Proof, Spot, is_forced, prove, spot_of, way_out
from games.kinds.tiles.review.shifts import Moved, hopes, winning_shifts
from games.rules.base import Plain
from games.rules.replay import Replay, Step
from games.rules.serialization import write_move
from games.rules.tiles.board import cell_at, pair
from games.rules.tiles.state import State, in_second_phase, is_open, is_over

LEAST = (0.05, 0.15, 0.30)  # the smallest loss of an inaccuracy, a mistake, a blunder
EQUAL = 1e-9
EVEN = 0.5
MISSED_WIN, MISSED_BLOCK = "missed-win", "missed-block"


class Verdict(NamedTuple):
    best: Plain | None
    loss: float
    facts: Plain


def review(game: Replay) -> list[Judged]:
    """Judge every tile that was placed or moved."""
    judged, before, forks = [], game.start, Forks()
    proof = proof_of(before)
    for number, step in enumerate(game.steps, 1):
        if step.move.do == "resign":
            break
        after = proof_of(step.state)
        judged.append(judge(number, step, before, proof, after, forks))
        before, proof = step.state, after
    return judged


def judge(number: int, step: Step, before: State, proof: Proof, after: Proof, forks: Forks) -> Judged:
    verdict = judge_by_proof(step, before, proof, after) if is_seen(before) else judge_by_chances(step, before)
    facts = common(step, before) | verdict.facts | {"forks": forks.after(number, step)}
    called = mark(verdict.loss, facts)
    if called or any(fork["since"] == number for fork in facts["forks"]):
        tiles = enumerate(before.board.tiles)
        facts["board"] = [[*pair(cell), seat, tile] for seat, own in tiles for cell, tile in own.items()]  # to draw it
    return Judged(number, step.seat, write_move(step.move), verdict.best, verdict.loss, called, facts)


def mark(loss: float, facts: Plain) -> str:
    if facts["wins"] and not facts["won"]:
        return MISSED_WIN
    if loss > EQUAL and facts["risk"] > facts["least"] + EQUAL and facts["left"]:
        return MISSED_BLOCK
    return mark_of(loss, LEAST)


def is_seen(state: State) -> bool:
    """Whether nothing is hidden: in the open variant, and in the second phase."""
    return is_open(state) or in_second_phase(state)


def proof_of(state: State) -> Proof:
    """Return what can be proved in a position with nothing hidden."""
    return UNKNOWN if is_over(state) or not is_seen(state) else prove(spot(state))


def spot(state: State) -> Spot:
    return spot_of(state.board, state.stacks, state.turn, state.seen, state.shifts)


def common(step: Step, before: State) -> Plain:
    """Return the facts of every move: the tile, the rows of ten that could be made, and the opponent's threats."""
    seat, placed = step.seat, step.events[0].facts
    threats = open_ways(ways_to_ten(before.board.tiles[1 - seat]), before.board)
    stock = stock_of(before.stacks[1 - seat], is_open(before))
    could = {cell: numbers for cell, numbers in threats.items() if stock.fits(numbers)}
    return {
        "phase": 2 if in_second_phase(before) else 1,
        "tile": placed["number"],
        "won": bool(step.state.rows),
        "wins": [write_made(one, is_open(before)) for one in wins(before)],
        "threats": [
            {"at": list(pair(cell)), "numbers": [number for number in NUMBERS if could[cell] >> number & 1]}
            for cell in sorted(could)
        ],
        "left": is_left(step, before, could),
    }


def is_left(step: Step, before: State, could: Ways) -> bool:
    """Whether one of the opponent's threats is still there."""
    if in_second_phase(before):
        return bool(list(winning_shifts(before.board, 1 - step.seat, hopes(before.board, 1 - step.seat))))
    return any(cell in step.state.board.edge for cell in could)


def wins(state: State) -> list[Made]:
    """List all moves that make ten at once."""
    board, seat = state.board, state.turn
    if in_second_phase(state):
        return sorted(winning_shifts(board, seat, hopes(board, seat)))
    row = state.stacks[seat]
    ways = open_ways(ways_to_ten(board.tiles[seat]), board)
    ends = [("left", row[0]), ("right", row[-1])] if is_open(state) and row[0] != row[-1] else [("left", row[0])]
    return [Laid(cell, end) for cell in sorted(ways) for end, number in ends if ways[cell] >> number & 1]  # type: ignore[arg-type]


def write_made(made: Made, with_end: bool = True) -> Plain:
    """Return a move as records have it."""
    if isinstance(made, Moved):
        return {"do": "shift", "from": list(pair(made.start)), "to": list(pair(made.goal))}
    place: Plain = {"do": "place", "at": list(pair(made.cell))}
    return place | {"end": made.end} if with_end else place


# --- stacks face down -------------------------------------------------------------------------------------------------


def judge_by_chances(step: Step, before: State) -> Verdict:
    """Judge a tile placed while the next ones are hidden."""
    seat, row = step.seat, before.stacks[step.seat]
    own, other = stock_of(row[1:], False), stock_of(before.stacks[1 - seat], False)
    places = value_placements(before.board, seat, row[0], own, other)
    chosen = next(one for one in places if one.cell == cell_at(step.move.at))
    best = max(places, key=lambda one: (one.value, -one.risk))
    if best.value - chosen.value <= EQUAL:
        best = chosen
    facts = {
        "risk": chosen.risk,
        "best_risk": best.risk,
        "least": min(one.risk for one in places),
        "stays": chosen.stays,
        "best_stays": best.stays,
        "proof": None,
    }
    better = None if best is chosen else {"do": "place", "at": list(pair(best.cell))}
    return Verdict(better, best.value - chosen.value, facts)


# --- nothing hidden ---------------------------------------------------------------------------------------------------


def judge_by_proof(step: Step, before: State, proof: Proof, after: Proof) -> Verdict:
    """Judge a move about which the search can prove something."""
    made = made_of(step)
    value = value_of(step, proof, after, made)
    best, most = proof.by, {1: 1.0, 0: EVEN, -1: 0.0}[proof.value]
    if value == 0.0 and proof.value == 0:
        best = way_out(spot(before), 2 * after.moves) if after.moves == 1 or not in_second_phase(before) else None
        most = EVEN if best else 0.0
    loss = max(0.0, most - value)
    risk = float(after.value == 1 and after.moves == 1)
    kept = proof.value >= 0 and (loss > 0 or not risk)
    facts = {
        "risk": risk,
        "best_risk": 0.0 if kept else risk,
        "least": 0.0 if kept else risk,
        "stays": 1.0 if after.value == -1 and after.moves == 1 else 0.0,
        "best_stays": 0.0,
        "proof": {"before": [proof.value, proof.moves], "after": [-after.value, after.moves]},
    }
    return Verdict(write_made(best) if loss > EQUAL and best else None, loss, facts)


def value_of(step: Step, proof: Proof, after: Proof, made: Made) -> float:
    """Return the chance of winning after the move if it is proved, otherwise one half."""
    if step.state.rows or after.value == -1 or (proof.value == 1 and made == proof.by):
        return 1.0
    if after.value == 1:
        return 0.0
    if proof.value == 1 and not in_second_phase(step.state) and is_forced(spot(step.state)):
        return 1.0
    return EVEN


def made_of(step: Step) -> Made:
    """Return the move as the search has it."""
    move: Any = step.move
    if move.do == "shift":
        return Moved(cell_at(move.from_), cell_at(move.to))
    return Laid(cell_at(move.at), move.end)
