"""Figures in words, as the pages of players and of the site show them."""

from typing import NamedTuple, Protocol

from django.utils.formats import number_format
from django.utils.translation import gettext as _


class Figure(NamedTuple):
    """A number, and what it is."""

    number: str
    words: str
    more: str = ""


def format_number(value: float, places: int = 1) -> str:
    """A number as the reader writes it."""
    return str(number_format(round(value, places) + 0.0, decimal_pos=places))


def share(value: float, places: int = 1) -> str:
    """A share of everything, in percent."""
    return _("%(number)s%%") % {"number": format_number(100 * value, places)}


def format_signed(value: float, places: int = 1) -> str:
    """The same with its sign."""
    sign = "−" if round(value, places) < 0 else "+"
    return f"{sign}{format_number(abs(value), places)}"


class Sums(Protocol):
    """What was counted in some games of a player, added up."""

    def fact(self, name: str) -> float:
        """How much there was of it."""

    def per(self, name: str, of: str) -> float | None:
        """How much of one thing there was for each of another; None: there was nothing of that."""
