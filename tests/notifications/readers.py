"""Users who can be notified, and their notification log."""

import random

from allauth.account.models import EmailAddress

from accounts.models import User
from games.models import Game, Notification, Seat, Visit
from games.notifications import collect
from tests.tables import one_move, table


def add_address(user: User, verified: bool = True) -> str:
    """Give the user an e-mail address, and return it."""
    address = f"{user.username.lower()}@mail.example"
    EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
    return address


def start_duel(kind: str = "push", **extra) -> tuple[Game, list[User]]:
    """Start a correspondence game of two players with addresses, and delete its first notifications."""
    game, users = table(kind, 2, **extra)
    for user in users:
        add_address(user)
    collect.collect_all()
    Notification.objects.all().delete()
    return game, users


def split_by_turn(game: Game, users: list[User]) -> tuple[User, User]:
    """Return the player to move and another one."""
    seats = set(Seat.objects.filter(game=game, is_to_move=True).values_list("user", flat=True))
    return next(u for u in users if u.pk in seats), next(u for u in users if u.pk not in seats)


def play_until_turn_of(game: Game, users: list[User], wanted: User, seed: int = 3) -> None:
    """Play until it's another player's turn, and then until it's this player's."""
    dice = random.Random(seed)
    game.refresh_from_db()
    while split_by_turn(game, users)[0] == wanted:
        one_move(game, users, dice)
    while split_by_turn(game, users)[0] != wanted:
        one_move(game, users, dice)
    assert game.status == Game.Status.PLAYING


def list_log(user: User) -> list[tuple[str, str, str, str]]:
    """List topic, channel, status and its detail of the user's notifications, oldest first."""
    rows = Notification.objects.filter(user=user).exclude(channel="").order_by("pk")
    return list(rows.values_list("topic", "channel", "status", "status_detail"))


def set_looking(user: User, game: Game, until) -> None:
    Visit.objects.update_or_create(user=user, game=game, defaults={"looking_until": until})
