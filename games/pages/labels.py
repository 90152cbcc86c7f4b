"""Names of kinds, paces, bots and options, shared by lists and forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds import KINDS
from games.kinds.base import Ladder, Words
from games.kinds.bots import RANDOM
from games.rules.base import Option


@dataclass(frozen=True)
class Called:
    """A value of a field, with its label and explanation."""

    value: str
    label: Words
    help: Words

    def __str__(self) -> str:
        return f"{self.label}: {self.help}" if self.help else str(self.label)


PACES = (
    Called("live", _("Live"), _("Everyone plays in one sitting.")),
    Called("fast", _("Fast"), _("Several moves a day.")),
    Called("daily", _("Daily"), _("About a move a day.")),
    Called("relaxed", _("Relaxed"), _("A move every few days.")),
    Called("untimed", _("Untimed"), _("No clock at all.")),
)
VISIBILITY = (
    Called("public", _("Public"), _("Listed under open games. Anyone can join.")),
    Called("link", _("Private"), _("Only people with the link or an invitation can join.")),
)
LEAST = (
    Called("0", _("Anyone"), ""),
    Called("80", _("80% or more"), ""),
    Called("90", _("90% or more"), ""),
    Called("95", _("95% or more"), ""),
)
BOTS = (
    Called("easy", _("Easy bot"), _("Makes mistakes.")),
    Called("steady", _("Steady bot"), _("Plays sensibly.")),
    Called("sharp", _("Sharp bot"), _("Uses all available information.")),
)
RANDOM_BOT = Called(RANDOM, _("Random bot"), _("Plays any legal move."))


def name(kind: str) -> str:
    """Return the name of the kind."""
    return str(KINDS[kind].names.name)


def pace(value: str) -> str:
    """Return the name of the pace."""
    return next((str(called.label) for called in PACES if called.value == value), value)


def listed(names: Sequence[str]) -> str:
    """List all names: Ana, Ben and Chloe."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def first_of(names: Sequence[str], most: int) -> str:
    """List the names, cut to at most `most` items: Ana, Ben and 10 more."""
    if len(names) <= most:
        return ", ".join(names)
    more = len(names) - most + 1
    said = ngettext("%(names)s and %(more)s more", "%(names)s and %(more)s more", more)
    return said % {"names": ", ".join(names[: most - 1]), "more": more}


def value_label(option: Option, value: object) -> str:
    """Return the label of this value of the option."""
    return next((gettext(choice.label) for choice in option.choices if choice.value == value), str(value))


def is_tick(option: Option) -> bool:
    """Whether the option is a checkbox."""
    return isinstance(option.default, bool)


def bots(kind: str) -> tuple[Called, ...]:
    """Return the bots that play this kind."""
    known = KINDS[kind].bots
    return tuple(called for called in BOTS if called.value in known) or (RANDOM_BOT,)


def options(kind: str, chosen: Mapping[str, Any]) -> list[str]:
    """Describe the chosen options: always the edition, and whatever differs from the default."""
    ladder, said = KINDS[kind].ladder, []
    for option in KINDS[kind].rules.OPTIONS:
        value = chosen.get(option.name, option.default)
        if ladder and option.name == ladder.level_option:
            said += solo(ladder, chosen)
        elif is_tick(option):
            if value != option.default:
                label = gettext(option.label)
                said.append(label if value else gettext("%(option)s: off") % {"option": label})
        elif ladder and option.name == ladder.edition_option:
            said.append(value_label(option, value))
        elif value != option.default:
            said.append(f"{gettext(option.label)}: {value_label(option, value)}")
    return said


def solo(ladder: Ladder, chosen: Mapping[str, Any]) -> list[str]:
    """Describe the opponent of a solo game; empty for other games."""
    level = ladder.level(chosen)
    if level is None:
        return []
    said = {"opponent": ladder.opponent(chosen), "level": level}
    return [gettext("solo against %(opponent)s, level %(level)s") % said]


def seats(size: int) -> str:
    """Return the number of seats in words."""
    return ngettext("%(size)s seat", "%(size)s seats", size) % {"size": size}
