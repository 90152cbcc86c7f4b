"""Verify a record: dealt fairly, played legally, scored correctly, and not changed afterwards."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.rules.base import BadRecord, Dealer, IllegalMove, Plain, Refused, Result, short
from games.rules.dealers import FairDealer, RecordedDealer, commitment, make_seed
from games.rules.hash_chain import last_link
from games.rules.record import Record, kind_of, read
from games.rules.replay import Replay, recorded_dealer, replay


class Fault(NamedTuple):
    """Something wrong with a record, or with one of its moves (from 1); `refusals.sentence` puts it into words."""

    code: str
    facts: Plain
    move: int | None = None


def verify(record: Record | str | bytes) -> tuple[Fault, ...]:
    """Return all faults of a record; what a game in progress hides isn't checked."""
    try:
        record = record if isinstance(record, Record) else read(record)
    except BadRecord as bad:
        return (_fault(bad),)
    return (*_commit_faults(record), *_head_faults(record), *_mover_faults(record), *_play_faults(record))


class _ComparingDealer:
    """Deals what the record says, and notes the labels for which the seed gives something else."""

    def __init__(self, recorded: RecordedDealer, fair: Dealer | None) -> None:
        self.recorded, self.fair = recorded, fair
        self.dealt: set[str] = set()
        self.unfair: list[str] = []

    def below(self, label: str, n: int) -> int:
        number = self.recorded.below(label, n)
        self._compare(label, number, self.fair and self.fair.below(label, n))
        return number

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        order = self.recorded.shuffle(label, cards)
        self._compare(label, order, self.fair and self.fair.shuffle(label, cards))
        return order

    def _compare(self, label: str, recorded: object, fair: object) -> None:
        self.dealt.add(label)
        if self.fair and recorded != fair:
            self.unfair.append(label)


def _commit_faults(record: Record) -> Iterator[Fault]:
    if record.fair.server is not None and commitment(bytes.fromhex(record.fair.server)) != record.fair.commit:
        yield Fault("verify.commit", {})


def _head_faults(record: Record) -> Iterator[Fault]:
    if record.head is not None and last_link(record.id, record.fair.commit, record.moves) != record.head:
        yield Fault("verify.head", {})


def _mover_faults(record: Record) -> Iterator[Fault]:
    """Check `by`: bots may move only in their own seats, and stand-ins only for players who left."""
    left = set()
    for number, item in enumerate(record.moves, 1):
        seat, by = item["seat"], item.get("by")
        if by == "bot" and not record.seats[seat].bot:
            yield Fault("verify.by-bot", {"seat": seat}, number)
        if by == "standin" and seat not in left:
            yield Fault("verify.by-standin", {"seat": seat}, number)
        if item["move"].get("do") == "resign":
            left.add(seat)


def _play_faults(record: Record) -> Iterator[Fault]:
    if record.deal is None:  # in progress: payments may be hidden, so only the names of moves can be checked
        yield from _move_name_faults(record)
        return
    try:
        dealer = _ComparingDealer(recorded_dealer(record, kind_of(record), record.setup()), _fair_dealer(record))
    except BadRecord as bad:
        yield _fault(bad)
        return
    game = replay(record, dealer)
    yield from (Fault("verify.deal", {"label": label}) for label in dealer.unfair)
    if game.error:
        yield _fault(game.error, len(game.steps) + 1 if isinstance(game.error, IllegalMove) else None)
        return
    undealt = [label for label in dealer.recorded.drawn if label not in dealer.dealt]
    yield from (Fault("verify.deal-extra", {"label": label}) for label in undealt)
    yield from _result_faults(record, game)


def _fair_dealer(record: Record) -> FairDealer | None:
    if record.fair.server is None:
        return None
    return FairDealer(make_seed(bytes.fromhex(record.fair.server), record.id, record.fair.players))


def _move_name_faults(record: Record) -> Iterator[Fault]:
    known = kind_of(record).MOVES
    for number, item in enumerate(record.moves, 1):
        if item["move"].get("do") not in known:
            yield Fault("verify.do", {"known": ", ".join(known)}, number)


def _result_faults(record: Record, game: Replay) -> Iterator[Fault]:
    expected: Result | None = game.kind.result(game.state)
    result = record.result
    if expected is None:
        if result is not None and result.end != "aborted":
            yield Fault("verify.unfinished", {})
    elif result is None:
        yield Fault("verify.finished", {})
    else:
        for name in ("end", "places", "points"):
            told, true = getattr(result, name), getattr(expected, name)
            if told != true:
                yield Fault("verify.result", {"field": name, "told": _quote(told), "true": _quote(true)})


def _quote(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else short(value)


def _fault(refused: Refused, move: int | None = None) -> Fault:
    return Fault(refused.code, refused.facts, move)
