"""Short names under which results are kept: of periods, leaderboards and the rungs of ladders. Pure."""

from datetime import datetime

MARGINS = 100  # points by which a solo game can be won, and more


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
