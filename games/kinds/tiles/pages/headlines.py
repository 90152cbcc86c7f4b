"""The sentence that says what the reader should do, what is going on, or how the game ended."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds import leavers
from games.kinds.presenter import Headline, People
from games.kinds.tiles.pages.rows import line_of, near_rows, table_of
from games.kinds.tiles.pages.words import number_word
from games.rules.tiles.board import cell_at
from games.rules.tiles.play import Choices
from games.rules.tiles.state import SHIFTS
from games.rules.tiles.view import View


def headline(view: View, choices: Choices, people: People) -> Headline:
    if view["turn"] is None:
        return describe_end(view, people)
    if view["turn"] == view["seat"]:
        return Headline(ask(view), warn(view, people) or advice(view, choices))
    return Headline(describe_wait(view, people), warn(view, people))


def task(view: View, people: People) -> str:
    if view["turn"] is None:
        return describe_end(view, people).text
    return ask(view) if view["turn"] == view["seat"] else describe_wait(view, people)


def ask(view: View) -> str:
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
    """Warn of the opponent's best row; for the public, name the best row of the seat to move."""
    seat = view["turn"] if view["seat"] is None else 1 - view["seat"]
    near = near_rows(table_of(view), seat)
    if not near:
        return ""
    facts = {"name": people[seat].name, "worth": number_word(near[0].run.worth)}
    if len(near[0].open) == 1:
        return _("%(name)s has a row worth %(worth)s with one open end.") % facts
    return _("%(name)s has a row worth %(worth)s with two open ends.") % facts


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
