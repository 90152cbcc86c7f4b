"""The options of a new game, and which of them go together."""

from games.rules.base import BadSetup, Choice, Option, Setup, yes_no_option
from games.rules.i18n import _
from games.rules.push.editions import EDITIONS

LEVELS = range(4, 11)

OPTIONS = (
    Option(
        "edition",
        _("Edition"),
        _("Which rulebook settles the last tie-breaker and how the solo opponent plays."),
        "aeg",
        tuple(Choice(name, edition.label) for name, edition in EDITIONS.items()),
    ),
    yes_no_option(
        "bust_buy",
        _("Buy when you bust"),
        _("When you bust, you may buy a card instead of taking the bust token."),
        False,
    ),
    Option(
        "solo",
        _("Solo level"),
        _("Play alone against an imaginary opponent. The level is the total at which she stops drawing."),
        None,
        (Choice(None, _("Not solo")), *(Choice(level, str(level)) for level in LEVELS)),
    ),
)


def check(setup: Setup) -> None:
    """Refuse a solo game with more than one seat, one seat without solo, and a level the edition doesn't have."""
    level = setup.options["solo"]
    if level is None:
        if setup.seats == 1:
            raise BadSetup("setup.solo-missing")
        return
    if setup.seats != 1:
        raise BadSetup("setup.solo-seats", seats=setup.seats)
    edition = EDITIONS[str(setup.options["edition"])]
    if level not in edition.ranks:
        raise BadSetup("setup.solo-level", level=level, opponent=edition.opponent, least=min(edition.ranks))
