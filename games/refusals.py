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
OTHERS = _("It's not your turn. Waiting for {names}.")

SITE: dict[str, tuple[int, Refusal]] = {
    # a move
    "game.unknown": (404, Refusal(_("We couldn't find that game. Take a look at the open games."), TABLES)),
    "game.open": (409, Refusal(_("This game hasn't started yet. It's still waiting for players."), TABLES)),
    "game.off": (409, Refusal(_("This game was canceled. You'll find open games in the lobby."), TABLES)),
    "user.none": (403, Refusal(_("Log in or play as a guest to join this game."), TABLES)),
    "seat.none": (403, Refusal(_("You're not playing in this game, but you can watch it."), TABLES)),
    "seat.lost": (409, Refusal(_("A bot is now playing for you. You can still watch."), TABLES)),
    "ticket.form": (422, Refusal(_("A ticket must be 8 to 64 letters, digits, - or _. Create a new one."), MOVES)),
    "ticket.other": (
        409,
        Refusal(_("This ticket has already been used for another move. Check the board and try again."), MOVES),
    ),
    "seen.form": (422, Refusal(_("The version of the table you saw must be a whole number."), MOVES)),
    "seen.stale": (409, Refusal(_("The game has moved on. Here's the current position."), MOVES)),
    "move.json": (422, Refusal(_("The move isn't valid JSON: {what}."), MOVES)),
    "move.none": (422, Refusal(_("You haven't chosen anything. Press one of the buttons."), MOVES)),
    "draft.form": (422, Refusal(_("We couldn't read your selection. Please choose again."), TABLES)),
    "draft.long": (422, Refusal(_("A saved selection can be at most {most} bytes. This one is {size}."), TABLES)),
    # joining a table
    "sit.taken": (409, Refusal(_("Someone just took the last seat. You can watch or find another game."), TABLES)),
    "sit.already": (409, Refusal(_("You've already joined this game."), TABLES)),
    "sit.begun": (409, Refusal(_("This game has already started. You can watch it or find another one."), TABLES)),
    "sit.seed": (
        422,
        Refusal(_("Your shuffle seed must be 32 characters from 0-9 and a-f, or empty."), "docs/fair-shuffle.md"),
    ),
    "sit.reliability": (
        403,
        Refusal(
            _(
                "This game is for players who finish at least {least}% of their games. You've "
                "finished {finished} of {started}. Other games are open to everyone, and each game "
                "you finish counts."
            ),
            TABLES,
        ),
    ),
    "stand.begun": (409, Refusal(_("This game has already started, so you can only resign."), TABLES)),
    "stand.host": (409, Refusal(_("You're the host, so you can't leave. Cancel the game instead."), TABLES)),
    "host.only": (403, Refusal(_("Only the host, {host}, can do that."), TABLES)),
    "start.begun": (409, Refusal(_("This game has already started."), TABLES)),
    "start.bot": (422, Refusal(_("There's no bot called {bot}. Choose one of {known}."), TABLES)),
    # clocks
    "time.none": (409, Refusal(_("You can't give time in this game, because no clock is running."), TABLES)),
    "time.whom": (422, Refusal(_("You can only give time to another player in this game."), TABLES)),
    "time.enough": (409, Refusal(_("{name} already has as much time as possible."), TABLES)),
    "substitute.left": (
        409,
        Refusal(_("You left this game and another player took your seat. You can still watch."), TABLES),
    ),
    "substitute.none": (409, Refusal(_("This game doesn't need a substitute. You can watch."), TABLES)),
    "vacation.order": (422, Refusal(_("A vacation has to end after it starts, and can't be in the past."), TABLES)),
    "vacation.date": (422, Refusal(_("{value} isn't a date. Use the format 2026-12-31."), TABLES)),
    "vacation.twice": (409, Refusal(_("These days overlap with another vacation. Cancel that one first."), TABLES)),
    "vacation.many": (409, Refusal(_("You've reached the limit of {most} vacations a year."), TABLES)),
    "vacation.days": (
        409,
        Refusal(_("You have {days} vacation days a year. This would be {over} too many."), TABLES),
    ),
    # plans
    "plan.none": (409, Refusal(_("This game doesn't support plans."), TABLES)),
    "plan.json": (422, Refusal(_("The plan isn't valid JSON: {what}."), "docs/plans.md")),
    "plan.moved-on": (
        409,
        Refusal(_("The game has moved on, and this plan no longer applies. Check the board again."), TABLES),
    ),
    "plan.many": (409, Refusal(_("You already have {most} plans here. Withdraw one first."), TABLES)),
    "plan.broken": (409, Refusal(_("This plan can't be read anymore. Make a new one."), TABLES)),
    "plan.refused": (409, Refusal(_("This plan is against the rules. Make a new one."), TABLES)),
    "plan.left": (409, Refusal(_("You've left this game, so your plans no longer run."), "R40")),
    "plan.game-over": (409, Refusal(_("The game is over, so this plan no longer applies."), "docs/plans.md")),
    "plan.unknown": (409, Refusal(_("This plan is no longer active."), TABLES)),
    # invitations
    "invite.not-seated": (403, Refusal(_("Only players in this game can invite others."), TABLES)),
    "invite.nobody": (422, Refusal(_("There's no player called {name}. Check the spelling."), TABLES)),
    "invite.sits": (409, Refusal(_("{name} has already joined this game."), TABLES)),
    "invite.declined": (409, Refusal(_("{name} has already declined this game."), TABLES)),
    "invite.many": (
        422,
        Refusal(
            _("You've reached the limit of {most} pending invitations. Wait for an answer or share the link."), TABLES
        ),
    ),
    "invite.not-yours": (403, Refusal(_("This invitation is for another player."), TABLES)),
    "invite.not-host": (403, Refusal(_("Only the host and the player who sent an invitation can cancel it."), TABLES)),
    "invite.blocked": (409, Refusal(_("You've blocked {name}. Unblock them in your settings first."), TABLES)),
    # blocks: the message doesn't say who blocked whom
    "sit.apart": (409, Refusal(_("You can't join this game. Find another one or create your own."), TABLES)),
    # chat
    "talk.none": (404, Refusal(_("There's no chat in this game because no one else is playing."), TABLES)),
    "talk.room": (403, Refusal(_("Join this game to chat."), TABLES)),
    "talk.guest": (
        403,
        Refusal(_("Guests can only chat in games they're playing. Sign up to chat here."), TABLES),
    ),
    "talk.empty": (422, Refusal(_("Your message is empty. Write something first."), TABLES)),
    "talk.long": (
        422,
        Refusal(_("Your message is {more} over the limit of {most} characters. Please shorten it."), TABLES),
    ),
    "talk.many": (
        429,
        Refusal(_("You can send up to {most} messages a minute. Wait a moment and try again."), TABLES),
    ),
    "talk.key": (422, Refusal(_("We couldn't find that message. Reload the page and try again."), TABLES)),
    # replay
    "replay.step": (
        422,
        Refusal(_("There's no step {step} in this game. Choose one from 0 (the deal) to {last}."), "docs/replay.md"),
    ),
    "replay.seat": (
        422,
        Refusal(_("There's no seat {seat}. Choose all, public or a seat from 0 to {last}."), "docs/replay.md"),
    ),
    "replay.hidden": (
        403,
        Refusal(
            _("Until the game is over, you can only replay it from your own seat or as a spectator."),
            "docs/replay.md",
        ),
    ),
    # leaderboards
    "leaders.unknown": (404, Refusal(_("We couldn't find that leaderboard. Choose one from the list."), STATISTICS)),
    "leaders.period": (
        422,
        Refusal(_("{period} isn't a month (2026-11) or a season (2026-q4). Choose another one."), STATISTICS),
    ),
    "leaders.after": (
        404,
        Refusal(_("That player is no longer on this leaderboard. Start from the top."), STATISTICS),
    ),
    "look.empty": (422, Refusal(_("Paste a game file or choose one from your device."), "docs/records.md")),
    "look.long": (422, Refusal(_("This file is too large. The limit is 1 MB."), "docs/records.md")),
    "look.which": (
        422,
        Refusal(_("There's no game {which} in this file. Choose one from 1 to {last}."), "docs/records.md"),
    ),
    # rematches
    "rematch.early": (409, Refusal(_("You can ask for a rematch once the game is over."), TABLES)),
    "rematch.seat": (
        403,
        Refusal(_("Only players of this game can ask for a rematch. Create a new game instead."), TABLES),
    ),
    "rematch.alone": (409, Refusal(_("There's no one to ask for a rematch. Create a new game instead."), TABLES)),
    # notes and reports
    "note.nobody": (403, Refusal(_("Log in or play as a guest to take notes."), TABLES)),
    "note.none": (422, Refusal(_("The note is missing. Send it once, in the field note."), TABLES)),
    "note.long": (422, Refusal(_("Notes can be up to {most} characters long. Yours are {size}."), TABLES)),
    "report.nobody": (403, Refusal(_("Log in or play as a guest to send a report."), TABLES)),
    "report.message": (422, Refusal(_("We couldn't find that message."), TABLES)),
    "report.empty": (422, Refusal(_("Please tell us briefly what happened."), TABLES)),
    "report.long": (422, Refusal(_("Reports can be up to {most} characters long. Yours is {size}."), TABLES)),
    "report.many": (
        422,
        Refusal(
            _(
                "You've reached the limit of {most} reports a day. Our moderators are looking into "
                "them. Please try again tomorrow."
            ),
            TABLES,
        ),
    ),
    # finished games: reviews and histories
    "review.early": (409, Refusal(_("This game isn't over yet. You can review it once it's finished."), REVIEW)),
    "review.none": (
        404,
        Refusal(_("There's no review for this kind of game. Take a look at the replay instead."), REVIEW),
    ),
    "review.busy": (503, Refusal(_("We're busy with other reviews. Please try again in a moment."), REVIEW)),
    "review.off": (
        409,
        Refusal(_("This game was canceled, so there's nothing to review."), REVIEW),
    ),
    "review.moves": (409, Refusal(_("Some moves of this game are missing, so it can't be reviewed."), REVIEW)),
    "history.nobody": (422, Refusal(_("There's no player called {name}. Check the spelling."), TABLES)),
    "history.date": (422, Refusal(_("{value} isn't a date. Use the format 2026-12-31."), TABLES)),
    "history.order": (422, Refusal(_("The last day is before the first. Swap them."), TABLES)),
    "history.page": (404, Refusal(_("That page doesn't exist. Go back to the latest games."), TABLES)),
    "history.busy": (503, Refusal(_("Too many downloads are running. Please try again in a minute."), TABLES)),
    # devices for push notifications
    "device.service": (
        422,
        Refusal(_("We don't know this browser's push service, so we can't send notifications to it."), TABLES),
    ),
    "device.keys": (
        422,
        Refusal(
            _("Something is wrong with this browser's keys. Turn on push notifications for this device again."), TABLES
        ),
    ),
    "device.unknown": (404, Refusal(_("Push notifications are off on this device."), TABLES)),
    # form fields
    "form.kind": (422, Refusal(_("Choose a game first."), TABLES)),
    "form.twice": (422, Refusal(_("The field {field} was sent more than once. Send it once."), TABLES)),
    "form.long": (422, Refusal(_("The field {field} is too long. The limit is {most} characters."), TABLES)),
    "form.value": (422, Refusal(_("The field {field} can't be {value}. Choose one of the options."), TABLES)),
    "form.choice": (422, Refusal(_("The field {field} can't be {value}. Choose one of {known}."), TABLES)),
    "form.tick": (422, Refusal(_("The field {field} must be true, on or false, not {value}."), TABLES)),
    "form.bots-many": (
        422,
        Refusal(_("Too many bots ({bots}) for the number of seats ({seats}). One seat is yours."), TABLES),
    ),
    "form.bots-both": (422, Refusal(_("List the bots together or seat by seat, but not both."), TABLES)),
    "new.bots": (
        422,
        Refusal(_("Too many bots ({bots}) for the number of seats ({seats}). One seat is yours."), TABLES),
    ),
    "new.pace": (422, Refusal(_("There's no pace called {pace}. Choose one of {known}."), TABLES)),
}

RETRY_AFTER = {"talk.many": 60, "review.busy": 5, "history.busy": 60}  # seconds after which to try again


def http_status(refused: Refused) -> int:
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
    rule = find_rule(code)
    if not RULING.fullmatch(rule):
        return ""
    number = int(rule[1:])
    own = next((one.slug for one in KINDS.values() if number in one.rulings), kind or next(iter(KINDS)))
    return f"{reverse('rules', args=[own])}#{rule}"
