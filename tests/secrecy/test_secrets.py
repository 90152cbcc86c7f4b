"""Nothing hidden reaches a browser: games that differ only in secrets have the same responses."""

import copy
import html
import json
import random
import re

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.html import format_html

from games import play
from games.archive import replay
from games.models import Game, Move
from games.pages import board, table_log, tables
from games.pages.tables import Table
from games.refusals import Denied
from games.rules.base import Plain
from games.rules.serialization import to_plain
from games.rules.swap.cards import VALUE
from tests.rules.contract import twists
from tests.tables import one_move, pick, table

pytestmark = pytest.mark.django_db
GAMES = [
    ("push", 1, {"solo": 7}),
    ("push", 3, {}),
    ("push", 5, {"bust_buy": True}),
    ("tiles", 2, {}),
    ("swap", 4, {"blocking": "ask"}),
    ("swap", 6, {}),
]
OTHER_CARD = dict(zip(VALUE, [*list(VALUE)[1:], *list(VALUE)[:1]], strict=True))


def make_world(here: Table, state, seat: int | None) -> Table:
    """Return the same table with another state, and with other events where this reader may not know them."""
    game = copy.copy(here.game)
    game.state = json.dumps(to_plain(state), separators=(",", ":"))
    return Table(game, here.seats, [with_other_events(move, seat) for move in here.moves])


def with_other_events(move: Move, seat: int | None) -> Move:
    """Return the same move with other cards in the events that are hidden from this reader."""
    twin = copy.copy(move)
    twin.events = [change_cards(event) if is_hidden(event, seat) else event for event in move.events]
    return twin


def is_hidden(event: Plain, seat: int | None) -> bool:
    return event["readers"] is not None and seat not in event["readers"]


def change_cards(event: Plain) -> Plain:
    """Return the event with other cards."""
    facts = {name: OTHER_CARD.get(value, value) for name, value in event["facts"].items()}
    assert facts != event["facts"], f"add another fact for {event}"
    return event | {"facts": facts}


def shown(table: Table, seat: int | None) -> list[str]:
    """Return everything that an audience gets of a table."""
    log(table, seat)  # clears the cached lines, which both worlds would share
    return [
        board._render(table, seat, "en", QueryDict()).html,
        json.dumps(board.make_state(table, seat)),
        board.describe_task(table, seat),
    ]


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_pages_and_state_do_not_depend_on_what_the_reader_may_not_know(kind, seats, options, share):
    dice = random.Random(f"{kind}{seats}")
    wanted = share(small=16, proofs=1_000, whole=3_000)
    pairs = hidden = 0
    while pairs < wanted:
        game, users = table(kind, seats, options=options)
        while game.status == Game.Status.PLAYING and pairs < wanted:
            here = tables.load(game.pk)
            for seat in [None, *range(seats)]:
                twin = twists(here.kind).twist(here.state, seat, dice)
                if twin == here.state or dice.random() < 0.5:
                    continue
                pairs += 1
                other = make_world(here, twin, seat)
                hidden += [move.events for move in here.moves] != [move.events for move in other.moves]
                assert shown(here, seat) == shown(other, seat)
            for _ in range(dice.randint(1, 6)):
                if game.status == Game.Status.PLAYING:
                    one_move(game, users, dice)
    assert hidden > pairs / 2 if kind == "swap" else hidden == 0  # all events of push and tiles are public


def test_a_reader_who_may_know_a_card_sees_the_difference():
    """So the comparison above can fail."""
    game, _ = table("swap", 4)
    here, dice = tables.load(game.pk), random.Random(1)
    while True:
        twin = twists(here.kind).twist(here.state, None, dice)  # for the public, every card may differ
        changed = [seat for seat in range(4) if here.kind.view(twin, seat) != here.kind.view(here.state, seat)]
        if changed:
            break
    assert shown(here, changed[0]) != shown(make_world(here, twin, None), changed[0])


def test_only_readers_of_an_event_see_a_difference_in_its_cards():
    here, _traders = with_a_trade()
    other = Table(here.game, here.seats, [with_other_events(move, None) for move in here.moves])
    for seat in range(4):
        assert log(here, seat) != log(other, seat)
    assert log(here, None) == log(other, None)


def log(table: Table, seat: int | None) -> str:
    """Render the table's log without its cache, whose keys are the numbers of moves."""
    table_log._lines.items.clear()
    return table_log.render_log(table, seat)


def with_a_trade() -> tuple[Table, set[int]]:
    """Play swap until the second hand, when two players have swapped cards; return the table and these two."""
    game, users = table("swap", 4)
    dice = random.Random(1)
    while True:
        one_move(game, users, dice)
        here = tables.load(game.pk)
        traders = {seat for event in events_of(here) if event["name"] == "traded" for seat in event["readers"]}
        if "card" in [event["name"] for event in events_of(here)] and traders:
            return here, traders


def events_of(here: Table) -> list[Plain]:
    return [event for move in here.moves for event in move.events]


# Secret events are kept from other readers twice: `table_log.list_lines` asks for no sentence, and presenters make
# none. Each must work without the other.


def test_sentences_are_only_made_of_events_the_reader_may_know(monkeypatch):
    """A log with the whole content of its events has no secrets, at the table or in the replay of a running game."""
    here, traders = with_a_trade()
    monkeypatch.setattr(here.presenter, "sentence", lambda event, people, you: format_html("{}", json.dumps(event)))
    playback = replay.load_playback(here)
    for seat in [None, *range(4)]:
        steps = [
            line
            for one in playback.history.run(0, playback.last)
            for line in replay._list_lines_of(playback, one, who(seat))
        ]
        for told in (html.unescape(log(here, seat)), html.unescape("".join(line.html for line in steps))):
            assert ('"traded"' in told) == (seat in traders)
            readers = [json.loads(found) for found in re.findall(r'"readers": (null|\[.*?\])', told)]
            assert readers
            assert all(may is None or seat in may for may in readers)


def who(seat: int | None) -> int | str:
    return replay.PUBLIC if seat is None else seat


def test_events_have_no_sentence_for_other_readers():
    here, _traders = with_a_trade()
    names = set()
    for event in events_of(here):
        for seat in [None, *range(4)]:
            if is_hidden(event, seat):
                names.add(event["name"])
                assert here.presenter.sentence(event, here.people, seat) is None
    assert names == {"card", "traded"}


def test_a_refusal_does_not_depend_on_secrets_of_others():
    """Games that differ only in secrets refuse a move with the same response."""
    game, users = table("push", 3)
    dice = random.Random(4)
    for _ in range(60):
        if game.status != Game.Status.PLAYING:
            break
        kind, state = play.find_kind(game), play.parse_state(game)
        seat, _ = pick(game, dice)
        reader = (seat + 1) % 3
        twin = twists(kind).twist(state, reader, dice)
        answers = []
        for world_state in (state, twin):
            Game.objects.filter(pk=game.pk).update(state=json.dumps(to_plain(world_state)))
            client = Client()
            client.force_login(users[reader])
            fields = {"seen": game.version, "ticket": f"ticket-{len(answers)}-{game.version}", "move": '{"do":"draw"}'}
            told = client.post(f"/games/{game.pk}/moves/", fields, headers={"Accept": "application/json"})
            answers.append((told.status_code, told.content))
        assert answers[0] == answers[1]
        assert answers[0][0] == 422
        Game.objects.filter(pk=game.pk).update(state=json.dumps(to_plain(state)))
        one_move(game, users, dice)


def test_the_servers_seed_and_states_are_in_no_response():
    game, users = table("swap", 4)
    one_move(game, users, random.Random(3))
    for user in [*users, None]:
        client = Client()
        if user:
            client.force_login(user)
        for path in ("", "state.json", "record.json", "log/"):
            answer = client.get(f"/games/{game.pk}/{path}")
            everything = answer.content.decode() + str(answer.headers)
            assert game.server_seed not in everything
            assert '"dealt"' not in everything
            assert '"deck":[' not in everything.replace(" ", "")
    with pytest.raises(Denied):
        tables.load("nowhere")
