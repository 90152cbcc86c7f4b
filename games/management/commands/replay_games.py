"""`manage.py replay_games`: replay all stored games, and list those that differ from what is stored."""

import sys
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.archive import integrity
from games.management.arguments import parse_whole_number
from games.rules.base import short

MOST = 1_000_000_000


class Command(BaseCommand):
    """Replay stored games."""

    help = "Replay all stored games and compare states, events, hash chains and results. Exits with 1 if any differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--since", metavar="DATE", help="only games with moves on or after this date, such as 2026-11-01"
        )
        parser.add_argument("--game", action="extend", nargs="+", default=[], metavar="ID", help="only these games")
        parser.add_argument("--limit", metavar="N", help="stop after this many games")

    def handle(self, *_args: Any, **given: Any) -> None:
        """Replay them, list those that differ, and sum up."""
        limit = None if given["limit"] is None else parse_whole_number("limit", given["limit"], MOST)
        since = None if given["since"] is None else parse_moment(given["since"])
        games = moves = wrong = 0
        began = time.monotonic()
        for game in integrity.iterate_games(since, given["game"], limit):
            games, moves = games + 1, moves + game.version
            if found := integrity.find_difference(game):
                wrong += 1
                self.stdout.write(f"{game.pk} ({game.kind}, rules {game.rules_version}): {found}")
        rate = moves / max(time.monotonic() - began, 0.001)
        self.stdout.write(f"{games:,} games with {moves:,} moves, {wrong:,} differ ({rate:,.0f} moves a second)")
        if given["game"] and games < len(set(given["game"])):
            raise CommandError("Some of these games don't exist or haven't started.")
        if wrong:
            sys.exit(1)


def parse_moment(text: str) -> datetime:
    """Parse a day or time, in UTC unless a zone is given."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"--since must be a date such as 2026-11-01, not {short(text)}.") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
