"""`manage.py rebuild_ratings`: all ratings again, from the results that are stored."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.models import Min, QuerySet, Window

from games.clocks import timing
from games.models import LeaderboardBucket, Outcome, Rating, RatingPeriod
from games.play import results
from games.play.locking import writing
from games.ratings import keys, ledger
from games.ratings.ledger import Book, Played

BATCH = 2_000
NOTED = ["mu_before", "sigma_before", "mu", "sigma"]
ASKED = ("game", "user", "place", "pool", "ended", *NOTED)
Ratings = dict[tuple[int, str], tuple[Any, ...]]
Rungs = Counter[tuple[str, int]]


class Command(BaseCommand):
    """Reckon anew."""

    help = "Reckon all ratings and their leaderboards again, from the results of rated games. The site may go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What can be asked for."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail where anything differs")

    def handle(self, *_args: Any, **given: Any) -> None:
        """Rebuild, or compare."""
        with writing():
            if connection.vendor == "postgresql":  # nothing is rated meanwhile; everybody may read
                connection.cursor().execute(f'LOCK TABLE "{Rating._meta.db_table}" IN EXCLUSIVE MODE')
            books, changed = self.read(is_kept=not given["check"])
            ratings, spans = ratings_of(books), spans_of(books)
            changed += differing(ratings, stored_ratings()) + differing(spans, stored_spans())
            on_rungs, stored = standing(), stored_rungs()
            changed += sum(on_rungs[rung] != stored[rung] for rung in on_rungs.keys() | stored.keys())
            if given["check"] and changed:
                raise CommandError(f"{changed} rows differ. `manage.py rebuild_ratings` sets them right.")
            if not given["check"]:
                store(books)
        players = len({user for user, _pool in ratings})
        done = "is as it should be" if given["check"] else f"is as it should be now; {changed} rows had differed"
        self.stdout.write(f"{len(ratings)} ratings of {players} players in {len(books)} pools: everything {done}.")

    def read(self, is_kept: bool) -> tuple[dict[str, Book], int]:
        """All rated games in the order in which they were entered; how many results said something else."""
        books: dict[str, Book] = {}
        changed = 0
        for outcomes in games():
            first = outcomes[0]
            known = books.setdefault(first.pool, Book())
            changes = known.enter([Played(o.user_id, o.place) for o in outcomes], first.ended)
            after = {change.user: change for change in changes}
            others = [outcome for outcome in outcomes if not _is_noted(outcome, after[outcome.user_id])]
            for outcome in others:
                results.note(outcome, first.pool, after[outcome.user_id])
            changed += len(others)
            if is_kept and others:
                Outcome.objects.bulk_update(others, NOTED)
        return books, changed


def _is_noted(outcome: Outcome, change: ledger.Change) -> bool:
    noted = outcome.mu_before, outcome.sigma_before, outcome.mu, outcome.sigma
    return noted == (*change.before, *change.after)


def games() -> Iterator[list[Outcome]]:
    """The results of each rated game. Their numbers were given while the ratings were locked: that is the order.

    Those of games that ended at once can lie among each other; such games have no player in common.
    """
    rows = Outcome.objects.filter(rated=True).only(*ASKED)
    ordered = rows.annotate(first=Window(Min("pk"), partition_by="game")).order_by("first", "pk")
    for _game, outcomes in groupby(ordered.iterator(chunk_size=BATCH), key=lambda outcome: outcome.game_id):
        yield list(outcomes)


def ratings_of(books: dict[str, Book]) -> Ratings:
    """What each player's rating is."""
    return {
        (user, pool): (entry.strength.mu, entry.strength.sigma, entry.games, entry.at, entry.peak)
        for pool, known in books.items()
        for user, entry in known.entries.items()
    }


def spans_of(books: dict[str, Book]) -> Ratings:
    """What each player did in each period."""
    return {
        (user, f"{pool} {period}"): (*stretch.strength, stretch.games, stretch.won, stretch.gain)
        for pool, known in books.items()
        for (user, period), stretch in known.stretches.items()
    }


def stored_ratings() -> Ratings:
    """The same, as it is stored."""
    rows = Rating.objects.filter(games__gt=0).values_list("user", "pool", "mu", "sigma", "games", "at", "peak")
    return {(user, pool): tuple(rest) for user, pool, *rest in rows.iterator(chunk_size=BATCH)}


def stored_spans() -> Ratings:
    """The same, as it is stored."""
    rows = RatingPeriod.objects.values_list("user", "pool", "period", "mu", "sigma", "games", "won", "gain")
    return {(user, f"{pool} {period}"): tuple(rest) for user, pool, period, *rest in rows.iterator(chunk_size=BATCH)}


def differing(wanted: Ratings, stored: Ratings) -> int:
    """How many rows are not what they should be, to the last digit."""
    return sum(wanted.get(key) != stored.get(key) for key in wanted.keys() | stored.keys())


def standing() -> Rungs:
    """How many stand on each rung of the leaderboards, as ratings and periods are stored."""
    found: Rungs = Counter()
    for pool, value in Rating.objects.filter(ranked=True).values_list("pool", "value").iterator(chunk_size=BATCH):
        found[keys.board(pool), ledger.height(value)] += 1
    rows = RatingPeriod.objects.filter(gain__gt=0).values_list("pool", "period", "gain")
    for pool, period, gain in rows.iterator(chunk_size=BATCH):
        found[keys.board(pool, period), ledger.height(gain)] += 1
    return found


def rungs() -> QuerySet[LeaderboardBucket]:
    """The rungs of these leaderboards: the solo ladder goes by other games, and stays as it is."""
    return LeaderboardBucket.objects.exclude(board__startswith=keys.solo_board(""))


def stored_rungs() -> Rungs:
    """How many stand on each rung, as it is stored."""
    return Counter({(board, height): count for board, height, count in rungs().values_list("board", "height", "count")})


def store(books: dict[str, Book]) -> None:
    """Everything anew, as it would be had nobody looked since."""
    now = timing.now()
    for rows in (Rating.objects.all(), RatingPeriod.objects.all(), rungs()):
        rows.delete()
    for pool, known in books.items():
        _store_pool(pool, known, now)
    new = [
        LeaderboardBucket(board=board, height=height, count=count)
        for (board, height), count in sorted(standing().items())
    ]
    LeaderboardBucket.objects.bulk_create(new, batch_size=BATCH)


def _store_pool(pool: str, known: Book, now: datetime) -> None:
    ratings = [
        Rating(user_id=user, pool=pool, **results.rating_fields(entry, now))
        for user, entry in sorted(known.entries.items())
    ]
    Rating.objects.bulk_create(ratings, batch_size=BATCH)
    spans = [
        RatingPeriod(user_id=user, pool=pool, period=period, **results.span_fields(stretch))
        for (user, period), stretch in sorted(known.stretches.items())
    ]
    RatingPeriod.objects.bulk_create(spans, batch_size=BATCH)
