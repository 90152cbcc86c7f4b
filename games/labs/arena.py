"""Whole games among bots, each as a record. All randomness comes from a text, so the same text makes the same games."""

import hmac
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

from games.kinds import find_bot
from games.rules.base import Dealer, Kind, Plain, Setup, make_setup
from games.rules.dealers import BOT, SCHEME, FairDealer, NotedDealer, commitment, make_seed
from games.rules.hash_chain import last_link
from games.rules.record import Fair, Player, Record, RecordResult, item
from games.rules.registry import find
from games.rules.replay import Replay, Step

A = TypeVar("A")
B = TypeVar("B")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Match:
    """A kind, its setup, the bots and the text that all randomness comes from."""

    kind: str
    setup: Setup
    bots: tuple[str, ...]
    seed: str

    def chance(self, number: int, purpose: str) -> bytes:
        """Derive 32 bytes for one purpose in one game. Kinds differ, options don't."""
        text = f"{self.kind}|{number}|{purpose}"
        return hmac.digest(self.seed.encode(errors="surrogateescape"), text.encode(), "sha256")

    def dice(self, number: int, seat: int) -> random.Random:
        """Return a bot's randomness in one game."""
        return random.Random(int.from_bytes(self.chance(number, f"dice{seat}"), "big"))  # noqa: S311 (no secret)  # nosec


def make_match(kind: str, seats: int, options: Plain, bots: Sequence[str], seed: str) -> Match:
    """Make a match, or raise BadSetup. A short list of bots is repeated."""
    setup = make_setup(find(kind), seats, options)
    for name in bots:
        find_bot(kind, name)
    return Match(kind, setup, tuple(bots[seat % len(bots)] for seat in range(seats)), seed)


def play_match(match: Match, number: int) -> Record:
    """Play the game with that number."""
    kind, server = find(match.kind), match.chance(number, "server")
    game_id = "".join(LETTERS[byte % len(LETTERS)] for byte in match.chance(number, "id")[:10])
    seats = tuple(Player(f"{name.capitalize()} {seat}", name) for seat, name in enumerate(match.bots, 1))
    fair = Fair(SCHEME, commitment(server), server.hex(), (BOT,) * len(seats))
    dealer = NotedDealer(FairDealer(make_seed(server, game_id, fair.players)))
    bots = [find_bot(match.kind, name) for name in match.bots]
    dice = [match.dice(number, seat) for seat in range(len(seats))]
    game = play_out(kind, match.setup, dealer, lambda seat, view, choices: bots[seat](view, choices, dice[seat]))
    moves = [item(step.seat, step.move, by="bot") for step in game.steps]
    return make_record(kind, game.state, game_id, seats, fair, dealer, moves)


def play_out(kind: Kind, setup: Setup, dealer: Dealer, decide: Callable[[int, Any, Any], Any]) -> Replay:
    """Play a game to its end; `decide` returns a seat's move, given its view and choices."""
    state = start = kind.start(setup, dealer)
    steps: list[Step] = []
    while waiting := kind.waiting(state):
        seat = waiting[0]
        move = decide(seat, kind.view(state, seat), kind.choices(state, seat))
        state, events = kind.play(state, seat, move, dealer)
        steps.append(Step(seat, move, events, state))
    return Replay(kind, setup, start, tuple(steps), None)


def make_record(
    kind: Kind, state: Any, game_id: str, seats: tuple[Player, ...], fair: Fair, dealer: NotedDealer, moves: list[Plain]
) -> Record:
    """Make the record of a finished game."""
    result = kind.result(state)
    return Record(
        id=game_id,
        kind=kind.SLUG,
        rules=kind.RULES,
        options=state.setup.options,
        seats=seats,
        fair=fair,
        deal=kind.to_deal(dealer.drawn),
        moves=tuple(moves),
        result=result and RecordResult(result.end, result.places, result.points),  # type: ignore[arg-type]
        head=last_link(game_id, fair.commit, moves),
    )


@contextmanager
def make_map(jobs: int, chunk: int = 4) -> Iterator[Callable[[Callable[[A], B], Iterable[A]], Iterable[B]]]:
    """Provide a `map` over several processes that keeps the order."""
    if jobs == 1:
        yield map
        return
    with get_context("fork").Pool(jobs) as pool:
        yield lambda task, inputs: pool.imap(task, inputs, chunksize=chunk)
