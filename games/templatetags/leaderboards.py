"""Ratings and leaderboards."""

from typing import Any

from django import template

from games.clocks import database_clock
from games.kinds import figures
from games.models import HeadToHead, Rating
from games.ratings import leaderboards, ledger
from games.ratings.model import Strength

register = template.Library()
register.filter("period_name", leaderboards.format_period)


@register.filter
def strength(row: Any) -> str:
    """A rating with its uncertainty: 1612 ± 84. A question mark means that it is provisional."""
    known = Strength(row.mu, row.sigma)
    if isinstance(row, Rating):  # the stored value already includes inactivity
        known = Strength(row.mu, (row.mu - row.leaderboard_value) / 2)
    elif at := getattr(row, "last_game_at", None):
        known = ledger.apply_inactivity(known, at, database_clock.now())
    return f"{rounded(known.mu)} ± {rounded(known.sigma)}{'?' if known.is_provisional else ''}"


@register.filter
def rounded(value: float) -> str:
    """A number rounded to an integer, with a real minus sign."""
    return str(round(value)).replace("-", "−")


@register.filter
def signed(value: float) -> str:
    """A change of points: +84, −12."""
    points = round(value)
    return f"−{-points}" if points < 0 else f"+{points}" if points else "±0"


@register.filter
def percent(value: float) -> str:
    """Format a whole percentage as the reader writes it: 8%."""
    return figures.share(value / 100, 0)


@register.filter
def rating_change(rating: tuple[float, float]) -> str:
    """The change between two ratings as they are displayed, rounded."""
    return signed(round(rating[1]) - round(rating[0]))


@register.filter
def pool_name(pool: str) -> str:
    known = leaderboards.list_pools().get(pool)
    return str(known.name) if known else pool


@register.simple_tag
def first_pool() -> str:
    """The rating pool shown by default."""
    return next(iter(leaderboards.list_pools()))


@register.filter
def pool_short_name(pool: str) -> str:
    """The name of a rating pool in a word or two."""
    known = leaderboards.list_pools().get(pool)
    return str(known.short_name) if known else pool


@register.filter
def losses(row: HeadToHead) -> int:
    return row.games - row.wins - row.ties
