"""Agreements between players: giving time, and canceling a game together."""

from datetime import timedelta

from accounts.models import User
from games.clocks import counted_time, rules
from games.models import Game, Notification, TimeGift, enqueue_notification
from games.play.locked_game import LockedGame
from games.play.locking import AnyUser, find_seat_number, lock_for_move
from games.play.timeouts import cancel_running_game
from games.refusals import Denied


def give_time(game_id: str, user: AnyUser, seat: int) -> None:
    with lock_for_move(game_id) as game:
        giver = find_seat_number(game, user)
        locked = LockedGame(game)
        pace = rules.PACES.get(game.pace)
        if pace is None or not pace.days or not locked.is_clocked:
            raise Denied("time.none")
        if seat == giver or not 0 <= seat < len(locked.places) or not locked.places[seat].is_person:
            raise Denied("time.whom")
        place = locked.places[seat]
        bank = timedelta(milliseconds=place.time_bank_ms) + pace.gift
        if bank > 2 * pace.cap:
            raise Denied("time.enough", name=User.objects.get(pk=place.user_id or 0).username)
        locked.places[seat] = place._replace(time_bank_ms=rules.to_ms(bank), clock_stage="")
        TimeGift.objects.create(
            game_id=game_id, seat=seat, given_by_id=user.pk, given_at=locked.now, amount_ms=rules.to_ms(pace.gift)
        )
        if place.user_id:
            enqueue_notification([place.user_id], "gift", Game(pk=game_id), seat, game.version, by=user.get_username())
        locked.store()


def agree_to_cancel(game_id: str, user: AnyUser, yes: bool) -> bool:
    """Store whether the user wants to cancel the game. Once all players do, cancel it and return True."""
    with lock_for_move(game_id) as game:
        seat, locked = find_seat_number(game, user), LockedGame(game)
        if not locked.places[seat].is_person:
            raise Denied("seat.lost")
        locked.places[seat] = locked.places[seat]._replace(agrees_to_abort=yes)
        people = [place for place in locked.places if place.is_person]
        if all(place.agrees_to_abort for place in people):
            cancel_running_game(locked, "agreed")
            return True
        if yes and not game.seats[seat].agrees_to_abort:
            others = {place.user_id for place in people if place.user_id and not place.agrees_to_abort}
            notifications = Notification.objects.filter(game=game_id, topic="agree", facts__by=user.get_username())
            others -= set(
                notifications.filter(created_at__gt=locked.now - counted_time.DAY).values_list("user", flat=True)
            )
            enqueue_notification(
                sorted(others), "agree", Game(pk=game_id), version=game.version, by=user.get_username()
            )
        locked.store()
        return False
