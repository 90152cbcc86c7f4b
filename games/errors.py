"""How the site refuses requests: its own codes next to those of the rules.

Each code has a sentence, a rule and an HTTP status.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.kinds import KINDS, plans
from games.rules import refusals as rules
from games.rules.base import BadSetup, IllegalMove, Refusal, Refused


class Denied(Refused):
    """A refusal by the site rather than by the rules of the game, with a code from `SITE`."""


RULING = re.compile(r"R[0-9]{1,3}")
MOVES = "docs/one-move.md"
TABLES = "docs/urls.md"
REVIEW = "docs/review.md"
STATISTICS = "docs/statistics.md"
OTHERS = _("It is not your turn. The game waits for {names}.")

SITE: dict[str, tuple[int, Refusal]] = {
    # a move
    "game.unknown": (404, Refusal(_("There is no such game here. Look at the open games."), TABLES)),
    "game.open": (409, Refusal(_("This game has not begun: it waits for players to sit down."), TABLES)),
    "game.off": (409, Refusal(_("This game was called off. Open games are in the lobby."), TABLES)),
    "user.none": (403, Refusal(_("Log in, or play as a guest, to sit down here."), TABLES)),
    "seat.none": (403, Refusal(_("You have no seat in this game: you can watch it."), TABLES)),
    "seat.lost": (409, Refusal(_("A bot plays on in your seat now. You can watch."), TABLES)),
    "ticket.form": (422, Refusal(_("A ticket has 8 to 64 letters, digits, - or _; make a new one."), MOVES)),
    "ticket.other": (409, Refusal(_("This ticket was used for another move. Look at the board again."), MOVES)),
    "seen.form": (422, Refusal(_("Say which version of the table you saw, as a whole number."), MOVES)),
    "seen.stale": (409, Refusal(_("The table has moved on since you looked. Here is how it stands now."), MOVES)),
    "move.json": (422, Refusal(_("The move is not JSON: {what}."), MOVES)),
    "move.none": (422, Refusal(_("Nothing was chosen. Press one of the buttons."), MOVES)),
    "draft.form": (422, Refusal(_("What was begun here could not be read: choose again, and send it."), TABLES)),
    "draft.long": (422, Refusal(_("A choice that is kept has at most {most} bytes, not {size}."), TABLES)),
    # joining a table
    "sit.taken": (409, Refusal(_("The last seat was just taken. You can watch, or find another game."), TABLES)),
    "sit.already": (409, Refusal(_("You sit at this table already."), TABLES)),
    "sit.begun": (409, Refusal(_("This game has begun. You can watch it, or find another one."), TABLES)),
    "sit.seed": (
        422,
        Refusal(_("Your share of the shuffle must be 32 digits of 0-9 and a-f, or empty."), "docs/fair-shuffle.md"),
    ),
    "sit.reliability": (
        403,
        Refusal(
            _(
                "This table asks for players who finish {least} % of their games, and you finished {finished} of "
                "{started}. Other tables do not ask, and each game that you finish counts."
            ),
            TABLES,
        ),
    ),
    "stand.begun": (409, Refusal(_("This game has begun. You can only resign now."), TABLES)),
    "stand.host": (409, Refusal(_("This is your table: call the game off instead of standing up."), TABLES)),
    "host.only": (403, Refusal(_("Only {host}, who made this game, can do that."), TABLES)),
    "start.begun": (409, Refusal(_("This game has begun already."), TABLES)),
    "start.bot": (422, Refusal(_("There is no bot called {bot}; choose one of {known}."), TABLES)),
    # clocks
    "time.none": (409, Refusal(_("No clock runs in this game that you could give time to."), TABLES)),
    "time.whom": (422, Refusal(_("Time can be given to another player in this game only."), TABLES)),
    "time.enough": (409, Refusal(_("{name} has as much time as a clock can hold."), TABLES)),
    "substitute.left": (409, Refusal(_("You left this game, and another plays on for you. You can watch."), TABLES)),
    "substitute.none": (409, Refusal(_("Nobody is missing at this table. You can watch."), TABLES)),
    "vacation.order": (422, Refusal(_("A vacation ends after it begins, and not in the past."), TABLES)),
    "vacation.date": (422, Refusal(_("{value} is no date. Write it as 2026-12-31."), TABLES)),
    "vacation.twice": (409, Refusal(_("Some of these days are in another vacation of yours. End that first."), TABLES)),
    "vacation.many": (409, Refusal(_("You took {most} vacations in a year: that is the most."), TABLES)),
    "vacation.days": (
        409,
        Refusal(_("There are {days} days of vacation in a year; this would be {over} too many."), TABLES),
    ),
    # plans
    "plan.none": (409, Refusal(_("There are no plans in this game: it is played move by move."), TABLES)),
    "plan.json": (422, Refusal(_("The plan is not JSON: {what}."), "docs/plans.md")),
    "plan.moved-on": (409, Refusal(_("The table has moved on: what this plan was for is over. Look again."), TABLES)),
    "plan.many": (409, Refusal(_("You have {most} plans here: take one back first."), TABLES)),
    "plan.broken": (409, Refusal(_("This plan cannot be read any more. Make a new one."), TABLES)),
    "plan.refused": (409, Refusal(_("The rules did not allow what this plan wanted. Make a new one."), TABLES)),
    "plan.left": (409, Refusal(_("You have left this game: it makes no more moves for you."), "R40")),
    "plan.game-over": (409, Refusal(_("The game is over: there is nothing left to decide."), "docs/plans.md")),
    "plan.unknown": (409, Refusal(_("This plan has acted, lapsed or been taken back already."), TABLES)),
    # invitations
    "invite.not-seated": (403, Refusal(_("Only who sits at this table can invite others to it."), TABLES)),
    "invite.nobody": (422, Refusal(_("Nobody here is called {name}. Look at how the name is written."), TABLES)),
    "invite.sits": (409, Refusal(_("{name} sits at this table already."), TABLES)),
    "invite.declined": (409, Refusal(_("{name} has said no to this game already."), TABLES)),
    "invite.many": (422, Refusal(_("{most} invitations are out: wait for an answer, or share the link."), TABLES)),
    "invite.not-yours": (403, Refusal(_("This invitation is for somebody else."), TABLES)),
    "invite.not-host": (403, Refusal(_("Only the host, and who wrote it, can take an invitation back."), TABLES)),
    "invite.blocked": (409, Refusal(_("You blocked {name}. Take that back in your settings first."), TABLES)),
    # blocks: the message doesn't say who blocked whom
    "sit.apart": (409, Refusal(_("You cannot sit down at this table. Look for another one, or lay your own."), TABLES)),
    # chat
    "talk.none": (404, Refusal(_("There is no chat at this table: nobody else plays here."), TABLES)),
    "talk.room": (403, Refusal(_("Sit down at this table to talk here."), TABLES)),
    "talk.guest": (
        403,
        Refusal(_("Guests talk where they have a seat. Sign up to talk with others."), TABLES),
    ),
    "talk.empty": (422, Refusal(_("There is nothing to read in this message. Write a few words."), TABLES)),
    "talk.long": (
        422,
        Refusal(_("This message is too long by {more}: {most} characters are the most. Please shorten it."), TABLES),
    ),
    "talk.many": (
        429,
        Refusal(_("That is more than {most} messages in a minute. Wait a little, then send it again."), TABLES),
    ),
    "talk.key": (422, Refusal(_("That is no message of this table. Reload the page to go on."), TABLES)),
    # replay
    "replay.step": (
        422,
        Refusal(_("There is no step {step} in this game: they go from 0, the deal, to {last}."), "docs/replay.md"),
    ),
    "replay.seat": (
        422,
        Refusal(_("Nobody sits at {seat}: say all, public, or a seat from 0 to {last}."), "docs/replay.md"),
    ),
    "replay.hidden": (
        403,
        Refusal(
            _("While this game goes on, you can look back as everybody saw it, and from your own seat only."),
            "docs/replay.md",
        ),
    ),
    # leaderboards
    "leaders.unknown": (404, Refusal(_("There is no such leaderboard. Look at those there are."), STATISTICS)),
    "leaders.period": (
        422,
        Refusal(_("{period} is no month (2026-11) and no season (2026-q4). Choose another one."), STATISTICS),
    ),
    "leaders.after": (
        404,
        Refusal(_("That player does not stand on this leaderboard any more. Begin at the top."), STATISTICS),
    ),
    "look.empty": (422, Refusal(_("There is no record yet: paste one, or choose its file."), "docs/records.md")),
    "look.long": (422, Refusal(_("This is longer than 1 MB, the most that is shown here."), "docs/records.md")),
    "look.which": (
        422,
        Refusal(_("There is no game {which} in this file: choose one from 1 to {last}."), "docs/records.md"),
    ),
    # rematches
    "rematch.early": (409, Refusal(_("This game is not over yet: a rematch comes after it."), TABLES)),
    "rematch.seat": (403, Refusal(_("Only who played here can ask for a rematch. Make a new game."), TABLES)),
    "rematch.alone": (409, Refusal(_("Nobody else played here: make a new game instead."), TABLES)),
    # notes and reports
    "note.nobody": (403, Refusal(_("Log in, or play as a guest, to keep notes."), TABLES)),
    "note.none": (422, Refusal(_("There is no note in what was sent: send it once, as the field note."), TABLES)),
    "note.long": (422, Refusal(_("Notes have at most {most} characters; these have {size}."), TABLES)),
    "report.nobody": (403, Refusal(_("Log in, or play as a guest, to report something."), TABLES)),
    "report.message": (422, Refusal(_("There is no such message that you can read."), TABLES)),
    "report.empty": (422, Refusal(_("Say in a few words what happened."), TABLES)),
    "report.long": (422, Refusal(_("A report has at most {most} characters; this has {size}."), TABLES)),
    "report.many": (
        422,
        Refusal(_("You sent {most} reports in a day, and staff read them. Send more tomorrow."), TABLES),
    ),
    # finished games: reviews and histories
    "review.early": (409, Refusal(_("This game goes on: what was good in it is told when it is over."), REVIEW)),
    "review.none": (404, Refusal(_("Games of this kind are not reviewed. Look at the replay."), REVIEW)),
    "review.busy": (503, Refusal(_("Several reviews are being made now. Please try again in a moment."), REVIEW)),
    "review.off": (
        409,
        Refusal(_("This game was called off before its end: there is no result to look into."), REVIEW),
    ),
    "review.moves": (409, Refusal(_("Not all moves of this game were kept, so it cannot be reviewed."), REVIEW)),
    "history.nobody": (422, Refusal(_("Nobody here is called {name}. Look at how the name is written."), TABLES)),
    "history.date": (422, Refusal(_("{value} is no date. Write it as 2026-12-31."), TABLES)),
    "history.order": (422, Refusal(_("The last day is before the first: turn them round."), TABLES)),
    "history.page": (404, Refusal(_("The list has no such page. Go back to the newest games."), TABLES)),
    "history.busy": (503, Refusal(_("Several people download games now. Please try again in a minute."), TABLES)),
    # devices for push notifications
    "device.service": (422, Refusal(_("This is no push service of a browser that is known here."), TABLES)),
    "device.keys": (422, Refusal(_("These are not the keys of a browser. Sign this device up again."), TABLES)),
    "device.unknown": (404, Refusal(_("This device is not signed up for messages."), TABLES)),
    # form fields
    "form.kind": (422, Refusal(_("Choose which game to play first."), TABLES)),
    "form.twice": (422, Refusal(_("The field {field} came more than once: send it once."), TABLES)),
    "form.long": (422, Refusal(_("The field {field} is too long: {most} characters are the most."), TABLES)),
    "form.value": (422, Refusal(_("The field {field} cannot be {value}: choose one of the values offered."), TABLES)),
    "form.choice": (422, Refusal(_("The field {field} cannot be {value}; choose one of {known}."), TABLES)),
    "form.tick": (422, Refusal(_("The field {field} is true, on or false; {value} is none of them."), TABLES)),
    "form.bots-many": (422, Refusal(_("Too many bots ({bots}) for the seats ({seats}): one is yours."), TABLES)),
    "form.bots-both": (422, Refusal(_("Name the bots in one list, or seat by seat: not both."), TABLES)),
    "new.bots": (422, Refusal(_("Too many bots ({bots}) for the seats ({seats}): one is yours."), TABLES)),
    "new.pace": (422, Refusal(_("There is no pace called {pace}; choose one of {known}."), TABLES)),
}


def http_status(refused: Refused) -> int:
    """Return the HTTP status for a refusal."""
    if refused.code in SITE:
        return SITE[refused.code][0]
    if refused.code == "game.over":
        return 409
    return 422 if isinstance(refused, IllegalMove | BadSetup | plans.BadPlan) else 400


def explain(code: str, facts: Mapping[str, Any]) -> str:
    """Say in the reader's language what is wrong and what to do about it."""
    return gettext(_look_up(code).sentence).format_map({name: rules.format_fact(fact) for name, fact in facts.items()})


def explain_at_table(no: Refused, names: Sequence[str]) -> str:
    """Say the same at a table, with the players' names instead of seat numbers."""
    if names and no.code == "turn.not-yours":
        return gettext(OTHERS).format(names=rules.format_fact([names[seat] for seat in no.facts["waiting"]]))
    return explain(no.code, no.facts)


def find_rule(code: str) -> str:
    """Return the ruling or the documentation page behind the refusal."""
    return _look_up(code).rule


def _look_up(code: str) -> Refusal:
    """Look the code up among those of the site, the plans and the rules."""
    return SITE[code][1] if code in SITE else plans.REFUSALS.get(code) or rules.TABLE[code]


def rule_url(code: str, kind: str = "") -> str:
    """Return the site's page about that rule, or an empty string if only the documentation covers it."""
    named = find_rule(code)
    if not RULING.fullmatch(named):
        return ""
    number = int(named[1:])
    own = next((one.slug for one in KINDS.values() if number in one.rulings), kind or next(iter(KINDS)))
    return f"{reverse('rules', args=[own])}#{named}"
