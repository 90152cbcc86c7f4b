"""The log: a line for each event that needs one."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.kinds import leavers
from games.kinds.figures import with_minus
from games.kinds.presenter import People
from games.kinds.tiles.pages.headlines import draw_reason
from games.kinds.tiles.pages.rows import line_of
from games.rules.base import Plain, PlainEvent
from games.rules.tiles.board import TEN, cell_at

LINES = {  # by event: for the player who did it, and for everyone else
    "placed": (
        gettext_lazy("You placed a {number} at {where}."),
        gettext_lazy("{name} placed a {number} at {where}."),
    ),
    "moved": (
        gettext_lazy("You moved a {number} from {start} to {goal}."),
        gettext_lazy("{name} moved a {number} from {start} to {goal}."),
    ),
    "passed": (
        gettext_lazy("You couldn't move a tile, so your turn was skipped."),
        gettext_lazy("{name} couldn't move a tile, so their turn was skipped."),
    ),
    "row-of-ten": (
        gettext_lazy("You made a row worth {ten} {way} and won."),
        gettext_lazy("{name} made a row worth {ten} {way} and won."),
    ),
}


def sentence(event: PlainEvent, people: People, you: int | None) -> SafeString | None:
    """Return the line of an event; None for a tile that is turned up, because the board shows it."""
    name, facts = event["name"], event["facts"]
    if name == "second-phase":
        return format_html("{}", _("All tiles have been placed. From now on, players move one tile each turn."))
    if name == "left":
        return leavers.log_line(people, facts["seat"], you)
    if name == "drawn-game":
        return format_html("{} {}", _("The game is a draw."), draw_reason(facts["reason"]))
    if name not in LINES:
        return None
    yours, theirs = LINES[name]
    text = yours if facts["seat"] == you else theirs
    return format_html(str(text), **describe_event(name, facts), name=people[facts["seat"]].name)


def describe_event(name: str, facts: Plain) -> dict[str, Any]:
    """Format the facts of an event for its line."""
    if name == "row-of-ten":
        first, second = (cell_at(at) for at in facts["cells"][:2])
        ways = {
            "across": pgettext("row of ten", "across"),
            "down": pgettext("row of ten", "down"),
            "diagonal": pgettext("row of ten", "diagonally"),
        }
        return {"ten": format_html("<b>{}</b>", TEN), "way": ways[line_of(abs(second - first))]}
    if name not in ("placed", "moved"):
        return {}
    number = format_html("<b>{}</b>", facts["number"])
    if name == "placed":
        return {"number": number, "where": point(facts["at"])}
    return {"number": number, "start": point(facts["from"]), "goal": point(facts["to"])}


def point(at: Any) -> SafeString:
    """Format a place on the board briefly: column and row."""
    return format_html('<span class="nowrap">({}, {})</span>', with_minus(at[0]), with_minus(at[1]))
