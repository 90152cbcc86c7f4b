"""Records are replayed as far as they are valid, shown without secrets, rescued when damaged, and verified."""

import json
import random
from typing import Any

import pytest

from games.rules import push, registry, swap, tiles
from games.rules.base import BadRecord, BadSetup, IllegalMove, Resign, change, make_setup
from games.rules.dealers import FairDealer, make_seed
from games.rules.hash_chain import last_link
from games.rules.record import LONGEST, Player, RecordResult, read, write
from games.rules.recovery import recover
from games.rules.replay import Replay, Step, redact_record, replay
from games.rules.serialization import write_move
from games.rules.verify import Fault, verify
from tests.rules.contract import Game, has_secrets

KINDS = list(registry.KINDS.values())
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.SLUG)
SECRETIVE = [kind for kind in KINDS if has_secrets(kind)]
each_with_secrets = pytest.mark.parametrize("kind", SECRETIVE, ids=lambda kind: kind.SLUG)
GAMES: dict[Any, Any] = {}


def played(kind, number=0):
    """A random game of so many seats as the kind needs (at least two), and its record."""
    if (kind, number) not in GAMES:
        game = Game(kind, make_setup(kind, max(2, kind.SEATS[0]), {}), number).play()
        GAMES[kind, number] = game, game.record(game.states[-1])
    return GAMES[kind, number]


def sealed(record):
    """With a head that fits its moves."""
    return change(record, head=last_link(record.id, record.fair.commit, record.moves))


def with_moves(record, moves):
    return sealed(change(record, moves=tuple(moves)))


def in_progress(record, moves=None):
    fair = change(record.fair, server=None)
    return change(record, moves=record.moves[:moves], fair=fair, result=None, head=None)


# --- replay ---------------------------------------------------------------------------------------------------------


@each_kind
def test_a_replay_has_every_state_move_and_event(kind):
    game, record = played(kind)
    again = replay(record)
    assert isinstance(again, Replay)
    assert (again.kind, again.setup, again.error) == (kind, game.setup, None)
    assert [again.start, *(step.state for step in again.steps)] == game.states
    assert again.state == game.states[-1]
    assert [{"seat": step.seat, "move": write_move(step.move)} for step in again.steps] == list(record.moves)
    for step, before in zip(again.steps, game.states, strict=False):
        assert isinstance(step, Step)
        assert step.events == kind.play(before, step.seat, step.move, game.dealer.dealer)[1]


@each_kind
def test_a_replay_by_the_seed_is_the_same(kind):
    _, record = played(kind)
    dealer = FairDealer(make_seed(bytes.fromhex(record.fair.server), record.id, record.fair.players))
    assert replay(change(record, deal=None), dealer) == replay(record)


@each_kind
def test_the_state_before_any_move(kind):
    game, record = played(kind)
    again = replay(in_progress(record, 0))
    assert (again.steps, again.state, again.error) == ((), game.states[0], None)


@each_kind
@pytest.mark.parametrize("bad", [{"do": "fly"}, {"do": "resign", "why": 1}, {}, {"do": "accept"}, {"do": "shift"}])
def test_an_illegal_move_ends_a_replay_with_its_reason(kind, bad):
    game, record = played(kind)
    moves = list(record.moves)
    moves[5] = moves[5] | {"move": bad}
    again = replay(with_moves(record, moves))
    assert isinstance(again.error, IllegalMove)
    assert len(again.steps) == 5
    assert again.state == game.states[5]


@each_kind
def test_a_move_by_the_wrong_seat(kind):
    game, record = played(kind)
    moves = list(record.moves)
    moves[3] = moves[3] | {"seat": next(s for s in range(len(record.seats)) if s not in kind.waiting(game.states[3]))}
    again = replay(with_moves(record, moves))
    assert (again.error.code, len(again.steps)) == ("turn.not-yours", 3)


@each_kind
def test_a_move_after_the_end(kind):
    _, record = played(kind)
    again = replay(with_moves(record, [*record.moves, {"seat": 0, "move": {"do": "resign"}}]))
    assert (again.error.code, len(again.steps)) == ("game.over", len(record.moves))


@each_with_secrets
@pytest.mark.parametrize(
    "deal",
    [
        {},
        {"first": 0},
        {"first": "0", "deck": [], "stacks": [], "dealer": 0, "decks": []},
        {"dealer": 0, "decks": []},
        {"dealer": 0, "decks": [["W"] * 55]},
        {"dealer": 0, "decks": [[1]]},
        {"dealer": 99, "decks": [["W"]]},
        {"first": 0, "deck": ["b4"] * 91},
        {"first": 0, "deck": [["b4"]]},
        {"first": True, "deck": ["b4"]},
        {"first": 0, "deck": "b4"},
        {"first": 0, "stacks": [[1] * 15, [2] * 15]},
        {"first": 0, "stacks": [[1, 2, 3], [1, "2", 3]]},
        {"first": 7, "stacks": [[1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]] * 2},
        {"first": 0, "stacks": [[1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]] * 3},
    ],
)
def test_a_deal_that_is_none(kind, deal):
    again = replay(change(played(kind)[1], deal=deal))
    assert isinstance(again.error, BadRecord)
    assert (again.start, again.state, again.steps) == (None, None, ())


def test_a_record_without_a_deal():
    again = replay(change(played(push)[1], deal=None))
    assert (again.error.code, again.start) == ("record.no-deal", None)


def test_a_record_of_no_kind():
    with pytest.raises(BadSetup):
        replay(change(played(push)[1], kind="chess"))


# --- shown ----------------------------------------------------------------------------------------------------------


@each_kind
def test_a_finished_game_is_shown_whole(kind):
    _, record = played(kind)
    assert redact_record(record, None) is record


@each_kind
def test_a_game_in_progress_is_shown_without_its_secrets(kind):
    _, record = played(kind)
    half = len(record.moves) // 2
    going_on = change(in_progress(record, half), fair=record.fair, head=record.head)
    for seat in [*range(len(record.seats)), None]:
        seen = redact_record(going_on, seat)
        assert (seen.deal, seen.fair.server, seen.result, seen.head) == (None, None, None, None)
        assert seen.fair.commit == record.fair.commit
        assert [made["seat"] for made in seen.moves] == [made["seat"] for made in record.moves[:half]]
        assert read(write(seen)) == seen
        assert verify(seen) == ()


def test_payments_of_lost_bids_are_veiled_and_the_bidders_own_are_not():
    record = next(record for record in (played(push, n)[1] for n in range(50)) if lost_bids(record))
    place = lost_bids(record)[0]
    bid = record.moves[place]
    going_on = in_progress(record, place + 2)
    own, other, public = (
        redact_record(going_on, seat).moves[place]["move"] for seat in (bid["seat"], 1 - bid["seat"], None)
    )
    assert own == bid["move"]
    assert other == public == {"do": "bid", "amount": bid["move"]["amount"]}


def lost_bids(record):
    """Places of bids that the next seat outbids at once."""
    pairs = enumerate(zip(record.moves, record.moves[1:], strict=False))
    return [n for n, (one, two) in pairs if one["move"]["do"] == two["move"]["do"] == "bid"]


def test_that_a_move_was_planned_is_shown_to_its_seat_only():
    _, record = played(swap)
    marked = [made | {"at": "2026-11-18T09:00:00.123Z", "by": "plan"} for made in record.moves[:4]]
    marked[1] = marked[1] | {"by": "clock"}
    going_on = change(in_progress(record), moves=tuple(marked))
    seat = marked[0]["seat"]
    seen = redact_record(going_on, seat).moves
    assert seen[0] == marked[0]
    assert seen[1] == marked[1]
    assert all(made["at"] for made in seen)
    assert [made.get("by") for made in redact_record(going_on, None).moves] == [None, "clock", None, None]


def test_what_cannot_be_replayed_cannot_be_shown():
    _, record = played(tiles)
    with pytest.raises(IllegalMove):
        redact_record(change(in_progress(record), moves=({"seat": 0, "move": {"do": "fly"}},)), 0)


# --- recovery -------------------------------------------------------------------------------------------------------


@each_kind
def test_nothing_to_rescue(kind):
    _, record = played(kind)
    assert recover(write(record)) == (record, None)


@each_kind
def test_a_record_that_is_cut_off_anywhere_among_the_moves(kind):
    game, record = played(kind)
    line = write(record)
    begin = line.index('"moves":[') + len('"moves":[') + len(json.dumps(record.moves[0], separators=(",", ":")))
    for cut in random.Random(1).sample(range(begin, len(line)), 12):
        part, reason = recover(line[:cut])
        assert reason.code == "record.not-json"
        assert part.moves == record.moves[: len(part.moves)]
        assert (part.result, part.head, part.fair.server) == (None, None, None)
        assert replay(part).state == game.states[len(part.moves)]
    assert len(recover(line[:-1])[0].moves) == len(record.moves)


def test_how_much_is_rescued():
    _, record = played(push)
    line = write(record)
    ends = [place for place in range(len(line)) if line.startswith(',{"seat":', place)]
    for number, place in list(enumerate(ends, 1))[::4]:
        assert len(recover(line[:place])[0].moves) == number
        assert len(recover(line[: place + 30])[0].moves) == number
    assert len(recover(line[: line.index(',"result"')])[0].moves) == len(record.moves)
    assert len(recover(line[: line.index(',"head"')])[0].moves) == len(record.moves)


def test_a_spoiled_byte_among_the_moves():
    game, record = played(push)
    line = write(record)
    place = [place for place in range(len(line)) if line.startswith(',{"seat":', place)][3]
    for spoiled in (
        line[:place] + ";" + line[place + 1 :],
        line[: place + 4].encode() + b"\xff" + line[place + 5 :].encode(),
    ):
        part, reason = recover(spoiled)
        assert reason.code in ("record.not-json", "record.not-utf8")
        assert part.moves[:4] == record.moves[:4]
        assert len(part.moves) == 4
        assert replay(part).state == game.states[4]


@pytest.mark.parametrize("bad", [{"seat": "1"}, {"move": 3}, {"at": "yesterday"}, {"more": 1}])
def test_the_moves_before_one_that_is_none(bad):
    game, record = played(push)
    moves = list(record.moves)
    moves[7] = moves[7] | bad
    part, reason = recover(write(change(record, moves=tuple(moves))))
    assert (reason.code[:11], reason.facts["number"]) == ("record.move", 8)
    assert part.moves == record.moves[:7]
    assert replay(part).state == game.states[7]


@pytest.mark.parametrize("field", ["head", "result"])
def test_all_moves_where_only_the_end_is_damaged(field):
    _, record = played(swap)
    part, reason = recover(json.dumps(json.loads(write(record)) | {field: 7}))
    assert reason.code == "record.misfit"
    assert part == in_progress(record)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "}",
        "ten",
        "[]",
        "{}",
        '{"moves":[',
        "[" * 10_000,
        "1" * 10_000,
        '{"moves":5,"seats":5,"fair":5}',
        b"\xff\xfe",
        '{"fair":{},"moves":[],"seats":[]}',
        '{"fair":[],"moves":[],"seats":[]}',
        " " * (LONGEST + 1) + "{",
    ],
    ids=range(13),
)
def test_where_nothing_can_be_rescued(text):
    part, reason = recover(text)
    assert part is None
    assert isinstance(reason, BadRecord)


# --- verify ---------------------------------------------------------------------------------------------------------


@each_kind
def test_a_true_record(kind):
    _, record = played(kind)
    assert verify(record) == verify(write(record)) == verify(write(record).encode()) == ()


@each_kind
def test_what_is_no_record(kind):
    _, record = played(kind)
    assert verify("{}") == (Fault("record.format", {"format": "null", "known": "ten-record/1"}, None),)
    assert verify(write(change(record, id="A"))) == (Fault("record.id", {"id": "A"}),)


@each_with_secrets
def test_another_server(kind):
    _, record = played(kind)
    faults = verify(sealed(change(record, fair=change(record.fair, server="00" * 32))))
    assert faults[0] == Fault("verify.commit", {})
    assert {fault.code for fault in faults[1:]} == {"verify.deal"}


@each_with_secrets
@pytest.mark.parametrize("changed", ["id", "players"])
def test_another_seed(kind, changed):
    _, record = played(kind)
    if changed == "id":
        other = change(record, id="other")
    else:
        other = change(record, fair=change(record.fair, players=("00" * 16, *record.fair.players[1:])))
    faults = verify(sealed(other))
    assert faults
    assert {fault.code for fault in faults} == {"verify.deal"}


def test_another_deal():
    """Cards that were never drawn, in another order: every move is legal still, but the deal is not the fair one."""
    _, record = played(tiles)
    left, right = record.deal["stacks"]
    assert verify(change(record, deal={"first": 1 - record.deal["first"], "stacks": [left, right]}))[0] == Fault(
        "verify.deal", {"label": "first"}
    )
    label = {0: "stack0", 1: "stack1"}
    for seat, stack in enumerate((left, right)):
        other = stack[::-1]
        stacks = [other if n == seat else each for n, each in enumerate((left, right))]
        faults = verify(change(record, deal=record.deal | {"stacks": stacks}))
        assert faults[0] == Fault("verify.deal", {"label": label[seat]})


def test_every_shuffle_of_swap_is_checked():
    game = Game(swap, make_setup(swap, 4, {"carry_on": False}), 2).play()
    record = game.record(game.states[-1])
    decks = record.deal["decks"]
    assert len(decks) > 2
    undrawn = [*decks[-1][:-2], *decks[-1][:-3:-1]]
    assert undrawn != decks[-1], "the last two cards are the same: choose another game"
    faults = verify(change(record, deal=record.deal | {"decks": [*decks[:-1], undrawn]}))
    assert faults == (Fault("verify.deal", {"label": f"deck{len(decks)}"}),)


def test_a_deck_that_was_never_drawn():
    _, record = played(swap)
    decks = [*record.deal["decks"], record.deal["decks"][0]]
    faults = verify(change(record, deal=record.deal | {"decks": decks}))
    assert faults == (Fault("verify.deal-extra", {"label": f"deck{len(decks)}"}),)


def test_a_deck_too_few():
    _, record = played(swap)
    decks = record.deal["decks"][:-1]
    faults = verify(change(record, deal=record.deal | {"decks": decks}))
    assert faults == (Fault("deal.missing", {"label": f"deck{len(decks) + 1}"}),)


@each_kind
def test_a_deal_of_other_cards(kind):
    _, record = played(kind)
    faults = verify(change(record, deal={"first": 0, "deck": []}))
    assert faults[-1].code.startswith("deal.")
    assert all(fault.move is None for fault in faults)


@each_kind
def test_an_illegal_move(kind):
    _, record = played(kind)
    moves = list(record.moves)
    moves[4] = moves[4] | {"move": {"do": "fly"}}
    facts = {"do": "fly", "known": ", ".join(kind.MOVES)}
    assert verify(with_moves(record, moves)) == (Fault("move.unknown", facts, 5),)


@each_kind
def test_a_move_that_was_taken_away(kind):
    _, record = played(kind)
    assert verify(with_moves(record, record.moves[:-1])) == (Fault("verify.unfinished", {}),)


@each_kind
def test_a_changed_move_breaks_the_chain(kind):
    _, record = played(kind)
    for moves in (
        (record.moves[0] | {"at": "2026-11-18T09:00:00.123Z"}, *record.moves[1:]),
        (*record.moves[:-1], record.moves[-1] | {"by": "clock"}),
    ):
        assert verify(change(record, moves=moves)) == (Fault("verify.head", {}),)


@each_kind
def test_another_result(kind):
    _, record = played(kind)
    end, places, points = record.result.end, record.result.places, record.result.points
    assert end == "played"
    said = ", ".join(map(str, places))
    one = verify(change(record, result=RecordResult("left", places, points)))
    assert one == (Fault("verify.result", {"field": "end", "told": "left", "true": "played"}),)
    other = (9, *places[1:])
    two = verify(change(record, result=RecordResult(end, other, points)))
    told = ", ".join(map(str, other))
    assert two == (Fault("verify.result", {"field": "places", "told": told, "true": said}),)
    three = verify(change(record, result=RecordResult(end, places, (1, 2, 3))))
    true = "null" if points is None else ", ".join(map(str, points))
    assert three == (Fault("verify.result", {"field": "points", "told": "1, 2, 3", "true": true}),)


@each_kind
def test_an_aborted_game(kind):
    _, record = played(kind)
    aborted = RecordResult("aborted", None, None)
    assert verify(with_moves(change(record, result=aborted), record.moves[:-1])) == ()
    faults = verify(change(record, result=aborted))
    assert [fault.facts["field"] for fault in faults][:2] == ["end", "places"]


@each_kind
def test_a_game_in_progress(kind):
    _, record = played(kind)
    assert verify(in_progress(record, -1)) == ()
    assert verify(change(in_progress(record, -1), deal=None)) == ()
    assert verify(in_progress(record)) == (Fault("verify.finished", {}),)


@each_kind
def test_a_foreign_move_in_a_game_in_progress(kind):
    _, record = played(kind)
    moves = (*record.moves[:3], {"seat": 0, "move": {"do": "fly"}}, {"seat": 0, "move": {}})
    facts = {"known": ", ".join(kind.MOVES)}
    expected = (Fault("verify.do", facts, 4), Fault("verify.do", facts, 5))
    assert verify(change(in_progress(record), moves=moves, deal=None)) == expected


@each_kind
def test_a_bot_moves_in_its_own_seat_only(kind):
    _, record = played(kind)
    moves = (record.moves[0] | {"by": "bot"}, *record.moves[1:])
    seat = record.moves[0]["seat"]
    assert verify(with_moves(record, moves)) == (Fault("verify.by-bot", {"seat": seat}, 1),)
    seats = tuple(Player("Bot", "steady") if n == seat else player for n, player in enumerate(record.seats))
    assert "verify.by-bot" not in [fault.code for fault in verify(with_moves(change(record, seats=seats), moves))]


def test_r40_a_stand_in_moves_for_somebody_who_left():
    """R40: a bot plays on for who left, marked as such."""
    game = next(game for game in (leaving(number) for number in range(20)) if game)
    record = game.record(game.states[-1])
    leaver = game.states[-1].left[0]
    gone = next(n for n, made in enumerate(record.moves) if made["move"] == {"do": "resign"})
    later = next(n for n, made in enumerate(record.moves) if n > gone and made["seat"] == leaver)
    marked = [made | ({"by": "standin"} if n == later else {}) for n, made in enumerate(record.moves)]
    assert verify(with_moves(record, marked)) == ()
    marked[gone] = marked[gone] | {"by": "standin"}
    assert verify(with_moves(record, marked)) == (Fault("verify.by-standin", {"seat": leaver}, gone + 1),)
    assert Resign.do == "resign"


def leaving(number):
    """A game of three in which a seat leaves and has to move after that; or None."""
    game = Game(push, make_setup(push, 3, {}), number, resigning=0.02).play()
    gone = [n for n, made in enumerate(game.moves) if made["move"] == {"do": "resign"}]
    if len(gone) != 1:
        return None
    seats_after = [made["seat"] for made in game.moves[gone[0] + 1 :]]
    return game if game.moves[gone[0]]["seat"] in seats_after else None
