"""Names of kinds, paces, bots and options, shared by lists and forms."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds import KINDS
from games.kinds.base import Words
from games.kinds.bots import RANDOM
from games.models import Game
from games.rules.base import Option


@dataclass(frozen=True)
class Label:
    """A value of a field, with its label and explanation."""

    value: str
    label: Words
    help: Words

    def __str__(self) -> str:
        return f"{self.label}: {self.help}" if self.help else str(self.label)


PACES = (
    Label("live", _("Live"), _("Everyone plays in one sitting.")),
    Label("fast", _("Fast"), _("Several moves a day.")),
    Label("daily", _("Daily"), _("About a move a day.")),
    Label("relaxed", _("Relaxed"), _("A move every few days.")),
    Label("untimed", _("Untimed"), _("No clock at all.")),
)
VISIBILITY = (
    Label("public", _("Public"), _("Listed under open games. Anyone can join.")),
    Label("link", _("Private"), _("Only people with the link or an invitation can join.")),
)
LEAST = (
    Label("0", _("Anyone"), ""),
    Label("80", _("80% or more"), ""),
    Label("90", _("90% or more"), ""),
    Label("95", _("95% or more"), ""),
)
BOTS = (
    Label("easy", _("Easy bot"), _("Makes mistakes.")),
    Label("steady", _("Steady bot"), _("Plays sensibly.")),
    Label("sharp", _("Sharp bot"), _("Uses all available information.")),
)
RANDOM_BOT = Label(RANDOM, _("Random bot"), _("Plays any legal move."))


def kind_name(kind: str) -> str:
    return str(KINDS[kind].names.name)


def pace_name(value: str) -> str:
    return next((str(called.label) for called in PACES if called.value == value), value)


MAKERS = {"plan": _("(plan)"), "clock": _("(out of time)"), "standin": _("(played by a bot)")}


def who_moved(made_by: str) -> SafeString:
    """Say who moved, unless it was the player. Bots are marked at their seat."""
    words = MAKERS.get(made_by)
    return format_html(' <small class="log-by">{}</small>', words) if words else SafeString("")


def join_names(names: Sequence[str]) -> str:
    """List all names: Ana, Ben and Chloe."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def shorten_names(names: Sequence[str], most: int) -> str:
    """List the names, cut to at most `most` items: Ana, Ben and 10 more."""
    if len(names) <= most:
        return ", ".join(names)
    more = len(names) - most + 1
    form = ngettext("%(names)s and %(more)s more", "%(names)s and %(more)s more", more)
    return form % {"names": ", ".join(names[: most - 1]), "more": more}


def find_value_label(option: Option, value: object) -> str:
    return next((gettext(choice.label) for choice in option.choices if choice.value == value), str(value))


def list_bots(kind: str) -> tuple[Label, ...]:
    known = KINDS[kind].bots
    return tuple(called for called in BOTS if called.value in known) or (RANDOM_BOT,)


def describe_options(game: Game) -> str:
    """Describe the chosen options: always the edition, and whatever differs from the default."""
    ladder, labels = KINDS[game.kind].ladder, []
    for option in KINDS[game.kind].rules.OPTIONS:
        value = game.options.get(option.name, option.default)
        if ladder and option.name == ladder.level_option:
            if level := ladder.level(game.options):
                facts = {"opponent": ladder.opponent(game.options), "level": level}
                labels.append(gettext("solo against %(opponent)s, level %(level)s") % facts)
        elif ladder and option.name == ladder.edition_option:
            labels.append(find_value_label(option, value))
        elif value != option.default:
            labels.append(_describe_option(option, value))
    return ", ".join(labels)


def _describe_option(option: Option, value: object) -> str:
    label = gettext(option.label)
    if isinstance(option.default, bool):
        return label if value else gettext("%(option)s: off") % {"option": label}
    return f"{label}: {find_value_label(option, value)}"


def count_seats(size: int) -> str:
    return ngettext("%(size)s seat", "%(size)s seats", size) % {"size": size}
