"""Export many games as game files, one per line, made a few at a time as they are read.

Between batches, it keeps no transaction or database connection open, and rests for as long as it worked, so that moves
don't have to wait.
"""

import logging
import threading
import time
from collections.abc import Iterable, Iterator

from django.db import connection
from django.db.models import Prefetch

from games.archive import records
from games.models import Game, Seat
from games.pages.tables import Table
from games.rules import record
from games.rules.base import Refused

BATCH = 10  # games per batch
MOST = 4  # simultaneous downloads per process
REST = 1.0  # rest, relative to the time a batch took
LONGEST_REST = 2.0  # seconds

log = logging.getLogger("ten.downloads")
_running = 0
_guard = threading.Lock()


def is_busy() -> bool:
    """Whether no other download should start now."""
    return _running >= MOST


def stream_records(batches: Iterable[list[str]]) -> Iterator[bytes]:
    """Yield the records of these games, some lines at a time, until the reader stops."""
    _count_running(1)
    try:
        parts = iter(batches)
        while True:
            begun = time.perf_counter()
            ids = next(parts, None)
            part = b"".join(write_lines(ids)) if ids else b""
            if not connection.in_atomic_block:
                connection.close()
            rest = min(LONGEST_REST, REST * (time.perf_counter() - begun))
            if part:
                yield part
            if ids is None:
                return
            time.sleep(rest)
    finally:
        _count_running(-1)


def write_lines(ids: list[str]) -> Iterator[bytes]:
    """Yield a line for each of these games that is over."""
    over = Game.objects.filter(pk__in=ids, status__in=(Game.Status.FINISHED, Game.Status.ABORTED))
    found = {game.pk: game for game in over.prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))}
    for game in (found[pk] for pk in ids if pk in found):
        try:
            text = record.write(records.make_record(Table(game, list(game.seats.all()), []), None))
        except Refused:
            log.exception("Game %s can't be exported", game.pk)
            continue
        yield f"{text}\n".encode()


def _count_running(by: int) -> None:
    global _running
    with _guard:
        _running += by
