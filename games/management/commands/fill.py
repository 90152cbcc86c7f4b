"""`manage.py fill`: a huge number of finished games, to test how the site copes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone

from games.labs.arena import make_map
from games.labs.filling import FillRequest, fill
from games.management import arguments
from games.models import Game

MOST = 100_000_000
LEAST_PLAYERS = 40


class Command(BaseCommand):
    """Fill the site with games."""

    help = "Fill an empty site with copies of finished bot games, to measure performance."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", required=True, metavar="N", help="how many games")
        parser.add_argument("--players", required=True, metavar="M", help="how many players")
        parser.add_argument("--moves", metavar="K", help="how many games to store with their moves (a fifth)")
        parser.add_argument(
            "--seed", default="fill", metavar="TEXT", help="on the same day, the same text gives the same games (fill)"
        )
        parser.add_argument(
            "--templates", default="60", metavar="T", help="how many games of each kind to play and copy (60)"
        )
        parser.add_argument(
            "--luck", action="store_true", help="also compute luck and skill for games with moves (slow)"
        )
        parser.add_argument("--jobs", default="1", metavar="J", help="how many processes to use (1)")
        parser.add_argument("--yes", action="store_true", help="run even if there are games already")

    def handle(self, *_args: Any, **given: Any) -> None:
        games = arguments.parse_whole_number("games", given["games"], MOST)
        players = arguments.parse_whole_number("players", given["players"], MOST)
        moves = games // 5
        if given["moves"] is not None:
            moves = 0 if given["moves"] == "0" else arguments.parse_whole_number("moves", given["moves"], games)
        if players < LEAST_PLAYERS:
            raise CommandError(f"--players must be at least {LEAST_PLAYERS}.")
        if Game.objects.exists() and not given["yes"]:
            raise CommandError("This site already has games. Use --yes to add made-up ones.")
        templates = arguments.parse_whole_number("templates", given["templates"], 10_000)
        now = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
        wish = FillRequest(games, players, moves, given["seed"], now, templates, given["luck"])
        speed_up()
        with make_map(arguments.parse_jobs(given)) as mapped, transaction.atomic():
            written = fill(wish, mapped, lambda said: self.stderr.write(said))
        analyze()
        self.stdout.write("\n".join(f"{table}: {count:,}" for table, count in written.items()))


def speed_up() -> None:
    """Make SQLite write without waiting for the disk, since a half-filled database is thrown away anyway."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
            cursor.execute("PRAGMA cache_size=-4000000")  # KiB, because indexes are written in random order


def analyze() -> None:
    """Analyze tables. PostgreSQL does so by itself, but not at once; SQLite never does."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
