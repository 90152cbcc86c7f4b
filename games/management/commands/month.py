"""`manage.py month`: a simulated month of correspondence games, without plans and with them."""

from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.labs.arena import make_map
from games.labs.month.report import format_report, simulate
from games.labs.month.world import ALL, HABIT, NONE, SPECS
from games.management import arguments

PLANS = (NONE, HABIT, ALL)  # the month is simulated three times: nobody plans, most people do, all do
MOST_PLAYERS, MOST_DAYS = 2_000, 90


class Command(BaseCommand):
    """Simulate a month."""

    help = "Simulate a month of correspondence games with and without plans, and print a table of the results."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", default="200", metavar="N", help="how many players (200)")
        parser.add_argument("--days", default="30", metavar="D", help="how many days (30)")
        parser.add_argument(
            "--seed", default="month", metavar="TEXT", help="the same text gives the same month (month)"
        )
        parser.add_argument("--jobs", default="1", metavar="J", help="how many processes to use (1; at most 3)")

    def handle(self, *_args: Any, **given: Any) -> None:
        players = arguments.parse_whole_number("players", given["players"], MOST_PLAYERS)
        days = arguments.parse_whole_number("days", given["days"], MOST_DAYS)
        least = max(spec.seats for spec in SPECS)
        if players < least:
            raise CommandError(f"--players must be at least {least}, for one table of each game.")
        with make_map(min(arguments.parse_jobs(given), len(PLANS)), chunk=1) as mapped:
            months = list(mapped(partial(simulate, players, days, given["seed"]), PLANS))
        self.stdout.write(format_report(months))
