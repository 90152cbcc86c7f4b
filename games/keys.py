"""Short names under which results are kept: of options, of rating pools, of periods. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

MARGINS = 100  # points by which a solo game can be won, and more
POOLS = ("push2", "push3", "tiles", "swap")  # push for two, and for three or more, are games of their own


def pool(kind: str, size: int) -> str:
    """Where a game of that kind and size is rated; empty: nowhere."""
    if kind == "push":
        return "" if size == 1 else "push2" if size == 2 else "push3"
    return kind


def option(kind: str, options: Mapping[str, Any]) -> str:
    """The options in a word or two: `aeg`, `devir bust`, `aeg solo7`, `open`, `ask carry`."""
    if kind == "push":
        level = f"solo{options['solo']}" if options["solo"] is not None else ""
        return _joined(options["edition"], "bust" if options["bust_buy"] else "", level)
    if kind == "tiles":
        return "open" if options["open"] else "closed"
    return _joined(options["blocking"], "carry" if options["carry_on"] else "")


def level(option: str) -> int:
    """The level of a solo game, from its options in a word; 0: it is none."""
    last = option.split(" ")[-1]
    return int(last.removeprefix("solo")) if last.startswith("solo") else 0


def month(moment: datetime) -> str:
    """The month of a moment: 2026-11."""
    return f"{moment:%Y-%m}"


def season(moment: datetime) -> str:
    """The season of a moment, a quarter of a year: 2026-q4."""
    return f"{moment.year}-q{(moment.month + 2) // 3}"


def board(pool: str, period: str = "") -> str:
    """The leaderboard of a pool: of all time, or of a period."""
    return _joined(pool, period)


def solo_board(edition: str) -> str:
    """The solo ladder of an edition."""
    return f"solo {edition}"


def solo_height(level: int, margin: int) -> int:
    """The rung of who beat that level by that margin: one for each pair."""
    return level * MARGINS + min(margin, MARGINS - 1)


def _joined(*words: str) -> str:
    return " ".join(word for word in words if word)
