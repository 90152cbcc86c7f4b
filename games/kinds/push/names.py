"""The names, options and rating pools of TEN Push."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.kinds.base import Ladder, Names, Pool, Variant, Words
from games.rules.push.editions import EDITIONS

NAMES = Names(
    name=_("TEN Push"),
    short=_("Push"),
    thumbnail="games/push/_thumbnail.html",
    line=_("Draw as long as you dare, stop before your total passes ten, and outbid everyone for the wilds."),
    players=_("1–5 players"),
    usual_seats=2,
    company=("steady", "easy"),
    offer=_("Against two bots"),
)
POOLS = (  # with two players, it's a different game than with more
    Pool("push2", _("TEN Push, 2 players"), (2,), _("Push, 2 players")),
    Pool("push3", _("TEN Push, 3–5 players"), range(3, 6), _("Push, 3–5 players")),
)


def from_key(key: str) -> tuple[str, int]:
    """Return the edition and the solo level (0: not solo) of an option key."""
    words = key.split(" ")
    return words[0], int(words[-1].removeprefix("solo")) if words[-1].startswith("solo") else 0


LADDER = Ladder(
    labels={name: edition.label for name, edition in EDITIONS.items()},
    opponents={name: edition.opponent for name, edition in EDITIONS.items()},
    levels={name: tuple(edition.ranks) for name, edition in EDITIONS.items()},
    edition_option="edition",
    level_option="solo",
    from_key=from_key,
)
VARIANTS = {
    **{edition: Variant("edition", edition, edition) for edition in EDITIONS},
    "bust": Variant("bust_buy", True, "bust"),
    "solo": Variant("solo", None, label=_("Solo")),
}
OPTION_WORDS: dict[str, Words] = {
    "aeg": "AEG",
    "devir": "Devir",
    "gamefactory": "Game Factory",
    "bust": _("buying after a bust"),
}


def option_key(options: Mapping[str, Any]) -> str:
    """Return the options in a word or two: `aeg`, `devir bust`, `aeg solo7`."""
    level = f"solo{options['solo']}" if options["solo"] is not None else ""
    return " ".join(word for word in (options["edition"], "bust" if options["bust_buy"] else "", level) if word)
