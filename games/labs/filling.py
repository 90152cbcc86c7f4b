"""Fill a site with finished games, to see how it copes with very many.

Some are played by bots and keep their moves. The others are copies of a few played games, with other players. The
players are in groups, which only play each other, so that their ratings fit into memory.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Model

from accounts import names
from accounts.models import User
from games.archive import integrity, luck
from games.kinds import KINDS, find_bot
from games.kinds.base import Counted, Facts
from games.kinds.review import Share
from games.kinds.samples import Filled, all_samples
from games.labs.arena import play_out
from games.models import LETTERS, Game, Move, Outcome, Rating, RatingPeriod, Reliability, Seat, sums
from games.play import results
from games.play.locking import serialize_state
from games.ratings.ledger import Ledger
from games.rules import hash_chain
from games.rules.base import Result, make_setup
from games.rules.dealers import BOT, FairDealer, commitment, make_seed
from games.rules.registry import find
from games.rules.replay import Replay
from games.rules.serialization import to_plain, write_move
from games.stats import collector, counts

SPECS: tuple[tuple[str, Filled], ...] = tuple(
    (kind.slug, filled) for kind, samples in all_samples(KINDS.values()) for filled in samples.FILLED
)
YEARS = timedelta(days=730)  # period in which the games ended
BETWEEN = timedelta(seconds=20)  # from one move to the next
IN_GROUP = 5_000  # players per group
NEAR = 15  # players play with others at most this far away in the group
AT_ONCE = 500  # games per batch
PACES = ("live", "daily", "daily", "daily", "relaxed", "untimed")
Mapped = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


@dataclass(frozen=True)
class FillRequest:
    """How much of everything."""

    games: int
    players: int
    moves: int  # games with stored moves
    seed: str
    now: datetime
    templates: int = 60  # games played per kind of table, to be copied for games without stored moves
    luck: bool = False  # compute luck for games with moves too, which is slow


class PlannedGame(NamedTuple):
    """A game to be written."""

    number: int
    ended: datetime
    spec: int
    people: tuple[int, ...]
    has_bot: bool  # in the last seat
    is_kept: bool


class PlayedGame(NamedTuple):
    """A game that bots have played, and what statistics count in it."""

    game: Game
    shuffle_seeds: list[str]
    moves: list[Move]
    result: Result
    facts: list[Facts]
    shares: list[Share]
    counted: list[Counted]


class Batch:
    """Rows to be written together."""

    def __init__(self) -> None:
        self.rows: dict[type[Model], list[Any]] = {Game: [], Seat: [], Move: [], Outcome: []}
        self.counted: list[Counted] = []
        self.written: Counter[str] = Counter()

    def write(self) -> None:
        for model, rows in self.rows.items():
            model._default_manager.bulk_create(rows)
            self.written[model._meta.db_table] += len(rows)
            rows.clear()
        collector.add_counts(self.counted)
        self.counted.clear()


def fill(wish: FillRequest, mapped: Mapped, tell: Callable[[str], None]) -> dict[str, int]:
    """Write everything, and return how many rows the largest tables got."""
    users, batch = make_users(wish), Batch()
    templates = play_templates(wish, mapped)
    tell(f"{sum(map(len, templates)):,} games played as templates")
    groups = max(1, round(wish.players / IN_GROUP))
    size = -(-len(users) // groups)
    for number in range(groups):
        dice = random.Random(f"{wish.seed}|group|{number}")  # noqa: S311 (no secret)  # nosec
        planned = plan_games(wish, users[number * size : (number + 1) * size], range(number, wish.games, groups), dice)
        fill_group(wish, list(planned), templates, mapped, dice, batch)
        tell(f"group {number + 1} of {groups}: {batch.written[Game._meta.db_table]:,} games")
    results.recount_buckets()
    return batch.written


def make_users(wish: FillRequest) -> list[int]:
    """Create players with recognizably made-up names."""
    first = User.objects.count()
    made = []
    for number in range(first, first + wish.players):
        name = f"Zed{number:07d}"
        password = UNUSABLE_PASSWORD_PREFIX + hashlib.sha256(name.encode()).hexdigest()[:40]
        made.append(User(username=name, name_skeleton=names.skeleton(name), password=password))
    return [user.pk for user in User.objects.bulk_create(made, batch_size=500)]


# --- playing ---------------------------------------------------------------------------------------------------------


def play_templates(wish: FillRequest, mapped: Mapped) -> list[list[PlayedGame]]:
    """Play some games of each kind of table, to be copied."""
    wanted = [
        PlannedGame(number, wish.now, spec, (), has_bot=False, is_kept=False)
        for spec in range(len(SPECS))
        for number in range(wish.templates)
    ]
    played = list(mapped(partial(play_game, wish), wanted))
    return [played[first : first + wish.templates] for first in range(0, len(played), wish.templates)]


def play_game(wish: FillRequest, planned: PlannedGame) -> PlayedGame:
    """Play a game between bots, which think little if it keeps its moves."""
    slug, filled = SPECS[planned.spec]
    dice = random.Random(f"{wish.seed}|{planned.spec}|{planned.number}|{planned.is_kept}")  # noqa: S311 (no secret)  # nosec
    kind, bot = find(slug), find_bot(slug, (planned.is_kept and filled.kept_bot) or filled.bot)
    setup = make_setup(kind, filled.seats, filled.options)
    server, game_id = dice.randbytes(32), _make_id(dice)
    seeds = _make_seeds(filled.seats, planned.has_bot, dice)
    dealer = FairDealer(make_seed(server, game_id, seeds))
    replay = play_out(kind, setup, dealer, lambda _seat, view, choices: bot(view, choices, dice))
    result = kind.result(replay.state)
    if result is None:
        raise AssertionError("bots play to the end")
    game = Game(
        id=game_id,
        kind=slug,
        rules_version=kind.RULES,
        options=setup.options,
        seat_count=filled.seats,
        status=Game.Status.FINISHED,
        state=serialize_state(replay.state),
        result=to_plain(result),
        server_seed=server.hex(),
        commitment=commitment(server),
        chain_head=dice.randbytes(32).hex(),
        has_statistics=True,
    )
    _set_end(game, planned.ended)
    moves = _chain_moves(game, seeds, replay) if planned.is_kept else []
    shares = luck.compute_shares(replay) if wish.luck or not planned.is_kept else []
    facts, counted = counts.count_by_seat(replay), counts.count_for_site(replay)
    return PlayedGame(game, seeds, moves, result, facts, shares, counted)


def _make_id(dice: random.Random) -> str:
    return "".join(dice.choices(LETTERS, k=10))


def _make_seeds(seats: int, has_bot: bool, dice: random.Random) -> list[str]:
    return [dice.randbytes(16).hex() for _ in range(seats - has_bot)] + [BOT] * has_bot


def _set_end(game: Game, ended: datetime) -> None:
    game.created_at = game.started_at = game.moved_at = game.ended_at = ended


def _chain_moves(game: Game, seeds: Sequence[str], replay: Replay) -> list[Move]:
    """Make the rows of the moves, with their hash chain."""
    moves = []
    game.version = len(replay.steps)
    game.chain_head = hash_chain.first_link(game.id, game.commitment)
    for number, step in enumerate(replay.steps, 1):
        move = Move(
            game=game,
            number=number,
            seat=step.seat,
            move=write_move(step.move),
            events=[event._asdict() for event in step.events],
            made_at=(game.ended_at or game.created_at) - BETWEEN * (game.version - number),
            made_by="bot" if seeds[step.seat] == BOT else "",
        )
        game.chain_head = move.chain_link = hash_chain.next_link(game.chain_head, integrity.make_item(move))
        moves.append(move)
    return moves


def _copy_game(played: PlayedGame, planned: PlannedGame, dice: random.Random) -> PlayedGame:
    game = copy(played.game)
    game.id = _make_id(dice)
    _set_end(game, planned.ended)
    return played._replace(game=game, shuffle_seeds=_make_seeds(game.seat_count, planned.has_bot, dice))


# --- a group of players ----------------------------------------------------------------------------------------------


def plan_games(
    wish: FillRequest, users: Sequence[int], numbers: Iterable[int], dice: random.Random
) -> Iterator[PlannedGame]:
    """Decide who plays what when. Some play very often, and mostly with the same few."""
    often = list(accumulate(1 / (place + 5) for place in range(len(users))))
    for number in numbers:
        is_kept = (number + 1) * wish.moves // wish.games > number * wish.moves // wish.games
        shares = [filled.kept if is_kept else filled.share for _slug, filled in SPECS]
        spec = dice.choices(range(len(SPECS)), shares)[0]
        seats = SPECS[spec][1].seats
        first = dice.choices(range(len(users)), cum_weights=often)[0]
        near = range(max(0, first - NEAR), min(len(users), first + NEAR + 1))
        has_bot = seats > 1 and dice.random() < 0.1
        others = dice.sample([place for place in near if place != first], seats - 1 - has_bot)
        people = tuple(users[place] for place in (first, *others))
        ended = wish.now - YEARS + YEARS * (number + 1) / (wish.games + 1)
        yield PlannedGame(number, ended.replace(microsecond=0), spec, people, has_bot, is_kept)


def fill_group(
    wish: FillRequest,
    planned: Sequence[PlannedGame],
    templates: list[list[PlayedGame]],
    mapped: Mapped,
    dice: random.Random,
    batch: Batch,
) -> None:
    """Write the games of one group of players, in order."""
    kept = iter(mapped(partial(play_game, wish), [game for game in planned if game.is_kept]))
    strength = {user: dice.gauss(0, 1) for game in planned for user in game.people}
    pools: dict[str, Ledger] = {}
    started: Counter[int] = Counter()
    for game in planned:
        played = next(kept) if game.is_kept else _copy_game(dice.choice(templates[game.spec]), game, dice)
        people = sorted(game.people, key=lambda user: -strength[user] - dice.gauss(0, 1))
        _add_game(played, people, pools, dice, batch)
        if len(people) + game.has_bot > 1:
            started.update(people)
        if len(batch.rows[Game]) >= AT_ONCE:
            batch.write()
    batch.write()
    Rating.objects.bulk_create(results.make_ratings(pools, wish.now), batch_size=AT_ONCE)
    RatingPeriod.objects.bulk_create(results.make_periods(pools), batch_size=AT_ONCE)
    finished = [{"user": user, "started": games, "finished": games} for user, games in started.items()]
    sums.add(Reliability, ("user",), finished)


def _add_game(
    played: PlayedGame, people: Sequence[int], pools: dict[str, Ledger], dice: random.Random, batch: Batch
) -> None:
    """Seat the people, best first, in the seats that did best, and add all rows of the game."""
    game, result = played.game, played.result
    ranked = sorted(range(len(people)), key=result.places.__getitem__)
    users = dict(zip(ranked, people, strict=True))
    game.host_id, game.pace, game.is_public = users[0], dice.choice(PACES), dice.random() < 0.9
    game.is_rated = 1 < game.seat_count == len(people) and dice.random() < 0.7
    seats = [
        Seat(
            game=game,
            number=number,
            user_id=users.get(number),
            bot="" if number in users else KINDS[game.kind].stand_in,
            shuffle_seed=seed,
            is_in_reliability=True,
            rank=result.places[number],
            points=result.points[number] if result.points else None,
        )
        for number, seed in enumerate(played.shuffle_seeds)
    ]
    outcomes = results.make_outcomes(game, seats, result, game.ended_at or game.created_at)
    collector.set_facts(outcomes, played.facts, played.shares)
    if game.is_rated:
        pool = KINDS[game.kind].pool(game.seat_count)
        results.enter_game(pools.setdefault(pool, Ledger()), pool, outcomes, outcomes[0].ended_at)
    collector.add_totals(game, outcomes)
    batch.counted += [*played.counted, *collector.count_game(game, played.shares)]
    for model, rows in ((Game, [game]), (Seat, seats), (Move, played.moves), (Outcome, outcomes)):
        batch.rows[model] += rows
