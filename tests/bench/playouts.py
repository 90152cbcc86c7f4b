"""Random playouts through the rules' public contract compared with other libraries, in moves per second."""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from statistics import median

import chess
import rlcard

from games.kinds import KINDS
from games.rules.base import Kind, Setup, make_setup
from games.rules.dealers import FairDealer
from tests.bench.measure import rates, ratio, report

GOALS = {"push": ("uno", 1.2), "swap": ("uno", 1.2), "tiles": ("chess", 2.0)}


def measure_playouts() -> None:
    dice = Random("playouts")
    contestants = {slug: playout(kind, dice) for slug, kind in KINDS.items()} | {
        "uno": uno(dice),
        "chess": chess_(dice),
    }
    measured = rates(contestants)
    for name, figures in measured.items():
        print(f"  {name:<8} {median(figures):>10,.0f} moves/s")
    for slug, (peer, goal) in GOALS.items():
        value = ratio(measured[slug], measured[peer])
        report(f"playouts of {slug} / {peer}", f"{value:.2f}", f">= {goal}", value >= goal)


def setups(kind: Kind) -> Iterator[Setup]:
    """Yield default setups with every number of seats in turn."""
    return cycle([make_setup(kind, seats, {}) for seats in kind.SEATS if seats > 1])


def playout(kind: Kind, dice: Random) -> Callable[[], int]:
    """Make a function that plays a game with random moves, and returns the number of moves."""
    each, pick = setups(kind), KINDS[kind.SLUG].random_move

    def play() -> int:
        dealer = FairDealer(dice.randbytes(32))
        state, moves = kind.start(next(each), dealer), 0
        while waiting := kind.waiting(state):
            move = pick(kind.choices(state, waiting[0]), dice)
            state, _events = kind.play(state, waiting[0], move, dealer)
            moves += 1
        return moves

    return play


def uno(dice: Random) -> Callable[[], int]:
    """Make a function that plays rlcard's Uno through its environment."""
    env = rlcard.make("uno", config={"seed": 10})

    def play() -> int:
        state, _player = env.reset()
        moves = 0
        while not env.is_over():
            state, _player = env.step(dice.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


def chess_(dice: Random) -> Callable[[], int]:
    """Make a function that plays chess with python-chess until the game is over."""

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play
