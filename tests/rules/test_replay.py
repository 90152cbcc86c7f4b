"""Records are replayed as far as they are valid, shown without secrets, recovered when damaged, and verified."""

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


def game_and_record(kind, number=0):
    """A random game with the fewest seats of the kind (at least two), and its record."""
    if (kind, number) not in GAMES:
        game = Game(kind, make_setup(kind, max(2, kind.SEATS[0]), {}), number).play()
        GAMES[kind, number] = game, game.record(game.states[-1])
    return GAMES[kind, number]


def with_head(record):
    """The record with a head that fits its moves."""
    return change(record, head=last_link(record.id, record.fair.commit, record.moves))


def with_moves(record, moves):
    return with_head(change(record, moves=tuple(moves)))


def in_progress(record, moves=None):
    fair = change(record.fair, server=None)
    return change(record, moves=record.moves[:moves], fair=fair, result=None, head=None)


# --- replay ---------------------------------------------------------------------------------------------------------


@each_kind
def test_a_replay_has_every_state_move_and_event(kind):
    game, record = game_and_record(kind)
    replayed = replay(record)
    assert isinstance(replayed, Replay)
    assert (replayed.kind, replayed.setup, replayed.error) == (kind, game.setup, None)
    assert [replayed.start, *(step.state for step in replayed.steps)] == game.states
    assert replayed.state == game.states[-1]
    assert [{"seat": step.seat, "move": write_move(step.move)} for step in replayed.steps] == list(record.moves)
    for step, before in zip(replayed.steps, game.states, strict=False):
        assert isinstance(step, Step)
        assert step.events == kind.play(before, step.seat, step.move, game.dealer.dealer)[1]


@each_kind
def test_a_replay_from_the_seed_is_the_same(kind):
    _, record = game_and_record(kind)
    dealer = FairDealer(make_seed(bytes.fromhex(record.fair.server), record.id, record.fair.players))
    assert replay(change(record, deal=None), dealer) == replay(record)


@each_kind
def test_a_record_without_moves_is_replayed_to_the_start(kind):
    game, record = game_and_record(kind)
    replayed = replay(in_progress(record, 0))
    assert (replayed.steps, replayed.state, replayed.error) == ((), game.states[0], None)


@each_kind
@pytest.mark.parametrize("bad", [{"do": "fly"}, {"do": "resign", "why": 1}, {}, {"do": "accept"}, {"do": "shift"}])
def test_an_illegal_move_stops_a_replay(kind, bad):
    game, record = game_and_record(kind)
    moves = list(record.moves)
    moves[5] = moves[5] | {"move": bad}
    replayed = replay(with_moves(record, moves))
    assert isinstance(replayed.error, IllegalMove)
    assert len(replayed.steps) == 5
    assert replayed.state == game.states[5]


@each_kind
def test_a_move_by_the_wrong_seat_stops_a_replay(kind):
    game, record = game_and_record(kind)
    moves = list(record.moves)
    moves[3] = moves[3] | {"seat": next(s for s in range(len(record.seats)) if s not in kind.waiting(game.states[3]))}
    replayed = replay(with_moves(record, moves))
    assert (replayed.error.code, len(replayed.steps)) == ("turn.not-yours", 3)


@each_kind
def test_a_move_after_the_end_stops_a_replay(kind):
    _, record = game_and_record(kind)
    replayed = replay(with_moves(record, [*record.moves, {"seat": 0, "move": {"do": "resign"}}]))
    assert (replayed.error.code, len(replayed.steps)) == ("game.over", len(record.moves))


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
def test_an_invalid_deal_cannot_be_replayed(kind, deal):
    replayed = replay(change(game_and_record(kind)[1], deal=deal))
    assert isinstance(replayed.error, BadRecord)
    assert (replayed.start, replayed.state, replayed.steps) == (None, None, ())


def test_a_record_without_a_deal_cannot_be_replayed():
    replayed = replay(change(game_and_record(push)[1], deal=None))
    assert (replayed.error.code, replayed.start) == ("record.no-deal", None)


def test_a_record_of_an_unknown_kind_is_refused():
    with pytest.raises(BadSetup):
        replay(change(game_and_record(push)[1], kind="chess"))


# --- redact ---------------------------------------------------------------------------------------------------------


@each_kind
def test_a_finished_game_is_not_redacted(kind):
    _, record = game_and_record(kind)
    assert redact_record(record, None) is record


@each_kind
def test_a_game_in_progress_is_shown_without_secrets(kind):
    _, record = game_and_record(kind)
    half = len(record.moves) // 2
    unfinished = change(in_progress(record, half), fair=record.fair, head=record.head)
    for seat in [*range(len(record.seats)), None]:
        redacted = redact_record(unfinished, seat)
        assert (redacted.deal, redacted.fair.server, redacted.result, redacted.head) == (None, None, None, None)
        assert redacted.fair.commit == record.fair.commit
        assert [item["seat"] for item in redacted.moves] == [item["seat"] for item in record.moves[:half]]
        assert read(write(redacted)) == redacted
        assert verify(redacted) == ()


def test_payments_of_lost_bids_are_shown_only_to_their_bidders():
    record = next(record for record in (game_and_record(push, n)[1] for n in range(50)) if lost_bids(record))
    index = lost_bids(record)[0]
    bid = record.moves[index]
    unfinished = in_progress(record, index + 2)
    own, other, public = (
        redact_record(unfinished, seat).moves[index]["move"] for seat in (bid["seat"], 1 - bid["seat"], None)
    )
    assert own == bid["move"]
    assert other == public == {"do": "bid", "amount": bid["move"]["amount"]}


def lost_bids(record):
    """The indexes of bids that the next seat outbids."""
    pairs = enumerate(zip(record.moves, record.moves[1:], strict=False))
    return [n for n, (one, two) in pairs if one["move"]["do"] == two["move"]["do"] == "bid"]


def test_only_its_own_seat_sees_that_a_move_was_planned():
    _, record = game_and_record(swap)
    marked = [item | {"at": "2026-11-18T09:00:00.123Z", "by": "plan"} for item in record.moves[:4]]
    marked[1] = marked[1] | {"by": "clock"}
    unfinished = change(in_progress(record), moves=tuple(marked))
    seat = marked[0]["seat"]
    redacted = redact_record(unfinished, seat).moves
    assert redacted[0] == marked[0]
    assert redacted[1] == marked[1]
    assert all(item["at"] for item in redacted)
    assert [item.get("by") for item in redact_record(unfinished, None).moves] == [None, "clock", None, None]


def test_a_record_that_cannot_be_replayed_cannot_be_redacted():
    _, record = game_and_record(tiles)
    with pytest.raises(IllegalMove):
        redact_record(change(in_progress(record), moves=({"seat": 0, "move": {"do": "fly"}},)), 0)


# --- recover --------------------------------------------------------------------------------------------------------


@each_kind
def test_an_intact_record_is_returned_unchanged(kind):
    _, record = game_and_record(kind)
    assert recover(write(record)) == (record, None)


@each_kind
def test_a_truncated_record_keeps_the_moves_before_the_cut(kind):
    game, record = game_and_record(kind)
    line = write(record)
    start = line.index('"moves":[') + len('"moves":[') + len(json.dumps(record.moves[0], separators=(",", ":")))
    for cut in random.Random(1).sample(range(start, len(line)), 12):
        recovered, reason = recover(line[:cut])
        assert reason.code == "record.not-json"
        assert recovered.moves == record.moves[: len(recovered.moves)]
        assert (recovered.result, recovered.head, recovered.fair.server) == (None, None, None)
        assert replay(recovered).state == game.states[len(recovered.moves)]
    assert len(recover(line[:-1])[0].moves) == len(record.moves)


def test_every_whole_move_before_the_cut_is_recovered():
    _, record = game_and_record(push)
    line = write(record)
    ends = [index for index in range(len(line)) if line.startswith(',{"seat":', index)]
    for number, end in list(enumerate(ends, 1))[::4]:
        assert len(recover(line[:end])[0].moves) == number
        assert len(recover(line[: end + 30])[0].moves) == number
    assert len(recover(line[: line.index(',"result"')])[0].moves) == len(record.moves)
    assert len(recover(line[: line.index(',"head"')])[0].moves) == len(record.moves)


def test_the_moves_before_a_corrupted_byte_are_recovered():
    game, record = game_and_record(push)
    line = write(record)
    end = [index for index in range(len(line)) if line.startswith(',{"seat":', index)][3]
    for corrupted in (
        line[:end] + ";" + line[end + 1 :],
        line[: end + 4].encode() + b"\xff" + line[end + 5 :].encode(),
    ):
        recovered, reason = recover(corrupted)
        assert reason.code in ("record.not-json", "record.not-utf8")
        assert recovered.moves[:4] == record.moves[:4]
        assert len(recovered.moves) == 4
        assert replay(recovered).state == game.states[4]


@pytest.mark.parametrize("bad", [{"seat": "1"}, {"move": 3}, {"at": "yesterday"}, {"more": 1}])
def test_the_moves_before_a_malformed_one_are_recovered(bad):
    game, record = game_and_record(push)
    moves = list(record.moves)
    moves[7] = moves[7] | bad
    recovered, reason = recover(write(change(record, moves=tuple(moves))))
    assert (reason.code[:11], reason.facts["number"]) == ("record.move", 8)
    assert recovered.moves == record.moves[:7]
    assert replay(recovered).state == game.states[7]


@pytest.mark.parametrize("field", ["head", "result"])
def test_all_moves_are_recovered_if_only_the_ending_is_damaged(field):
    _, record = game_and_record(swap)
    recovered, reason = recover(json.dumps(json.loads(write(record)) | {field: 7}))
    assert reason.code == "record.misfit"
    assert recovered == in_progress(record)


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
def test_nothing_is_recovered_from_other_text(text):
    recovered, reason = recover(text)
    assert recovered is None
    assert isinstance(reason, BadRecord)


# --- verify ---------------------------------------------------------------------------------------------------------


@each_kind
def test_a_valid_record_has_no_faults(kind):
    _, record = game_and_record(kind)
    assert verify(record) == verify(write(record)) == verify(write(record).encode()) == ()


@each_kind
def test_text_that_is_not_a_record_is_a_fault(kind):
    _, record = game_and_record(kind)
    assert verify("{}") == (Fault("record.format", {"format": "null", "known": "ten-record/1"}, None),)
    assert verify(write(change(record, id="A"))) == (Fault("record.id", {"id": "A"}),)


@each_with_secrets
def test_a_changed_server_seed_is_a_fault(kind):
    _, record = game_and_record(kind)
    faults = verify(with_head(change(record, fair=change(record.fair, server="00" * 32))))
    assert faults[0] == Fault("verify.commit", {})
    assert {fault.code for fault in faults[1:]} == {"verify.deal"}


@each_with_secrets
@pytest.mark.parametrize("changed", ["id", "players"])
def test_a_changed_id_or_contribution_is_a_fault(kind, changed):
    _, record = game_and_record(kind)
    if changed == "id":
        other = change(record, id="other")
    else:
        other = change(record, fair=change(record.fair, players=("00" * 16, *record.fair.players[1:])))
    faults = verify(with_head(other))
    assert faults
    assert {fault.code for fault in faults} == {"verify.deal"}


def test_a_changed_deal_is_a_fault():
    """The moves may still be legal, but it isn't the fair deal."""
    _, record = game_and_record(tiles)
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


def test_every_shuffle_of_swap_is_verified():
    game = Game(swap, make_setup(swap, 4, {"carry_on": False}), 2).play()
    record = game.record(game.states[-1])
    decks = record.deal["decks"]
    assert len(decks) > 2
    undrawn = [*decks[-1][:-2], *decks[-1][:-3:-1]]
    assert undrawn != decks[-1], "the last two cards are the same, so choose another game"
    faults = verify(change(record, deal=record.deal | {"decks": [*decks[:-1], undrawn]}))
    assert faults == (Fault("verify.deal", {"label": f"deck{len(decks)}"}),)


def test_a_deck_that_was_never_drawn_is_a_fault():
    _, record = game_and_record(swap)
    decks = [*record.deal["decks"], record.deal["decks"][0]]
    faults = verify(change(record, deal=record.deal | {"decks": decks}))
    assert faults == (Fault("verify.deal-extra", {"label": f"deck{len(decks)}"}),)


def test_a_missing_deck_is_a_fault():
    _, record = game_and_record(swap)
    decks = record.deal["decks"][:-1]
    faults = verify(change(record, deal=record.deal | {"decks": decks}))
    assert faults == (Fault("deal.missing", {"label": f"deck{len(decks) + 1}"}),)


@each_kind
def test_a_deal_of_other_cards_is_a_fault(kind):
    _, record = game_and_record(kind)
    faults = verify(change(record, deal={"first": 0, "deck": []}))
    assert faults[-1].code.startswith("deal.")
    assert all(fault.move is None for fault in faults)


@each_kind
def test_an_illegal_move_is_a_fault(kind):
    _, record = game_and_record(kind)
    moves = list(record.moves)
    moves[4] = moves[4] | {"move": {"do": "fly"}}
    facts = {"do": "fly", "known": ", ".join(kind.MOVES)}
    assert verify(with_moves(record, moves)) == (Fault("move.unknown", facts, 5),)


@each_kind
def test_a_missing_last_move_is_a_fault(kind):
    _, record = game_and_record(kind)
    assert verify(with_moves(record, record.moves[:-1])) == (Fault("verify.unfinished", {}),)


@each_kind
def test_a_changed_move_breaks_the_chain(kind):
    _, record = game_and_record(kind)
    for moves in (
        (record.moves[0] | {"at": "2026-11-18T09:00:00.123Z"}, *record.moves[1:]),
        (*record.moves[:-1], record.moves[-1] | {"by": "clock"}),
    ):
        assert verify(change(record, moves=moves)) == (Fault("verify.head", {}),)


@each_kind
def test_a_changed_result_is_a_fault(kind):
    _, record = game_and_record(kind)
    end, places, points = record.result.end, record.result.places, record.result.points
    assert end == "played"
    true_places = ", ".join(map(str, places))
    faults = verify(change(record, result=RecordResult("left", places, points)))
    assert faults == (Fault("verify.result", {"field": "end", "told": "left", "true": "played"}),)
    other = (9, *places[1:])
    faults = verify(change(record, result=RecordResult(end, other, points)))
    told = ", ".join(map(str, other))
    assert faults == (Fault("verify.result", {"field": "places", "told": told, "true": true_places}),)
    faults = verify(change(record, result=RecordResult(end, places, (1, 2, 3))))
    true = "null" if points is None else ", ".join(map(str, points))
    assert faults == (Fault("verify.result", {"field": "points", "told": "1, 2, 3", "true": true}),)


@each_kind
def test_only_an_unfinished_game_can_be_aborted(kind):
    _, record = game_and_record(kind)
    aborted = RecordResult("aborted", None, None)
    assert verify(with_moves(change(record, result=aborted), record.moves[:-1])) == ()
    faults = verify(change(record, result=aborted))
    assert [fault.facts["field"] for fault in faults][:2] == ["end", "places"]


@each_kind
def test_a_game_in_progress_is_valid_until_it_is_over(kind):
    _, record = game_and_record(kind)
    assert verify(in_progress(record, -1)) == ()
    assert verify(change(in_progress(record, -1), deal=None)) == ()
    assert verify(in_progress(record)) == (Fault("verify.finished", {}),)


@each_kind
def test_an_unknown_move_in_a_game_in_progress_is_a_fault(kind):
    _, record = game_and_record(kind)
    moves = (*record.moves[:3], {"seat": 0, "move": {"do": "fly"}}, {"seat": 0, "move": {}})
    facts = {"known": ", ".join(kind.MOVES)}
    expected = (Fault("verify.do", facts, 4), Fault("verify.do", facts, 5))
    assert verify(change(in_progress(record), moves=moves, deal=None)) == expected


@each_kind
def test_bots_may_move_only_in_their_own_seats(kind):
    _, record = game_and_record(kind)
    moves = (record.moves[0] | {"by": "bot"}, *record.moves[1:])
    seat = record.moves[0]["seat"]
    assert verify(with_moves(record, moves)) == (Fault("verify.by-bot", {"seat": seat}, 1),)
    seats = tuple(Player("Bot", "steady") if n == seat else player for n, player in enumerate(record.seats))
    assert "verify.by-bot" not in [fault.code for fault in verify(with_moves(change(record, seats=seats), moves))]


def test_r40_stand_ins_may_move_only_for_players_who_left():
    """R40: a bot plays on for a player who left, and its moves are marked."""
    game = next(game for game in (game_with_leaver(number) for number in range(20)) if game)
    record = game.record(game.states[-1])
    leaver = game.states[-1].left[0]
    resigned = next(n for n, item in enumerate(record.moves) if item["move"] == {"do": "resign"})
    later = next(n for n, item in enumerate(record.moves) if n > resigned and item["seat"] == leaver)
    marked = [item | ({"by": "standin"} if n == later else {}) for n, item in enumerate(record.moves)]
    assert verify(with_moves(record, marked)) == ()
    marked[resigned] = marked[resigned] | {"by": "standin"}
    assert verify(with_moves(record, marked)) == (Fault("verify.by-standin", {"seat": leaver}, resigned + 1),)
    assert Resign.do == "resign"


def game_with_leaver(number):
    """A game of three in which one seat resigns, and has to move again later; or None."""
    game = Game(push, make_setup(push, 3, {}), number, resigning=0.02).play()
    resigned = [n for n, item in enumerate(game.moves) if item["move"] == {"do": "resign"}]
    if len(resigned) != 1:
        return None
    later_seats = [item["seat"] for item in game.moves[resigned[0] + 1 :]]
    return game if game.moves[resigned[0]]["seat"] in later_seats else None
