"""A player's finished games, in pages by keyset, so that the last page is as fast as the first."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.archive import search
from games.archive.search import Search
from games.models import Game, Outcome, Seat
from games.pages import lists
from games.refusals import Denied

PAGE = 25
NEWEST, OLDEST = ("-ended_at", "-pk"), ("ended_at", "pk")
Matches = QuerySet[Any]  # results of a player, or games without results
Position = tuple[datetime, int | str]  # in the list


@dataclass
class PastGame(lists.Row):
    """A game that is over, in the list of one of its players."""

    outcome: Outcome | None = None  # None: it was canceled

    @cached_property
    def own(self) -> Seat | None:
        """The player's seat, even if a substitute took it over."""
        if self.outcome is None:
            return next((seat for seat in self.seats if self.reader and seat.user_id == self.reader.pk), None)
        return next(seat for seat in self.seats if seat.number == self.outcome.seat)

    @property
    def left(self) -> str:
        """How the player left, or that they came later."""
        if self.outcome is None:
            return ""
        if self.outcome.is_substitute:
            return _("as a substitute")
        words = {"resigned": _("resigned"), "clock": _("ran out of time")}
        return words.get(self.outcome.leave_reason, "")

    @property
    def is_shared(self) -> bool:
        """Whether first place was shared among three or more players; between two it is a draw."""
        return self.outcome is not None and self.outcome.result == Outcome.Result.SHARED and self.game.seat_count > 2

    @property
    def change(self) -> lists.RatingChange | None:
        """What the game did to the player's rating."""
        result = self.outcome
        return lists.describe_rating_change(result.mu_before, result.mu_after, result.sigma_after) if result else None


class Page(NamedTuple):
    """A page of the list, and the games where the newer and older pages start, if there are any."""

    rows: list[PastGame]
    newer: str
    older: str


def load_page(player: User, own: bool, sought: Search, before: str = "", after: str = "") -> Page:
    """Load the newest games, or those before or after a game. Other readers only see public games."""
    found = select_matching(player, own, sought)
    if after:
        games = list(_select_beyond(found, find_position(player, own, sought, after), newer=True)[: PAGE + 1])
        if len(games) > PAGE:
            shown = games[PAGE - 1 :: -1]
            return Page(make_rows(player, shown), newer=find_game_id(shown[0]), older=find_game_id(shown[-1]))
        before = ""  # less than a page is newer, so show the first page
    if before:
        found = _select_beyond(found, find_position(player, own, sought, before), newer=False)
    games = list(found.order_by(*NEWEST)[: PAGE + 1])
    shown, more = games[:PAGE], len(games) > PAGE
    newer = find_game_id(shown[0]) if before and shown else ""
    return Page(make_rows(player, shown), newer, find_game_id(shown[-1]) if more else "")


def load_latest(player: User, own: bool, count: int) -> list[PastGame]:
    """Load the latest games without their seats, which the caller loads together with those of other lists."""
    found = select_all(player, own, Search()).order_by(*NEWEST)[:count]
    return [PastGame(one.game, player, outcome=one) for one in found]


def select_matching(player: User, own: bool, sought: Search) -> Matches:
    """Select the matching games, in no order."""
    found = select_all(player, own, sought)
    return found.filter(search.match_games(sought) if sought.is_for_canceled else search.match_results(sought, player))


def select_all(player: User, own: bool, sought: Search) -> Matches:
    """Select all results that the reader may see, or all of the player's canceled games."""
    if sought.is_for_canceled:
        off = Game.objects.filter(status=Game.Status.ABORTED, started_at__isnull=False, ended_at__isnull=False)
        return off.filter(seats__user=player).without_secrets()
    found = Outcome.objects.filter(user=player).with_game().defer("facts")
    return found if own else found.filter(is_public=True)


def find_position(player: User, own: bool, sought: Search, game_id: str) -> Position:
    """Return the game's position in the list, or raise Denied."""
    which = {"pk" if sought.is_for_canceled else "game": game_id}
    found: Position | None = select_all(player, own, sought).filter(**which).values_list("ended_at", "pk").first()
    if found is None:
        raise Denied("history.page")
    return found


def list_batches(player: User, own: bool, sought: Search, size: int) -> Iterator[list[str]]:
    """Yield the matching games, newest first, in batches with a query each."""
    found, place = select_matching(player, own, sought), None
    while True:
        part = found if place is None else _select_beyond(found, place, newer=False)
        name = "pk" if sought.is_for_canceled else "game_id"
        batch = list(part.order_by(*NEWEST).values_list("ended_at", "pk", name)[:size])
        if batch:
            yield [game for _ended, _pk, game in batch]
        if len(batch) < size:
            return
        place = batch[-1][:2]


def find_game_id(found: Any) -> str:
    """Return the ID of a result's game, or of the game itself."""
    return str(found.game_id if isinstance(found, Outcome) else found.pk)


def make_rows(player: User, found: list[Any]) -> list[PastGame]:
    """Load the seats of all these games with one query."""
    pairs = [(one.game, one) if isinstance(one, Outcome) else (one, None) for one in found]
    rows = [PastGame(game, player, outcome=outcome) for game, outcome in pairs]
    lists.load_seats(rows)
    return rows


def _select_beyond(found: Matches, place: Position, newer: bool) -> Matches:
    """Select the rows newer or older than that position, nearest first. The first condition is for the index."""
    ended, pk = place
    if newer:
        found = found.filter(Q(ended_at__gt=ended) | Q(pk__gt=pk), ended_at__gte=ended)
        return found.order_by(*OLDEST)
    return found.filter(Q(ended_at__lt=ended) | Q(pk__lt=pk), ended_at__lte=ended)
