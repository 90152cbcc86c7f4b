"""The pages to request, and for whom: active players and others, games with moves, of all ages."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from accounts.models import User
from games.models import Game, HeadToHead, Outcome, Rating


class Asked(NamedTuple):
    """A page by its name, and addresses of it, each with who asks (None: nobody is logged in)."""

    name: str
    of: Callable[[int], Iterator[tuple[str, User | None]]]


def players(count: int) -> list[User]:
    """The heaviest of their groups, by their number: the first of each group plays most."""
    total = User.objects.filter(username__startswith="Zed").count()
    step = 5_000 if total >= 10_000 else max(total, 1)
    found = [f"Zed{number:07d}" for start in range(count) for number in range(start, total, step)]
    return [User.objects.get(username=name) for name in found[:count]]


def newest(user: User, share: float) -> str:
    """A game so far back in the player's list."""
    mine = Outcome.objects.filter(user=user).order_by("-ended_at", "-pk")
    return str(mine.values_list("game", flat=True)[int((mine.count() - 1) * share)])


def kept_games(count: int) -> list[Game]:
    """Games with moves, from everywhere; of several players, which ask for more."""
    games = Game.objects.filter(version__gt=0, version__lt=100_000, seat_count__gt=1).order_by("pk")
    ids = list(games.values_list("pk", flat=True)[: 50 * count : 50])[:count]
    return list(Game.objects.filter(pk__in=ids))


def of_players(path: Callable[[User], str], reads: bool = False) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    return lambda count: ((path(user), user if reads else None) for user in players(count))


def of_games(path: Callable[[Game], str]) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    return lambda count: ((path(game), None) for game in kept_games(count))


def always(path: str) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    return lambda count: ((path, user) for user in players(count))


def ranks(path: str) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    """Readers who stand somewhere in the middle."""

    def found(count: int) -> Iterator[tuple[str, User | None]]:
        board = Rating.objects.filter(pool="push2").order_by("-is_ranked", "-leaderboard_value", "user")
        middle = board.filter(is_ranked=True).count() // 2
        yield from ((path, rating.user) for rating in board.select_related("user")[middle : middle + count])

    return found


def against(user: User) -> str:
    """The opponent whom the player met most."""
    met: Any = HeadToHead.objects.filter(user=user).order_by("-games").select_related("other").first()
    return str(met.other.username)


def history(user: User, more: str = "") -> str:
    return f"/players/{user.username}/games/{more}"


PAGES = (
    Asked("leaderboards", always("/leaders/")),
    Asked("leaderboard, all time", always("/leaders/push2/")),
    Asked("leaderboard, around one in the middle", ranks("/leaders/push2/")),
    Asked("leaderboard, friends", always("/leaders/push2/?friends=1")),
    Asked("solo ladder", always("/leaders/solo/")),
    Asked("player", of_players(lambda user: f"/players/{user.username}/")),
    Asked("player, ratings", of_players(lambda user: f"/players/{user.username}/ratings/")),
    Asked("player, opponents", of_players(lambda user: f"/players/{user.username}/opponents/", reads=True)),
    Asked("history", of_players(history)),
    Asked("history, own", of_players(history, reads=True)),
    Asked("history, in the middle", of_players(lambda user: history(user, f"?before={newest(user, 0.5)}"), reads=True)),
    Asked("history, the end", of_players(lambda user: history(user, f"?before={newest(user, 0.95)}"), reads=True)),
    Asked("history, by kind and result", of_players(lambda user: history(user, "?kind=tiles&result=won"), reads=True)),
    Asked("history, an opponent", of_players(lambda user: history(user, f"?opponent={against(user)}"), reads=True)),
    Asked("home", always("/")),
    Asked("open games", always("/games/")),
    Asked("statistics of the site", always("/stats/")),
    Asked("replay", of_games(lambda game: f"/games/{game.pk}/replay/?step={game.version // 2}")),
    Asked("review", of_games(lambda game: f"/games/{game.pk}/review/")),
    Asked("shuffle proof", of_games(lambda game: f"/games/{game.pk}/proof/")),
    Asked("table of a game that is over", of_games(lambda game: f"/games/{game.pk}/")),
    Asked("game file", of_games(lambda game: f"/games/{game.pk}/record.json")),
)
