"""How every refusal is said: one table of codes that all kinds share, and the tables of the kinds."""

from collections.abc import Mapping
from typing import Any

from games.rules.base import Refusal, short
from games.rules.i18n import _
from games.rules.registry import KINDS

RECORDS = "docs/records.md"
FAIR = "docs/fair-shuffle.md"
PLAY = "docs/rulings.md"

SHARED: dict[str, Refusal] = {
    # who moves when
    "game.over": Refusal(_("This game is over: nobody can move any more."), PLAY),
    "seat.unknown": Refusal(_("There is no seat {seat}: this game has {seats}, counted from 0."), PLAY),
    "turn.not-yours": Refusal(_("It is not this seat's turn: the game waits for seat {waiting}."), PLAY),
    "resign.twice": Refusal(_("This seat has left the game already; a bot plays on for it."), "R40"),
    "resign.out": Refusal(_("This seat is out of the game and only watches: there is nothing left to resign."), "R40"),
    # what is no move at all
    "move.not-an-object": Refusal(_('A move is an object such as {{"do": "resign"}}; send one.'), RECORDS),
    "move.unknown": Refusal(_("No move here is called {do}; choose one of {known}."), RECORDS),
    "move.misfit": Refusal(_("The move {do} is not written as it should be: {what}."), RECORDS),
    # what cannot be started
    "setup.kind": Refusal(_("There is no game called {kind}; choose one of {known}."), PLAY),
    "setup.rules": Refusal(_("Version {rules} of the rules of {kind} is not known here; version {known} is."), RECORDS),
    "setup.seats": Refusal(_("{seats} is no number of seats for this game; choose from {least} to {most}."), PLAY),
    "setup.option-unknown": Refusal(_("This game has no option {option}; it knows: {known}."), PLAY),
    "setup.option-value": Refusal(_("The option {option} cannot be {value}; choose one of {allowed}."), PLAY),
    "setup.bot": Refusal(_("There is no bot called {bot} for this game; choose one of {known}."), PLAY),
    # what is no record
    "record.too-long": Refusal(_("This is too long for a record: no game needs more than {most} characters."), RECORDS),
    "record.too-deep": Refusal(_("Nothing in a record lies more than {most} levels deep; this does."), RECORDS),
    "record.not-utf8": Refusal(_("This is not UTF-8 text; save the record as it was downloaded."), RECORDS),
    "record.not-json": Refusal(_("This is not JSON: {what}."), RECORDS),
    "record.not-an-object": Refusal(_("A record is one JSON object on a line; this is something else."), RECORDS),
    "record.name-twice": Refusal(_("The name {name} stands twice in the same object; keep one of them."), RECORDS),
    "record.number": Refusal(_("All numbers in a record are whole; {number} is not."), RECORDS),
    "record.format": Refusal(_("The format must be {known}, and here it is {format}."), RECORDS),
    "record.misfit": Refusal(_("This is not written as a record is: {what}."), RECORDS),
    "record.id": Refusal(_("The id must be 1 to 32 of a-z and 0-9, and {id} is not."), RECORDS),
    "record.name": Refusal(_("The name of seat {seat} must have 1 to 80 characters that can be printed."), RECORDS),
    "record.bot": Refusal(_("The bot of seat {seat} must be a word such as steady, and {bot} is not."), RECORDS),
    "record.option-missing": Refusal(_("The option {option} is missing: a record names every option."), RECORDS),
    "record.hex": Refusal(_("{field} must be 64 digits of 0-9 and a-f."), RECORDS),
    "record.players": Refusal(
        _("Every seat gives its share to the shuffle: {seats} are needed, and there are {players}."), FAIR
    ),
    "record.player": Refusal(
        _("What seat {seat} gave to the shuffle must be 32 digits of 0-9 and a-f, or the word bot for a bot."), FAIR
    ),
    "record.half-over": Refusal(
        _("Deal, result, head and server are shown when a game is over, and no sooner: {missing} is missing."),
        RECORDS,
    ),
    "record.places": Refusal(
        _("Everybody has a place when a game was played to its end, and nobody when it was not: {end} does not fit."),
        RECORDS,
    ),
    "record.places-many": Refusal(_("There are {seats} seats, and {places} places."), RECORDS),
    "record.move": Refusal(
        _("Move {number} must be an object of a seat and a move, with at and by where they are known."), RECORDS
    ),
    "record.move-seat": Refusal(_("Move {number} is by seat {seat}, but the {seats} seats count from 0."), RECORDS),
    "record.move-at": Refusal(
        _("The time of move {number} must be like 2026-11-18T09:00:00.123Z, and {at} is not."), RECORDS
    ),
    "record.move-by": Refusal(_("Move {number} says that it was made by {by}; known are {known}."), RECORDS),
    "record.no-deal": Refusal(_("The deal is not in this record, so that it cannot be replayed."), RECORDS),
    # what is no deal
    "deal.missing": Refusal(_("The deal does not say what was drawn as {label}."), RECORDS),
    "deal.number": Refusal(_("What was drawn as {label} must be a whole number from 0 and below {n}."), RECORDS),
    "deal.cards": Refusal(_("The cards drawn as {label} are not the cards that were shuffled there."), RECORDS),
    # what is no true record
    "verify.commit": Refusal(_("The commitment does not fit the server's bytes: they were changed afterwards."), FAIR),
    "verify.head": Refusal(_("The chain of moves does not end in this head: a move was changed afterwards."), RECORDS),
    "verify.by-bot": Refusal(_("A bot is said to have moved for seat {seat}, where a person sits."), RECORDS),
    "verify.by-standin": Refusal(_("A stand-in is said to have moved for seat {seat}, who had not left."), "R40"),
    "verify.do": Refusal(_("This game has no such move; it knows: {known}."), RECORDS),
    "verify.deal": Refusal(_("The seed deals something else as {label}: this deal was not the fair one."), FAIR),
    "verify.deal-extra": Refusal(_("The deal holds {label}, which was never drawn in this game."), RECORDS),
    "verify.unfinished": Refusal(_("There is a result, but the game is not over after its last move."), RECORDS),
    "verify.finished": Refusal(_("The game is over after its last move, but there is no result."), RECORDS),
    "verify.result": Refusal(_("The result's {field} should be {true}, and the record says {told}."), RECORDS),
}

TABLE: dict[str, Refusal] = {
    code: refusal for table in (SHARED, *(kind.REFUSALS for kind in KINDS.values())) for code, refusal in table.items()
}


def sentence(code: str, facts: Mapping[str, Any]) -> str:
    """What is wrong and what to do now, in English."""
    return TABLE[code].sentence.format_map({name: format_fact(fact) for name, fact in facts.items()})


def rule(code: str) -> str:
    """The ruling or the page that the refusal comes from."""
    return TABLE[code].rule


def format_fact(fact: object) -> str:
    """A fact as it stands in a sentence: lists with commas, nothing too long."""
    if isinstance(fact, list | tuple):
        return ", ".join(format_fact(inner) for inner in fact)
    return fact if isinstance(fact, str) and fact.isprintable() else short(fact)
