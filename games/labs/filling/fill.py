"""Fill a site with games: groups of players, one after the other, all in one transaction."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any, NamedTuple

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX

from accounts import names
from accounts.models import User
from games.labs.filling import played_games, rows
from games.labs.filling.played_games import SPECS, PlayedGame
from games.labs.filling.rows import GameEnd, GameTemplate, PlayerGroup
from games.labs.filling.sink import Sink
from games.models import Game, Move
from games.ratings import keys

YEARS = timedelta(days=730)  # in which the games ended
IN_GROUP = 5_000  # players
NEAR = 15  # so far from each other are those who play together
PACES = ("live", "daily", "daily", "daily", "relaxed", "untimed")
Mapped = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


@dataclass(frozen=True)
class FillRequest:
    """How much of everything."""

    games: int
    players: int
    moves: int  # games whose moves are stored
    seed: str
    now: datetime
    templates: int = 60  # games played of each kind of table, that are copied where no moves are stored
    luck: bool = False  # of the games with moves, too: it takes long

    @property
    def groups(self) -> int:
        return max(1, round(self.players / IN_GROUP))


class PlannedGame(NamedTuple):
    """A game to be written."""

    number: int
    ended: datetime
    spec: int
    users: tuple[int | None, ...]
    is_kept: bool


def fill(wish: FillRequest, mapped: Mapped, tell: Callable[[str], None]) -> dict[str, int]:
    """Write everything, and return how many rows each table got."""
    users = make_users(wish)
    faces = [[rows.make_template(played, wish.now) for played in found] for found in play_templates(wish, mapped)]
    tell(f"{sum(map(len, faces)):,} games played as templates")
    sinks = {model: Sink(model, fields) for model, fields in rows.SINKS.items()}
    buckets: Counter[tuple[str, int]] = Counter()
    counted: Counter[tuple[str, str, str]] = Counter()
    size = -(-len(users) // wish.groups)
    for number in range(wish.groups):
        some = users[number * size : (number + 1) * size]
        fill_group(wish, number, some, faces, sinks, buckets, counted, mapped)
        for sink in sinks.values():
            sink.flush()
        tell(f"group {number + 1} of {wish.groups}: {sinks[Game].count:,} games")
    counted.update(rows.sum_counts(face for found in faces for face in found))  # a sum would drop what is below zero
    rows.store_counts(counted, buckets)
    return {sink.table: sink.count for sink in sinks.values()}


def make_users(wish: FillRequest) -> list[int]:
    """Create players with recognizably made-up names."""
    first = User.objects.count()
    made = []
    for number in range(first, first + wish.players):
        name = f"Zed{number:07d}"
        password = UNUSABLE_PASSWORD_PREFIX + hashlib.sha256(name.encode()).hexdigest()[:40]
        made.append(User(username=name, name_skeleton=names.skeleton(name), password=password))
    User.objects.bulk_create(made, batch_size=500)
    return list(User.objects.filter(username__startswith="Zed").order_by("pk").values_list("pk", flat=True))[
        -wish.players :
    ]


def play_templates(wish: FillRequest, mapped: Mapped) -> list[list[PlayedGame]]:
    """Play real games between bots, some for each kind of table."""
    asked = [
        (n, played_games.join_words(wish.seed, n, number), wish.now)
        for n in range(len(SPECS))
        for number in range(wish.templates)
    ]
    found: list[list[PlayedGame]] = [[] for _ in SPECS]
    for n, played in mapped(_play_template, asked):
        found[n].append(played)
    return found


def _play_template(asked: tuple[int, str, datetime]) -> tuple[int, PlayedGame]:
    number, seed, ended = asked
    return number, played_games.play_game(SPECS[number], seed, ended, is_kept=False, has_luck=True)


def _play_kept(asked: tuple[PlannedGame, str, bool]) -> PlayedGame:
    planned, seed, has_luck = asked
    bots = [seat for seat, user in enumerate(planned.users) if user is None]
    return played_games.play_game(SPECS[planned.spec], seed, planned.ended, is_kept=True, bots=bots, has_luck=has_luck)


def fill_group(
    wish: FillRequest,
    number: int,
    users: Sequence[int],
    faces: list[list[GameTemplate]],
    sinks: dict[Any, Sink],
    buckets: Counter[tuple[str, int]],
    counted: Counter[tuple[str, str, str]],
    mapped: Mapped,
) -> None:
    """Write the games of one group of players, in order."""
    group = PlayerGroup(sinks)
    planned = list(plan_games(wish, number, users))
    real = iter(
        mapped(
            _play_kept,
            [(game, played_games.join_words(wish.seed, game.number), wish.luck) for game in planned if game.is_kept],
        )
    )
    dice = rows.make_dice(wish.seed, "group", number)
    strength = {user: dice.gauss(0, 1) for user in users}
    for game in planned:
        if game.is_kept:
            played = next(real)
            face = rows.make_template(played, game.ended)
            bots = [seat for seat, user in enumerate(game.users) if user is None]
            sinks[Move].add(rows.move_rows(played, bots))
        else:
            face = dice.choice(faces[game.spec])
        is_rated = len(game.users) > 1 and None not in game.users and dice.random() < 0.7
        group.enter(face, _end_game(face, game, _assign_seats(face, game, strength, dice), is_rated, dice))
        if game.is_kept:
            counted.update(rows.sum_counts([face]))
        for what, key in (("day", f"{game.ended:%Y-%m-%d}"), ("month", keys.month_key(game.ended))):
            for column, by in (("count", 1), ("wins", 0), ("total", 0)):
                counted[f"{what} {face.played.spec.kind}", key, column] += by
    group.close(wish.now, buckets)


def plan_games(wish: FillRequest, group: int, users: Sequence[int]) -> Iterator[PlannedGame]:
    """Decide who plays what when. Some play very often, and mostly with the same few."""
    dice = rows.make_dice(wish.seed, "plan", group)
    often = list(accumulate(1 / (place + 5) for place in range(len(users))))
    for number in range(group, wish.games, wish.groups):
        is_kept = (number + 1) * wish.moves // wish.games > number * wish.moves // wish.games
        spec = dice.choices(range(len(SPECS)), played_games.list_shares(SPECS, is_kept))[0]
        seats = SPECS[spec].seats
        first = dice.choices(range(len(users)), cum_weights=often)[0]
        near = range(max(0, first - NEAR), min(len(users), first + NEAR + 1))
        others = dice.sample([place for place in near if place != first], seats - 1)
        people: list[int | None] = [users[place] for place in (first, *others)]
        if seats > 1 and dice.random() < 0.1:
            people[-1] = None
        ended = wish.now - YEARS + YEARS * (number + 1) / (wish.games + 1)
        yield PlannedGame(number, ended.replace(microsecond=0), spec, tuple(people), is_kept)


def _assign_seats(
    face: GameTemplate, game: PlannedGame, strength: dict[int, float], dice: Any
) -> tuple[int | None, ...]:
    """Assign the seats, the better ones often to better players. In a game with moves, bots stay where they were."""
    if game.is_kept:
        fixed = [seat for seat, user in enumerate(game.users) if user is None]
    else:
        fixed = [len(game.users) - 1] if None in game.users else []
    people = [user for user in game.users if user is not None]
    people.sort(key=lambda user: -strength[user] - dice.gauss(0, 1))
    seats = sorted((seat for seat in range(len(game.users)) if seat not in fixed), key=lambda n: face.results[n].rank)
    found: list[int | None] = [None] * len(game.users)
    for seat, user in zip(seats, people, strict=True):
        found[seat] = user
    return tuple(found)


def _end_game(
    face: GameTemplate, game: PlannedGame, users: tuple[int | None, ...], is_rated: bool, dice: Any
) -> GameEnd:
    played, is_public, pace = face.played, dice.random() < 0.9, dice.choice(PACES)
    if game.is_kept:
        return GameEnd(
            played.id, played.server, played.players, played.head, game.ended, users, is_rated, is_public, pace
        )
    shares = ["bot" if user is None else f"{dice.getrandbits(128):032x}" for user in users]
    game_id = "".join(dice.choices(played_games.LETTERS, k=10))
    return GameEnd(game_id, played.server, shares, played.head, game.ended, users, is_rated, is_public, pace)
