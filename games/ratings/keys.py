"""Keys of stored results: periods, leaderboards, and heights on solo ladders. Pure."""

from datetime import datetime

MARGINS = 100  # more than the largest margin in a solo game


def month_key(moment: datetime) -> str:
    """Name a month: 2026-11."""
    return f"{moment:%Y-%m}"


def season_key(moment: datetime) -> str:
    """Name a season, which is a quarter of a year: 2026-q4."""
    return f"{moment.year}-q{(moment.month + 2) // 3}"


def leaderboard_key(pool: str, period: str = "") -> str:
    """Name the leaderboard of a pool, of all time or of a period."""
    return f"{pool} {period}".strip()


def solo_leaderboard_key(edition: str) -> str:
    """Name the solo leaderboard of an edition."""
    return f"solo {edition}"


def solo_height(level: int, margin: int) -> int:
    """Return the bucket for beating that level by that margin."""
    return level * MARGINS + min(margin, MARGINS - 1)
