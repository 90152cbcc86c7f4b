"""Finished games as rows, as many as a test wants, without playing them."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from accounts.models import User
from games.models import Game, Outcome, Seat

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
PUSH = {"edition": "aeg", "bust_buy": False, "solo": None}
OPTIONS: dict[str, dict[str, Any]] = {
    "push": PUSH,
    "tiles": {"open": False},
    "swap": {"blocking": "auto", "carry_on": True},
}
KEYS = {"push": "aeg", "tiles": "closed", "swap": "auto carry"}
_number = count()


def past(users: list[User], kind: str = "push", ended: datetime = NOON, winner: int | None = 0, **extra: Any) -> Game:
    """A game that ended then; `winner`: nobody alone, where it is None. `bot`: one more seat is a bot's."""
    return pasts([dict(users=users, kind=kind, ended=ended, winner=winner, **extra)])[0]


def pasts(wanted: list[dict[str, Any]]) -> list[Game]:
    """Many such games, by few statements."""
    made = [_one(**each) for each in wanted]
    Game.objects.bulk_create([game for game, _seats, _outcomes in made], batch_size=500)
    Seat.objects.bulk_create([seat for _game, seats, _outcomes in made for seat in seats], batch_size=500)
    Outcome.objects.bulk_create([outcome for *_rest, outcomes in made for outcome in outcomes], batch_size=500)
    return [game for game, *_rest in made]


def series(player: User, others: list[User], number: int, **extra: Any) -> list[Game]:
    """So many games of one player, a minute apart, with the others in turn; the last ended last."""
    each = [
        {"users": [player, others[n % len(others)]], "ended": NOON + n * timedelta(minutes=1)} for n in range(number)
    ]
    return pasts([one | extra for one in each])


def _rating(mu: tuple[float, float] | None) -> dict[str, Any]:
    """Of a rated game: what it did to the rating."""
    if mu is None:
        return {}
    return {
        "mu_before": mu[0],
        "sigma_before": 100.0,
        "mu_after": mu[1],
        "sigma_after": 90.0,
        "is_rated": True,
        "pool": "push2",
    }


def _seats(game: Game, users: list[User], bot: bool, places: list[int], points: list[int]) -> list[Seat]:
    """Of these people, and of a bot after them."""
    sitting = [{"user": user} for user in users] + [{"bot": "easy"}] * bot
    return [
        Seat(game=game, number=number, rank=places[number], points=points[number], **who)
        for number, who in enumerate(sitting)
    ]


def _one(
    users: list[User],
    kind: str = "push",
    ended: datetime = NOON,
    winner: int | None = 0,
    option: str = "",
    options: dict[str, Any] | None = None,
    bot: bool = False,
    mu: tuple[float, float] | None = None,
    **extra: Any,
) -> tuple[Game, list[Seat], list[Outcome]]:
    points = [10 if winner in (seat, None) else 7 for seat in range(len(users) + bot)]
    places = [1 if point == 10 else 2 for point in points]
    game = Game(
        id=f"past{next(_number):06}",
        kind=kind,
        rules_version=1,
        options=options or OPTIONS[kind],
        seat_count=len(places),
        status=Game.Status.FINISHED,
        state="-",
        started_at=ended,
        ended_at=ended,
        result={"end": "played", "places": places, "points": points if kind == "push" else None},
        **{"is_rated": mu is not None} | extra,
    )
    seats = _seats(game, users, bot, places, points)
    first = places.count(1)
    outcomes = [
        Outcome(
            game=game,
            user=user,
            seat=number,
            kind=kind,
            option_key=option or KEYS[kind],
            seat_count=game.seat_count,
            pace=game.pace,
            is_public=game.is_public,
            has_bots=bot,
            ended_at=ended,
            result="lost" if places[number] > 1 else "won" if first == 1 else "shared",
            rank=places[number],
            points=points[number],
            **{"is_rated": False} | _rating(mu),
        )
        for number, user in enumerate(users)
    ]
    return game, seats, outcomes
