"""What is made of a game soon after its end: facts, luck and skill, and the sums that pages of statistics show.

Each game once, by whichever sweep comes first: the reckoning is done outside of any lock, for a game that is over never
changes, and whoever marks it as digested stores the sums in the same transaction.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import DatabaseError

from games import play
from games.archive import luck
from games.archive.records import record_of
from games.kinds import KINDS
from games.kinds.review import Share
from games.models import Game, HeadToHead, Move, Outcome, PlayerTotals, Seat, SiteCounter, SoloProgress, sums
from games.pages.board import Table
from games.ratings import keys
from games.ratings.ladders import ladder_of
from games.rules.base import Result
from games.rules.replay import replay
from games.rules.serialization import from_plain
from games.stats import facts

log = logging.getLogger(__name__)
MOST = 50  # games in one sweep
ENOUGH = 0.5  # seconds: then the rest waits for the next sweep
Facts = dict[str, float]


def sweep() -> int:
    """The games that have ended, oldest first, as many as fit into half a second."""
    until, done = time.monotonic() + ENOUGH, 0
    for game_id in undigested()[:MOST]:
        done += _safely(game_id)
        if time.monotonic() > until:
            break
    return done


def everything() -> int:
    """All games that have ended and were not looked at yet."""
    done = 0
    while found := list(undigested()[:MOST]):
        done += sum(map(_safely, found))
    return done


def undigested() -> Any:
    """The games that have ended and were not looked at yet, oldest first."""
    games = Game.objects.finished().filter(digested=False)
    return games.order_by("ended", "id").values_list("pk", flat=True)


def _safely(game_id: str) -> bool:
    """A game that cannot be replayed is told once, and left out of the sums."""
    try:
        return digest(game_id)
    except DatabaseError:  # another time
        raise
    except Exception:
        log.exception("No statistics could be made of game %s", game_id)
        return bool(Game.objects.filter(pk=game_id, digested=False).update(digested=True))


def digest(game_id: str) -> bool:
    """All that is made of one game; false where it was done already."""
    game = Game.objects.get(pk=game_id)
    seats, moves = play.seats_of(game), list(game.moves.all())
    played = replay(record_of(Table(game, seats, moves), None))
    if played.error:
        raise played.error
    counted, shares, counts = facts.count(played), luck.shares(played), facts.site_counts(played)
    for number, spent in _paces(moves).items():
        counted[number] |= spent
    with play.locking.writing():
        if not Game.objects.filter(pk=game_id, digested=False).update(digested=True):
            return False
        outcomes = _outcomes(game, seats)
        _note(outcomes, counted, shares)
        mine = [outcome for outcome in outcomes if not outcome.substitute]
        _add_tallies(mine)
        if game.public:  # with whom somebody plays by link is nobody's business
            _add_versus(mine)
        if KINDS[game.kind].is_solo(game.size):
            _add_solo(game, mine[0])
        _add_counts([*counts, *_days(game), *_luck(game, shares)])
    return True


def _paces(moves: Iterable[Move]) -> dict[int, Facts]:
    """By seat how long people thought, where a clock measured it."""
    found: dict[int, Facts] = {}
    for move in moves:
        if move.spent is not None and move.by == "":
            pace = found.setdefault(move.seat, {"spent": 0, "timed": 0})
            pace["spent"] += move.spent
            pace["timed"] += 1
    return found


def _outcomes(game: Game, seats: Sequence[Seat]) -> list[Outcome]:
    """The results that the end of the game left; of games from before there were any, they are made now, unrated."""
    found = list(Outcome.objects.filter(game=game).order_by("pk"))
    if not found and game.ended:
        over = from_plain(Result, game.result)
        found = play.results.outcomes_of(game, seats, over, game.ended)
        Outcome.objects.bulk_create(found)
    return found


def _note(outcomes: Sequence[Outcome], counted: Sequence[Facts], shares: Sequence[Share]) -> None:
    """What is known of each player now, beside the result. A seat that changed hands has no one to credit."""
    changed_hands = {outcome.seat for outcome in outcomes if outcome.substitute or outcome.lost}
    for outcome in outcomes:
        outcome.facts = {}
        if outcome.seat not in changed_hands:
            outcome.facts = counted[outcome.seat] | credit(outcome, counted[outcome.seat])
            if shares:
                outcome.luck, outcome.skill = shares[outcome.seat].luck, shares[outcome.seat].skill
    Outcome.objects.bulk_update(outcomes, ["facts", "luck", "skill"])


def credit(outcome: Outcome, counted: Facts) -> Facts:
    """That it was counted, and won; and won by who began, where that is counted."""
    won = int(outcome.result == Outcome.Result.WON)
    return {"counted": 1, "won": won} | ({"first_won": won * counted["first"]} if "first" in counted else {})


# --- sums ------------------------------------------------------------------------------------------------------------


def _add_tallies(outcomes: Sequence[Outcome]) -> None:
    """The games of each player by kind, seats and options."""
    for outcome in sorted(outcomes, key=lambda outcome: outcome.user_id):
        wanted = {name: getattr(outcome, name) for name in ("user_id", "kind", "size", "option", "bots")}
        PlayerTotals.objects.bulk_create([PlayerTotals(**wanted)], ignore_conflicts=True)
        tally = PlayerTotals.objects.select_for_update(no_key=True).get(**wanted)
        tally.games += 1
        tally.won += outcome.result == Outcome.Result.WON
        tally.shared += outcome.result == Outcome.Result.SHARED
        added = dict(outcome.facts or {})
        if outcome.luck is not None:
            added |= {"luck": outcome.luck, "skill": outcome.skill, "reviewed": 1}
        tally.facts = {name: tally.facts.get(name, 0) + added.get(name, 0) for name in tally.facts | added}
        tally.save(update_fields=["games", "won", "shared", "facts"])


def _add_versus(outcomes: Sequence[Outcome]) -> None:
    """How everybody did against everybody else."""
    rows = []
    for mine in outcomes:
        for theirs in outcomes:
            if mine.user_id != theirs.user_id:
                won, lost = mine.place < theirs.place, mine.place > theirs.place
                rows.append(
                    {
                        "user": mine.user_id,
                        "other": theirs.user_id,
                        "kind": mine.kind,
                        "games": 1,
                        "won": int(won),
                        "level": int(not won and not lost),
                        "balance": won - lost,
                        "last": mine.ended,
                    }
                )
    sums.add(HeadToHead, ("user", "other", "kind"), rows, last=("last",))


def _add_solo(game: Game, outcome: Outcome) -> None:
    """The rung of the ladder that was reached, and the streak."""
    ladder = ladder_of(KINDS[game.kind])
    edition, level = ladder.edition(game.options), ladder.level(game.options) or 0
    margin = min(outcome.margin or 0, keys.MARGINS - 1)
    new = SoloProgress(user_id=outcome.user_id, edition=edition, at=outcome.ended)
    SoloProgress.objects.bulk_create([new], ignore_conflicts=True)
    solo = SoloProgress.objects.select_for_update(no_key=True).get(user=outcome.user_id, edition=edition)
    has_won = outcome.result == Outcome.Result.WON
    solo.games += 1
    solo.streak = solo.streak + 1 if has_won else 0
    solo.best, solo.at = max(solo.best, solo.streak), outcome.ended
    if has_won and (level, margin) > (solo.level, solo.margin):
        rungs = {(keys.solo_board(edition), keys.solo_height(level, margin)): 1}
        if solo.level:
            rungs[keys.solo_board(edition), keys.solo_height(solo.level, solo.margin)] = -1
        play.results.add_rungs(rungs)
        solo.level, solo.margin = level, margin
    solo.save()


def _days(game: Game) -> list[tuple[str, str, int, int, float]]:
    """The game in the calendar of the site."""
    if game.ended is None:
        raise AssertionError("a finished game has an end")
    day, month = f"{game.ended:%Y-%m-%d}", keys.month(game.ended)
    return [(f"day {game.kind}", day, 1, 0, 0.0), (f"month {game.kind}", month, 1, 0, 0.0)]


def _luck(game: Game, shares: Sequence[Share]) -> list[tuple[str, str, int, int, float]]:
    """All the luck that there was: the shuffle is even where it comes to nothing."""
    return [(f"luck {game.kind}", str(seat), 1, 0, share.luck) for seat, share in enumerate(shares)]


def _add_counts(counts: Iterable[tuple[str, str, int, int, float]]) -> None:
    """What the whole site counts."""
    added: dict[tuple[str, str], list[float]] = {}
    for what, key, *numbers in counts:
        total = added.setdefault((what, key), [0, 0, 0.0])
        for place, number in enumerate(numbers):
            total[place] += number
    rows = [
        {"what": what, "key": key, "n": int(n), "won": int(won), "total": total}
        for (what, key), (n, won, total) in added.items()
    ]
    sums.add(SiteCounter, ("what", "key"), rows)
