"""Store the end of a game in the same transaction: results, ratings and leaderboards.

The number of rows is bounded by the number of players; it doesn't grow with the games played before.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.kinds import KINDS
from games.models import Game, LeaderboardBucket, Outcome, Rating, RatingPeriod, Seat, sums
from games.play.locking import load_past_seats, write_transaction
from games.ratings import keys, ledger
from games.ratings.ledger import Entry, Ledger, PeriodTotals, RankedPlayer
from games.ratings.model import Strength
from games.rules.base import Result

RATING_FIELDS = ("mu", "sigma", "games", "last_game_at", "peak_mu", "leaderboard_value", "is_ranked", "fades_at")
PERIOD_FIELDS = ("games", "wins", "gain", "mu", "sigma")
AT_ONCE = 2_000  # rows per statement

Outcomes = Sequence[Outcome]
Buckets = Mapping[tuple[str, int], int]  # by leaderboard and height


def store_results(game_id: str, over: Result, ended: datetime) -> None:
    """Store the results of everyone who played, and new ratings if the game was rated."""
    game = Game.objects.only("kind", "options", "seat_count", "pace", "is_public", "is_rated").get(pk=game_id)
    seats = list(Seat.objects.filter(game=game_id).select_related("user", "leaver"))
    outcomes = make_outcomes(game, seats, over, ended)
    if game.is_rated:
        _rate(KINDS[game.kind].pool(game.seat_count), outcomes, _find_guests(seats), ended)
    Outcome.objects.bulk_create(outcomes)


def make_outcomes(game: Game, seats: Sequence[Seat], over: Result, ended: datetime) -> list[Outcome]:
    """Return a result for everyone who had a seat, including players who left and all their substitutes."""
    formers = load_past_seats(game, seats)
    bots = game.seat_count == 1 or any(seat.bot for seat in seats)
    found = []
    for seat in seats:
        sat = [former.user_id for former in formers if former.seat == seat.number]
        for user in (*sat, seat.user_id):
            if user is None:
                continue
            is_substitute = bool(sat) and user != sat[0]
            found.append(
                Outcome(
                    game=game,
                    user_id=user,
                    seat=seat.number,
                    kind=game.kind,
                    option_key=KINDS[game.kind].option_key(game.options),
                    seat_count=game.seat_count,
                    pace=game.pace,
                    is_public=game.is_public,
                    is_rated=False,
                    has_bots=bots,
                    ended_at=ended,
                    result=_find_result(over.places, seat.number),
                    rank=over.places[seat.number],
                    points=over.points[seat.number] if over.points else None,
                    margin=_compute_margin(over.points, seat.number),
                    leave_reason="" if is_substitute else seat.leave_reason,
                    is_substitute=is_substitute,
                )
            )
    return found


def _find_result(places: Sequence[int], seat: int) -> str:
    if places[seat] > 1:
        return Outcome.Result.LOST
    return Outcome.Result.WON if list(places).count(1) == 1 else Outcome.Result.SHARED


def _compute_margin(points: Sequence[int] | None, seat: int) -> int | None:
    """Return the lead over the best of the others. In a solo game, the opponent counts as one of them."""
    if points is None or len(points) < 2:
        return None
    return points[seat] - max(other for number, other in enumerate(points) if number != seat)


def _find_guests(seats: Iterable[Seat]) -> set[int]:
    people = [person for seat in seats for person in (seat.user, seat.leaver) if person]
    return {person.pk for person in people if person.is_guest}


# --- ratings ---------------------------------------------------------------------------------------------------------


def _rate(pool: str, outcomes: Outcomes, guests: set[int], ended: datetime) -> None:
    """Update the ratings of the original players by final place. Guests have no rating and are left out."""
    rated = [outcome for outcome in outcomes if not outcome.is_substitute and outcome.user_id not in guests]
    if len(rated) < 2:
        return
    users = [outcome.user_id for outcome in rated]
    before = _lock_ratings(pool, users, ended)
    known = _make_ledger(before, _load_periods(pool, users, ended))
    old = {user: _list_points(pool, known, user, before[user], ended) for user in users}
    enter_game(known, pool, rated, ended)
    _store_ratings(pool, known, ended)
    buckets: Counter[tuple[str, int]] = Counter()
    for user in users:
        buckets.update(ledger.count_bucket_changes(old[user], _list_points(pool, known, user, None, ended)))
    add_buckets(buckets)


def enter_game(known: Ledger, pool: str, rated: Outcomes, ended: datetime) -> None:
    """Enter a rated game in the ledger, and note the ratings before and after it on the results."""
    changes = {change.user: change for change in known.enter([RankedPlayer(o.user_id, o.rank) for o in rated], ended)}
    for outcome in rated:
        change = changes[outcome.user_id]
        outcome.is_rated, outcome.pool = True, pool
        outcome.mu_before, outcome.sigma_before = change.before
        outcome.mu_after, outcome.sigma_after = change.after


def _lock_ratings(pool: str, users: Sequence[int], ended: datetime) -> dict[int, Rating]:
    """Lock the ratings of these players in order of user ID; create those that are missing."""
    new = [_make_rating(user, pool, Entry(at=ended), ended) for user in sorted(users)]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    rows = Rating.objects.select_for_update(no_key=True).filter(pool=pool, user__in=users).order_by("user")
    return {row.user_id: row for row in rows}


def _load_periods(pool: str, users: Sequence[int], ended: datetime) -> list[RatingPeriod]:
    periods = (keys.month_key(ended), keys.season_key(ended))
    return list(RatingPeriod.objects.filter(pool=pool, user__in=users, period__in=periods))


def _make_ledger(rows: dict[int, Rating], spans: Iterable[RatingPeriod]) -> Ledger:
    """Collect the stored ratings the game needs."""
    entries = {
        user: Entry(Strength(row.mu, row.sigma), row.games, row.last_game_at if row.games else None, row.peak_mu)
        for user, row in rows.items()
    }
    periods = {
        (span.user_id, span.period): PeriodTotals(span.games, span.wins, span.gain, Strength(span.mu, span.sigma))
        for span in spans
    }
    return Ledger(entries, periods)


def _list_points(pool: str, known: Ledger, user: int, row: Rating | None, ended: datetime) -> dict[str, float]:
    """Return the player's points by leaderboard: from `row` as it was stored, or else from the book."""
    entry, found = known.entries[user], {}
    if row.is_ranked if row else entry.is_ranked:
        found[pool] = row.leaderboard_value if row else entry.strength.value
    for period in (keys.month_key(ended), keys.season_key(ended)):
        totals = known.periods.get((user, period))
        if totals and totals.gain > 0:  # leaderboards of a period list only players who gained
            found[keys.leaderboard_key(pool, period)] = totals.gain
    return found


def _store_ratings(pool: str, known: Ledger, ended: datetime) -> None:
    Rating.objects.bulk_create(
        make_ratings({pool: known}, ended),
        update_conflicts=True,
        unique_fields=("user", "pool"),
        update_fields=RATING_FIELDS,
    )
    RatingPeriod.objects.bulk_create(
        make_periods({pool: known}),
        update_conflicts=True,
        unique_fields=("user", "pool", "period"),
        update_fields=PERIOD_FIELDS,
    )


def make_ratings(pools: Mapping[str, Ledger], now: datetime) -> list[Rating]:
    """Return the rows of these ratings, with the leaderboard values as of now."""
    return [
        _make_rating(user, pool, entry, now)
        for pool, known in pools.items()
        for user, entry in sorted(known.entries.items())
    ]


def _make_rating(user: int, pool: str, entry: Entry, now: datetime) -> Rating:
    if entry.at is None:
        raise AssertionError("every player in the ledger has played")
    value, is_ranked, fades = ledger.leaderboard_value(entry.strength, entry.at, now)
    return Rating(
        user_id=user,
        pool=pool,
        mu=entry.strength.mu,
        sigma=entry.strength.sigma,
        games=entry.games,
        last_game_at=entry.at,
        peak_mu=entry.peak,
        leaderboard_value=value,
        is_ranked=is_ranked,
        fades_at=fades,
    )


def make_periods(pools: Mapping[str, Ledger]) -> list[RatingPeriod]:
    """Return the rows of the totals in months and seasons."""
    return [
        RatingPeriod(
            user_id=user,
            pool=pool,
            period=period,
            games=totals.games,
            wins=totals.won,
            gain=totals.gain,
            mu=totals.strength.mu,
            sigma=totals.strength.sigma,
        )
        for pool, known in pools.items()
        for (user, period), totals in sorted(known.periods.items())
    ]


# --- buckets of leaderboards -----------------------------------------------------------------------------------------


def add_buckets(buckets: Buckets) -> None:
    """Add to the number of players on these buckets of leaderboards."""
    rows = [{"leaderboard": board, "height": height, "count": by} for (board, height), by in buckets.items() if by]
    sums.add(LeaderboardBucket, ("leaderboard", "height"), rows)


def select_buckets() -> QuerySet[LeaderboardBucket]:
    """Select the buckets of these leaderboards, not those of solo ladders."""
    return LeaderboardBucket.objects.exclude(leaderboard__startswith=keys.solo_leaderboard_key(""))


def count_buckets() -> Counter[tuple[str, int]]:
    """Count the players in each bucket, given the stored ratings and totals."""
    found: Counter[tuple[str, int]] = Counter()
    ranked = Rating.objects.filter(is_ranked=True).values_list("pool", "leaderboard_value")
    for pool, value in ranked.iterator(chunk_size=AT_ONCE):
        found[keys.leaderboard_key(pool), ledger.bucket_height(value)] += 1
    rows = RatingPeriod.objects.filter(gain__gt=0).values_list("pool", "period", "gain")
    for pool, period, gain in rows.iterator(chunk_size=AT_ONCE):
        found[keys.leaderboard_key(pool, period), ledger.bucket_height(gain)] += 1
    return found


def recount_buckets() -> None:
    """Store the buckets anew."""
    select_buckets().delete()
    add_buckets(count_buckets())


# --- fading ----------------------------------------------------------------------------------------------------------

MOST_FADED = 200  # per sweep


def fade_ratings(now: datetime) -> int:
    """Lower the leaderboard value of players who haven't played for another week.

    Their rating gets less certain with time. Some drop off the leaderboard.
    """
    with write_transaction():
        due = Rating.objects.filter(fades_at__lte=now).order_by("user", "pool")
        rows = list(due.select_for_update(no_key=True, skip_locked=True)[:MOST_FADED])
        buckets: Counter[tuple[str, int]] = Counter()
        for row in rows:
            value, is_ranked, fades = ledger.leaderboard_value(Strength(row.mu, row.sigma), row.last_game_at, now)
            after = {row.pool: value} if is_ranked else {}
            buckets.update(ledger.count_bucket_changes({row.pool: row.leaderboard_value}, after))
            row.leaderboard_value, row.is_ranked, row.fades_at = value, is_ranked, fades
            row.save(update_fields=["leaderboard_value", "is_ranked", "fades_at"])
        add_buckets(buckets)
        return len(rows)
