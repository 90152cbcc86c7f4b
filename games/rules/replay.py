"""Play a record again: every state and event, as far as the record is sound."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.base import BadRecord, Dealer, Event, Kind, Plain, Refused, Setup, change, make_setup
from games.rules.dealers import RecordedDealer
from games.rules.record import Record, kind_of
from games.rules.serialization import read_move


class Step(NamedTuple):
    """A move, what happened, and the state after it."""

    seat: int
    move: Any
    events: tuple[Event, ...]
    state: Any


@dataclass(frozen=True)
class Replay:
    """How far a record can be followed: `error` says why no further (None: it reached the end)."""

    kind: Kind
    setup: Setup
    start: Any  # None where not even the deal is sound
    steps: tuple[Step, ...]
    error: Refused | None

    @property
    def state(self) -> Any:
        return self.steps[-1].state if self.steps else self.start


def replay(record: Record, dealer: Dealer | None = None) -> Replay:
    """Play the game again by its rules, with the record's deal or another dealer's."""
    kind = kind_of(record)
    setup = make_setup(kind, len(record.seats), record.options)
    steps: list[Step] = []
    start = None
    error: Refused | None = None
    try:
        dealer = dealer or recorded_dealer(record, kind, setup)
        state = start = kind.start(setup, dealer)
        for made in record.moves:
            move = read_move(kind, made["move"])
            state, events = kind.play(state, made["seat"], move, dealer)
            steps.append(Step(made["seat"], move, events, state))
    except Refused as refused:
        error = refused
    return Replay(kind, setup, start, tuple(steps), error)


def recorded_dealer(record: Record, kind: Kind, setup: Setup) -> RecordedDealer:
    """Return a dealer that deals what the record says, or raise BadRecord."""
    if record.deal is None:
        raise BadRecord("record.no-deal")
    return RecordedDealer(kind.from_deal(record.deal, setup))


def redact_record(record: Record, seat: int | None) -> Record:
    """Return the record of a game in progress as that seat (None: the public) may have it, without the deal."""
    if record.result is not None:
        return record
    game = replay(record)
    if game.error:
        raise game.error
    redacted = game.kind.redact([(step.seat, step.move, step.events) for step in game.steps], seat)
    moves = tuple(_redact_item(made, redacted[n], seat) for n, made in enumerate(record.moves))
    return change(record, deal=None, moves=moves, fair=change(record.fair, server=None), head=None)


def _redact_item(made: Plain, move: Plain, seat: int | None) -> Plain:
    """Hide that a move was planned, which is the player's secret while the game goes on."""
    item = made | {"move": move}
    if item.get("by") == "plan" and made["seat"] != seat:
        del item["by"]
    return item
