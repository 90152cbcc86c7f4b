"""What the clock does to a game, and what players do about clocks: give time, take vacations, cancel, substitute."""

import logging
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from accounts import blocks
from accounts.models import User, Vacation
from games import signals
from games.clocks import rules, timing
from games.errors import Denied
from games.models import Former, Game, Gift, Notice, Seat, intend, rows
from games.models.rows import Place
from games.play import reliability
from games.play.locked_game import Going, end_plan
from games.play.locking import Somebody, held, seat_of, tell, writing
from games.rules.base import Resign

log = logging.getLogger(__name__)
MOST_AT_ONCE = 200
MOST_VACATIONS = 50  # per year, even if ended at once, because every move of the player reads them
ONE_YEAR = timedelta(days=365)
A_MOMENT = timedelta(seconds=1)  # a pause must begin before the deadline it moves


def due(moment: datetime) -> list[str]:
    """Return the games in which the clock has something to do."""
    games = Game.objects.filter(deadline__lte=moment, status=Game.Status.PLAYING)
    return list(games.order_by("deadline").values_list("pk", flat=True)[:MOST_AT_ONCE])


def ring(game_id: str) -> bool:
    """Do what the clock has to do in that game now.

    Return False if there was nothing to do or another process holds the lock.
    """
    with writing():
        game = rows.hold(game_id, skip=True)
        if game is None or game.status != Game.Status.PLAYING or game.deadline is None or game.deadline > game.now:
            return False
        going = Going(game)
        if going.is_clocked:
            if game.due is None or not going.fire():  # an overdue plan goes before the clock
                _ring_seats(going)
            going.let_go()
            going.store()
        else:
            _ring_idle(going)
        return True


def _ring_seats(going: Going) -> None:
    """Let the clock act seat by seat, until it makes a move or takes a seat."""
    for place in list(going.places):
        if _ring_seat(going, place):
            break


def _ring_seat(going: Going, place: Place) -> bool:
    """Let the clock act in one seat. Return whether it made a move or took the seat."""
    made = going.decision(place)
    reached = made.reached(going.now) if made else None
    if made is None or reached is None or reached.name == place.stage:
        return False
    if reached.name == "default":
        move = timing.default(going.kind, going.kind.choices(going.state, place.number))
        going.play(place.number, lambda: move, by="clock")
        return True
    if reached.name == "lost":
        return _lose(going, place, made.when(reached) - A_MOMENT)
    going.places[place.number] = place._replace(stage=reached.name, told=False)
    return False


def _lose(going: Going, place: Place, moment: datetime) -> bool:
    """Take a vacation day if time is up and the player has one left; else give the seat to a bot (R40).

    Return whether the seat was lost.
    """
    if rules.PACES[going.game.pace].days and (day := _vacation_day(place, moment)):
        going.places[place.number] = place._replace(pauses=(*place.pauses, day))
        return False
    if place.number in going.state.left:
        going.leave(place.number)
        going.places[place.number] = going.places[place.number]._replace(lost="clock", told=False)
    else:
        going.play(place.number, lambda: {"do": Resign.do}, by="clock")
    return True


def _vacation_day(place: Place, start: datetime) -> rules.Pause | None:
    """Take a vacation day from the moment of the loss, if the player allows it. Limited per year and per decision."""
    user = User.objects.select_for_update(no_key=True).get(pk=place.user_id or 0)
    end = start + rules.DAY
    before = user.vacations.filter(auto=True, end__gt=place.asked or start).count()
    if not user.auto_vacation or before >= rules.AUTO or _days_over(user, start, end):
        return None
    Vacation.objects.create(user=user, start=start, end=end, auto=True)
    User.objects.filter(pk=user.pk).update(away_until=max(end, user.away_until or end))
    intend([user.pk], "vacation", until=end.isoformat())
    return start, end


def _ring_idle(going: Going) -> None:
    """Warn the players of an idle game without clocks, or cancel it after two warnings. Nobody is blamed."""
    game, warned, following = going.game, going.game.warned, going.idle_at(going.game.warned)
    if following <= going.now:
        if warned == len(rules.IDLE) - 1:
            _abort(going, "idle")
            return
        warned, before = warned + 1, rules.IDLE[warned]
        # keep the time between warnings, even if the last one was late
        following, end = (max(going.idle_at(stage), going.now + rules.IDLE[stage] - before) for stage in (warned, -1))
        people = [place.user_id for place in going.places if place.is_person and place.user_id]
        intend(people, "idle", Game(pk=game.id), version=game.version, until=end.isoformat())
    Game.objects.filter(pk=game.id).update(deadline=following, warned=warned)


def _abort(going: Going, why: str) -> None:
    """Cancel the game: unrated and without a result."""
    people = [place.user_id for place in going.places if place.user_id]
    Game.objects.filter(pk=going.game.id).update(
        status=Game.Status.ABORTED, ended=going.now, deadline=None, due=None, rated=False, revision=F("revision") + 1
    )
    Seat.objects.filter(game=going.game.id).update(waiting=False, asked=None, until=None, plans=False)
    for plan in going.plans:
        end_plan(plan, "plan.game-over", going.now)
    intend(people, "off", Game(pk=going.game.id), version=going.version, why=why)
    tell(going.game.id, 0)
    signals.say_queue(people)


# --- what players do -------------------------------------------------------------------------------------------------


def give_time(game_id: str, user: Somebody, seat: int) -> None:
    """Give time to an opponent."""
    with held(game_id) as game:
        giver = seat_of(game, user)
        going = Going(game)
        pace = rules.PACES.get(game.pace)
        if pace is None or not pace.days or not going.is_clocked:
            raise Denied("time.none")
        if seat == giver or not 0 <= seat < len(going.places) or not going.places[seat].is_person:
            raise Denied("time.whom")
        place = going.places[seat]
        bank = timedelta(milliseconds=place.bank) + pace.gift
        if bank > 2 * pace.cap:
            raise Denied("time.enough", name=_name(place))
        going.places[seat] = place._replace(bank=rules.milliseconds(bank), stage="")
        Gift.objects.create(game_id=game_id, seat=seat, by_id=user.pk, at=going.now, time=rules.milliseconds(pace.gift))
        if place.user_id:
            intend([place.user_id], "gift", Game(pk=game_id), seat, game.version, by=user.get_username())
        going.store()


def _name(place: Place) -> str:
    return User.objects.get(pk=place.user_id).username if place.user_id else "?"


def agree_off(game_id: str, user: Somebody, yes: bool) -> bool:
    """Store whether the user wants to cancel the game. Once all players do, cancel it and return True."""
    with held(game_id) as game:
        seat, going = seat_of(game, user), Going(game)
        if not going.places[seat].is_person:
            raise Denied("seat.lost")
        going.places[seat] = going.places[seat]._replace(off=yes)
        people = [place for place in going.places if place.is_person]
        if all(place.off for place in people):
            _abort(going, "agreed")
            return True
        if yes and not game.seats[seat].off:
            others = {place.user_id for place in people if place.user_id and not place.off}
            told = Notice.objects.filter(game=game_id, what="agree", facts__by=user.get_username())
            others -= set(told.filter(made__gt=going.now - rules.DAY).values_list("user", flat=True))
            intend(sorted(others), "agree", Game(pk=game_id), version=game.version, by=user.get_username())
        going.store()
        return False


def substitute(game_id: str, user: User) -> int:
    """Seat the user in place of a player who left, or back in the seat they lost on time. Return its number."""
    with held(game_id) as game:
        going = Going(game)
        own = next((place for place in going.places if place.user_id == user.pk), None)
        if own is not None and not (own.left and own.lost == Seat.Lost.CLOCK):
            raise Denied("sit.already")
        if own is None and Former.objects.filter(game=game_id, user=user).exists():  # they know another hand
            raise Denied("substitute.left")
        free = [own] if own else [place for place in going.places if place.left and place.user_id]
        if not free or free[0] is None:
            raise Denied("substitute.none")
        if own is None and blocks.between(user.pk, [place.user_id for place in going.places if not place.left]):
            raise Denied("sit.apart")
        if own is None and (least := Game.objects.values_list("least", flat=True).get(pk=game_id)):
            reliability.may_sit(user, least)
        place, before = free[0], free[0].user_id
        pace = rules.PACES.get(game.pace)
        bank = rules.milliseconds(pace.bank) if pace and going.is_clocked else 0
        place = place._replace(left=False, bank=bank, user_id=user.pk, off=False)
        going.places[place.number] = timing.ask(place, going.now, told=True) if place.waiting else place
        Gift.objects.filter(game_id=game_id, seat=place.number).delete()  # meant for the player who left
        if before and before != user.pk:
            Former.objects.create(game_id=game_id, seat=place.number, user_id=before, until=game.version)
            first = Coalesce("leaver", "user")
            Seat.objects.filter(game=game_id, number=place.number).update(leaver=first, user=user)
        going.store()
        return place.number


# --- vacations -------------------------------------------------------------------------------------------------------


def vacation(user: User, start: datetime, end: datetime) -> Vacation:
    """Add a vacation, during which none of the user's clocks run."""
    with writing():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = timing.now()
        start = max(start, now, _away_anyway(user, now))
        if end <= start:
            raise Denied("vacation.order")
        if user.vacations.filter(start__lt=end, end__gt=start).exists():
            raise Denied("vacation.twice")
        if user.vacations.filter(start__gt=now - ONE_YEAR).count() >= MOST_VACATIONS:
            raise Denied("vacation.many", most=MOST_VACATIONS)
        if over := _days_over(user, start, end):
            raise Denied("vacation.days", days=rules.VACATION, over=-(-over // rules.DAY))
        made = Vacation.objects.create(user=user, start=start, end=end)
        User.objects.filter(pk=user.pk).update(away_until=max(end, user.away_until or end))
    renew(user)
    return made


def end_vacation(user: User) -> None:
    """End the user's vacation and delete planned ones.

    A day that was taken automatically goes on, because without it the seat would be lost now.
    """
    with writing():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = timing.now()
        chosen = user.vacations.filter(auto=False)
        chosen.filter(start__gt=now).delete()
        chosen.filter(end__gt=now).update(end=now)
        User.objects.filter(pk=user.pk).update(away_until=_away_anyway(user, now))
    renew(user)


def _away_anyway(user: User, now: datetime) -> datetime:
    """Return when the automatic vacation day ends, or now if there is none."""
    last = user.vacations.filter(auto=True, end__gt=now).order_by("end").values_list("end", flat=True).last()
    return last or now


def _days_over(user: User, start: datetime, end: datetime) -> timedelta:
    """Return by how much this vacation exceeds the yearly allowance."""
    local = rules.zone(user.time_zone)
    first = datetime(start.astimezone(local).year, 1, 1, tzinfo=local)
    known = [*user.vacations.filter(Q(end__gt=first)).values_list("start", "end"), (start, end)]
    years = range(start.astimezone(local).year, end.astimezone(local).year + 1)
    allowed = timedelta(days=rules.VACATION)
    return max(max(rules.taken(known, year, local) - allowed, timedelta()) for year in years)


def renew(user: User) -> None:
    """Recompute the user's deadlines after a change to anything their clocks depend on."""
    games = Seat.objects.filter(user=user, left=False, game__status=Game.Status.PLAYING).values_list(
        "game_id", flat=True
    )
    for game_id in list(games):
        try:
            _renew(game_id)
        except Exception:  # don't let one game stop the others; the sweep checks each deadline again before it acts
            log.exception("The clocks of game %s could not be set anew", game_id)


def _renew(game_id: str) -> None:
    with held(game_id) as game:
        if game.status == Game.Status.PLAYING:
            Going(game).store()
