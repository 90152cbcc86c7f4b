"""Sentences of TEN Tiles: what to do, what is going on, what a move would do, and what happened."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.kinds import leavers
from games.kinds.figures import with_minus
from games.kinds.presenter import Headline, People
from games.kinds.tiles.pages.rows import Near, Table, line_of, near_rows, table_of, threats
from games.rules.base import Plain, PlainEvent
from games.rules.tiles.board import TEN, Cell, cell_at
from games.rules.tiles.play import Choices
from games.rules.tiles.state import SHIFTS
from games.rules.tiles.view import View


def headline(view: View, choices: Choices, people: People) -> Headline:
    if view["turn"] is None:
        return describe_end(view, people)
    if view["turn"] == view["seat"]:
        return Headline(ask(view, choices), warn(view, people) or advice(view, choices))
    return Headline(describe_wait(view, people), warn(view, people))


def task(view: View, people: People) -> str:
    if view["turn"] is None:
        return describe_end(view, people).text
    return ask(view, {}) if view["turn"] == view["seat"] else describe_wait(view, people)


def ask(view: View, choices: Choices) -> str:
    """Say what the reader should do."""
    if view["phase"] == 2:
        return _("Move one of your tiles.")
    if not view["board"]:
        return _("Place your first tile in the middle.")
    if not view["open"]:
        return _("Place your %(number)s.") % {"number": view["number"]}
    row = view["stacks"][view["seat"]]["row"]
    if row[0] == row[-1]:
        return _("Place your %(number)s.") % {"number": row[0]}
    return _("Place your %(left)s or your %(right)s.") % {"left": row[0], "right": row[-1]}


def advice(view: View, choices: Choices) -> str:
    """Say how to do it, if nothing is more urgent."""
    if view["phase"] == 2:
        return _("Pick up a tile the others don't depend on, then choose its new space.")
    if not view["board"]:
        return _("Rows worth exactly ten win: across, down or diagonal.")
    count = len(choices.get("place", {}).get("cells", ()))
    text = ngettext("%(count)s space is marked.", "%(count)s spaces are marked.", count) % {"count": count}
    return _("%(marked)s A row worth exactly ten wins.") % {"marked": text}


def describe_wait(view: View, people: People) -> str:
    """Say what the others see."""
    facts = {"name": people[view["turn"]].name, "number": view["number"]}
    if view["phase"] == 2:
        return _("%(name)s is moving a tile.") % facts
    if view["open"]:
        return _("%(name)s is placing a tile.") % facts
    return _("%(name)s is placing a %(number)s.") % facts


def warn(view: View, people: People) -> str:
    """Warn of the opponent's best row; for the public, of that of the seat to move."""
    seat = view["turn"] if view["seat"] is None else 1 - view["seat"]
    near = near_rows(table_of(view), seat)
    if not near:
        return ""
    facts = {"name": people[seat].name, "worth": number_word(near[0].run.worth)}
    if len(near[0].open) == 1:
        return _("%(name)s has a row worth %(worth)s with one open end.") % facts
    return _("%(name)s has a row worth %(worth)s with two open ends.") % facts


def number_word(number: int) -> str:
    return {7: _("seven"), 8: _("eight"), 9: _("nine")}.get(number, str(number))


# --- the end ----------------------------------------------------------------------------------------------------------


def winner(view: View) -> int | None:
    """Return the seat that won, or None for a draw."""
    if view["left"]:
        return 1 - int(view["left"][0])
    if not view["rows"]:
        return None
    at = view["rows"][0][0]
    return next(int(tile["seat"]) for tile in view["board"] if tile["at"] == at)


def describe_end(view: View, people: People) -> Headline:
    seat = winner(view)
    if seat is None:
        return Headline(_("It's a draw: no one made ten."), draw_reason(view["draw"]))
    facts = {"name": people[seat].name}
    if view["left"]:
        won = _("You win.") if view["seat"] == seat else _("%(name)s wins.") % facts
        return Headline(won, leavers.explain_end(people, view["left"], view["seat"]))
    text = _("Ten! You win.") if view["seat"] == seat else _("%(name)s made ten and wins.") % facts
    return Headline(text, won_by(view, seat))


def won_by(view: View, seat: int) -> str:
    """Show the sum of the winning row."""
    own = table_of(view).tiles[seat]
    cells = [cell_at(at) for at in view["rows"][0]]
    facts = {"sum": " + ".join(str(own[cell]) for cell in cells)}
    if len(view["rows"]) > 1:
        return _("Two rows at once, including %(sum)s.") % facts
    return {
        "across": _("Across: %(sum)s."),
        "down": _("Down: %(sum)s."),
        "diagonal": _("Diagonally: %(sum)s."),
    }[line_of(abs(cells[1] - cells[0]))] % facts


def draw_reason(reason: str) -> str:
    return {
        "hundred-moves": _("All %(count)s moves of the second phase have been played.") % {"count": SHIFTS},
        "third-time": _("The same position came up for the third time."),
        "no-move": _("Neither player can move a tile."),
    }[reason]


# --- what a move would do ---------------------------------------------------------------------------------------------


def says() -> dict[str, str]:
    """Return the sentences the script fills in: {n} is the worth of the row that is made."""
    return {
        "ten": _("Ten! You win"),
        "row": _("Makes you a row of {n}"),
        "over": _("Makes a row of {n}, which is over ten"),
        "ends": _("Ends your turn"),
    }


def goals_that_close(table: Table, seat: int, cells: set[Cell], people: People) -> dict[Cell, str]:
    """Say by cell what a tile of that seat does there to the opponent's rows."""
    name = people[1 - seat].name
    texts: dict[Cell, str] = {}
    for near in near_rows(table, 1 - seat):
        for cell, _number in near.open:
            texts.setdefault(cell, closes(near, name))
    for cell in threats(table, 1 - seat, cells):
        texts.setdefault(cell, _("Stops %(name)s from making ten here") % {"name": name})
    return texts


def closes(near: Near, name: str) -> str:
    """Say what happens to a row when its end is taken."""
    facts = {"name": name, "worth": near.run.worth}
    if len(near.open) == 1:
        return _("Blocks %(name)s's row of %(worth)s") % facts
    return _("Blocks one end of %(name)s's row of %(worth)s") % facts


def where(at: Any) -> str:
    return _("column %(x)s, row %(y)s") % {"x": with_minus(at[0]), "y": with_minus(at[1])}


# --- the log ----------------------------------------------------------------------------------------------------------

LINES = {  # by event: as the reader did it, and as somebody else did
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
