"""Whether a notification is still worth sending, checked right before it is sent."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from games.clocks import counted_time, rules
from games.models import Game, Invitation, Move, Notification, Report, Seat
from games.notifications.routing import ASKED, Channel, Recipients, asks_for_move, find_end, find_refusal, get_type


@dataclass
class Checks:
    """What is true now, for some notifications."""

    known: Recipients
    games: dict[str, Game]
    seats: dict[tuple[str, int], Seat]  # by game and user
    names: dict[tuple[str, str], Seat]  # by game and name
    moved: dict[tuple[str, int], int]  # by game and seat: the last move since
    invited: set[tuple[str, int]]
    has_reports: bool
    now: datetime

    @classmethod
    def load(cls, rows: Iterable[Notification], now: datetime) -> "Checks":
        """Load what these notifications depend on, in a few queries however many there are."""
        rows = list(rows)
        games = Game.objects.without_secrets().in_bulk({row.game_id for row in rows if row.game_id})
        seats = list(Seat.objects.filter(game__in=games, user__isnull=False).select_related("user"))
        asking = [row for row in rows if row.game_id and asks_for_move(row.topic)]
        oldest = min((row.game_version for row in asking), default=0)
        moves = Move.objects.filter(game__in={row.game_id for row in asking}, number__gt=oldest).order_by()
        inviting = {row.game_id for row in rows if row.topic in ("invited", "rematch")}
        invited = Invitation.objects.filter(game__in=inviting, is_declined=False, game__status=Game.Status.OPEN)
        return cls(
            known=Recipients.load(rows, now),
            games=games,
            seats={(seat.game_id, seat.user_id): seat for seat in seats if seat.user_id},
            names={(seat.game_id, seat.name): seat for seat in seats},
            moved={
                (game, seat): last for game, seat, last in moves.values_list("game", "seat").annotate(Max("number"))
            },
            invited=set(invited.values_list("game", "user")),
            has_reports=any(row.topic == "report" for row in rows)
            and Report.objects.filter(status=Report.Status.OPEN).exists(),
            now=now,
        )

    def find_reason(self, row: Notification) -> str:
        """Return why not to send it, or an empty string."""
        known, visit, reach = self.known, self.known.find_visit(row), self.known.find_settings(row.user_id)
        if not known.users[row.user_id].is_active:
            return "closed"
        if no := find_refusal(row.topic, row.channel, reach, visit):
            return no
        if row.channel == Channel.MAIL and row.user_id not in known.addresses:
            return "unconfirmed"
        if row.channel == Channel.PUSH and row.device_id is None:
            return "device-gone"
        if asks_for_move(row.topic) and not self._is_asked(row):
            return "moved"
        if self._is_past(row):
            return "past"
        if visit is not None and row.topic == "chat" and visit.read_message_id >= int(row.facts.get("talk") or 0):
            return "read"
        is_there = visit is not None and visit.looking_until is not None and visit.looking_until > self.now
        return "looking" if is_there and not reach.wants_while_at_table and get_type(row.topic).group != ASKED else ""

    def _is_asked(self, row: Notification) -> bool:
        """Whether the game still waits for that decision."""
        game, seat = self.games.get(row.game_id or ""), self.seats.get((row.game_id or "", row.user_id))
        if game is None or seat is None or game.status != Game.Status.PLAYING or seat.has_left or not seat.is_to_move:
            return False
        return self.moved.get((seat.game_id, seat.number), 0) <= row.game_version

    def _is_past(self, row: Notification) -> bool:
        """Whether it is no longer true."""
        if row.topic == "report":
            return not self.has_reports
        if row.topic == "vacation":
            end = find_end(row)
            return end is not None and end <= self.now
        game = self.games.get(row.game_id or "")
        return game is not None and self._is_past_in(game, row)

    def _is_past_in(self, game: Game, row: Notification) -> bool:
        """The same for news about a game."""
        seat = self.seats.get((game.pk, row.user_id))
        other = self.names.get((game.pk, str(row.facts.get("by"))))
        if row.topic in ("invited", "rematch"):
            return (game.pk, row.user_id) not in self.invited
        if row.topic in ("declined", "unanswered"):
            return other is not None  # changed their mind and joined
        if row.topic == "expires":
            return game.status != Game.Status.OPEN
        if row.topic == "idle":
            return game.status != Game.Status.PLAYING or game.version > row.game_version
        if row.topic == "agree":
            return game.status != Game.Status.PLAYING or other is None or not other.agrees_to_abort
        if row.topic == "lost":
            return seat is not None and not seat.has_left
        return row.topic in rules.WARNINGS and (seat is None or seat.clock_stage != row.topic)

    def find_quiet_end(self, row: Notification) -> datetime | None:
        """Return the end of the quiet hours in which the device must stay silent, or None.

        They apply only where they also stop clocks.
        """
        user = self.known.users[row.user_id]
        if row.channel != Channel.PUSH or not user.time_zone or get_type(row.topic).group == ASKED:
            return None
        if self.known.paces.get(row.game_id or "") == Game.Pace.LIVE:
            return None
        quiet = counted_time.Quiet(user.quiet_from, user.quiet_to, user.time_zone)
        nights = counted_time.list_quiet_periods(self.now - counted_time.DAY, self.now + counted_time.DAY, quiet)
        return next((end for start, end in nights if start <= self.now < end), None)
