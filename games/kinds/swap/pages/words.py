"""The names of cards and people."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kinds.lists import join_with_and
from games.kinds.presenter import People

NAMES: Mapping[str, Promise] = {
    "10": _("Owl"),
    "9": _("Wolf"),
    "8": _("Skunk"),
    "7": _("Bunny"),
    "6": _("Inn"),
    "5": _("Five"),
    "4": _("Four"),
    "3": _("Three"),
    "2": _("Two"),
    "1": _("One"),
    "0": _("Stone"),
    "00": _("Orc"),
    "000": _("Chameleon"),
    "0000": _("Lion"),
    "W": _("Wildcat"),
}
ONE: Mapping[str, Promise] = {
    "10": _("an Owl"),
    "9": _("a Wolf"),
    "8": _("a Skunk"),
    "7": _("a Bunny"),
    "6": _("an Inn"),
    "5": _("a Five"),
    "4": _("a Four"),
    "3": _("a Three"),
    "2": _("a Two"),
    "1": _("a One"),
    "0": _("a Stone"),
    "00": _("an Orc"),
    "000": _("a Chameleon"),
    "0000": _("a Lion"),
    "W": _("a Wildcat"),
}
PLAIN = ("5", "4", "3", "2", "1", "W")  # their names contain their numbers
EFFECTS: Mapping[str, Promise] = {
    "10": _("No swap."),
    "9": _("No swap. The player who asked loses a token."),
    "8": _(
        "No swap. The player who asked loses a token. The offered card goes back to the player "
        "who first gave it away, who also loses a token."
    ),
    "7": _("The swap moves on to the next player."),
    "6": _("No swap."),
}


def label(card: str) -> str:
    """Name a card, with its figure if that isn't in the name."""
    return (
        str(NAMES[card]) if card in PLAIN else gettext("%(name)s, %(figure)s") % {"name": NAMES[card], "figure": card}
    )


def with_figure(card: str) -> str:
    """Name a card within a sentence, with its figure if that isn't in the name."""
    return str(NAMES[card]) if card in PLAIN else f"{NAMES[card]} ({card})"


def you_or_name(people: People, seat: int, you: int | None) -> str:
    """Return "you" for the reader, for everyone else the name."""
    return gettext("you") if seat == you else people[seat].name


def names_of(people: People, seats: Iterable[int], you: int | None) -> str:
    """Join the names of several players, the reader's last."""
    return join_with_and([you_or_name(people, seat, you) for seat in sorted(seats, key=lambda seat: seat == you)])
