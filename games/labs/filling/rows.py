"""Rows of games in bulk, and the totals of a group of players who only play each other."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from games.kinds import KINDS
from games.labs.filling.played_games import PlayedGame, make_spec_setup
from games.labs.filling.sink import Sink, format_json, format_time
from games.models import (
    Game,
    HeadToHead,
    Move,
    Outcome,
    PlayerTotals,
    Rating,
    RatingPeriod,
    Reliability,
    Seat,
    SiteCounter,
    SoloProgress,
    sums,
)
from games.play import results as game_results
from games.ratings import keys, ledger
from games.ratings.ledger import Ledger
from games.ratings.solo_ladders import get_ladder
from games.rules.base import Result
from games.rules.serialization import from_plain
from games.stats import collector

RATING = ("mu", "sigma", "games", "last_game_at", "peak_mu", "leaderboard_value", "is_ranked", "fades_at")
SPAN = ("games", "wins", "gain", "mu", "sigma")
GAME = (
    *("id", "kind", "rules_version", "options", "seat_count", "pace", "is_public", "is_rated", "has_public_odds"),
    *("host", "status", "version", "state", "result", "server_seed", "commitment", "chain_head", "created_at"),
    *("started_at", "moved_at", "ended_at", "warnings_sent", "revision", "min_reliability", "has_statistics"),
)
SEAT = (
    *("game", "number", "user", "bot", "shuffle_seed", "is_to_move", "has_left", "leave_reason", "is_in_reliability"),
    *("agrees_to_abort", "has_plans", "time_bank_ms", "clock_stage", "is_notified", "rank", "points"),
)
MOVE = ("game", "number", "seat", "move", "events", "made_at", "made_by", "request_digest", "chain_link")
OUTCOME = (
    *("game", "user", "seat", "kind", "option_key", "seat_count", "pace", "is_public", "is_rated", "has_bots"),
    *("ended_at", "result", "rank", "points", "margin", "leave_reason", "is_substitute", "pool", "mu_before"),
    *("sigma_before", "mu_after", "sigma_after", "luck", "skill", "facts"),
)
TALLY = ("user", "kind", "seat_count", "option_key", "has_bots", "games", "wins", "shared_wins", "facts")
VERSUS = ("user", "other", "kind", "games", "wins", "ties", "balance", "last_game_at")
SOLO = ("user", "edition", "games", "best_level", "best_margin", "streak", "best_streak", "last_game_at")
SINKS: dict[Any, Sequence[str]] = {
    Game: GAME,
    Seat: SEAT,
    Move: MOVE,
    Outcome: OUTCOME,
    PlayerTotals: TALLY,
    HeadToHead: VERSUS,
    SoloProgress: SOLO,
    Rating: ("user", "pool", *RATING),
    RatingPeriod: ("user", "pool", "period", *SPAN),
    Reliability: ("user", "started", "finished"),
}


class GameEnd(NamedTuple):
    """Which game ended when, and who played (None: a bot)."""

    id: str
    server: str
    shares: Sequence[str]
    head: str
    ended: datetime
    users: Sequence[int | None]
    is_rated: bool
    is_public: bool
    pace: str


@dataclass
class GameTemplate:
    """A game that was played, as far as all its copies have the same rows."""

    played: PlayedGame
    state: str
    result: str
    options: str
    results: list[Outcome]
    counted: list[dict[str, float]]
    facts: list[str]
    pool: str
    uses: int = 0


def make_template(played: PlayedGame, ended: datetime) -> GameTemplate:
    """Compute what the end of that game leaves, whoever plays it."""
    spec = played.spec
    options = make_spec_setup(spec).options
    game = Game(kind=spec.kind, options=options, seat_count=spec.seats, pace="", is_public=True)
    seats = [Seat(number=number, user_id=number + 1) for number in range(spec.seats)]
    results = game_results.make_outcomes(game, seats, from_plain(Result, played.result), ended)
    counted = [
        facts | collector.count_result(result, facts) for facts, result in zip(played.facts, results, strict=True)
    ]
    return GameTemplate(
        played,
        format_json(played.state),
        format_json(played.result),
        format_json(options),
        results,
        counted,
        [format_json(facts) for facts in counted],
        KINDS[spec.kind].pool(spec.seats),
    )


@dataclass
class PlayerGroup:
    """Players who only play each other. Their games go into the sinks; totals are kept until the end."""

    sinks: dict[Any, Sink]
    books: dict[str, Ledger] = field(default_factory=dict)
    tallies: dict[tuple[Any, ...], list[Any]] = field(default_factory=dict)
    versus: dict[tuple[int, int, str], list[Any]] = field(default_factory=dict)
    solos: dict[tuple[int, str], list[Any]] = field(default_factory=dict)
    played: Counter[int] = field(default_factory=Counter)

    def enter(self, face: GameTemplate, game: GameEnd) -> None:
        """Enter a game, later than all before."""
        face.uses += 1
        has_bots = len(game.users) == 1 or None in game.users
        self.sinks[Game].add([_game_row(face, game)])
        self.sinks[Seat].add(_seat_rows(face, game))
        people = [(user, face.results[seat]) for seat, user in enumerate(game.users) if user is not None]
        changes: dict[int, Any] = {}
        if game.is_rated:
            known = self.books.setdefault(face.pool, Ledger())
            entered = known.enter([ledger.RankedPlayer(user, result.rank) for user, result in people], game.ended)
            changes = {change.user: change for change in entered}
        self.sinks[Outcome].add([_outcome_row(face, game, user, has_bots, changes.get(user)) for user, _ in people])
        self._add(face, game, people, has_bots)

    def _add(self, face: GameTemplate, game: GameEnd, people: Sequence[tuple[int, Outcome]], has_bots: bool) -> None:
        spec = face.played.spec
        for user, mine in people:
            key = user, spec.kind, spec.seats, mine.option_key, has_bots
            tally = self.tallies.setdefault(key, [0, 0, 0, Counter()])
            tally[0] += 1
            tally[1] += mine.result == Outcome.Result.WON
            tally[2] += mine.result == Outcome.Result.SHARED
            tally[3].update(face.counted[mine.seat])
            if (share := face.played.luck[mine.seat]) is not None:
                tally[3].update({"luck": share[0], "skill": share[1], "reviewed": 1})
            if spec.seats > 1:
                self.played[user] += 1
            for other, theirs in people:
                if game.is_public and other != user:
                    won, lost = mine.rank < theirs.rank, mine.rank > theirs.rank
                    met = self.versus.setdefault((user, other, spec.kind), [0, 0, 0, 0, game.ended])
                    met[:] = [
                        met[0] + 1,
                        met[1] + won,
                        met[2] + (not won and not lost),
                        met[3] + won - lost,
                        game.ended,
                    ]
        if KINDS[spec.kind].is_solo(spec.seats):
            self._climb(face, game, *people[0])

    def _climb(self, face: GameTemplate, game: GameEnd, user: int, mine: Outcome) -> None:
        """Store the level reached and the streak."""
        options = make_spec_setup(face.played.spec).options
        ladder = get_ladder(KINDS[face.played.spec.kind])
        level, margin = ladder.level(options) or 0, mine.margin or 0
        solo = self.solos.setdefault((user, ladder.edition(options)), [0, 0, 0, 0, 0, game.ended])
        has_won = mine.result == Outcome.Result.WON
        solo[0] += 1
        solo[3] = solo[3] + 1 if has_won else 0
        solo[4], solo[5] = max(solo[4], solo[3]), game.ended
        if has_won and (level, margin) > (solo[1], solo[2]):
            solo[1:3] = [level, min(margin, keys.MARGINS - 1)]

    def close(self, now: datetime, buckets: Counter[tuple[str, int]]) -> None:
        """Write the totals of all games."""
        sinks = self.sinks
        sinks[PlayerTotals].add((*key, *row[:3], format_json(dict(row[3]))) for key, row in self.tallies.items())
        sinks[HeadToHead].add((*key, *row[:4], format_time(row[4])) for key, row in self.versus.items())
        sinks[SoloProgress].add((*key, *row[:5], format_time(row[5])) for key, row in self.solos.items())
        sinks[Reliability].add((user, games, games) for user, games in self.played.items())
        for (_user, edition), row in self.solos.items():
            if row[1]:
                buckets[keys.solo_leaderboard_key(edition), keys.solo_height(row[1], row[2])] += 1
        for pool, known in self.books.items():
            _rate(pool, known, now, sinks, buckets)


def _rate(pool: str, known: Ledger, now: datetime, sinks: dict[Any, Sink], buckets: Counter[tuple[str, int]]) -> None:
    for user, entry in known.entries.items():
        fields = game_results.make_rating_fields(entry, now)
        if fields["is_ranked"]:
            buckets[pool, ledger.bucket_height(fields["leaderboard_value"])] += 1
        fields |= {name: format_time(fields[name]) for name in ("last_game_at", "fades_at")}
        sinks[Rating].add([(user, pool, *(fields[name] for name in RATING))])
    for (user, period), totals in known.periods.items():
        fields = game_results.make_period_fields(totals)
        sinks[RatingPeriod].add([(user, pool, period, *(fields[name] for name in SPAN))])
        if totals.gain > 0:
            buckets[keys.leaderboard_key(pool, period), ledger.bucket_height(totals.gain)] += 1


def _game_row(face: GameTemplate, game: GameEnd) -> Sequence[Any]:
    spec, ended = face.played.spec, format_time(game.ended)
    host = next(user for user in game.users if user is not None)
    return (
        *(game.id, spec.kind, 1, face.options, spec.seats, game.pace, game.is_public, game.is_rated, False, host),
        *(Game.Status.FINISHED.value, len(face.played.moves), face.state, face.result),
        *(game.server, face.played.commit, game.head, ended, ended, ended, ended, 0, 0, 0, True),
    )


def _seat_rows(face: GameTemplate, game: GameEnd) -> Iterable[Sequence[Any]]:
    for seat, user in enumerate(game.users):
        result = face.results[seat]
        bot = "" if user is not None else face.played.spec.bot
        yield (
            *(game.id, seat, user, bot, game.shares[seat], False, False, "", True, False, False, 0, "", True),
            *(result.rank, result.points),
        )


def _outcome_row(face: GameTemplate, game: GameEnd, user: int, has_bots: bool, change: Any) -> Sequence[Any]:
    mine = face.results[game.users.index(user)]
    rating = (face.pool, *change.before, *change.after) if change else ("", None, None, None, None)
    return (
        *(
            game.id,
            user,
            mine.seat,
            mine.kind,
            mine.option_key,
            mine.seat_count,
            game.pace,
            game.is_public,
            change is not None,
        ),
        *(has_bots, format_time(game.ended), str(mine.result), mine.rank, mine.points, mine.margin, "", False),
        *rating,
        *(face.played.luck[mine.seat] or (None, None)),
        face.facts[mine.seat],
    )


def move_rows(played: PlayedGame, bots: Sequence[int]) -> Iterable[Sequence[Any]]:
    for number, (seat, move, events, at, link) in enumerate(played.moves, 1):
        moment = format_time(datetime.fromisoformat(at))
        yield (
            played.id,
            number,
            seat,
            format_json(move),
            format_json(events),
            moment,
            "bot" if seat in bots else "",
            "",
            link,
        )


def sum_counts(faces: Iterable[GameTemplate]) -> Counter[tuple[str, str, str]]:
    """Sum up what these games add to the site's counters."""
    found: Counter[tuple[str, str, str]] = Counter()
    for face in faces:
        if not face.uses:
            continue
        shares = [share for share in face.played.luck if share is not None]
        told = [(f"luck {face.played.spec.kind}", str(n), 1, 0, share[0]) for n, share in enumerate(shares)]
        for what, key, n, won, total in (*face.played.counts, *told):
            for column, value in (("count", n), ("wins", won), ("total", total)):
                found[what, key, column] += value * face.uses  # type: ignore[assignment]
    return found


def store_counts(counted: Counter[tuple[str, str, str]], buckets: Counter[tuple[str, int]]) -> None:
    """Store the counters of the site, and the leaderboards' buckets."""
    pairs = {(what, key) for what, key, _column in counted}
    rows = [
        {"name": what, "key": key} | {column: counted[what, key, column] for column in ("count", "wins", "total")}
        for what, key in pairs
    ]
    sums.add(SiteCounter, ("name", "key"), rows)
    game_results.add_buckets(buckets)


def make_dice(*words: object) -> random.Random:
    """Return randomness that is the same for the same words."""
    return random.Random("|".join(map(str, words)))  # noqa: S311 (no secret)  # nosec
