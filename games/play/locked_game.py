"""A locked game in memory: make a move, then store everything it changed.

Plans answer later, each in its own transaction (see `plans`).
"""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Any

from games import signals
from games.clocks import counted_time, rules, seat_clocks
from games.clocks.rules import to_ms
from games.models import Game, Plan
from games.models import rows as stored_rows
from games.models.rows import GameRow, SeatRow
from games.play import results
from games.play.locking import (
    count_change,
    find_kind,
    format_time,
    make_dealer,
    make_plain_view,
    notify_watchers,
    parse_state,
    serialize_state,
)
from games.refusals import Denied
from games.rules import hash_chain
from games.rules.base import IllegalMove, Plain, Resign, Result
from games.rules.record import item
from games.rules.serialization import read_move, to_plain


class LockedGame:
    """A game in memory during one transaction. The caller must hold its lock."""

    def __init__(self, game: GameRow) -> None:
        if game.status in (Game.Status.OPEN, Game.Status.ABORTED):
            raise Denied("game.open" if game.status == Game.Status.OPEN else "game.off")
        if game.status == Game.Status.FINISHED:  # check before parsing, so that even a malformed move gets a 409
            raise IllegalMove("game.over")
        self.game, self.kind, self.state = game, find_kind(game), parse_state(game)
        self.version, self.head = game.version, game.chain_head
        self.moves: list[Plain] = []  # made in this transaction
        self.places = list(game.seats)
        self.is_clocked = seat_clocks.is_clocked(game.pace, game.seats)
        moment = max(game.now, game.moved_at) if game.moved_at else game.now  # a clock that was set back
        self.now = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
        self.has_tried_plans = False  # whether the plans were tried at this version
        self.views: dict[tuple[int, int], tuple[Plain, Plain]] = {}  # by version and seat: what the plans were given

    @cached_property
    def plans(self) -> list[Plan]:
        """The active plans of this game; loaded only if a seat is marked as having some."""
        if not any(place.has_plans for place in (*self.game.seats, *self.places)):
            return []
        return list(Plan.objects.filter(game=self.game.id, status=Plan.Status.ACTIVE))

    # --- moving ---

    def play(
        self,
        seat: int,
        read: Callable[[], object],
        by: str = "",
        ticket: str | None = None,
        asked: str = "",
        since: datetime | None = None,
    ) -> str:
        """Make the move with everything it forces, and return its link in the chain. A refused move changes nothing.

        `since`: when the answer was available, if earlier than now.
        """
        move = read_move(self.kind, read())
        state, events = self.kind.play(self.state, seat, move, make_dealer(self.game, self.places))
        spent = self._stop_clock(seat, by, type(move) is Resign, since or self.now)
        content = item(seat, move, at=format_time(self.now), by=by or None)
        self.head, self.state = hash_chain.next_link(self.head, content), state
        self.version += 1
        made = {
            "number": self.version,
            "seat": seat,
            "move": content["move"],
            "events": [event._asdict() for event in events],
            "made_at": self.now,
            "made_by": by,
            "ticket": ticket,
            "request_digest": asked,
            "spent_ms": spent,
            "chain_link": self.head,
        }
        self.moves.append(made)
        self._start_clocks(seat, is_there=by == "")
        self.has_tried_plans = False
        return self.head

    def _stop_clock(self, seat: int, by: str, is_leaving: bool, moment: datetime) -> int | None:
        """Stop the seat's clock, and return what the decision cost."""
        place, spent = self.places[seat], None
        made = self.decision(place)
        if made and not is_leaving:
            spent = to_ms(made.measure_spent(moment) if by == "clock" else made.compute_cost(moment))
            place = place._replace(
                time_bank_ms=rules.bank_after(made.pace, place.time_bank_ms, spent, by_clock=by == "clock")
            )
        if is_leaving:
            lost = "clock" if by == "clock" else "resigned"
            place = place._replace(
                has_left=True, leave_reason=place.leave_reason or lost, is_notified=False, has_plans=False
            )
        self.places[seat] = place
        return spent

    def _start_clocks(self, mover: int, is_there: bool) -> None:
        """Start the clocks of the seats the game is waiting for now.

        Seats it was already waiting for keep their running clocks.
        """
        waiting = self.kind.waiting(self.state)
        for place in self.places:
            if place.number not in waiting:
                changed = place._replace(is_to_move=False, asked_at=None, deadline_at=None, clock_stage="")
            elif place.is_to_move and place.number != mover:
                continue
            else:
                changed = seat_clocks.start_waiting(place, self.now, is_notified=is_there and place.number == mover)
            self.places[place.number] = changed

    def give_back_seat(self, seat: int) -> None:
        """Hand the seat back to the bot when a substitute leaves or runs out of time.

        The rules need no move for this, because R40 already holds for the seat.
        """
        self.places[seat] = self.places[seat]._replace(
            has_left=True, is_notified=True, has_plans=False, asked_at=None, deadline_at=None
        )

    def decision(self, place: SeatRow) -> Any:
        """Return the decision that seat's clock is measuring, or None."""
        return seat_clocks.get_decision(self.game.pace, place, self.kind, self.state) if self.is_clocked else None

    def make_view(self, seat: int) -> tuple[Plain, Plain]:
        """Return the seat's view and choices as plain data that has been through JSON."""
        key = self.version, seat
        if key not in self.views:
            self.views[key] = make_plain_view(self.kind, self.state, seat)
        return self.views[key]

    # --- storing ---

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""
        return self.kind.result(self.state)

    def store(self) -> None:
        """Store the game and the seats that have changed."""
        over = self.result
        if over is not None:
            self._set_ranks(over)
        due = self._due() if over is None else None
        change = {
            "version": self.version,
            "chain_head": self.head,
            "state": serialize_state(self.state),
            "status": Game.Status.PLAYING if over is None else Game.Status.FINISHED,
            "moved_at": self.now if self.version > self.game.version else self.game.moved_at,
            "auto_move_due_at": due,
            "deadline_at": None if over is not None else self._deadline(),
            "warnings_sent": 0 if self.version > self.game.version else self.game.warnings_sent,
            "ended_at": None if over is None else self.now,
            "result": None if over is None else to_plain(over),
        }
        changed = self.find_changed_seats()
        if not stored_rows.store(self.game.id, self.game.version, self.moves, change, changed):
            raise Denied("seen.stale")  # safety net, in case the lock failed
        if over is not None:
            results.store_results(self.game.id, over, self.now)
        if self.moves:
            stored = stored_rows.StoredMove(self.game, change, self.places, self.moves, self.state)
            notify_watchers(self.game.id, self.version, due, stored)
        else:  # a seat or a clock changed, but nobody moved
            count_change(self.game.id)
            notify_watchers(self.game.id, 0, due)
        signals.send_queue_changed(place.user_id for place in (*self.game.seats, *self.places))

    def store_unseen(self) -> None:
        """Store what only the owner of a plan may notice: don't redraw the board or notify anyone."""
        self.store_seats()
        if self.has_tried_plans and self.game.auto_move_due_at is not None:
            Game.objects.filter(pk=self.game.id).update(auto_move_due_at=self._due())

    def _due(self) -> datetime | None:
        """Return when a bot or plan should move: bots now, plans at a random time that gives nothing away."""
        waiting = [place for place in self.places if place.is_to_move]
        if any(not place.is_person for place in waiting):
            return self.now
        if self.has_tried_plans or not any(place.has_plans for place in waiting):
            return None
        if self.version == self.game.version and self.game.auto_move_due_at is not None:
            return self.game.auto_move_due_at
        return self.now + seat_clocks.pick_pause()

    def store_seats(self) -> None:
        """Store the seats that have changed."""
        stored_rows.update_seats(self.game.id, self.find_changed_seats())

    def find_changed_seats(self) -> list[SeatRow]:
        pairs = zip(self.places, self.game.seats, strict=True)
        return [place for place, before in pairs if place != before]

    def _deadline(self) -> datetime | None:
        """Return when the clock has to check this game next, and set the deadlines that players see."""
        if not self.is_clocked:
            return self._idle_deadline()
        alarms = []
        for place in self.places:
            if made := self.decision(place):
                self.places[place.number] = seat_clocks.set_deadline(made, place)
                alarms.append(seat_clocks.find_alarm(made, place.clock_stage))
        return min((alarm for alarm in alarms if alarm), default=None)

    def _idle_deadline(self) -> datetime | None:
        """Return the deadline of a game without clocks. A move starts it over; other changes don't repeat warnings."""
        if self.version > self.game.version:
            return self.now + rules.IDLE_AFTER[0]
        following = self.idle_at(self.game.warnings_sent)
        return following if following > self.now else self.game.deadline_at

    def idle_at(self, warned: int) -> datetime:
        """Return when a game in which nobody moves gets its next warning, or is canceled after the last one."""
        pauses = [pause for place in self.game.seats for pause in place.pauses]
        return counted_time.add_counted_time(
            self.game.moved_at or self.now, rules.IDLE_AFTER[warned], counted_time.NO_QUIET, pauses
        )

    def _set_ranks(self, over: Result) -> None:
        points = over.points or [None] * len(self.places)
        self.places = [
            place._replace(
                rank=over.places[place.number], points=points[place.number], is_notified=place.user_id is None
            )
            for place in self.places
        ]
