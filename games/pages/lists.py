"""Games as shown in lists, in a bounded number of queries however many there are.

Only `list_unfinished` and `load_row` load the state, to say what a game is waiting for. Other secrets are never loaded.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Exists, F, FilteredRelation, OuterRef, Prefetch, Q, prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts import blocks
from accounts.models import User
from games.clocks.rules import GRACE_STAGES
from games.kinds import KINDS
from games.kinds.base import AnyKind
from games.models import Game, Invitation, Outcome, PlayerTotals, Seat, Visit
from games.models.querysets import GameQuerySet
from games.pages import labels, waiting_games
from games.ratings import model, solo_ladders

PAGE = 20  # open games per page
MOST = 60  # games of one player per page
RECENTLY = timedelta(days=30)  # how long a game counts as just finished
MOST_NAMES = 4  # names of other players
MOST_WANTED = 10  # games looking for a substitute, latest moves first


class RatingChange(NamedTuple):
    """What a game did to a rating (+24), and the rating after it (1512)."""

    by: str
    now: str


@dataclass
class Row:
    """One game in a list, as one reader sees it."""

    game: Game
    reader: User | None = None
    task: str = ""
    news: str = ""  # what happened since the reader's last visit
    has_talk: bool = False  # whether there are new chat messages
    drawing: str = ""  # of the position, if the kind makes any

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.game.seats.all())

    @cached_property
    def own(self) -> Seat | None:
        """The reader's seat."""
        return next((seat for seat in self.seats if self.reader and seat.user_id == self.reader.pk), None)

    @property
    def url(self) -> str:
        return reverse("table", args=[self.game.id])

    @property
    def name(self) -> str:
        return labels.kind_name(self.game.kind)

    @property
    def picture(self) -> str:
        return KINDS[self.game.kind].names.thumbnail

    @property
    def options(self) -> str:
        return labels.describe_options(self.game)

    @property
    def pace(self) -> str:
        return labels.pace_name(self.game.pace)

    @property
    def taken(self) -> int:
        return sum(seat.is_taken for seat in self.seats)

    @property
    def free(self) -> int:
        return self.game.seat_count - self.taken

    @property
    def filling(self) -> str:
        return _("%(taken)s of %(size)s seats taken") % {"taken": self.taken, "size": self.game.seat_count}

    @property
    def age(self) -> str:
        if timezone.now() - self.game.created_at < timedelta(minutes=1):
            return _("just now")
        return _("%(time)s ago") % {"time": timesince(self.game.created_at, depth=1)}

    @property
    def others(self) -> str:
        """The names of the other players, shortened if there are many."""
        names = [seat.name for seat in self.seats if seat.is_taken and seat is not self.own]
        if self.game.seat_count == 1:
            return solo_ladders.find_opponent(self.game.kind, self.game.options)
        return labels.shorten_names(names, MOST_NAMES)

    @property
    def company(self) -> str:
        """The game and the other players, in one line."""
        if not self.others:
            return self.name
        form = _("%(game)s against %(names)s") if self.game.seat_count <= 2 else _("%(game)s with %(names)s")
        return form % {"game": self.name, "names": self.others}

    @property
    def awaited(self) -> str:
        names = [seat.name for seat in self.seats if seat.is_to_move]
        if len(names) > 2:
            return _("%(count)s players") % {"count": len(names)}
        return ", ".join(names)

    @property
    def is_late(self) -> bool:
        """Whether the reader's time bank is empty and grace is running."""
        return self.own is not None and self.own.clock_stage in GRACE_STAGES

    @property
    def place(self) -> str:
        """The reader's result, in a word or two."""
        return describe_rank(self.game, self.own)

    @property
    def points(self) -> str:
        """The points, if the kind has any: the reader's first, then the best of the others."""
        points = (self.game.result or {}).get("points")
        if not points:
            return ""
        names = [seat.name for seat in self.seats] + [solo_ladders.find_opponent(self.game.kind, self.game.options)]
        mine = self.own.number if self.own else 0
        others = sorted((seat for seat in range(len(points)) if seat != mine), key=lambda seat: -points[seat])
        first = ngettext("%(points)s point", "%(points)s points", points[mine]) % {"points": points[mine]}
        return ", ".join([first, *(f"{names[seat]} {points[seat]}" for seat in others[:3])])

    @property
    def change(self) -> RatingChange | None:
        """The change of the reader's rating, if the list loaded it."""
        return describe_rating_change(
            *(getattr(self.game, name, None) for name in ("mu_before", "mu_after", "sigma_after"))
        )

    @property
    def moved(self) -> datetime:
        """When the last move was made, or the game was created."""
        return self.game.moved_at or self.game.created_at

    @property
    def waited(self) -> str:
        return timesince(self.moved, depth=1) if timezone.now() - self.moved >= timedelta(minutes=1) else _("just now")


def describe_rating_change(before: float | None, mu: float | None, sigma: float | None) -> RatingChange | None:
    """Format a change of rating, with a question mark if it is provisional; None for unrated games."""
    if before is None or mu is None or sigma is None:
        return None
    by = round(mu) - round(before)
    sign = "+" if by > 0 else "−" if by < 0 else "±"
    mark = "?" if model.Strength(mu, sigma).is_provisional else ""
    return RatingChange(f"{sign}{abs(by)}", f"{round(mu)}{mark}")


def describe_rank(game: Game, seat: Seat | None) -> str:
    """Return the seat's result, in a word or two."""
    if game.status == Game.Status.ABORTED:
        return pgettext("game", "canceled")
    if seat is None or seat.rank is None:
        return ""
    if game.seat_count <= 2:
        first = [other.rank for other in game.seats.all()].count(1)
        if seat.rank == 1:
            return pgettext("result", "draw") if first > 1 else _("won")
        return _("lost")
    return {1: _("1st"), 2: _("2nd"), 3: _("3rd")}.get(seat.rank) or _("%(place)sth") % {"place": seat.rank}


def load_for_list(games: GameQuerySet) -> GameQuerySet:
    """Select everything a list shows, in two queries and without the secret columns."""
    return games.without_secrets().select_related("host").prefetch_related(_prefetch_players())


def _prefetch_players() -> Any:
    return Prefetch("seats", Seat.objects.select_related("user", "user__reliability"))


def make_rows(games: Iterable[Game], reader: Any) -> list[Row]:
    return [Row(game, reader if reader.is_authenticated else None) for game in games]


def list_open(kind: str, before: Game | None, reader: Any) -> tuple[list[Row], bool]:
    """Return a page of open public games, newest first, and whether there are more."""
    games = Game.objects.filter(status=Game.Status.OPEN, is_public=True)
    invitations = Invitation.objects.filter(game=OuterRef("pk"), is_declined=False)
    games = games.exclude(Q(rematch_of__isnull=False) & Exists(invitations))  # invited players come first
    if kind:
        games = games.filter(kind=kind)
    if reader.pk is not None:
        hidden = blocks.blocked_either_way(reader.pk)
        games = games.exclude(_is_seated("pk", hidden) | Q(host__in=hidden))
    if before is not None:
        games = games.filter(Q(created_at__lt=before.created_at) | Q(created_at=before.created_at, id__lt=before.id))
    found = list(load_for_list(games).order_by("-created_at", "-id")[: PAGE + 1])
    return make_rows(found[:PAGE], reader), len(found) > PAGE


def list_wanted_substitutes(kind: str, reader: Any) -> list[tuple[Row, str]]:
    """Return running games in which the reader could replace a bot that plays for somebody who left, and who left.

    These are public games with at least one person left, but not the reader.
    """
    seats = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
    games = Game.objects.filter(
        Exists(seats.filter(has_left=True)),
        Exists(seats.filter(has_left=False)),
        status=Game.Status.PLAYING,
        is_public=True,
    )
    if kind:
        games = games.filter(kind=kind)
    if reader.pk is not None:
        games = games.exclude(Exists(seats.filter(user=reader.pk)))
    found = make_rows(load_for_list(games).order_by("-moved_at")[:MOST_WANTED], reader)
    apart = set(blocks.blocked_either_way(reader.pk)) if found else set()
    return [
        (row, ", ".join(seat.name for seat in row.seats if seat.has_left and seat.user))
        for row in found
        if not apart & {seat.user_id for seat in row.seats if not seat.has_left}
    ]


def load_seats(*found: Iterable[Row]) -> None:
    """Load the seats of all games in these lists with one query."""
    prefetch_related_objects([row.game for rows in found for row in rows], _prefetch_players())


def _is_seated(game: str, users: Iterable[int]) -> Q:
    """Build the condition that one of these users sits at the game of that name."""
    return Q(Exists(Seat.objects.filter(game=OuterRef(game), user__in=users)))


def list_own_open(user: User) -> list[Row]:
    """Return the open games the user has joined."""
    games = Game.objects.filter(status=Game.Status.OPEN, **_unplaced(user))
    return make_rows(load_for_list(games).order_by("-created_at")[:MOST], user)


def _unplaced(user: User) -> dict[str, Any]:
    """Build the condition for games that aren't over, or were canceled. There is an index for just these seats."""
    return {"seats__user": user, "seats__rank__isnull": True}


def list_unfinished(user: User) -> list[Row]:
    """Return the user's open and running games: those waiting for the user, most urgent first, then the others.

    Those others come with the longest wait first. Includes games in which the user ran out of time. Call `load_seats`
    afterwards.
    """
    going = (Game.Status.OPEN, Game.Status.PLAYING)
    seats = Seat.objects.filter(user=user, rank__isnull=True, game__status__in=going)
    seats = seats.filter(Q(has_left=False) | Q(leave_reason=Seat.LeaveReason.CLOCK))
    seats = seats.with_game_and_state("game__host")
    return make_rows([seat.game for seat in seats.order_by("-is_to_move", *waiting_games.URGENT)[:MOST]], user)


def load_row(game_id: str, user: User) -> Row | None:
    """Return one game as the user sees it."""
    found = Game.objects.with_state().filter(pk=game_id).prefetch_related(_prefetch_players())
    return next(iter(make_rows(found, user)), None)


def list_just_finished(user: User, count: int) -> list[Row]:
    """Return recently finished and canceled games that the user hasn't dismissed. Call `load_seats` afterwards."""
    since = timezone.now() - RECENTLY
    ended = Outcome.objects.filter(user=user, ended_at__gte=since).values("game")
    off = Seat.objects.filter(user=user, rank__isnull=True, game__status=Game.Status.ABORTED).order_by().values("game")
    away = Visit.objects.filter(game=OuterRef("pk"), user=user, is_dismissed=True)
    games = Game.objects.filter(~Exists(away), pk__in=ended.union(off), started_at__isnull=False, ended_at__gte=since)
    games = games.annotate(mine=FilteredRelation("outcomes", condition=Q(outcomes__user=user)))
    games = games.annotate(**{name: F(f"mine__{name}") for name in ("mu_before", "mu_after", "sigma_after")})
    return make_rows(games.without_secrets().order_by("-ended_at")[:count], user)


def list_running(user: User, count: int) -> list[Row]:
    """Return the user's public running games. Call `load_seats` afterwards."""
    games = Game.objects.filter(status=Game.Status.PLAYING, is_public=True, seats__has_left=False, **_unplaced(user))
    return make_rows(games.without_secrets().order_by("-moved_at")[:count], user)


def list_invitations(user: User) -> list[tuple[Invitation, Row]]:
    """Return the user's open invitations with their games. Call `load_seats` afterwards."""
    found = Invitation.objects.filter(user=user, is_declined=False, game__status=Game.Status.OPEN)
    hidden = blocks.blocked_either_way(user.pk)
    found = found.exclude(_is_seated("game", hidden) | Q(invited_by__in=hidden)).order_by("-created_at")
    found = found.with_game("game__host", "invited_by")
    return [(invitation, Row(invitation.game, user)) for invitation in found[:MOST]]


def list_beaten_levels(user: User, kind: AnyKind) -> set[tuple[str, int]]:
    """Return the solo levels the user has beaten, as opponent and level.

    Reads recent results too, because the latest wins may not be counted yet.
    """
    ladder, alone = solo_ladders.get_ladder(kind), {"user": user, "kind": kind.slug, "seat_count": 1}
    won = PlayerTotals.objects.filter(**alone, wins__gt=0).values_list("option_key", flat=True)
    now = Outcome.objects.filter(**alone, result=Outcome.Result.WON, ended_at__gte=timezone.now() - timedelta(days=1))
    found = {ladder.from_key(key) for key in {*won, *now.values_list("option_key", flat=True)}}
    return {(ladder.opponents[edition], level) for edition, level in found}
