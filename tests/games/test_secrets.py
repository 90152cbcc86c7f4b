"""Nothing hidden reaches a browser: worlds that differ only in what a reader may not know are the same bytes to it."""

import copy
import json
import random

import pytest
from django.http import QueryDict
from django.test import Client

from games import play, render
from games.models import Game
from games.refusals import Denied
from games.render import Table
from games.rules.plain import to_plain
from tests.games.tables import one_move, pick, table
from tests.rules.contract import twists

pytestmark = [pytest.mark.django_db, pytest.mark.volume]
GAMES = [
    ("push", 1, {"solo": 7}),
    ("push", 3, {}),
    ("push", 5, {"bust_buy": True}),
    ("tiles", 2, {}),
    ("swap", 4, {"blocking": "ask"}),
    ("swap", 6, {}),
]


def world(table: Table, state) -> Table:
    """The same table, with another truth behind it."""
    game = copy.copy(table.game)
    game.state = json.dumps(to_plain(state), separators=(",", ":"))
    return Table(game, table.seats, table.moves)


def shown(table: Table, seat: int | None) -> list[str]:
    """Everything that an audience gets of a table."""
    return [
        render._render(table, seat, "en", QueryDict()),
        json.dumps(render.state_json(table, seat)),
        render.task_of(table, seat),
    ]


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_pages_and_state_do_not_depend_on_what_the_reader_may_not_know(kind, seats, options, share):
    dice = random.Random(f"{kind}{seats}")
    pairs = controls = 0
    while pairs < share(small=40, whole=3_000):
        game, users = table(kind, seats, options=options)
        while game.status == Game.Status.PLAYING and pairs < share(small=40, whole=3_000):
            here = render.load(game.pk)
            for seat in [None, *range(seats)]:
                twin = twists(here.kind).twist(here.state, seat, dice)
                if twin == here.state or dice.random() < 0.5:
                    continue
                pairs += 1
                other = world(here, twin)
                assert shown(here, seat) == shown(other, seat)
                controls += here.game.state != other.game.state
            for _ in range(dice.randint(1, 6)):
                if game.status == Game.Status.PLAYING:
                    one_move(game, users, dice)
    assert controls == pairs


def test_the_check_would_bite():
    """A reader who may know a card does see the difference."""
    game, _ = table("swap", 4)
    here, dice = render.load(game.pk), random.Random(1)
    while True:
        twin = twists(here.kind).twist(here.state, None, dice)  # the public knows nothing: every card may differ
        changed = [seat for seat in range(4) if here.kind.view(twin, seat) != here.kind.view(here.state, seat)]
        if changed:
            break
    assert shown(here, changed[0]) != shown(world(here, twin), changed[0])


def test_a_refusal_does_not_depend_on_secrets_of_others():
    """What is refused, and how, is the same in both worlds."""
    game, users = table("push", 3)
    dice = random.Random(4)
    for _ in range(60):
        if game.status != Game.Status.PLAYING:
            break
        kind, state = play.kind_of(game), play.state_of(game)
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


def test_server_bytes_and_states_stand_in_no_answer():
    game, users = table("swap", 4)
    one_move(game, users, random.Random(3))
    for user in [*users, None]:
        client = Client()
        if user:
            client.force_login(user)
        for path in ("", "state.json", "record.json", "log/"):
            answer = client.get(f"/games/{game.pk}/{path}")
            everything = answer.content.decode() + str(answer.headers)
            assert game.server not in everything
            assert '"dealt"' not in everything
            assert '"deck":[' not in everything.replace(" ", "")
    with pytest.raises(Denied):
        render.load("nowhere")
