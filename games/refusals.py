"""How the site says no: its own codes beside those of the rules, each with a sentence, a rule and a status of HTTP."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules import refusals as rules
from games.rules.base import BadSetup, IllegalMove, Refusal, Refused


class Denied(Refused):
    """The site refuses, not the rules: a code of `SITE`."""


MOVES = "docs/one-move.md"
TABLES = "docs/tables.md"

SITE: dict[str, tuple[int, Refusal]] = {
    # a move
    "game.unknown": (404, Refusal(_("There is no such game here. Look at the open games."), TABLES)),
    "game.open": (409, Refusal(_("This game has not begun: it waits for players to sit down."), TABLES)),
    "game.off": (409, Refusal(_("This game was called off. Open games are in the lobby."), TABLES)),
    "user.none": (403, Refusal(_("Log in, or play as a guest, to sit down here."), TABLES)),
    "seat.none": (403, Refusal(_("You have no seat in this game: you can watch it."), TABLES)),
    "ticket.form": (422, Refusal(_("A ticket has 8 to 64 letters, digits, - or _; make a new one."), MOVES)),
    "ticket.other": (409, Refusal(_("This ticket was used for another move. Look at the board again."), MOVES)),
    "seen.form": (422, Refusal(_("Say which version of the table you saw, as a whole number."), MOVES)),
    "seen.stale": (409, Refusal(_("The table has moved on since you looked. Here is how it stands now."), MOVES)),
    "move.json": (422, Refusal(_("The move is not JSON: {what}."), MOVES)),
    "move.none": (422, Refusal(_("Nothing was chosen. Press one of the buttons."), MOVES)),
    # sitting down
    "sit.taken": (409, Refusal(_("The last seat was just taken. You can watch, or find another game."), TABLES)),
    "sit.already": (409, Refusal(_("You sit at this table already."), TABLES)),
    "sit.begun": (409, Refusal(_("This game has begun. You can watch it, or find another one."), TABLES)),
    "sit.seed": (
        422,
        Refusal(_("Your share of the shuffle must be 32 digits of 0-9 and a-f, or empty."), "docs/fair-shuffle.md"),
    ),
    "stand.begun": (409, Refusal(_("This game has begun. You can only resign now."), TABLES)),
    "stand.host": (409, Refusal(_("This is your table: call the game off instead of standing up."), TABLES)),
    "host.only": (403, Refusal(_("Only {host}, who made this game, can do that."), TABLES)),
    "start.begun": (409, Refusal(_("This game has begun already."), TABLES)),
    "start.bot": (422, Refusal(_("There is no bot called {bot}; choose one of {known}."), TABLES)),
    "new.bots": (422, Refusal(_("{bots} bots and you are more than {seats} seats."), TABLES)),
    "new.pace": (422, Refusal(_("There is no pace called {pace}; choose one of {known}."), TABLES)),
}


def status(refused: Refused) -> int:
    """The status of HTTP."""
    if refused.code in SITE:
        return SITE[refused.code][0]
    if refused.code == "game.over":
        return 409
    return 422 if isinstance(refused, IllegalMove | BadSetup) else 400


def sentence(code: str, facts: Mapping[str, Any]) -> str:
    """What is wrong and what to do now, in the reader's language."""
    refusal = SITE[code][1] if code in SITE else rules.TABLE[code]
    return gettext(refusal.sentence).format_map({name: rules.said(fact) for name, fact in facts.items()})


def rule(code: str) -> str:
    """The ruling or the page that the refusal comes from."""
    return SITE[code][1].rule if code in SITE else rules.rule(code)
