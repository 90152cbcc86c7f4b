"""Reviews of finished games, made once per process and cached.

A review is the same for every reader and language; the page adds the words.
"""

import pickle
import threading
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby

from games.archive import luck, records
from games.kinds import KINDS
from games.kinds.base import Review
from games.kinds.review import Chapter, Judged, Share
from games.models import Game
from games.pages.cache import LRUCache
from games.pages.tables import Table
from games.refusals import Denied
from games.rules.base import Plain
from games.rules.replay import Replay, replay

KEPT = 64  # reviews cached per process
AT_ONCE = 2  # reviews a process makes at the same time; others wait
PATIENCE = 2.0  # seconds
INSTEAD = ("standin", "clock")  # made moves in place of the player
MATTERED = 6  # the most decisions in the short list


@dataclass(frozen=True)
class GameReview:
    """Everything a review says about a game."""

    judged: tuple[Judged, ...]
    chapters: dict[int, Chapter]  # by number of the move
    shares: tuple[Share, ...]  # empty, like `course`, if the kind has no value model
    extra: list[Plain]  # the kind's further facts
    course: tuple[tuple[float, ...], ...]  # by seat: its expected result at the start and after each move
    by: dict[int, str] = field(default_factory=dict)  # who moved instead of the player: standin, clock

    @property
    def marked(self) -> list[Judged]:
        """The decisions that mattered, in order."""
        return [one for one in self.judged if one.mark]

    @property
    def mattered(self) -> list[Judged]:
        """The few decisions that mattered most, worst first."""
        return sorted(self.marked, key=lambda one: (-one.loss, one.number))[:MATTERED]


_makers = threading.BoundedSemaphore(AT_ONCE)
_reviews: LRUCache[str, bytes] = LRUCache(KEPT)  # compressed, because a long game takes four megabytes


def get_kind_review(slug: str) -> Review:
    """Return how games of that kind are reviewed, or raise Denied."""
    found = KINDS[slug].review
    if found is None:
        raise Denied("review.none")
    return found


def get_review(table: Table) -> GameReview:
    """Return the review of a finished game, or raise Denied if there can't be one."""
    get_kind_review(table.game.kind)
    if table.game.status == Game.Status.ABORTED:
        raise Denied("review.off")
    if table.game.status != Game.Status.FINISHED:
        raise Denied("review.early")
    packed = _reviews.get_or_make(table.game.pk, lambda: _make_packed(table))
    found: GameReview = pickle.loads(zlib.decompress(packed))  # noqa: S301 (this process packed it)  # nosec
    return found


def _make_packed(table: Table) -> bytes:
    """Make the review, unless too many are being made: other players' moves need the processor too."""
    if not _makers.acquire(timeout=PATIENCE):
        raise Denied("review.busy")
    try:
        record = records.make_record(table, None)
        if not record.moves or len(record.moves) < table.game.version:
            raise Denied("review.moves")
        return pack(replace(make_review(replay(record)), by=find_other_makers(record.moves)))
    finally:
        _makers.release()


def find_other_makers(moves: Iterable[Plain]) -> dict[int, str]:
    """Return the moves made by a stand-in bot or the clock."""
    return {number: made["by"] for number, made in enumerate(moves, 1) if made.get("by") in INSTEAD}


def pack(found: GameReview) -> bytes:
    """Compress the review to a hundredth."""
    return zlib.compress(pickle.dumps(found, pickle.HIGHEST_PROTOCOL), 1)


def make_review(game: Replay) -> GameReview:
    """Judge every decision of a game."""
    if game.error:
        raise game.error
    known, entries = get_kind_review(game.kind.SLUG), luck.list_entries(game)
    return GameReview(
        judged=tuple(known.review(game)),
        chapters=list_chapters(game, known),
        shares=tuple(luck.sum_shares(entries)),
        extra=known.found(game),
        course=tuple(tuple(entry.after[seat] for entry in entries) for seat in range(game.setup.seats))
        if entries
        else (),
    )


# --- the parts of a game --------------------------------------------------------------------------------------------


def list_chapters(game: Replay, known: Review) -> dict[int, Chapter]:
    found, state, turn = {}, game.start, 1
    for number, step in enumerate(game.steps, 1):
        found[number] = known.chapter(state, number, turn)
        turn += sum(event.name == "turn" for event in step.events)
        state = step.state
    return found


def paginate(
    judged: Iterable[Judged], parts: dict[int, Chapter], most: int
) -> list[list[tuple[Chapter, list[Judged]]]]:
    """Split the decisions into pages of roughly that size, without splitting chapters."""
    found: list[list[tuple[Chapter, list[Judged]]]] = []
    count = most
    for part, group in groupby(judged, key=lambda one: parts[one.number]):
        those = list(group)
        if count and count + len(those) > most:
            found.append([])
            count = 0
        found[-1].append((part, those))
        count += len(those)
    return found
