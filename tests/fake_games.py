"""Store rows of finished games without playing them."""

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


def add_game(
    users: list[User], kind: str = "push", ended: datetime = NOON, winner: int | None = 0, **extra: Any
) -> Game:
    """Store a game that ended then. If `winner` is None, all share the first place; `bot` adds a seat of a bot."""
    return add_games([dict(users=users, kind=kind, ended=ended, winner=winner, **extra)])[0]


def add_games(wanted: list[dict[str, Any]]) -> list[Game]:
    """Store many such games in a few statements."""
    made = [_make_rows(**each) for each in wanted]
    Game.objects.bulk_create([game for game, _seats, _outcomes in made], batch_size=500)
    Seat.objects.bulk_create([seat for _game, seats, _outcomes in made for seat in seats], batch_size=500)
    Outcome.objects.bulk_create([outcome for *_rest, outcomes in made for outcome in outcomes], batch_size=500)
    return [game for game, *_rest in made]


def add_series(player: User, others: list[User], number: int, **extra: Any) -> list[Game]:
    """Store games of one player against each of the others in turn, a minute apart, oldest first."""
    each = [
        {"users": [player, others[n % len(others)]], "ended": NOON + n * timedelta(minutes=1)} for n in range(number)
    ]
    return add_games([one | extra for one in each])


def _make_rating_fields(mu: tuple[float, float] | None) -> dict[str, Any]:
    """Return what a rated game did to the rating."""
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


def _make_seats(game: Game, users: list[User], bot: bool, places: list[int], points: list[int]) -> list[Seat]:
    """Make seats for these users, and one for a bot after them."""
    sitting = [{"user": user} for user in users] + [{"bot": "easy"}] * bot
    return [
        Seat(game=game, number=number, rank=places[number], points=points[number], **who)
        for number, who in enumerate(sitting)
    ]


def _make_rows(
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
    seats = _make_seats(game, users, bot, places, points)
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
            **{"is_rated": False} | _make_rating_fields(mu),
        )
        for number, user in enumerate(users)
    ]
    return game, seats, outcomes
