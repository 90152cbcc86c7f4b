"""Fit value models on pairs of players in games between bots, by Newton's method, and score their predictions."""

from collections.abc import Sequence
from itertools import combinations
from math import log
from random import Random
from typing import NamedTuple

from games.kinds import KINDS
from games.kinds.samples import Course, all_samples
from games.kinds.value import Vector, likelihood, strength
from games.labs.arena import make_match, play_match
from games.rules.replay import Replay, replay

COURSES = tuple(course for _kind, samples in all_samples(KINDS.values()) for course in samples.COURSES)
SAMPLES = 24  # positions per game
BOTS = ("steady", "easy", "steady", "sharp", "steady", "easy")  # equal within a game, so a lead isn't strength

RIDGE = 1.0  # keeps weights small if the games say little about them
STEPS = 12
TOLERANCE = 1e-4
BUCKETS = 10


class Pair(NamedTuple):
    """Two players at some point of a game: the difference of their features, and who finished ahead."""

    vector: Vector
    ahead: float  # 1, 0 or, for a tie, a half


class Score(NamedTuple):
    """The quality of predictions: log loss and Brier score (less is better), and the largest error of a bucket."""

    log_loss: float
    brier: float
    off: float


def play_pairs(course: Course, seed: str, number: int) -> list[Pair]:
    """Play the game with that number, and compare its players at some points of it."""
    seats, options = course.setups[number % len(course.setups)]
    bot = BOTS[number // len(course.setups) % len(BOTS)]
    match = make_match(course.kind, seats, options, [bot], seed)
    game = replay(play_match(match, number))
    dice = Random(f"{seed}|tables|{number}")  # noqa: S311 (no secret)  # nosec
    model = course.make(match.setup, [0.0] * len(course.names))
    places = _rank_players(game)
    states = [state for state in (game.start, *(step.state for step in game.steps[:-1])) if course.tells(state)]
    found = []
    for state in dice.sample(states, min(SAMPLES, len(states))):
        vectors = model.vectors(state)
        for one, other in combinations(range(len(vectors)), 2):
            if course.counts(state, one) or course.counts(state, other):
                vector = [first - second for first, second in zip(vectors[one], vectors[other], strict=True)]
                ahead = (places[one] < places[other]) + (places[one] == places[other]) / 2
                found.append(Pair(vector, ahead))
    return found


def _rank_players(game: Replay) -> tuple[int, ...]:
    """Return each player's rank; in a solo game, also the opponent's."""
    result = game.kind.result(game.state)
    if result is None:
        raise AssertionError("bots play to the end")
    places = result.places
    return places if len(places) > 1 else (places[0], 3 - places[0])


def fit(pairs: Sequence[Pair], size: int) -> Vector:
    """Return the weights that make the results most likely."""
    weights = [0.0] * size
    for _ in range(STEPS):
        gradient = [-RIDGE * weight for weight in weights]
        matrix = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
        for vector, ahead in pairs:
            expected = likelihood(strength(weights, vector))
            error, spread = ahead - expected, expected * (1 - expected)
            there = [(place, value) for place, value in enumerate(vector) if value]
            for place, value in there:
                gradient[place] += error * value
                row, scaled = matrix[place], spread * value
                for other, second in there:
                    row[other] += scaled * second
        step = solve(matrix, gradient)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < TOLERANCE:
            break
    return weights


def solve(matrix: list[list[float]], right: Sequence[float]) -> Vector:
    """Solve a symmetric, positive definite system by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(size):
        pivot = rows[place]
        for lower in rows[place + 1 :]:
            if lower[place]:
                factor = lower[place] / pivot[place]
                for column in range(place, size + 1):
                    lower[column] -= factor * pivot[column]
    found = [0.0] * size
    for place in reversed(range(size)):
        known = sum([rows[place][column] * found[column] for column in range(place + 1, size)])
        found[place] = (rows[place][size] - known) / rows[place][place]
    return found


def score(pairs: Sequence[Pair], weights: Vector) -> Score:
    """Score the predictions of these weights."""
    loss = brier = 0.0
    buckets = [(0, 0.0, 0.0)] * BUCKETS
    for vector, ahead in pairs:
        expected = min(1 - 1e-9, max(1e-9, likelihood(strength(weights, vector))))
        loss -= ahead * log(expected) + (1 - ahead) * log(1 - expected)
        brier += (ahead - expected) ** 2
        for ours, theirs in ((expected, ahead), (1 - expected, 1 - ahead)):  # each pair from both sides
            place = min(BUCKETS - 1, int(ours * BUCKETS))
            count, first, second = buckets[place]
            buckets[place] = count + 1, first + ours, second + theirs
    off = max(abs(ours - theirs) / count for count, ours, theirs in buckets if count > len(pairs) / 50)
    return Score(loss / len(pairs), brier / len(pairs), off)
