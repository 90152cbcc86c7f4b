"""Check that stored games still replay to their stored results with the current rules."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from games import play
from games.models import Game, Move, Seat
from games.play.locking import serialize_state
from games.rules import hash_chain
from games.rules.base import Event, Kind, Refused, make_setup
from games.rules.dealers import commitment
from games.rules.refusals import sentence
from games.rules.serialization import read_move, to_plain, write_move

AT_ONCE = 100  # games fetched together; moves are fetched game by game


class Difference(NamedTuple):
    """A difference from what is stored. If `move` is None, it is about the whole game."""

    what: str
    move: int | None = None

    def __str__(self) -> str:
        return self.what if self.move is None else f"move {self.move}: {self.what}"


def iterate_games(since: datetime | None = None, ids: Iterable[str] = (), limit: int | None = None) -> Iterator[Game]:
    """Yield every game that was dealt, by ID, a few at a time."""
    found = Game.objects.exclude(state="").order_by("pk")
    if since:
        found = found.filter(moved_at__gte=since)
    if ids:
        found = found.filter(pk__in=list(ids))
    last, left = "", limit
    while left is None or left > 0:
        some = list(found.filter(pk__gt=last)[: AT_ONCE if left is None else min(left, AT_ONCE)])
        if not some:
            return
        yield from some
        last = some[-1].pk
        left = None if left is None else left - len(some)


def find_difference(game: Game) -> Difference | None:
    """Return the first difference, or None."""
    try:
        return next(_list_differences(game), None)
    except Refused as refused:
        return Difference(f"can't be replayed: {sentence(refused.code, refused.facts)}")
    except Exception as error:  # changed rules may fail in any way, but the other games must still be checked
        return Difference(f"can't be replayed: {error!r}")


def _list_differences(game: Game) -> Iterator[Difference]:
    kind, seats = play.find_kind(game), list(game.seats.all())
    if commitment(bytes.fromhex(game.server_seed)) != game.commitment:
        yield Difference("the seal doesn't match the server's bytes")
    dealer = play.make_dealer(game, seats)
    state = kind.start(make_setup(kind, game.seat_count, game.options), dealer)
    link, number = hash_chain.first_link(game.pk, game.commitment), 0
    for number, move in enumerate(game.moves.filter(number__lte=game.version).iterator(), 1):
        if move.number != number:
            yield Difference("is missing", number)
        decided = read_move(kind, move.move)
        try:
            state, events = kind.play(state, move.seat, decided, dealer)
        except Refused as refused:
            yield Difference(f"is refused: {sentence(refused.code, refused.facts)}", number)
        yield from _check_move(move, decided, events)
        link = hash_chain.next_link(link, make_item(move))
        if link != move.chain_link:
            yield Difference("the hash chain differs", number)
    if number != game.version:
        yield Difference(f"{number} moves are stored, not {game.version}")
    if link != game.chain_head:
        yield Difference("the hash chain ends differently")
    yield from _check_end(game, seats, kind, state)


def _check_move(move: Move, decided: Any, events: tuple[Event, ...]) -> Iterator[Difference]:
    if through_json(write_move(decided)) != move.move:
        yield Difference("is serialized differently", move.number)
    if through_json([event._asdict() for event in events]) != move.events:
        yield Difference("the events differ", move.number)


def _check_end(game: Game, seats: list[Seat], kind: Kind, state: Any) -> Iterator[Difference]:
    if serialize_state(state) != game.state:
        yield Difference("the state differs")
    result = kind.result(state)
    if (result is not None) != (game.status == Game.Status.FINISHED):
        yield Difference("is over" if result else "is not over")
    if (None if result is None else through_json(to_plain(result))) != game.result:
        yield Difference("the result differs")
    if result is None:
        return
    points = result.points or (None,) * len(seats)
    if [(seat.rank, seat.points) for seat in seats] != list(zip(result.places, points[: len(seats)], strict=True)):
        yield Difference("places or points differ")


def make_item(move: Move) -> dict[str, Any]:
    """Return the move as it is hashed in the chain."""
    item = {"seat": move.seat, "move": move.move, "at": play.format_time(move.made_at)}
    return item | ({"by": move.made_by} if move.made_by else {})


def through_json(value: Any) -> Any:
    """Return the value after a round trip through JSON."""
    return json.loads(json.dumps(value))
