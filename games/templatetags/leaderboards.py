"""What templates say of leaderboards and ratings."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.clocks import database_clock
from games.kinds import figures
from games.models import HeadToHead, Rating
from games.pages import labels
from games.ratings import leaderboards, ledger, solo_ladders
from games.ratings.model import Strength
from games.stats.player import GameGroup

register = template.Library()


@register.filter
def strength(row: Any) -> str:
    """A rating with its uncertainty: 1612 ± 84; a question mark while it is provisional."""
    known = Strength(row.mu, row.sigma)
    if isinstance(row, Rating):  # as uncertain as its value says, which fades while nothing is played
        known = Strength(row.mu, (row.mu - row.leaderboard_value) / 2)
    elif at := getattr(row, "last_game_at", None):
        known = ledger.apply_inactivity(known, at, database_clock.now())
    return f"{whole(known.mu)} ± {whole(known.sigma)}{'?' if known.is_provisional else ''}"


@register.filter
def whole(value: float) -> str:
    """A number of points without its fraction."""
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
def risen(rating: tuple[float, float]) -> str:
    """By how much a rating rose or fell in a game, as its rounded figures say."""
    return signed(round(rating[1]) - round(rating[0]))


@register.filter
def translated(label: str | Promise) -> str:
    """A word of the rules in the reader's language."""
    return _(str(label))


@register.filter
def period_name(period: str) -> str:
    """All time, November 2026, October to December 2026."""
    return leaderboards.format_period(period)


@register.filter
def pool_name(pool: str) -> str:
    """What a rating pool is called."""
    known = leaderboards.pools().get(pool)
    return str(known.name) if known else pool


@register.simple_tag
def first_pool() -> str:
    """The rating pool that is shown where none was chosen."""
    return next(iter(leaderboards.pools()))


@register.filter
def pool_short(pool: str) -> str:
    """The same in a word or two."""
    known = leaderboards.pools().get(pool)
    return str(known.short_name) if known else pool


@register.filter
def kind_called(kind: str) -> str:
    """What the kind is called."""
    return labels.name(kind)


@register.filter
def any_games(groups: Sequence[GameGroup]) -> bool:
    """Whether there are any games in these groups."""
    return any(group.games for group in groups)


@register.filter
def behind(row: HeadToHead) -> int:
    """In how many games one came behind the other."""
    return row.games - row.wins - row.ties


@register.simple_tag
def board_title(slug: str, name: str | Promise) -> str:
    """What a leaderboard is called."""
    return {leaderboards.SOLO: _("Solo"), leaderboards.RELIABLE: _("Most reliable players")}.get(slug, str(name))


@register.simple_tag
def query(period: str, edition: str) -> str:
    """The part of an address that says which board it is."""
    given = {"period": period, "edition": edition if edition != solo_ladders.first_edition() else ""}
    return urlencode({name: value for name, value in given.items() if value})
