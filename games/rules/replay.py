"""Replay a record: every state and event, up to the first invalid move."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.base import BadRecord, Dealer, Event, Kind, Plain, Refused, Setup, change, make_setup
from games.rules.dealers import RecordedDealer
from games.rules.record import Record, kind_of
from games.rules.serialization import read_move


class Step(NamedTuple):
    """A move, its events, and the state after it."""

    seat: int
    move: Any
    events: tuple[Event, ...]
    state: Any


@dataclass(frozen=True)
class Replay:
    """A record, replayed as far as it is valid; `error` says why it stops there (None: it's the end)."""

    kind: Kind
    setup: Setup
    start: Any  # None if even the deal is invalid
    steps: tuple[Step, ...]
    error: Refused | None

    @property
    def state(self) -> Any:
        return self.steps[-1].state if self.steps else self.start


def replay(record: Record, dealer: Dealer | None = None) -> Replay:
    """Replay a game by its rules, with the record's deal or another dealer."""
    kind = kind_of(record)
    setup = make_setup(kind, len(record.seats), record.options)
    steps: list[Step] = []
    start = None
    error: Refused | None = None
    try:
        dealer = dealer or recorded_dealer(record, kind, setup)
        state = start = kind.start(setup, dealer)
        for item in record.moves:
            move = read_move(kind, item["move"])
            state, events = kind.play(state, item["seat"], move, dealer)
            steps.append(Step(item["seat"], move, events, state))
    except Refused as refused:
        error = refused
    return Replay(kind, setup, start, tuple(steps), error)


def recorded_dealer(record: Record, kind: Kind, setup: Setup) -> RecordedDealer:
    """Return a dealer that deals what the record says, or raise BadRecord."""
    if record.deal is None:
        raise BadRecord("record.no-deal")
    return RecordedDealer(kind.from_deal(record.deal, setup))


def redact_record(record: Record, seat: int | None) -> Record:
    """Return the record of a game in progress as that seat (None: the public) may see it, without the deal."""
    if record.result is not None:
        return record
    game = replay(record)
    if game.error:
        raise game.error
    redacted = game.kind.redact([(step.seat, step.move, step.events) for step in game.steps], seat)
    moves = tuple(_redact_item(item, redacted[n], seat) for n, item in enumerate(record.moves))
    return change(record, deal=None, moves=moves, fair=change(record.fair, server=None), head=None)


def _redact_item(item: Plain, move: Plain, seat: int | None) -> Plain:
    """Hide that a move was planned, which is the player's secret while the game goes on."""
    redacted = item | {"move": move}
    if item.get("by") == "plan" and item["seat"] != seat:
        del redacted["by"]
    return redacted
