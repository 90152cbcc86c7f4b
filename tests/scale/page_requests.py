"""The pages to request: of active players and others, and of old and new games with moves."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from accounts.models import User
from games.models import Game, HeadToHead, Outcome, Rating


class Page(NamedTuple):
    """A page, and its paths, each with the user who requests it (None for a visitor)."""

    name: str
    of: Callable[[int], Iterator[tuple[str, User | None]]]


def load_players(count: int) -> list[User]:
    """Load the most active players: the first ones of each group."""
    total = User.objects.filter(username__startswith="Zed").count()
    step = 5_000 if total >= 10_000 else max(total, 1)
    found = [f"Zed{number:07d}" for start in range(count) for number in range(start, total, step)]
    return [User.objects.get(username=name) for name in found[:count]]


def find_game(user: User, share: float) -> str:
    """Return the ID of the game at that point of the player's list (0 is the newest, 1 the oldest)."""
    mine = Outcome.objects.filter(user=user).order_by("-ended_at", "-pk")
    return str(mine.values_list("game", flat=True)[int((mine.count() - 1) * share)])


def load_games(count: int) -> list[Game]:
    """Load games with moves and several players, spread over all IDs."""
    games = Game.objects.filter(version__gt=0, version__lt=100_000, seat_count__gt=1).order_by("pk")
    ids = list(games.values_list("pk", flat=True)[: 50 * count : 50])[:count]
    return list(Game.objects.filter(pk__in=ids))


def of_players(path: Callable[[User], str], reads: bool = False) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    return lambda count: ((path(user), user if reads else None) for user in load_players(count))


def of_games(path: Callable[[Game], str]) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    return lambda count: ((path(game), None) for game in load_games(count))


def always(path: str) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    return lambda count: ((path, user) for user in load_players(count))


def ranks(path: str) -> Callable[[int], Iterator[tuple[str, User | None]]]:
    """Request the page for players in the middle of the leaderboard."""

    def found(count: int) -> Iterator[tuple[str, User | None]]:
        board = Rating.objects.filter(pool="push2").order_by("-is_ranked", "-leaderboard_value", "user")
        middle = board.filter(is_ranked=True).count() // 2
        yield from ((path, rating.user) for rating in board.select_related("user")[middle : middle + count])

    return found


def find_opponent(user: User) -> str:
    """Return the player's most frequent opponent."""
    met: Any = HeadToHead.objects.filter(user=user).order_by("-games").select_related("other").first()
    return str(met.other.username)


def history_path(user: User, more: str = "") -> str:
    return f"/players/{user.username}/games/{more}"


PAGES = (
    Page("leaderboards", always("/leaders/")),
    Page("leaderboard, all time", always("/leaders/push2/")),
    Page("leaderboard, around one in the middle", ranks("/leaders/push2/")),
    Page("leaderboard, friends", always("/leaders/push2/?friends=1")),
    Page("solo ladder", always("/leaders/solo/")),
    Page("player", of_players(lambda user: f"/players/{user.username}/")),
    Page("player, ratings", of_players(lambda user: f"/players/{user.username}/ratings/")),
    Page("player, opponents", of_players(lambda user: f"/players/{user.username}/opponents/", reads=True)),
    Page("history", of_players(history_path)),
    Page("history, own", of_players(history_path, reads=True)),
    Page(
        "history, in the middle",
        of_players(lambda user: history_path(user, f"?before={find_game(user, 0.5)}"), reads=True),
    ),
    Page(
        "history, the end", of_players(lambda user: history_path(user, f"?before={find_game(user, 0.95)}"), reads=True)
    ),
    Page(
        "history, by kind and result", of_players(lambda user: history_path(user, "?kind=tiles&result=won"), reads=True)
    ),
    Page(
        "history, an opponent",
        of_players(lambda user: history_path(user, f"?opponent={find_opponent(user)}"), reads=True),
    ),
    Page("home", always("/")),
    Page("open games", always("/games/")),
    Page("statistics of the site", always("/stats/")),
    Page("replay", of_games(lambda game: f"/games/{game.pk}/replay/?step={game.version // 2}")),
    Page("review", of_games(lambda game: f"/games/{game.pk}/review/")),
    Page("shuffle proof", of_games(lambda game: f"/games/{game.pk}/proof/")),
    Page("table of a game that is over", of_games(lambda game: f"/games/{game.pk}/")),
    Page("game file", of_games(lambda game: f"/games/{game.pk}/record.json")),
)
