"""How the site refuses requests: its own codes next to those of the rules."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.kinds import KINDS, plans
from games.rules import refusals as rules
from games.rules.base import BadSetup, IllegalMove, Refusal, Refused


class Denied(Refused):
    """A refusal by the site rather than by the rules of the game, with a code from `SITE`."""


class Answer(NamedTuple):
    """The HTTP status and the sentence of a code, and the ruling or page that it comes from."""

    status: int
    sentence: str
    rule: str = "docs/urls.md"


RULING = re.compile(r"R[0-9]{1,3}")
MOVES = "docs/one-move.md"
REPLAY = "docs/replay.md"
RECORDS = "docs/records.md"
REVIEW = "docs/review.md"
STATISTICS = "docs/statistics.md"
OTHERS = _("It's not your turn. Waiting for {names}.")

SITE: dict[str, Answer] = {
    # a move
    "game.unknown": Answer(404, _("We couldn't find that game. Take a look at the open games.")),
    "game.open": Answer(409, _("This game hasn't started yet. It's still waiting for players.")),
    "game.off": Answer(409, _("This game was canceled. You'll find open games in the lobby.")),
    "user.none": Answer(403, _("Log in or play as a guest to join this game.")),
    "seat.none": Answer(403, _("You're not playing in this game, but you can watch it.")),
    "seat.lost": Answer(409, _("A bot is now playing for you. You can still watch.")),
    "ticket.form": Answer(422, _("A ticket must be 8 to 64 letters, digits, - or _. Create a new one."), MOVES),
    "ticket.other": Answer(
        409, _("This ticket has already been used for another move. Check the board and try again."), MOVES
    ),
    "seen.form": Answer(422, _("The version of the table you saw must be a whole number."), MOVES),
    "seen.stale": Answer(409, _("The game has moved on. Here's the current position."), MOVES),
    "move.json": Answer(422, _("The move isn't valid JSON: {what}."), MOVES),
    "move.none": Answer(422, _("You haven't chosen anything. Press one of the buttons."), MOVES),
    "draft.form": Answer(422, _("We couldn't read your selection. Please choose again.")),
    "draft.long": Answer(422, _("A saved selection can be at most {most} bytes. This one is {size}.")),
    # joining a table
    "sit.taken": Answer(409, _("Someone just took the last seat. You can watch or find another game.")),
    "sit.already": Answer(409, _("You've already joined this game.")),
    "sit.begun": Answer(409, _("This game has already started. You can watch it or find another one.")),
    "sit.seed": Answer(
        422, _("Your shuffle seed must be 32 characters from 0-9 and a-f, or empty."), "docs/fair-shuffle.md"
    ),
    "sit.reliability": Answer(
        403,
        _(
            "This game is for players who finish at least {least}% of their games. You've finished {finished} of "
            "{started}. Other games are open to everyone, and each game you finish counts."
        ),
    ),
    "stand.begun": Answer(409, _("This game has already started, so you can only resign.")),
    "stand.host": Answer(409, _("You're the host, so you can't leave. Cancel the game instead.")),
    "host.only": Answer(403, _("Only the host, {host}, can do that.")),
    "start.begun": Answer(409, _("This game has already started.")),
    "start.bot": Answer(422, _("There's no bot called {bot}. Choose one of {known}.")),
    # clocks
    "time.none": Answer(409, _("You can't give time in this game, because no clock is running.")),
    "time.whom": Answer(422, _("You can only give time to another player in this game.")),
    "time.enough": Answer(409, _("{name} already has as much time as possible.")),
    "substitute.left": Answer(409, _("You left this game and another player took your seat. You can still watch.")),
    "substitute.none": Answer(409, _("This game doesn't need a substitute. You can watch.")),
    "vacation.order": Answer(422, _("A vacation has to end after it starts, and can't be in the past.")),
    "vacation.date": Answer(422, _("{value} isn't a date. Use the format 2026-12-31.")),
    "vacation.twice": Answer(409, _("These days overlap with another vacation. Cancel that one first.")),
    "vacation.many": Answer(409, _("You've reached the limit of {most} vacations a year.")),
    "vacation.days": Answer(409, _("You have {days} vacation days a year. This would be {over} too many.")),
    # plans
    "plan.none": Answer(409, _("This game doesn't support plans.")),
    "plan.json": Answer(422, _("The plan isn't valid JSON: {what}."), "docs/plans.md"),
    "plan.moved-on": Answer(409, _("The game has moved on, and this plan no longer applies. Check the board again.")),
    "plan.many": Answer(409, _("You already have {most} plans here. Withdraw one first.")),
    "plan.broken": Answer(409, _("This plan can't be read anymore. Make a new one.")),
    "plan.refused": Answer(409, _("This plan is against the rules. Make a new one.")),
    "plan.left": Answer(409, _("You've left this game, so your plans no longer run."), "R40"),
    "plan.game-over": Answer(409, _("The game is over, so this plan no longer applies."), "docs/plans.md"),
    "plan.unknown": Answer(409, _("This plan is no longer active.")),
    # invitations
    "invite.not-seated": Answer(403, _("Only players in this game can invite others.")),
    "invite.nobody": Answer(422, _("There's no player called {name}. Check the spelling.")),
    "invite.sits": Answer(409, _("{name} has already joined this game.")),
    "invite.declined": Answer(409, _("{name} has already declined this game.")),
    "invite.many": Answer(
        422, _("You've reached the limit of {most} pending invitations. Wait for an answer or share the link.")
    ),
    "invite.not-yours": Answer(403, _("This invitation is for another player.")),
    "invite.not-host": Answer(403, _("Only the host and the player who sent an invitation can cancel it.")),
    "invite.blocked": Answer(409, _("You've blocked {name}. Unblock them in your settings first.")),
    # blocks: the message doesn't say who blocked whom
    "sit.apart": Answer(409, _("You can't join this game. Find another one or create your own.")),
    # chat
    "talk.none": Answer(404, _("There's no chat in this game because no one else is playing.")),
    "talk.room": Answer(403, _("Join this game to chat.")),
    "talk.guest": Answer(403, _("Guests can only chat in games they're playing. Sign up to chat here.")),
    "talk.empty": Answer(422, _("Your message is empty. Write something first.")),
    "talk.long": Answer(422, _("Your message is {more} over the limit of {most} characters. Please shorten it.")),
    "talk.many": Answer(429, _("You can send up to {most} messages a minute. Wait a moment and try again.")),
    "talk.key": Answer(422, _("We couldn't find that message. Reload the page and try again.")),
    # replay
    "replay.step": Answer(
        422, _("There's no step {step} in this game. Choose one from 0 (the deal) to {last}."), REPLAY
    ),
    "replay.seat": Answer(422, _("There's no seat {seat}. Choose all, public or a seat from 0 to {last}."), REPLAY),
    "replay.hidden": Answer(
        403, _("Until the game is over, you can only replay it from your own seat or as a spectator."), REPLAY
    ),
    # leaderboards
    "leaders.unknown": Answer(404, _("We couldn't find that leaderboard. Choose one from the list."), STATISTICS),
    "leaders.period": Answer(
        422, _("{period} isn't a month (2026-11) or a season (2026-q4). Choose another one."), STATISTICS
    ),
    "leaders.after": Answer(404, _("That player is no longer on this leaderboard. Start from the top."), STATISTICS),
    "look.empty": Answer(422, _("Paste a game file or choose one from your device."), RECORDS),
    "look.long": Answer(422, _("This file is too large. The limit is 1 MB."), RECORDS),
    "look.which": Answer(422, _("There's no game {which} in this file. Choose one from 1 to {last}."), RECORDS),
    # rematches
    "rematch.early": Answer(409, _("You can ask for a rematch once the game is over.")),
    "rematch.seat": Answer(403, _("Only players of this game can ask for a rematch. Create a new game instead.")),
    "rematch.alone": Answer(409, _("There's no one to ask for a rematch. Create a new game instead.")),
    # notes and reports
    "note.nobody": Answer(403, _("Log in or play as a guest to take notes.")),
    "note.none": Answer(422, _("The note is missing. Send it once, in the field note.")),
    "note.long": Answer(422, _("Notes can be up to {most} characters long. Yours are {size}.")),
    "report.nobody": Answer(403, _("Log in or play as a guest to send a report.")),
    "report.message": Answer(422, _("We couldn't find that message.")),
    "report.empty": Answer(422, _("Please tell us briefly what happened.")),
    "report.long": Answer(422, _("Reports can be up to {most} characters long. Yours is {size}.")),
    "report.many": Answer(
        422,
        _(
            "You've reached the limit of {most} reports a day. Our moderators are looking into them. "
            "Please try again tomorrow."
        ),
    ),
    # finished games: reviews and histories
    "review.early": Answer(409, _("This game isn't over yet. You can review it once it's finished."), REVIEW),
    "review.none": Answer(
        404, _("There's no review for this kind of game. Take a look at the replay instead."), REVIEW
    ),
    "review.busy": Answer(503, _("We're busy with other reviews. Please try again in a moment."), REVIEW),
    "review.off": Answer(409, _("This game was canceled, so there's nothing to review."), REVIEW),
    "review.moves": Answer(409, _("Some moves of this game are missing, so it can't be reviewed."), REVIEW),
    "history.nobody": Answer(422, _("There's no player called {name}. Check the spelling.")),
    "history.date": Answer(422, _("{value} isn't a date. Use the format 2026-12-31.")),
    "history.order": Answer(422, _("The last day is before the first. Swap them.")),
    "history.page": Answer(404, _("That page doesn't exist. Go back to the latest games.")),
    "history.busy": Answer(503, _("Too many downloads are running. Please try again in a minute.")),
    # devices for push notifications
    "device.service": Answer(
        422, _("We don't know this browser's push service, so we can't send notifications to it.")
    ),
    "device.keys": Answer(
        422, _("Something is wrong with this browser's keys. Turn on push notifications for this device again.")
    ),
    "device.unknown": Answer(404, _("Push notifications are off on this device.")),
    # form fields
    "form.kind": Answer(422, _("Choose a game first.")),
    "form.twice": Answer(422, _("The field {field} was sent more than once. Send it once.")),
    "form.long": Answer(422, _("The field {field} is too long. The limit is {most} characters.")),
    "form.value": Answer(422, _("The field {field} can't be {value}. Choose one of the options.")),
    "form.choice": Answer(422, _("The field {field} can't be {value}. Choose one of {known}.")),
    "form.tick": Answer(422, _("The field {field} must be true, on or false, not {value}.")),
    "form.bots-many": Answer(422, _("Too many bots ({bots}) for the number of seats ({seats}). One seat is yours.")),
    "form.bots-both": Answer(422, _("List the bots together or seat by seat, but not both.")),
    "new.bots": Answer(422, _("Too many bots ({bots}) for the number of seats ({seats}). One seat is yours.")),
    "new.pace": Answer(422, _("There's no pace called {pace}. Choose one of {known}.")),
}

RETRY_AFTER = {"talk.many": 60, "review.busy": 5, "history.busy": 60}  # seconds after which to try again


def http_status(refused: Refused) -> int:
    if refused.code in SITE:
        return SITE[refused.code].status
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


def _look_up(code: str) -> Answer | Refusal:
    """Look the code up among those of the site, the plans and the rules."""
    return SITE.get(code) or plans.REFUSALS.get(code) or rules.TABLE[code]


def rule_url(code: str, kind: str = "") -> str:
    """Return the site's page about that rule, or an empty string if only the documentation covers it."""
    rule = find_rule(code)
    if not RULING.fullmatch(rule):
        return ""
    number = int(rule[1:])
    own = next((one.slug for one in KINDS.values() if number in one.rulings), kind or next(iter(KINDS)))
    return f"{reverse('rules', args=[own])}#{rule}"
