"""Collect statistics of finished games: facts, luck and skill, and totals for the pages.

Each game is collected once, by whichever sweep comes first. The computing is done outside of any lock, since a finished
game never changes. Whoever marks the game as collected stores the totals in the same transaction.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import DatabaseError

from games import play
from games.archive import luck
from games.archive.records import make_record
from games.kinds import KINDS
from games.kinds.base import Counted, Facts
from games.kinds.review import Share
from games.models import Game, HeadToHead, Move, Outcome, PlayerTotals, Seat, SiteCounter, SoloProgress, sums
from games.pages.tables import Table
from games.ratings import keys
from games.ratings.solo_ladders import get_ladder
from games.rules.base import Result
from games.rules.replay import replay
from games.rules.serialization import from_plain
from games.stats import counts

log = logging.getLogger(__name__)
SWEEP_GAMES = 50  # games per sweep
SWEEP_SECONDS = 0.5  # after this, the rest waits for the next sweep


def collect_some() -> int:
    """Collect finished games for half a second, oldest first."""
    until, done = time.monotonic() + SWEEP_SECONDS, 0
    for game_id in select_uncounted()[:SWEEP_GAMES]:
        done += _collect_safely(game_id)
        if time.monotonic() > until:
            break
    return done


def collect_all() -> int:
    done = 0
    while found := list(select_uncounted()[:SWEEP_GAMES]):
        done += sum(map(_collect_safely, found))
    return done


def select_uncounted() -> Any:
    """Select finished games that haven't been collected, oldest first."""
    games = Game.objects.finished().filter(has_statistics=False)
    return games.order_by("ended_at", "id").values_list("pk", flat=True)


def _collect_safely(game_id: str) -> bool:
    """Log a game that can't be replayed once, and leave it out of the totals."""
    try:
        return collect_game(game_id)
    except DatabaseError:  # try again later
        raise
    except Exception:
        log.exception("Game %s couldn't be counted in the statistics", game_id)
        return bool(Game.objects.filter(pk=game_id, has_statistics=False).update(has_statistics=True))


def collect_game(game_id: str) -> bool:
    """Collect one game. Return False if it was already collected."""
    game = Game.objects.get(pk=game_id)
    seats, moves = play.load_seats(game), list(game.moves.all())
    played = replay(make_record(Table(game, seats, moves), None))
    if played.error:
        raise played.error
    counted, shares = counts.count_by_seat(played), luck.compute_shares(played)
    of_site = counts.count_for_site(played)
    for number, spent in _measure_thinking(moves).items():
        counted[number] |= spent
    with play.locking.write_transaction():
        if not Game.objects.filter(pk=game_id, has_statistics=False).update(has_statistics=True):
            return False
        outcomes = _load_outcomes(game, seats)
        set_facts(outcomes, counted, shares)
        Outcome.objects.bulk_update(outcomes, ["facts", "luck", "skill"])
        add_totals(game, outcomes)
        add_counts([*of_site, *count_game(game, shares)])
    return True


def _measure_thinking(moves: Iterable[Move]) -> dict[int, Facts]:
    """Return by seat how long players thought, where a clock measured it."""
    found: dict[int, Facts] = {}
    for move in moves:
        if move.spent_ms is not None and move.made_by == "":
            pace = found.setdefault(move.seat, {"spent": 0, "timed": 0})
            pace["spent"] += move.spent_ms
            pace["timed"] += 1
    return found


def _load_outcomes(game: Game, seats: Sequence[Seat]) -> list[Outcome]:
    """Load the game's results. If none were stored at its end, make unrated ones."""
    found = list(Outcome.objects.filter(game=game).order_by("pk"))
    if not found and game.ended_at:
        over = from_plain(Result, game.result)
        found = play.results.make_outcomes(game, seats, over, game.ended_at)
        Outcome.objects.bulk_create(found)
    return found


def set_facts(outcomes: Sequence[Outcome], counted: Sequence[Facts], shares: Sequence[Share]) -> None:
    """Set each player's facts on the result. A seat that changed hands gets none."""
    changed_hands = {outcome.seat for outcome in outcomes if outcome.is_substitute or outcome.leave_reason}
    for outcome in outcomes:
        outcome.facts = {}
        if outcome.seat not in changed_hands:
            outcome.facts = counted[outcome.seat] | _count_result(outcome, counted[outcome.seat])
            if shares:
                outcome.luck, outcome.skill = shares[outcome.seat].luck, shares[outcome.seat].skill


def _count_result(outcome: Outcome, counted: Facts) -> Facts:
    """Return facts about the result: counted, won, and won by the first player if that is counted."""
    won = int(outcome.result == Outcome.Result.WON)
    return {"counted": 1, "won": won} | ({"first_won": won * counted["first"]} if "first" in counted else {})


# --- sums ------------------------------------------------------------------------------------------------------------


def add_totals(game: Game, outcomes: Sequence[Outcome]) -> None:
    """Add a game to the totals of its players."""
    mine = [outcome for outcome in outcomes if not outcome.is_substitute]
    _add_player_totals(mine)
    if game.is_public:  # opponents in private games are nobody's business
        _add_head_to_heads(mine)
    if KINDS[game.kind].is_solo(game.seat_count):
        _update_solo_progress(game, mine[0])


def _add_player_totals(outcomes: Sequence[Outcome]) -> None:
    for outcome in sorted(outcomes, key=lambda outcome: outcome.user_id):
        key = {name: getattr(outcome, name) for name in ("user_id", "kind", "seat_count", "option_key", "has_bots")}
        PlayerTotals.objects.bulk_create([PlayerTotals(**key)], ignore_conflicts=True)
        tally = PlayerTotals.objects.select_for_update(no_key=True).get(**key)
        tally.games += 1
        tally.wins += outcome.result == Outcome.Result.WON
        tally.shared_wins += outcome.result == Outcome.Result.SHARED
        added = dict(outcome.facts or {})
        if outcome.luck is not None:
            added |= {"luck": outcome.luck, "skill": outcome.skill, "reviewed": 1}
        tally.facts = {name: tally.facts.get(name, 0) + added.get(name, 0) for name in tally.facts | added}
        tally.save(update_fields=["games", "wins", "shared_wins", "facts"])


def _add_head_to_heads(outcomes: Sequence[Outcome]) -> None:
    """Add to the results of every player against every other."""
    rows = []
    for mine in outcomes:
        for theirs in outcomes:
            if mine.user_id != theirs.user_id:
                won, lost = mine.rank < theirs.rank, mine.rank > theirs.rank
                rows.append(
                    {
                        "user": mine.user_id,
                        "other": theirs.user_id,
                        "kind": mine.kind,
                        "games": 1,
                        "wins": int(won),
                        "ties": int(not won and not lost),
                        "balance": won - lost,
                        "last_game_at": mine.ended_at,
                    }
                )
    sums.add(HeadToHead, ("user", "other", "kind"), rows, last=("last_game_at",))


def _update_solo_progress(game: Game, outcome: Outcome) -> None:
    """Store the level reached and the streak."""
    ladder = get_ladder(KINDS[game.kind])
    edition, level = ladder.edition(game.options), ladder.level(game.options) or 0
    margin = min(outcome.margin or 0, keys.MARGINS - 1)
    new = SoloProgress(user_id=outcome.user_id, edition=edition, last_game_at=outcome.ended_at)
    SoloProgress.objects.bulk_create([new], ignore_conflicts=True)
    solo = SoloProgress.objects.select_for_update(no_key=True).get(user=outcome.user_id, edition=edition)
    has_won = outcome.result == Outcome.Result.WON
    solo.games += 1
    solo.streak = solo.streak + 1 if has_won else 0
    solo.best_streak, solo.last_game_at = max(solo.best_streak, solo.streak), outcome.ended_at
    if has_won and (level, margin) > (solo.best_level, solo.best_margin):
        buckets = {(keys.solo_leaderboard_key(edition), keys.solo_height(level, margin)): 1}
        if solo.best_level:
            buckets[keys.solo_leaderboard_key(edition), keys.solo_height(solo.best_level, solo.best_margin)] = -1
        play.results.add_buckets(buckets)
        solo.best_level, solo.best_margin = level, margin
    solo.save()


def count_game(game: Game, shares: Sequence[Share]) -> list[Counted]:
    """Count the game in the site's calendar, and its luck, which cancels out over many games if shuffles are fair."""
    if game.ended_at is None:
        raise AssertionError("a finished game has an end")
    day, month = f"{game.ended_at:%Y-%m-%d}", keys.month_key(game.ended_at)
    lucky = [(f"luck {game.kind}", str(seat), 1, 0, share.luck) for seat, share in enumerate(shares)]
    return [(f"day {game.kind}", day, 1, 0, 0.0), (f"month {game.kind}", month, 1, 0, 0.0), *lucky]


def add_counts(counts: Iterable[Counted]) -> None:
    """Add to the counters of the whole site."""
    added: dict[tuple[str, str], list[float]] = {}
    for what, key, *numbers in counts:
        total = added.setdefault((what, key), [0, 0, 0.0])
        for place, number in enumerate(numbers):
            total[place] += number
    rows = [
        {"name": what, "key": key, "count": int(n), "wins": int(won), "total": total}
        for (what, key), (n, won, total) in added.items()
    ]
    sums.add(SiteCounter, ("name", "key"), rows)
