"""`manage.py rebuild_ratings`: compute all ratings again from the stored results."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.models import Min, QuerySet, Window

from games.clocks import database_clock
from games.models import LeaderboardBucket, Outcome, Rating, RatingPeriod
from games.play import results
from games.play.locking import write_transaction
from games.ratings import keys, ledger
from games.ratings.ledger import Ledger, RankedPlayer

BATCH = 2_000
NOTED = ["mu_before", "sigma_before", "mu_after", "sigma_after"]
ASKED = ("game", "user", "rank", "pool", "ended_at", *NOTED)
Ratings = dict[tuple[int, str], tuple[Any, ...]]
Buckets = Counter[tuple[str, int]]


class Command(BaseCommand):
    """Compute ratings again."""

    help = "Recompute all ratings and leaderboards from the results of rated games. The site can stay up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing, and fail if anything differs")

    def handle(self, *_args: Any, **given: Any) -> None:
        with write_transaction():
            if connection.vendor == "postgresql":  # nothing is rated meanwhile; everybody may read
                connection.cursor().execute(f'LOCK TABLE "{Rating._meta.db_table}" IN EXCLUSIVE MODE')
            books, changed = self.read(is_kept=not given["check"])
            ratings, spans = list_ratings(books), list_periods(books)
            changed += count_differences(ratings, load_ratings()) + count_differences(spans, load_periods())
            on_rungs, stored = count_standing(), load_buckets()
            changed += sum(on_rungs[bucket] != stored[bucket] for bucket in on_rungs.keys() | stored.keys())
            if given["check"] and changed:
                raise CommandError(f"{changed} rows differ. Run `manage.py rebuild_ratings` to fix them.")
            if not given["check"]:
                store(books)
        players = len({user for user, _pool in ratings})
        done = "correct" if given["check"] else f"correct now ({changed} rows fixed)"
        self.stdout.write(f"{len(ratings)} ratings of {players} players in {len(books)} pools: {done}.")

    def read(self, is_kept: bool) -> tuple[dict[str, Ledger], int]:
        """Enter all rated games in their original order. Return the ledgers, and how many results differed."""
        books: dict[str, Ledger] = {}
        changed = 0
        for outcomes in iterate_games():
            first = outcomes[0]
            known = books.setdefault(first.pool, Ledger())
            changes = known.enter([RankedPlayer(o.user_id, o.rank) for o in outcomes], first.ended_at)
            after = {change.user: change for change in changes}
            others = [outcome for outcome in outcomes if not _is_noted(outcome, after[outcome.user_id])]
            for outcome in others:
                results.note_ratings(outcome, first.pool, after[outcome.user_id])
            changed += len(others)
            if is_kept and others:
                Outcome.objects.bulk_update(others, NOTED)
        return books, changed


def _is_noted(outcome: Outcome, change: ledger.Change) -> bool:
    noted = outcome.mu_before, outcome.sigma_before, outcome.mu_after, outcome.sigma_after
    return noted == (*change.before, *change.after)


def iterate_games() -> Iterator[list[Outcome]]:
    """Yield the results of each rated game, in the order in which the ratings were updated.

    Rows of games that ended at the same time may be mixed; such games have no player in common.
    """
    rows = Outcome.objects.filter(is_rated=True).only(*ASKED)
    ordered = rows.annotate(first=Window(Min("pk"), partition_by="game")).order_by("first", "pk")
    for _game, outcomes in groupby(ordered.iterator(chunk_size=BATCH), key=lambda outcome: outcome.game_id):
        yield list(outcomes)


def list_ratings(books: dict[str, Ledger]) -> Ratings:
    """Return what each player's rating should be."""
    return {
        (user, pool): (entry.strength.mu, entry.strength.sigma, entry.games, entry.at, entry.peak)
        for pool, known in books.items()
        for user, entry in known.entries.items()
    }


def list_periods(books: dict[str, Ledger]) -> Ratings:
    """Return what each player's totals in each period should be."""
    return {
        (user, f"{pool} {period}"): (*totals.strength, totals.games, totals.won, totals.gain)
        for pool, known in books.items()
        for (user, period), totals in known.periods.items()
    }


def load_ratings() -> Ratings:
    """Return the stored ratings."""
    rows = Rating.objects.filter(games__gt=0).values_list(
        "user", "pool", "mu", "sigma", "games", "last_game_at", "peak_mu"
    )
    return {(user, pool): tuple(rest) for user, pool, *rest in rows.iterator(chunk_size=BATCH)}


def load_periods() -> Ratings:
    """Return the stored totals."""
    rows = RatingPeriod.objects.values_list("user", "pool", "period", "mu", "sigma", "games", "wins", "gain")
    return {(user, f"{pool} {period}"): tuple(rest) for user, pool, period, *rest in rows.iterator(chunk_size=BATCH)}


def count_differences(wanted: Ratings, stored: Ratings) -> int:
    """Count the rows that differ, to the last digit."""
    return sum(wanted.get(key) != stored.get(key) for key in wanted.keys() | stored.keys())


def count_standing() -> Buckets:
    """Count the players in each bucket, given the stored ratings and totals."""
    found: Buckets = Counter()
    for pool, value in (
        Rating.objects.filter(is_ranked=True).values_list("pool", "leaderboard_value").iterator(chunk_size=BATCH)
    ):
        found[keys.leaderboard_key(pool), ledger.bucket_height(value)] += 1
    rows = RatingPeriod.objects.filter(gain__gt=0).values_list("pool", "period", "gain")
    for pool, period, gain in rows.iterator(chunk_size=BATCH):
        found[keys.leaderboard_key(pool, period), ledger.bucket_height(gain)] += 1
    return found


def select_buckets() -> QuerySet[LeaderboardBucket]:
    """Select the buckets of these leaderboards, not those of solo ladders."""
    return LeaderboardBucket.objects.exclude(leaderboard__startswith=keys.solo_leaderboard_key(""))


def load_buckets() -> Buckets:
    """Return the stored buckets."""
    return Counter(
        {
            (board, height): count
            for board, height, count in select_buckets().values_list("leaderboard", "height", "count")
        }
    )


def store(books: dict[str, Ledger]) -> None:
    """Store everything, as if nobody had looked since."""
    now = database_clock.now()
    for rows in (Rating.objects.all(), RatingPeriod.objects.all(), select_buckets()):
        rows.delete()
    for pool, known in books.items():
        _store_pool(pool, known, now)
    new = [
        LeaderboardBucket(leaderboard=board, height=height, count=count)
        for (board, height), count in sorted(count_standing().items())
    ]
    LeaderboardBucket.objects.bulk_create(new, batch_size=BATCH)


def _store_pool(pool: str, known: Ledger, now: datetime) -> None:
    ratings = [
        Rating(user_id=user, pool=pool, **results.make_rating_fields(entry, now))
        for user, entry in sorted(known.entries.items())
    ]
    Rating.objects.bulk_create(ratings, batch_size=BATCH)
    spans = [
        RatingPeriod(user_id=user, pool=pool, period=period, **results.make_period_fields(totals))
        for (user, period), totals in sorted(known.periods.items())
    ]
    RatingPeriod.objects.bulk_create(spans, batch_size=BATCH)
