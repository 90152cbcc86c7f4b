"""Each step of a replay shows the table as each audience saw it, and nothing more."""

import random
import re
from itertools import pairwise

import pytest
from django.http import QueryDict
from django.utils.html import strip_tags

from games import play
from games.archive import replay
from games.archive.replay import ALL, EVERY, LINES_AFTER, LINES_BEFORE, PUBLIC, Position
from games.models import Game
from games.pages import board as boards
from games.pages import table_log, tables
from games.rules.base import Event
from games.rules.push.state import coins_shown, net_total
from tests.finished_games import load_finished_game, play_once
from tests.rules.contract import twists
from tests.secrecy.test_secrets import change_cards, is_hidden
from tests.tables import as_user, one_move, person, pick, play_to_the_end, send, table

pytestmark = pytest.mark.django_db
GAMES = [
    ("push", 1, {"solo": 7}),
    ("push", 3, {"bust_buy": True}),
    ("tiles", 2, {}),
    ("tiles", 2, {"open": True}),
    ("swap", 5, {"blocking": "ask"}),
]


def show_live(found, seat):
    """Return what the table shows that audience now, without choices."""
    view, _choices = boards.make_view(found, seat)
    people, presenter = found.people, found.presenter
    headline = presenter.headline(view, {}, people)
    return headline, presenter.board(view, {}, people, QueryDict(), found.game.result)


def log_live(found, seat):
    """Return the log lines of the last move."""
    return (
        [(str(line.html), line.by) for line in table_log.list_lines(found, found.moves[-1], seat)]
        if found.moves
        else []
    )


def play_watched(kind, seats, options, every, leave=False):
    """Play a game once for all tests; return it with its users, and what was shown at each step and seat."""
    return play_once(f"seen {kind}{seats}{options}{leave}", seats, lambda: watch(kind, seats, options, every, leave))


@pytest.fixture
def every(share):
    """Every how many steps one is checked."""
    return share(small=5, proofs=1, whole=1)


def watch(kind, seats, options, every, leave):
    """Play a game, and record what the public and one seat see every few steps, at the start and the end all seats."""
    game, users = table(kind, seats, options=options)
    dice, seen = random.Random(f"{kind}{options}"), {}
    while True:
        found = tables.load(game.pk)
        is_over = game.status != Game.Status.PLAYING
        readers = [None, *(range(seats) if is_over or game.version < 3 else [game.version % seats])]
        for seat in readers if is_over or game.version < 5 or game.version % every == 0 else []:
            seen[game.version, seat] = show_live(found, seat), log_live(found, seat)
        if is_over:
            return game, seen
        if leave and game.version == 3:  # in the first hand nobody can be out yet
            play.resign(game.pk, users[-1])
            game.refresh_from_db()
            continue
        seat, move = pick(game, dice)
        if seat in play.parse_state(game).left:
            play.move_bot(game.pk, seat, game.version, move, "standin")
            game.refresh_from_db()
        else:
            one_move(game, users, dice)


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_each_step_shows_what_was_shown_at_the_time(kind, seats, options, every):
    game, _users, seen = play_watched(kind, seats, options, every)
    playback = replay.load_playback(tables.load(game.pk))
    assert playback.last == game.version > 5
    for (step, seat), ((headline, board), lines) in seen.items():
        still = replay.make_view(playback, Position(step), PUBLIC if seat is None else seat)
        assert (still.board["headline"], still.board["detail"]) == headline
        assert {name: still.board[name] for name in board} == board
        assert [(str(line.html), line.by) for line in still.lines if line.at.step == step] == lines
        assert still.hidden == []


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_the_open_view_shows_no_less_than_any_seat_saw(kind, seats, options, every):
    """Cards that a seat saw are face up, and lines that everyone may read are there."""
    game, _users, seen = play_watched(kind, seats, options, every)
    playback = replay.load_playback(tables.load(game.pk))
    for step in range(0, playback.last + 1, 2 * every):
        still = replay.make_view(playback, Position(step), ALL)
        assert len([line for line in still.lines if line.at.step == step]) >= len(seen[step, None][1])
        state = playback.history.state(step)
        if kind == "swap" and state.end is None:
            faces = [place.card for place in still.board["ring"]]
            backs = [face for face in faces if face and "creature-" not in face]
            assert backs == []
        if kind == "tiles" and not options and sum(map(len, state.stacks)) > 2:
            assert still.hidden
        if kind == "push" and state.drawn < len(state.deck) and still.board["status"] == "playing":
            assert still.hidden[-1].title == "Next in the deck"


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_each_moment_of_a_step_has_its_position_and_log_lines(kind, seats, options, every):
    game, _users, _seen = play_watched(kind, seats, options, every)
    playback = replay.load_playback(tables.load(game.pk))
    assert len(playback.places) > playback.last + 1 or kind == "tiles"
    for at in playback.places[1 :: 2 * every]:
        still = replay.make_view(playback, at, PUBLIC)
        assert still.happened
        assert (still.board["headline"] == "Resolving the move") == (at != Position(at.step))
        numbers = [int(line.number.split("-")[1]) for line in still.happened]
        assert numbers == sorted(numbers)
        assert at == Position(at.step) or numbers[-1] <= at.event


def test_the_solo_opponents_cards_are_shown_one_by_one():
    game, _users = load_finished_game("push", 1, {"solo": 7})
    playback = replay.load_playback(tables.load(game.pk))
    cards = [playback.history.kind.view(seen.state, None)["deck"] for seen in playback.history.run(0, playback.last)]
    assert all(before - after in (0, 1) for before, after in pairwise(cards))
    draws = [
        seen
        for seen in playback.history.run(0, playback.last)
        if seen.state.active == 1 and seen.events[-1].name == "drew"
    ]
    assert draws
    for seen in draws:
        shown = [*seen.state.numbers, *seen.state.currency, getattr(seen.state.auction, "card", None)]
        assert seen.events[-1].facts["card"] in shown


def test_the_cards_of_a_bust_are_shown_before_they_are_discarded():
    playback = replay.load_playback(tables.load(load_finished_game("push", 3, {"bust_buy": True})[0].pk))
    busts = [seen for seen in playback.history.run(0, playback.last) if seen.events and seen.events[-1].name == "bust"]
    assert busts
    for seen in busts:
        assert max(net_total(seen.state), coins_shown(seen.state)) == seen.events[-1].facts["total"] > 10


def test_all_cards_are_face_up_before_the_next_hand_is_dealt():
    playback = replay.load_playback(tables.load(load_finished_game("swap", 5, {"blocking": "ask"})[0].pk))
    seen = list(playback.history.run(0, playback.last))
    shown = [number for number, one in enumerate(seen) if one.events and one.events[0].name == "shown"]
    assert shown
    for number in shown:
        view, before = (playback.history.kind.view(seen[each].state, None) for each in (number, number - 1))
        still_in = [seat for seat in view["order"] if view["tokens"][seat]]  # a Wolf may have knocked others out
        assert tuple((seat, view["up"][seat]) for seat in still_in) == seen[number].events[0].facts["cards"]
        assert view["tokens"] == before["tokens"]
        assert view["turn"] is before["turn"] is None
        assert [place.card for place in replay.make_view(playback, seen[number].at, 0).board["ring"] if place.card]
    ends = [seen[number + 1] for number in shown]
    assert any(event.name == "token" for one in ends for event in one.events)
    assert all(
        event.name in ("token", "out", "back", "hand", "card", "shuffled", "won")
        for one in ends
        for event in one.events
    )


def test_the_address_of_a_moment_means_the_same_for_everyone():
    game, _users = load_finished_game("push", 1, {"solo": 7})
    playback, client = replay.load_playback(tables.load(game.pk)), as_user(None)
    at = next(at for at in playback.places if at.event > 1 and at != Position(at.step))
    number = playback.places.index(at)
    page = client.get(f"/games/{game.pk}/replay/step/?step={at.step}-{at.event}&seat=public").text
    assert f'data-step="{at}" data-at="{number}"' in page
    assert f"step={playback.places[number + 1]}&amp;seat=public" in page
    assert f"step={playback.places[number - 1]}&amp;seat=public" in page
    part = [each for each in playback.places if each.step == at.step]
    assert f"Step {at.step} of {playback.last}, part {part.index(at) + 1} of {len(part)}" in page
    assert client.get(f"/games/{game.pk}/replay/step/?at={number}&seat=public").text == page  # as the slider sends it
    inside = client.get(f"/games/{game.pk}/replay/?step={at.step}-1&seat=public").text
    assert f'data-step="{part[0]}"' in inside  # the part with its first event
    whole = client.get(f"/games/{game.pk}/replay/?step={at.step}-999&seat=public").text
    assert f'data-step="{at.step}"' in whole
    for wrong in ("step=3-x", "step=-3", "step=3-", "step=3-1-1", f"at={len(playback.places)}", "at=x"):
        assert client.get(f"/games/{game.pk}/replay/?{wrong}").status_code == 422


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_steps_of_a_running_game_do_not_depend_on_what_the_reader_may_not_know(kind, seats, options, share):
    game, users = table(kind, seats, options=options)
    dice, pairs = random.Random(kind), 0
    moves, enough = share(small=15, proofs=100, whole=200), share(small=40, proofs=500, whole=2_000)
    while game.status == Game.Status.PLAYING and game.version < moves and pairs < enough:
        one_move(game, users, dice)
        playback = replay.load_playback(tables.load(game.pk))
        if playback.is_over:
            break
        seen = list(playback.history.run(max(0, playback.last - 3), playback.last))
        for who in [PUBLIC, *range(seats)]:
            reader = None if who == PUBLIC else who
            for one in seen:
                twin = one._replace(
                    state=twists(playback.history.kind).twist(one.state, reader, dice),
                    events=tuple(change_hidden_cards(event, reader) for event in one.events),
                )
                pairs += twin != one
                assert replay._make_board(playback, one, who) == replay._make_board(playback, twin, who)
                assert list(replay._list_lines_of(playback, one, who)) == list(
                    replay._list_lines_of(playback, twin, who)
                )
    assert pairs > 10 or kind == "tiles"


def change_hidden_cards(event: Event, reader):
    """The same event, with other cards where this reader may not know them."""
    fields = event._asdict()
    return Event(**change_cards(fields)) if is_hidden(fields, reader) else event


def test_during_a_game_readers_get_only_their_own_seat_and_the_public_view():
    game, users = table("swap", 4)
    for _ in range(6):
        one_move(game, users, random.Random(5))
    address = f"/games/{game.pk}/replay/"
    for part in ("", "step/"):
        for who, may, may_not in (
            (users[1], ["1", "public", ""], ["0", "2", "3", "all"]),
            (None, ["public", ""], ["0", "1", "2", "3", "all"]),
        ):
            client = as_user(who)
            for seat in may:
                assert client.get(f"{address}{part}?seat={seat}").status_code == 200
            for seat in may_not:
                answer = client.get(f"{address}{part}?seat={seat}&step=2")
                assert answer.status_code == 403
                assert b"only replay it from your own seat" in answer.content


def test_only_the_owner_sees_what_a_plan_did_until_the_end():
    game, users = table("push", 2)
    dice = random.Random(2)
    for _ in range(8):
        one_move(game, users, dice)
    mover = game.moves.get(number=4).seat
    game.moves.filter(number=4).update(made_by="plan")
    replay._histories.items.clear()
    seen = {user: b"(plan)" in as_user(users[user]).get(f"/games/{game.pk}/replay/?step=4").content for user in (0, 1)}
    assert seen == {mover: True, 1 - mover: False}
    play.resign(game.pk, users[0])
    assert b"(plan)" in as_user(None).get(f"/games/{game.pk}/replay/?step=4").content


def test_the_address_names_the_step_and_the_point_of_view():
    game, _users = load_finished_game("push", 2)
    client = as_user(None)
    page = client.get(f"/games/{game.pk}/replay/?step=7&seat=1").content.decode()
    assert 'data-step="7"' in page
    assert 'data-who="1"' in page
    assert f"/games/{game.pk}/replay/?step=8&amp;seat=1" in page
    assert f"/games/{game.pk}/replay/?step=6&amp;seat=1" in page
    first = client.get(f"/games/{game.pk}/replay/").content.decode()
    assert 'data-step="0"' in first
    assert 'data-who="all"' in first


@pytest.mark.parametrize("query", ["step=x", "step=-1", "step=9999", "step=1e3", "step=%D9%A3", "step=1&step=2"])
def test_an_invalid_step_is_refused_with_a_sentence_at_the_table(query):
    game, _ = table("push", 2)
    answer = as_user(None).get(f"/games/{game.pk}/replay/?{query}")
    assert answer.status_code == 422
    assert "games/table/table.html" in [template.name for template in answer.templates]
    assert re.search(r'<p id="said"[^>]*>[A-Z][^<]+\.<', answer.text)


@pytest.mark.parametrize("seat", ["x", "-1", "2", "99", "ALL", "<b>", "%00", "all" * 100])
def test_an_invalid_point_of_view_is_refused_with_a_sentence(seat):
    game, _users = load_finished_game("push", 2)
    answer = as_user(None).get(f"/games/{game.pk}/replay/", {"seat": seat})
    assert answer.status_code == 422
    assert b"<b>" not in re.findall(rb"<h1.*?</main>", answer.content, re.DOTALL)[0]


def test_games_that_have_not_started_or_do_not_exist_are_refused():
    game, _ = table("push", 2, players=2)
    assert as_user(None).get("/games/nowhere/replay/").status_code == 404
    waiting = play.create_game(table("swap", 4)[1][0], kind="push", seats=3, options={})
    for path in ("replay/", "replay/step/", "table.png"):
        answer = as_user(None).get(f"/games/{waiting.pk}/{path}")
        assert answer.status_code == 409
        assert (f'href="/games/{waiting.pk}/"' in answer.text) == (path != "table.png")  # leads to the table
    assert as_user(None).post(f"/games/{game.pk}/replay/").status_code == 405


def test_a_step_has_no_form_that_changes_anything():
    """Nobody can move in the past, not even the player whose turn it is."""
    for kind, seats in (("push", 2), ("tiles", 2), ("swap", 4)):
        game, users = table(kind, seats)
        for user in users:
            page = as_user(user).get(f"/games/{game.pk}/replay/").content.decode()
            board = page[page.index('<div id="table"') : page.index("</main>")]
            assert 'name="ticket"' not in board
            assert "<button name=" not in board
            assert "Back to the game" in board


def test_a_player_who_left_is_shown_before_leaving_and_then_the_bot(every):
    game, _users, seen = play_watched("swap", 4, {}, every, leave=True)
    playback = replay.load_playback(tables.load(game.pk))
    gone = next(step for step in range(playback.last + 1) if playback.history.state(step).left)
    assert gone == 4
    for step in sorted({step for step, _seat in seen}):
        still = replay.make_view(playback, Position(step), PUBLIC)
        assert still.board["people"][3].left == (step >= gone)
        assert {name: still.board[name] for name in seen[step, None][0][1]} == seen[step, None][0][1]


def test_a_substitute_is_shown_from_their_first_move_on():
    game, users = table("push", 3)
    dice = random.Random(1)
    one_move(game, users, dice)
    chloe = users[2].username
    play.resign(game.pk, users[2])
    play.substitute(game.pk, person("Zoe"))
    game.refresh_from_db()
    users[2] = person("Zoe")
    play_to_the_end(game, users, dice)
    playback = replay.load_playback(tables.load(game.pk))
    own = next(n for n, made in enumerate(playback.history.made, 1) if made.seat == 2 and n > 2)
    there = [
        replay.make_view(playback, Position(step), PUBLIC).board["people"][2]
        for step in (*range(own + 1), playback.last)
    ]
    names = [chloe] * 3 + ["Zoe"] * (own - 1)  # the deal, another player's move, and Chloe leaving
    assert [each.name for each in there] == names
    assert [each.left for each in there] == [False, False] + [True] * (own - 2) + [False, False]


def test_a_canceled_game_ends_with_its_board():
    game, users = table("push", 2)
    for _ in range(5):
        one_move(game, users, random.Random(1))
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    page = as_user(None).get(f"/games/{game.pk}/replay/?step=5&seat=all").content.decode()
    assert "This game was canceled." in page
    before = as_user(None).get(f"/games/{game.pk}/replay/?step=4").content.decode()
    assert "This game was canceled." not in before


def read_place_and_bar(game):
    """Return what the replay says of its step, and whether its bar is hidden."""
    page = as_user(None).get(f"/games/{game.pk}/replay/").text
    [place], [bar] = re.findall(r'"replay-place">(.*?)</p>', page), re.findall(r"<div[^>]* replay-bar[^>]*>", page)
    return place, bar.endswith(" hidden>")


def test_without_moves_a_sentence_replaces_the_controls():
    game, users = table("push", 2)
    assert read_place_and_bar(game) == ("No moves yet.", True)
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    assert read_place_and_bar(game) == ("This game has no moves.", True)


def test_with_the_first_move_there_are_controls():
    game, users = table("tiles", 2)
    one_move(game, users, random.Random(1))
    assert read_place_and_bar(game) == ("Step 1 of 1", False)


def test_a_step_takes_few_queries_and_few_moves(django_assert_max_num_queries, monkeypatch):
    """However long the game is, its moves are loaded and played once, then only a few for each step."""
    game, users = load_finished_game("swap", 6)
    client = as_user(users[0])
    replay._histories.items.clear()
    tables._tables.items.clear()
    with django_assert_max_num_queries(5):
        client.get(f"/games/{game.pk}/replay/")
    playback = replay.load_playback(tables.load(game.pk))
    played = []
    kind = playback.history.kind
    monkeypatch.setattr(kind, "play", lambda *args, old=kind.play: played.append(1) or old(*args))
    monkeypatch.setattr(kind, "moments", lambda *args, old=kind.moments: played.append(1) or old(*args))
    for step in range(0, playback.last + 1, 7):
        played.clear()
        with django_assert_max_num_queries(3):
            assert client.get(f"/games/{game.pk}/replay/step/?step={step}&seat=all").status_code == 200
        assert len(played) < EVERY + LINES_BEFORE + LINES_AFTER


def test_a_replay_keeps_up_with_a_running_game():
    game, users = table("push", 2)
    dice = random.Random(1)
    for length in range(1, 40):
        one_move(game, users, dice)
        playback = replay.load_playback(tables.load(game.pk))
        assert playback.last == length
        assert playback.history.state(length) == play.parse_state(game)
    whole = replay.MoveHistory(playback.history.kind, playback.history.dealer, playback.history.kept[:1])
    assert whole.follow(game.moves.values_list("seat", "move", "made_by")) == playback.history


def test_a_process_caches_a_limited_number_of_games(monkeypatch):
    monkeypatch.setattr(replay._histories, "most", 2)
    games = [table("push", 2)[0] for _ in range(4)]
    for game in games:
        replay.load_playback(tables.load(game.pk))
    assert list(replay._histories.items) == [game.pk for game in games[2:]]


def test_turns_are_counted_and_can_be_skipped_through():
    game, _users = load_finished_game("swap", 4)
    state, hands = play.parse_state(game), replay.load_playback(tables.load(game.pk)).history.turns
    assert len(hands) == state.hand
    page = as_user(None).get(f"/games/{game.pk}/replay/?step={hands[1]}&seat=public").content.decode()
    assert f"Hand 2 of {len(hands)}" in strip_tags(page)
    goes = dict(re.findall(r'id="replay-(turn_\w+)"[^>]*data-go="(\d+)"', page))
    places = replay.load_playback(tables.load(game.pk)).places
    assert goes == {"turn_back": "0", "turn_on": str(places.index(hands[2] if len(hands) > 2 else places[-1]))}


def test_finished_games_link_to_their_replay():
    game, users = table("tiles", 2)
    send(game, users[play.parse_state(game).turn], {"do": "place", "at": [0, 0]})
    play.resign(game.pk, users[0])
    for path in ("", "log/"):
        assert f'href="/games/{game.pk}/replay/"' in as_user(None).get(f"/games/{game.pk}/{path}").content.decode()
    for path in ("", "replay/"):  # and to their record, a file named after the game
        assert f'record.json" download="{game.pk}.jsonl"' in as_user(None).get(f"/games/{game.pk}/{path}").text
