"""Users who can be notified, and what the log says about them."""

import random

from allauth.account.models import EmailAddress

from accounts.models import User
from games.models import Game, Notification, Seat, Visit
from games.notifications import collect
from tests.tables import one_move, table


def reachable(user: User, verified: bool = True) -> str:
    """Give the user an address."""
    address = f"{user.username.lower()}@mail.example"
    EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
    return address


def duel(kind: str = "push", **extra) -> tuple[Game, list[User]]:
    """A game of two people over days who have an address each; the first news are told and gone."""
    game, users = table(kind, 2, **extra)
    for user in users:
        reachable(user)
    collect.collect_all()
    Notification.objects.all().delete()
    return game, users


def turn_of(game: Game, users: list[User]) -> tuple[User, User]:
    """Whom the game waits for, and somebody else."""
    seats = set(Seat.objects.filter(game=game, is_to_move=True).values_list("user", flat=True))
    return next(u for u in users if u.pk in seats), next(u for u in users if u.pk not in seats)


def until_turn_of(game: Game, users: list[User], wanted: User, seed: int = 3) -> None:
    """Play until it is the turn of somebody else, and then of that one."""
    dice = random.Random(seed)
    game.refresh_from_db()
    while turn_of(game, users)[0] == wanted:
        one_move(game, users, dice)
    while turn_of(game, users)[0] != wanted:
        one_move(game, users, dice)
    assert game.status == Game.Status.PLAYING


def ledger(user: User) -> list[tuple[str, str, str, str]]:
    """What, channel, status, why; the oldest first."""
    rows = Notification.objects.filter(user=user).exclude(channel="").order_by("pk")
    return list(rows.values_list("topic", "channel", "status", "status_detail"))


def looks(user: User, game: Game, until) -> None:
    Visit.objects.update_or_create(user=user, game=game, defaults={"looking_until": until})
