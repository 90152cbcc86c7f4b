"""`manage.py rebuild_ratings`: compute all ratings again from the stored results."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.models import Min, Model, QuerySet, Window

from games.clocks import database_clock
from games.models import Outcome, Rating, RatingPeriod
from games.play import results
from games.play.locking import write_transaction
from games.ratings.ledger import Ledger

BATCH = 2_000
NOTED = ("mu_before", "sigma_before", "mu_after", "sigma_after")
ASKED = ("game", "user", "rank", "pool", "ended_at", *NOTED)
# compared columns; the first ones identify the row
RATING = ("user_id", "pool", "mu", "sigma", "games", "last_game_at", "peak_mu")
PERIOD = ("user_id", "pool", "period", "mu", "sigma", "games", "wins", "gain")


class Command(BaseCommand):
    """Compute ratings again."""

    help = "Recompute all ratings and leaderboards from the results of rated games. The site can stay up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing, and fail if anything differs")

    def handle(self, *_args: Any, **given: Any) -> None:
        with write_transaction():
            if connection.vendor == "postgresql":  # block ratings meanwhile, but not reading
                connection.cursor().execute(f'LOCK TABLE "{Rating._meta.db_table}" IN EXCLUSIVE MODE')
            books, changed = self.read(is_kept=not given["check"])
            ratings, periods = results.make_ratings(books, database_clock.now()), results.make_periods(books)
            changed += count_differences(ratings, Rating.objects.filter(games__gt=0), RATING, key=2)
            changed += count_differences(periods, RatingPeriod.objects.all(), PERIOD, key=3)
            counted = results.count_buckets()
            rows = results.select_buckets().values_list("leaderboard", "height", "count")
            stored = Counter({(board, height): count for board, height, count in rows})
            changed += sum(counted[bucket] != stored[bucket] for bucket in counted.keys() | stored.keys())
            if given["check"] and changed:
                raise CommandError(f"{changed} rows differ. Run `manage.py rebuild_ratings` to fix them.")
            if not given["check"]:
                store(ratings, periods)
        players = len({rating.user_id for rating in ratings})
        done = "correct" if given["check"] else f"correct now ({changed} rows fixed)"
        self.stdout.write(f"{len(ratings)} ratings of {players} players in {len(books)} pools: {done}.")

    def read(self, is_kept: bool) -> tuple[dict[str, Ledger], int]:
        """Enter all rated games in their original order. Return the ledgers, and how many results differed."""
        books: dict[str, Ledger] = {}
        changed = 0
        for outcomes in iterate_games():
            first, noted = outcomes[0], attrgetter(*NOTED)
            before = [noted(outcome) for outcome in outcomes]
            results.enter_game(books.setdefault(first.pool, Ledger()), first.pool, outcomes, first.ended_at)
            others = [outcome for outcome, was in zip(outcomes, before, strict=True) if noted(outcome) != was]
            changed += len(others)
            if is_kept and others:
                Outcome.objects.bulk_update(others, NOTED)
        return books, changed


def iterate_games() -> Iterator[list[Outcome]]:
    """Yield the results of each rated game, in the order in which the ratings were updated.

    Rows of games that ended at the same time may be mixed; such games have no player in common.
    """
    rows = Outcome.objects.filter(is_rated=True).only(*ASKED)
    ordered = rows.annotate(first=Window(Min("pk"), partition_by="game")).order_by("first", "pk")
    for _game, outcomes in groupby(ordered.iterator(chunk_size=BATCH), key=lambda outcome: outcome.game_id):
        yield list(outcomes)


def count_differences(wanted: Sequence[Model], stored: QuerySet[Any], fields: tuple[str, ...], key: int) -> int:
    """Count the rows that differ, to the last digit."""
    found = set(stored.values_list(*fields).iterator(chunk_size=BATCH))
    return len({row[:key] for row in found ^ set(map(attrgetter(*fields), wanted))})


def store(ratings: list[Rating], periods: list[RatingPeriod]) -> None:
    """Store everything, as if no player page had been opened since."""
    Rating.objects.all().delete()
    RatingPeriod.objects.all().delete()
    Rating.objects.bulk_create(ratings, batch_size=BATCH)
    RatingPeriod.objects.bulk_create(periods, batch_size=BATCH)
    results.recount_buckets()
