"""Apply due time-outs: answer small decisions, take seats away, cancel games that nobody plays."""

from datetime import datetime, timedelta

from django.db.models import F

from accounts.models import User, Vacation
from games import signals
from games.clocks import counted_time, rules, seat_clocks
from games.models import Game, Seat, enqueue_notification, rows
from games.models.rows import SeatRow
from games.play.locked_game import LockedGame
from games.play.locking import notify_watchers, write_transaction
from games.play.plans import end_outdated_plans, end_plan, fire_plan
from games.play.vacations import excess_vacation
from games.rules.base import Resign

MOST_AT_ONCE = 200
A_MOMENT = timedelta(seconds=1)  # a pause must begin before the deadline it moves


def list_due(moment: datetime) -> list[str]:
    """Return the games in which the clock has something to do."""
    games = Game.objects.filter(deadline_at__lte=moment, status=Game.Status.PLAYING)
    return list(games.order_by("deadline_at").values_list("pk", flat=True)[:MOST_AT_ONCE])


def apply_timeouts(game_id: str) -> bool:
    """Do what the clock has to do in that game now.

    Return False if there was nothing to do or another process holds the lock.
    """
    with write_transaction():
        game = rows.lock_game(game_id, skip=True)
        if (
            game is None
            or game.status != Game.Status.PLAYING
            or game.deadline_at is None
            or game.deadline_at > game.now
        ):
            return False
        locked = LockedGame(game)
        if locked.is_clocked:
            if game.auto_move_due_at is None or not fire_plan(locked):  # an overdue plan goes before the clock
                _time_out_seats(locked)
            end_outdated_plans(locked)
            locked.store()
        else:
            _time_out_idle_game(locked)
        return True


def _time_out_seats(locked: LockedGame) -> None:
    """Let the clock act seat by seat, until it makes a move or takes a seat."""
    for place in list(locked.places):
        if _time_out_seat(locked, place):
            break


def _time_out_seat(locked: LockedGame, place: SeatRow) -> bool:
    """Let the clock act in one seat. Return whether it made a move or took the seat."""
    made = locked.decision(place)
    reached = made.find_stage(locked.now) if made else None
    if made is None or reached is None or reached.name == place.clock_stage:
        return False
    if reached.name == "default":
        move = seat_clocks.default_move(locked.kind, locked.kind.choices(locked.state, place.number))
        locked.play(place.number, lambda: move, by="clock")
        return True
    if reached.name == "lost":
        return _time_out_player(locked, place, made.find_time(reached) - A_MOMENT)
    locked.places[place.number] = place._replace(clock_stage=reached.name, is_notified=False)
    return False


def _time_out_player(locked: LockedGame, place: SeatRow, moment: datetime) -> bool:
    """Take a vacation day if time is up and the player has one left; else give the seat to a bot (R40).

    Return whether the seat was lost.
    """
    if rules.PACES[locked.game.pace].days and (day := _take_vacation_day(place, moment)):
        locked.places[place.number] = place._replace(pauses=(*place.pauses, day))
        return False
    if place.number in locked.state.left:
        locked.give_back_seat(place.number)
        locked.places[place.number] = locked.places[place.number]._replace(leave_reason="clock", is_notified=False)
    else:
        locked.play(place.number, lambda: {"do": Resign.do}, by="clock")
    return True


def _take_vacation_day(place: SeatRow, start: datetime) -> counted_time.Pause | None:
    """Take a vacation day from the moment of the loss, if the player allows it. Limited per year and per decision."""
    user = User.objects.select_for_update(no_key=True).get(pk=place.user_id or 0)
    end = start + counted_time.DAY
    before = user.vacations.filter(is_automatic=True, ends_at__gt=place.asked_at or start).count()
    if not user.wants_auto_vacation or before >= rules.AUTO_VACATION_DAYS or excess_vacation(user, start, end):
        return None
    Vacation.objects.create(user=user, starts_at=start, ends_at=end, is_automatic=True)
    User.objects.filter(pk=user.pk).update(away_until=max(end, user.away_until or end))
    enqueue_notification([user.pk], "vacation", until=end.isoformat())
    return start, end


def _time_out_idle_game(locked: LockedGame) -> None:
    """Warn the players of an idle game without clocks, or cancel it after two warnings. Nobody is blamed."""
    game, warned, following = locked.game, locked.game.warnings_sent, locked.idle_at(locked.game.warnings_sent)
    if following <= locked.now:
        if warned == len(rules.IDLE_AFTER) - 1:
            cancel_running_game(locked, "idle")
            return
        warned, before = warned + 1, rules.IDLE_AFTER[warned]
        # keep the time between warnings, even if the last one was late
        following, end = (
            max(locked.idle_at(stage), locked.now + rules.IDLE_AFTER[stage] - before) for stage in (warned, -1)
        )
        people = [place.user_id for place in locked.places if place.is_person and place.user_id]
        enqueue_notification(people, "idle", Game(pk=game.id), version=game.version, until=end.isoformat())
    Game.objects.filter(pk=game.id).update(deadline_at=following, warnings_sent=warned)


def cancel_running_game(locked: LockedGame, why: str) -> None:
    """Cancel the game: unrated and without a result."""
    people = [place.user_id for place in locked.places if place.user_id]
    Game.objects.filter(pk=locked.game.id).update(
        status=Game.Status.ABORTED,
        ended_at=locked.now,
        deadline_at=None,
        auto_move_due_at=None,
        is_rated=False,
        revision=F("revision") + 1,
    )
    Seat.objects.filter(game=locked.game.id).update(is_to_move=False, asked_at=None, deadline_at=None, has_plans=False)
    for plan in locked.plans:
        end_plan(plan, "plan.game-over", locked.now)
    enqueue_notification(people, "off", Game(pk=locked.game.id), version=locked.version, why=why)
    notify_watchers(locked.game.id, 0)
    signals.send_queue_changed(people)
