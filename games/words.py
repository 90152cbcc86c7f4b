"""What lists and forms call the kinds, paces, bots and options: one place for words that many pages share."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.rules.base import Option
from games.rules.push.editions import EDITIONS
from games.rules.registry import KINDS

Words = Promise | str


class About(NamedTuple):
    """A kind, for somebody who has to choose one."""

    slug: str
    name: Words
    line: Words  # one sentence
    players: Words
    usual: int  # how many seats the form proposes
    company: tuple[str, ...]  # the bots of a game that begins at once
    offer: Words  # whom one meets in that game

    @property
    def picture(self) -> str:
        """The template of its picture."""
        return f"games/pictures/{self.slug}.html"


ABOUT = {
    about.slug: about
    for about in (
        About(
            "push",
            _("TEN Push"),
            _("Draw cards while you dare, stop before the total passes ten, and outbid the others for the wild ones."),
            _("1 to 5 players"),
            2,
            ("steady", "easy"),
            _("Against two bots"),
        ),
        About(
            "tiles",
            _("TEN Tiles"),
            _("Lay tiles in turn; the first row of your color that is worth exactly ten wins."),
            _("2 players"),
            2,
            ("steady",),
            _("Against a bot"),
        ),
        About(
            "swap",
            _("TEN Swap"),
            _("One card each: keep it, or swap it with the next player. The lowest card loses a token."),
            _("4 to 12 players"),
            4,
            ("steady", "easy", "steady", "easy"),
            _("Against four bots"),
        ),
    )
}


class Called(NamedTuple):
    """A value of a field, and how it is explained."""

    value: str
    label: Words
    help: Words


PACES = (
    Called("live", _("Live"), _("For when everybody is there and stays until the end.")),
    Called("fast", _("Fast"), _("For several moves a day.")),
    Called("daily", _("Daily"), _("For a move a day or so.")),
    Called("relaxed", _("Relaxed"), _("For a move every few days.")),
    Called("untimed", _("Untimed"), _("For people who need no clock.")),
)
LEAST = (
    Called("0", _("Nothing"), ""),
    Called("80", _("80 %"), ""),
    Called("90", _("90 %"), ""),
    Called("95", _("95 %"), ""),
)
BOTS = (
    Called("easy", _("Easy bot"), _("Makes mistakes.")),
    Called("steady", _("Steady bot"), _("Plays sensibly.")),
    Called("sharp", _("Sharp bot"), _("Reckons with everything that can be known.")),
)


def name(kind: str) -> str:
    """What the kind is called."""
    return str(ABOUT[kind].name)


def pace(value: str) -> str:
    """What the pace is called."""
    return next((str(called.label) for called in PACES if called.value == value), value)


def listed(names: Sequence[str]) -> str:
    """All of them in a row: Ana, Ben and Chloe."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def first_of(names: Sequence[str], most: int) -> str:
    """The first of so many that not more than `most` words are needed: Ana, Ben and 10 more."""
    if len(names) <= most:
        return ", ".join(names)
    more = len(names) - most + 1
    said = ngettext("%(names)s and %(more)s more", "%(names)s and %(more)s more", more)
    return said % {"names": ", ".join(names[: most - 1]), "more": more}


def value_label(option: Option, value: object) -> str:
    """What a form calls this value of the option."""
    return next((gettext(choice.label) for choice in option.choices if choice.value == value), str(value))


def is_tick(option: Option) -> bool:
    """Whether the option is on or off."""
    return isinstance(option.default, bool)


def opponent(edition: object) -> str:
    """Whom one plays against alone."""
    return EDITIONS[str(edition)].opponent


def options(kind: str, chosen: Mapping[str, Any]) -> list[str]:
    """What was chosen, in words: the edition always, of the rest what is not as usual."""
    said = []
    for option in KINDS[kind].OPTIONS:
        value = chosen.get(option.name, option.default)
        if option.name == "solo":
            if value is not None:
                said.append(
                    gettext("alone against %(opponent)s, level %(level)s")
                    % {"opponent": opponent(chosen["edition"]), "level": value}
                )
        elif is_tick(option):
            if value != option.default:
                label = gettext(option.label)
                said.append(label if value else gettext("%(option)s: no") % {"option": label})
        elif option.name == "edition":
            said.append(value_label(option, value))
        elif value != option.default:
            said.append(f"{gettext(option.label)}: {value_label(option, value)}")
    return said


def seats(size: int) -> str:
    """How many seats, in words."""
    return ngettext("%(size)s seat", "%(size)s seats", size) % {"size": size}
