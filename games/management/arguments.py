"""Arguments of `simulate` and `tournament`, with clear errors."""

import os
import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from games.kinds import KINDS
from games.labs.arena import Match, make_match
from games.rules.base import BadSetup, Option, Plain, short
from games.rules.refusals import sentence
from games.rules.registry import find

MOST_GAMES = 10_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments both commands take. They are text, because `argparse` would refuse in its own words."""
    parser.add_argument("kind", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--games", required=True, metavar="N", help="how many games to play")
    parser.add_argument("--seats", metavar="S", help="how many seats (the fewest; solo only if you ask for 1)")
    parser.add_argument("--seed", metavar="TEXT", help="the same text gives the same games (a new one each time)")
    parser.add_argument(
        "--option", action="extend", nargs="+", default=[], metavar="name=value", help="such as an edition"
    )
    parser.add_argument("--jobs", default="1", metavar="J", help="how many processes to use (1)")


def parse_whole_number(name: str, text: str, most: int) -> int:
    """Parse a number from 1 to `most`."""
    if not (text.isascii() and text.isdigit() and len(text) < 12 and 1 <= int(text) <= most):
        raise CommandError(f"--{name} must be a whole number from 1 to {most:,}, not {short(text)}.")
    return int(text)


def parse_jobs(given: dict[str, Any]) -> int:
    return parse_whole_number("jobs", given["jobs"], 4 * (os.cpu_count() or 1))


def parse_match(given: dict[str, Any], bots: list[str]) -> Match:
    seed = secrets.token_hex(8) if given["seed"] is None else given["seed"]
    try:
        options = read_options(find(given["kind"]).OPTIONS, given["option"])
        return make_match(given["kind"], parse_seats(given, options), options, bots, seed)
    except BadSetup as bad:
        raise CommandError(sentence(bad.code, bad.facts)) from None


def parse_seats(given: dict[str, Any], options: Plain) -> int:
    """Parse the number of seats; by default the usual one."""
    if given["seats"] is not None:
        return parse_whole_number("seats", given["seats"], 1_000)
    kind = KINDS[given["kind"]]
    return 1 if kind.ladder and kind.ladder.level(options) is not None else max(2, kind.rules.SEATS[0])


def read_options(known: tuple[Option, ...], texts: list[str]) -> Plain:
    """Read `name=value` as records write them: true, false, null, a number or a word."""
    choices = {(option.name, short(choice.value)): choice.value for option in known for choice in option.choices}
    options: Plain = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--option must be name=value, not {short(text)}.")
        if name in options:
            raise CommandError(f"--option {short(name)} is given twice. Use it once.")
        options[name] = choices.get((name, value), value)  # the rules refuse invalid choices
    return options
