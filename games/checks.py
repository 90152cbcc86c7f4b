"""Whether a notice is still worth sending, looked at in the moment before it goes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from games import clock
from games.channels import ASKED, Channel, Reachable, asks, refusal, what
from games.models import Game, Invitation, Move, Notice, Seat


@dataclass
class Checks:
    """What is true of a number of notices now."""

    known: Reachable
    seats: dict[tuple[str, int], Seat]  # by game and user: those that a game waits for
    moved: dict[tuple[str, int], int]  # by game and seat: the last move since
    invited: set[tuple[str, int]]
    now: datetime

    @classmethod
    def of(cls, rows: Iterable[Notice], now: datetime) -> "Checks":
        """Look: a few statements, however many notices."""
        rows = list(rows)
        asking = [row for row in rows if row.game_id and asks(row.what)]
        games, users = {row.game_id for row in asking}, {row.user_id for row in asking}
        seats = Seat.objects.filter(game__in=games, user__in=users, waiting=True, left=False)
        oldest = min((row.version for row in asking), default=0)
        moves = Move.objects.filter(game__in=games, number__gt=oldest).order_by().values_list("game", "seat")
        asked = {row.game_id for row in rows if row.what in ("invited", "rematch")}
        invited = Invitation.objects.filter(game__in=asked, declined=False, game__status=Game.Status.OPEN)
        return cls(
            known=Reachable.of(rows, now),
            seats={(s.game_id, s.user_id): s for s in seats.filter(game__status="playing") if s.user_id},
            moved={
                (game, seat): last for game, seat, last in moves.values_list("game", "seat").annotate(Max("number"))
            },
            invited=set(invited.values_list("game", "user")),
            now=now,
        )

    def reason(self, row: Notice) -> str:
        """Why it is not sent; empty: it is."""
        known, visit, reach = self.known, self.known.visit_of(row), self.known.reach_of(row.user_id)
        if not known.users[row.user_id].is_active:
            return "closed"
        if no := refusal(row.what, row.channel, reach, visit):
            return no
        if row.channel == Channel.MAIL and row.user_id not in known.addresses:
            return "unconfirmed"
        if row.channel == Channel.PUSH and row.device_id is None:
            return "device-gone"
        if self._is_past(row):
            return "moved" if asks(row.what) else "past"
        if visit is not None and row.what == "chat" and visit.talk >= int(row.facts.get("talk") or 0):
            return "read"
        is_there = visit is not None and visit.looking is not None and visit.looking > self.now
        return "looking" if is_there and not reach.always and what(row.what).group != ASKED else ""

    def _is_past(self, row: Notice) -> bool:
        """What it asked for is done."""
        if row.what in ("invited", "rematch"):
            return (row.game_id or "", row.user_id) not in self.invited
        if not asks(row.what):
            return False
        seat = self.seats.get((row.game_id or "", row.user_id))
        return seat is None or self.moved.get((seat.game_id, seat.number), 0) > row.version

    def night(self, row: Notice) -> datetime | None:
        """Until when a device stays silent: the quiet hours of its owner, where clocks keep them too."""
        user = self.known.users[row.user_id]
        if row.channel != Channel.PUSH or not user.time_zone or what(row.what).group == ASKED:
            return None
        if self.known.paces.get(row.game_id or "") == Game.Pace.LIVE:
            return None
        quiet = clock.Quiet(user.quiet_from, user.quiet_to, user.time_zone)
        nights = clock.nights(self.now - clock.DAY, self.now + clock.DAY, quiet)
        return next((end for start, end in nights if start <= self.now < end), None)
