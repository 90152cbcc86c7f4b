"""`manage.py simulate`: games among bots, one record per line."""

import contextlib
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from games.kinds import KINDS
from games.kinds.bots import RANDOM
from games.labs.arena import Match, make_map, play_match
from games.management import arguments
from games.rules.record import write


class Command(BaseCommand):
    """Play games among bots."""

    help = "Play games between bots and write their records, one per line."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        arguments.add_arguments(parser)
        parser.add_argument(
            "--bots", metavar="NAMES", help="such as easy,sharp, repeated around the table (usually steady)"
        )
        parser.add_argument("--random", action="store_true", help="play random legal moves in all seats")
        parser.add_argument("--out", metavar="FILE", help="write to this file instead of standard output")

    def handle(self, *_args: Any, **given: Any) -> None:
        games = arguments.parse_whole_number("games", given["games"], arguments.MOST_GAMES)
        match = arguments.parse_match(given, parse_bots(given))
        if given["bots"] and given["bots"].count(",") >= len(match.bots):
            raise CommandError(f"--bots names too many bots for {len(match.bots)} seats. Name fewer.")
        with end_quietly(), contextlib.ExitStack() as stack:
            play = stack.enter_context(make_map(arguments.parse_jobs(given)))
            out = stack.enter_context(open_output(given["out"], self.stdout))
            for number, line in enumerate(play(partial(play_game, match), range(1, games + 1)), 1):
                out.write(line + "\n")
                self.tell(f"\r{number:,} of {games:,} games", end="\n" if number == games else "")

    def tell(self, text: str, end: str) -> None:
        """Print progress, on a terminal only."""
        if sys.stderr.isatty():
            sys.stderr.write(text + end)
            sys.stderr.flush()


@contextlib.contextmanager
def end_quietly() -> Iterator[None]:
    """Ignore a closed pipe: the reader may stop reading, as `head` does."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that nothing is left to flush into the pipe


def play_game(match: Match, number: int) -> str:
    """Play one game, and return its record as a line."""
    return write(play_match(match, number))


def parse_bots(given: dict[str, Any]) -> list[str]:
    if given["random"] and given["bots"]:
        raise CommandError("Use either --random or --bots, not both.")
    if given["random"]:
        return [RANDOM]
    if given["bots"]:
        return str(given["bots"]).split(",")
    return [KINDS[given["kind"]].stand_in if given["kind"] in KINDS else RANDOM]


@contextlib.contextmanager
def open_output(path: str | None, stdout: Any) -> Iterator[IO[str]]:
    """Open the file to write to."""
    if path is None:
        yield stdout
        return
    try:
        with Path(path).open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise CommandError(f"Can't write {path}: {error.strerror}.") from None
