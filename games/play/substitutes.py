"""Take over a seat that a bot plays for somebody who left."""

from django.db.models.functions import Coalesce

from accounts import blocks
from accounts.models import User
from games.clocks import rules, seat_clocks
from games.models import Game, PastSeat, Seat, TimeGift
from games.play import reliability
from games.play.locked_game import LockedGame
from games.play.locking import lock_for_move
from games.refusals import Denied


def substitute(game_id: str, user: User) -> int:
    """Seat the user in place of a player who left, or back in the seat they lost on time. Return its number."""
    with lock_for_move(game_id) as game:
        locked = LockedGame(game)
        own = next((place for place in locked.places if place.user_id == user.pk), None)
        if own is not None and not (own.has_left and own.leave_reason == Seat.LeaveReason.CLOCK):
            raise Denied("sit.already")
        if own is None and PastSeat.objects.filter(game=game_id, user=user).exists():  # they have seen another hand
            raise Denied("substitute.left")
        free = [own] if own else [place for place in locked.places if place.has_left and place.user_id]
        if not free or free[0] is None:
            raise Denied("substitute.none")
        others = [place.user_id for place in locked.places if not place.has_left]
        if own is None and blocks.is_blocked_with_any(user.pk, others):
            raise Denied("sit.apart")
        if own is None and (least := Game.objects.values_list("min_reliability", flat=True).get(pk=game_id)):
            reliability.check_reliability(user, least)
        place, before = free[0], free[0].user_id
        pace = rules.PACES.get(game.pace)
        bank = rules.to_ms(pace.bank) if pace and locked.is_clocked else 0
        place = place._replace(has_left=False, time_bank_ms=bank, user_id=user.pk, agrees_to_abort=False)
        locked.places[place.number] = (
            seat_clocks.start_waiting(place, locked.now, is_notified=True) if place.is_to_move else place
        )
        TimeGift.objects.filter(game_id=game_id, seat=place.number).delete()  # meant for the player who left
        if before and before != user.pk:
            PastSeat.objects.create(game_id=game_id, seat=place.number, user_id=before, last_move_number=game.version)
            first = Coalesce("leaver", "user")
            Seat.objects.filter(game=game_id, number=place.number).update(leaver=first, user=user)
        locked.store()
        return place.number
