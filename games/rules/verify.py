"""Check whether a record is true: dealt fairly, played legally, scored correctly, and not changed afterwards."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.rules.base import BadRecord, Dealer, IllegalMove, Plain, Refused, Result, short
from games.rules.dealers import FairDealer, RecordedDealer, commitment, make_seed
from games.rules.hash_chain import last_link
from games.rules.record import Record, kind_of, read
from games.rules.replay import Replay, recorded_dealer, replay


class Fault(NamedTuple):
    """Something that is wrong with a record, and with which move (from 1); `refusals.sentence` says it."""

    code: str
    facts: Plain
    move: int | None = None


def verify(record: Record | str | bytes) -> tuple[Fault, ...]:
    """Return everything that is wrong. A game in progress shows less, and is checked as far as it does."""
    try:
        record = record if isinstance(record, Record) else read(record)
    except BadRecord as bad:
        return (_fault(bad),)
    return (*_wrong_commit(record), *_wrong_head(record), *_wrong_hands(record), *_wrong_play(record))


class _ComparingDealer:
    """Deals what the record says, and notes under which labels the seed deals something else."""

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


def _wrong_commit(record: Record) -> Iterator[Fault]:
    if record.fair.server is not None and commitment(bytes.fromhex(record.fair.server)) != record.fair.commit:
        yield Fault("verify.commit", {})


def _wrong_head(record: Record) -> Iterator[Fault]:
    if record.head is not None and last_link(record.id, record.fair.commit, record.moves) != record.head:
        yield Fault("verify.head", {})


def _wrong_hands(record: Record) -> Iterator[Fault]:
    """Check `by`, which says who made a move: a bot in its own seat, a stand-in for a player who left."""
    left = set()
    for number, made in enumerate(record.moves, 1):
        seat, by = made["seat"], made.get("by")
        if by == "bot" and not record.seats[seat].bot:
            yield Fault("verify.by-bot", {"seat": seat}, number)
        if by == "standin" and seat not in left:
            yield Fault("verify.by-standin", {"seat": seat}, number)
        if made["move"].get("do") == "resign":
            left.add(seat)


def _wrong_play(record: Record) -> Iterator[Fault]:
    if record.deal is None:  # in progress: payments are left out, but their words are not
        yield from _wrong_words(record)
        return
    try:
        dealer = _ComparingDealer(recorded_dealer(record, kind_of(record), record.setup()), _fair(record))
    except BadRecord as bad:
        yield _fault(bad)
        return
    game = replay(record, dealer)
    yield from (Fault("verify.deal", {"label": label}) for label in dealer.unfair)
    if game.error:
        yield _fault(game.error, len(game.steps) + 1 if isinstance(game.error, IllegalMove) else None)
        return
    never = [label for label in dealer.recorded.drawn if label not in dealer.dealt]
    yield from (Fault("verify.deal-extra", {"label": label}) for label in never)
    yield from _wrong_result(record, game)


def _fair(record: Record) -> FairDealer | None:
    if record.fair.server is None:
        return None
    return FairDealer(make_seed(bytes.fromhex(record.fair.server), record.id, record.fair.players))


def _wrong_words(record: Record) -> Iterator[Fault]:
    known = kind_of(record).MOVES
    for number, made in enumerate(record.moves, 1):
        if made["move"].get("do") not in known:
            yield Fault("verify.do", {"known": ", ".join(known)}, number)


def _wrong_result(record: Record, game: Replay) -> Iterator[Fault]:
    reached: Result | None = game.kind.result(game.state)
    result = record.result
    if reached is None:
        if result is not None and result.end != "aborted":
            yield Fault("verify.unfinished", {})
    elif result is None:
        yield Fault("verify.finished", {})
    else:
        for name in ("end", "places", "points"):
            told, true = getattr(result, name), getattr(reached, name)
            if told != true:
                yield Fault("verify.result", {"field": name, "told": _quote(told), "true": _quote(true)})


def _quote(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else short(value)


def _fault(refused: Refused, move: int | None = None) -> Fault:
    return Fault(refused.code, refused.facts, move)
