"""Figures for the pages of players and for the statistics page."""

from typing import NamedTuple, Protocol

from django.utils.formats import number_format
from django.utils.translation import gettext as _


class Figure(NamedTuple):
    number: str
    words: str
    more: str = ""


def format_number(value: float, places: int = 1) -> str:
    """Format a number in the reader's locale."""
    return str(number_format(round(value, places) + 0.0, decimal_pos=places))


def share(value: float, places: int = 1) -> str:
    """Format a share of 1 as a percentage."""
    return _("%(number)s%%") % {"number": format_number(100 * value, places)}


def format_signed(value: float, places: int = 1) -> str:
    sign = "−" if round(value, places) < 0 else "+"
    return f"{sign}{format_number(abs(value), places)}"


def with_minus(number: int) -> str:
    """Format a whole number with a real minus sign."""
    return f"−{-number}" if number < 0 else str(number)


class Sums(Protocol):
    """The counts of some of a player's games, added up."""

    def fact(self, name: str) -> float:
        """Return the total of a count."""

    def per(self, name: str, of: str) -> float | None:
        """Return the ratio of two counts, or None if the second is zero."""
