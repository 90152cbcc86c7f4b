"""The games that are copied: a few kinds of tables, each played by bots. No database."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from games.archive import luck
from games.kinds import KINDS, find_bot
from games.kinds.samples import all_samples
from games.rules import hash_chain
from games.rules.base import Plain, Setup, make_setup
from games.rules.dealers import BOT, FairDealer, commitment, make_seed
from games.rules.record import item
from games.rules.registry import find
from games.rules.replay import Replay, Step
from games.rules.serialization import to_plain
from games.stats import counts

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
BETWEEN = timedelta(seconds=20)  # from one move to the next


class TableSpec(NamedTuple):
    """A kind of table: its share of all games, who plays, and the share whose moves are kept."""

    kind: str
    seats: int
    options: Plain
    share: float
    bot: str
    kept: float
    kept_bot: str


SPECS = tuple(
    TableSpec(kind.slug, *filled) for kind, samples in all_samples(KINDS.values()) for filled in samples.FILLED
)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was really played, with everything made from it at its end and by statistics."""

    spec: TableSpec
    id: str
    server: str
    players: tuple[str, ...]
    moves: tuple[tuple[int, Any, Any, str, str], ...]  # seat, move, events, at as in records, link
    head: str
    state: Plain
    result: Plain
    facts: tuple[dict[str, float], ...]
    luck: tuple[tuple[float, float] | None, ...]
    counts: tuple[tuple[str, str, int, int, float], ...]

    @property
    def option(self) -> str:
        return KINDS[self.spec.kind].option_key(make_spec_setup(self.spec).options)

    @property
    def commit(self) -> str:
        return commitment(bytes.fromhex(self.server))


@lru_cache(maxsize=100)
def _setup(number: int) -> Setup:
    spec = SPECS[number]
    return make_setup(find(spec.kind), spec.seats, spec.options)


def make_spec_setup(spec: TableSpec) -> Setup:
    """Make the setup, with all options."""
    return _setup(SPECS.index(spec))


def play_game(
    spec: TableSpec, seed: str, ended: datetime, is_kept: bool, bots: Sequence[int] = (), has_luck: bool = False
) -> PlayedGame:
    """Play a game between bots. If `is_kept`, keep its moves and use bots that think little."""
    dice, kind, setup = random.Random(seed), find(spec.kind), make_spec_setup(spec)  # noqa: S311 (no secret)  # nosec
    server, game_id = dice.randbytes(32), "".join(dice.choices(LETTERS, k=10))
    players = tuple(BOT if seat in bots else dice.randbytes(16).hex() for seat in range(spec.seats))
    dealer = FairDealer(make_seed(server, game_id, players))
    think = find_bot(spec.kind, (spec.kept_bot if is_kept else "") or spec.bot)
    start = state = kind.start(setup, dealer)
    steps = []
    while waiting := kind.waiting(state):
        seat = waiting[0]
        move = think(kind.view(state, seat), kind.choices(state, seat), dice)
        state, events = kind.play(state, seat, move, dealer)
        steps.append(Step(seat, move, events, state))
    replay = Replay(kind, setup, start, tuple(steps), None)
    head, moves = _chain_moves(game_id, server, steps, ended, bots) if is_kept else (dice.randbytes(32).hex(), ())
    result = kind.result(state)
    return PlayedGame(
        spec,
        game_id,
        server.hex(),
        players,
        moves,
        head,
        to_plain(state),
        to_plain(result),
        tuple(counts.count_by_seat(replay)),
        tuple((share.luck, share.skill) for share in luck.compute_shares(replay)) if has_luck else (None,) * spec.seats,
        tuple(counts.count_for_site(replay)),
    )


def _chain_moves(
    game_id: str, server: bytes, steps: Sequence[Step], ended: datetime, bots: Sequence[int]
) -> tuple[str, tuple[tuple[int, Any, Any, str, str], ...]]:
    link, found = hash_chain.first_link(game_id, commitment(server)), []
    moment = ended - BETWEEN * (len(steps) - 1)
    for step in steps:
        by = "bot" if step.seat in bots else None
        written = item(step.seat, step.move, at=f"{moment:%Y-%m-%dT%H:%M:%S}.000Z", by=by)
        link = hash_chain.next_link(link, written)
        events = [event._asdict() for event in step.events]
        found.append((step.seat, written["move"], events, written["at"], link))
        moment += BETWEEN
    return link, tuple(found)


def join_words(*words: object) -> str:
    """Make a seed."""
    return hashlib.sha256("|".join(map(str, words)).encode()).hexdigest()


def list_shares(specs: Iterable[TableSpec], is_kept: bool) -> list[float]:
    """Return how often each table is played."""
    return [spec.kept if is_kept else spec.share for spec in specs]
