"""The sentences of all refusals, those that all kinds share and those of each kind."""

from collections.abc import Mapping
from typing import Any

from games.rules.base import Refusal, short
from games.rules.i18n import _
from games.rules.registry import KINDS

RECORDS = "docs/records.md"
FAIR = "docs/fair-shuffle.md"
PLAY = "docs/rulings.md"

SHARED: dict[str, Refusal] = {
    # whose turn it is
    "game.over": Refusal(_("This game is over, so no more moves can be made."), PLAY),
    "seat.unknown": Refusal(_("There's no seat {seat}. Seats are numbered from 0, and this game has {seats}."), PLAY),
    "turn.not-yours": Refusal(_("It isn't this seat's turn. The game is waiting for seat {waiting}."), PLAY),
    "resign.twice": Refusal(_("This seat has already left the game, and a bot plays on in it."), "R40"),
    "resign.out": Refusal(_("This seat is out of the game, so there's nothing left to resign."), "R40"),
    # invalid moves
    "move.not-an-object": Refusal(_('A move must be a JSON object such as {{"do": "resign"}}.'), RECORDS),
    "move.unknown": Refusal(_("There's no move called {do} here. Choose one of: {known}."), RECORDS),
    "move.misfit": Refusal(_("The move {do} isn't written correctly: {what}."), RECORDS),
    # invalid setups
    "setup.kind": Refusal(_("There's no game called {kind}. Choose one of: {known}."), PLAY),
    "setup.rules": Refusal(
        _("Version {rules} of the rules of {kind} isn't supported here. Version {known} is."), RECORDS
    ),
    "setup.seats": Refusal(_("The number of seats can't be {seats}. Choose from {least} to {most}."), PLAY),
    "setup.option-unknown": Refusal(_("This game has no option {option}. Its options are: {known}."), PLAY),
    "setup.option-value": Refusal(_("The option {option} can't be {value}. Choose one of: {allowed}."), PLAY),
    "setup.bot": Refusal(_("This game has no bot called {bot}. Choose one of: {known}."), PLAY),
    # invalid records
    "record.too-long": Refusal(
        _("This is too long for a game file. No game needs more than {most} characters."), RECORDS
    ),
    "record.too-deep": Refusal(_("A game file can't be nested more than {most} levels deep."), RECORDS),
    "record.not-utf8": Refusal(_("This isn't UTF-8 text. Use the game file exactly as it was downloaded."), RECORDS),
    "record.not-json": Refusal(_("This isn't valid JSON: {what}."), RECORDS),
    "record.not-an-object": Refusal(_("A game file is a single JSON object on one line, and this isn't."), RECORDS),
    "record.name-twice": Refusal(_("The name {name} appears twice in the same object. Keep only one."), RECORDS),
    "record.number": Refusal(_("All numbers in a game file must be whole, and {number} isn't."), RECORDS),
    "record.format": Refusal(_("The format must be {known}, but here it's {format}."), RECORDS),
    "record.misfit": Refusal(_("This game file isn't written correctly: {what}."), RECORDS),
    "record.id": Refusal(_("The ID must be 1 to 32 characters from a-z and 0-9, and {id} isn't."), RECORDS),
    "record.name": Refusal(_("The name of seat {seat} must be 1 to 80 printable characters."), RECORDS),
    "record.bot": Refusal(_("The bot in seat {seat} must be a word such as steady, and {bot} isn't."), RECORDS),
    "record.option-missing": Refusal(_("The option {option} is missing. A game file must list every option."), RECORDS),
    "record.hex": Refusal(_("{field} must be 64 hexadecimal digits (0-9 and a-f)."), RECORDS),
    "record.players": Refusal(
        _("The number of shuffle contributions ({players}) doesn't match the number of seats ({seats})."), FAIR
    ),
    "record.player": Refusal(
        _(
            "The shuffle contribution of seat {seat} must be 32 hexadecimal digits (0-9 and a-f), "
            "or the word bot for a bot."
        ),
        FAIR,
    ),
    "record.half-over": Refusal(
        _(
            "A finished game must have a deal, result, head and server, and an unfinished game "
            "none of them: {missing} is missing."
        ),
        RECORDS,
    ),
    "record.places": Refusal(
        _(
            "There must be a place for everyone if the game was played to the end, and for no one "
            "if it wasn't. That doesn't fit {end}."
        ),
        RECORDS,
    ),
    "record.places-many": Refusal(
        _("The number of places ({places}) doesn't match the number of seats ({seats})."), RECORDS
    ),
    "record.move": Refusal(
        _("Move {number} must be an object with a seat and a move, plus at and by if they're known."), RECORDS
    ),
    "record.move-seat": Refusal(
        _("Move {number} is by seat {seat}, but seats are numbered from 0, and this game has {seats}."), RECORDS
    ),
    "record.move-at": Refusal(
        _("The time of move {number} must look like 2026-11-18T09:00:00.123Z, and {at} doesn't."), RECORDS
    ),
    "record.move-by": Refusal(_("Move {number} says it was made by {by}. It must be one of: {known}."), RECORDS),
    "record.no-deal": Refusal(_("This game file has no deal, so it can't be replayed."), RECORDS),
    # impossible deals
    "deal.missing": Refusal(_("The deal doesn't say what was drawn for {label}."), RECORDS),
    "deal.number": Refusal(_("The number drawn for {label} must be a whole number from 0 and below {n}."), RECORDS),
    "deal.cards": Refusal(_("The cards drawn for {label} aren't the cards that were shuffled."), RECORDS),
    # faults in records
    "verify.commit": Refusal(
        _("The commitment doesn't match the server's seed, so one of them was changed afterwards."), FAIR
    ),
    "verify.head": Refusal(
        _("The chain of moves doesn't end in this head, so a move was changed afterwards."), RECORDS
    ),
    "verify.by-bot": Refusal(_("A bot move is recorded for seat {seat}, but a person sits there."), RECORDS),
    "verify.by-standin": Refusal(_("A stand-in move is recorded for seat {seat}, which hadn't left."), "R40"),
    "verify.do": Refusal(_("This game has no such move. Its moves are: {known}."), RECORDS),
    "verify.deal": Refusal(_("The seed gives a different result for {label}, so this wasn't the fair deal."), FAIR),
    "verify.deal-extra": Refusal(_("The deal contains {label}, which was never drawn in this game."), RECORDS),
    "verify.unfinished": Refusal(_("There's a result, but the game isn't over after its last move."), RECORDS),
    "verify.finished": Refusal(_("The game is over after its last move, but there's no result."), RECORDS),
    "verify.result": Refusal(_("The result's {field} should be {true}, but the game file says {told}."), RECORDS),
}

TABLE: dict[str, Refusal] = {
    code: refusal for table in (SHARED, *(kind.REFUSALS for kind in KINDS.values())) for code, refusal in table.items()
}


def sentence(code: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence that says what is wrong and what to do, in English."""
    return TABLE[code].sentence.format_map({name: format_fact(fact) for name, fact in facts.items()})


def rule(code: str) -> str:
    """Return the ruling or page that the refusal comes from."""
    return TABLE[code].rule


def format_fact(fact: object) -> str:
    """Return a fact as text for a sentence, lists with commas."""
    if isinstance(fact, list | tuple):
        return ", ".join(format_fact(inner) for inner in fact)
    return fact if isinstance(fact, str) and fact.isprintable() else short(fact)
