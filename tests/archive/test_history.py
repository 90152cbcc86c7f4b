"""The list of finished games: which games, in which order, and how they are filtered."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.archive import history, search
from games.archive.search import Search
from games.models import Game, Seat
from games.ratings import model
from tests.fake_games import NOON, PUSH, add_game, add_games, add_series
from tests.finished_games import load_finished_game
from tests.hostile import HOSTILE
from tests.tables import as_user, people, person, table

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
FIELDS = ["kind", "option", "opponent", "result", "rated", "pace", "with", "from", "to", "before", "after"]


def page(name: str = "Ana", reader: str | None = "Ana", status: int = 200, **fields: Any) -> str:
    answer = as_user(reader).get(f"/players/{name}/games/", fields)
    assert answer.status_code == status
    return answer.content.decode()


def parse_games(text: str) -> list[str]:
    """List the games of a page, in their order."""
    return re.findall(r'class="whole" href="/games/([a-z0-9]+)/"', text)


def find_games(name: str = "Ana", reader: str | None = "Ana", **fields: Any) -> list[str]:
    return parse_games(page(name, reader, **fields))


def ids(*games: Game) -> list[str]:
    return [game.pk for game in games]


def test_a_finished_game_is_listed_for_all_its_players():
    game, users = load_finished_game("push", 3)
    for user in users:
        assert find_games(user.username, user.username) == [game.pk]
    text = page()
    assert f'href="/games/{game.pk}/replay/"' in text
    assert f'href="/games/{game.pk}/review/"' in text
    assert "TEN Push with Ben, Chloe" in text
    assert f"{game.seats.get(number=0).points} point" in text


def test_a_player_who_left_and_the_substitute_both_have_the_game_listed():
    game, users = table("push", 2)
    play.resign(game.pk, users[1])
    assert "resigned" in page("Ben", "Ben")
    dora = person("Dora")
    outcome = game.outcomes.get(user=users[1])
    Seat.objects.filter(game=game, number=1).update(user=dora, leaver=users[1])
    outcome.pk, outcome.user, outcome.is_substitute, outcome.leave_reason = None, dora, True, ""
    outcome.save()
    assert "as a substitute" in page("Dora", "Dora")
    for name in ("Ben", "Dora"):
        assert "TEN Push against Ana" in page(name, name)


def test_the_latest_game_comes_first():
    ana, ben = people(2)
    games = [add_game([ana, ben], ended=NOON + number * DAY) for number in (1, 3, 2)]
    assert find_games() == ids(games[1], games[2], games[0])
    days = re.findall(r'<time class="local" datetime="([^"]+)">([^<]+)</time>', page())
    assert days[0] == ("2026-06-04T12:00:00+00:00", "Jun 4, 2026")


def test_filter_by_kind_and_options():
    ana, ben = people(2)
    plain = add_game([ana, ben])
    bust = add_game([ana, ben], option="devir bust", options={**PUSH, "edition": "devir", "bust_buy": True})
    tiles, opened = add_game([ana, ben], "tiles"), add_game([ana, ben], "tiles", option="open", options={"open": True})
    swap = add_game([ana, ben], "swap", option="ask", options={"blocking": "ask", "carry_on": False})
    for fields, games in (
        ({"kind": "push"}, [bust, plain]),
        ({"kind": "tiles"}, [opened, tiles]),
        ({"option": "aeg"}, [plain]),
        ({"option": "devir"}, [bust]),
        ({"option": "bust"}, [bust]),
        ({"option": "solo"}, []),
        ({"option": "open"}, [opened]),
        ({"option": "closed"}, [tiles]),
        ({"option": "ask"}, [swap]),
        ({"option": "stop"}, [swap]),
        ({"option": "carry"}, []),
        ({"kind": "push", "option": "open"}, []),
    ):
        assert find_games(**fields) == ids(*games), fields


def test_filter_by_solo_games():
    ana = person("Ana")
    game = add_game([ana], option="aeg solo7", options={**PUSH, "solo": 7}, bot=False)
    assert find_games(option="solo") == [game.pk]
    assert "solo against JEN, level 7" in page(option="solo")


def test_filter_by_result():
    ana, ben = people(2)
    won, lost, shared = add_game([ana, ben]), add_game([ana, ben], winner=1), add_game([ana, ben], winner=None)
    assert find_games(result="won") == [won.pk]
    assert find_games(result="lost") == [lost.pk]
    assert find_games(result="shared") == [shared.pk]
    assert "<b>draw</b>" in page(result="shared")
    assert find_games("Ben", "Ben", result="won") == [lost.pk]


def test_filter_by_rating_pace_and_bots():
    ana, ben = people(2)
    rated = add_game([ana, ben], mu=(1500.0, 1524.2), pace="live")
    bots = add_game([ana], bot=True, pace="daily")
    relaxed, fast = add_game([ana, ben], pace="relaxed"), add_game([ana, ben], pace="fast")
    untimed = add_game([ana, ben], pace="untimed")
    assert find_games(rated="yes") == [rated.pk]
    assert find_games(rated="no") == ids(untimed, fast, relaxed, bots)
    assert find_games(pace="live") == [rated.pk]
    assert find_games(pace="days") == ids(fast, relaxed, bots)
    assert find_games(pace="untimed") == [untimed.pk]
    assert find_games(**{"with": "bots"}) == [bots.pk]
    assert find_games(**{"with": "people"}) == ids(untimed, fast, relaxed, rated)


@pytest.mark.parametrize(
    ("mu", "words"),
    [((1500.0, 1524.2), "rating 1524 (+24)"), ((1524.2, 1500.0), "rating 1500 (−24)"), ((1500, 1500.2), "1500 (±0)")],
)
def test_the_change_of_the_rating_is_listed(mu, words):
    ana, ben = people(2)
    game = add_game([ana, ben], mu=mu)
    assert words in page()
    game.outcomes.update(sigma_after=model.PROVISIONAL + 1)
    assert words.replace(" (", "? (") in page()


def test_filter_by_opponent_in_any_spelling():
    ana, ben, chloe = people(3)
    with_ben, with_chloe, both = add_game([ana, ben]), add_game([ana, chloe]), add_game([chloe, ana, ben])
    add_game([ben, chloe])
    assert find_games(opponent="bEN ") == ids(both, with_ben)
    assert find_games(opponent="Chloe") == ids(both, with_chloe)
    assert find_games(opponent="Ana") == []


@pytest.mark.database
def test_filter_by_an_opponent_with_many_games(monkeypatch):
    ana, ben, chloe = people(3)
    expected = add_game([ana, ben])
    add_game([ana, chloe])
    add_series(ben, [chloe], 5)
    few = find_games(opponent="Ben")
    monkeypatch.setattr("games.archive.search.FEW", 3)
    assert find_games(opponent="Ben") == few == [expected.pk]


def test_days_are_in_the_readers_time_zone():
    ana, ben = people(2)
    evening = add_game([ana, ben], ended=NOON.replace(hour=23, minute=30))
    later = add_game([ana, ben], ended=NOON + DAY)
    assert find_games(**{"from": "2026-06-01", "to": "2026-06-01"}) == [evening.pk]
    assert find_games(**{"from": "2026-06-02"}) == [later.pk]
    User.objects.filter(pk=ana.pk).update(time_zone="Asia/Tokyo")
    assert find_games(to="2026-06-01") == []
    assert find_games(**{"from": "2026-06-02", "to": "2026-06-02"}) == ids(later, evening)


def test_filters_can_be_combined():
    ana, ben, chloe = people(3)
    expected = add_game([ana, ben], pace="live", mu=(1500.0, 1510.0))
    add_game([ana, ben], pace="live")
    add_game([ana, chloe], pace="live", mu=(1500.0, 1510.0))
    add_game([ana, ben], pace="daily", mu=(1500.0, 1510.0))
    filters = {"kind": "push", "opponent": "Ben", "rated": "yes", "pace": "live", "result": "won", "with": "people"}
    assert find_games(**filters) == [expected.pk]
    text = page(**filters)
    for name, value in filters.items():
        field = text.partition(f'name="{name}"')[2].partition("</div>")[0]
        assert f'value="{value}"' in field
        if name != "opponent":
            assert f'value="{value}" selected' in field


def test_only_players_see_their_canceled_games():
    ana, ben = people(2)
    played = add_game([ana, ben])
    game, _users = table("push", 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED, ended_at=NOON)
    unbegun = play.create_game(ana, kind="push", seats=2, options={})
    play.cancel_game(unbegun.pk, ana)
    assert find_games() == [played.pk]
    assert find_games(result="off") == [game.pk]
    assert find_games(result="off", kind="push", option="aeg", opponent="Ben", pace="days", rated="no") == [game.pk]
    for fields in ({"kind": "tiles"}, {"option": "bust"}, {"option": "solo"}, {"with": "bots"}, {"opponent": "Chloe"}):
        person("Chloe")
        assert find_games(result="off", **fields) == []
    assert "<b>canceled</b>" in page(result="off")
    assert "/review/" not in page(result="off")
    for reader in ("Ben", None):
        assert parse_games(page(reader=reader, status=422, result="off")) == []
        assert 'value="off"' not in page(reader=reader)


# --- who may see what ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", [None, "Leo", "Ben"])
def test_others_see_only_public_games(reader):
    ana, ben = people(2)
    shown, hidden = add_game([ana, ben]), add_game([ana, ben], is_public=False)
    for fields in ({}, {"kind": "push"}, {"opponent": "Ben"}, {"result": "won"}, {"with": "people"}):
        assert find_games("Ana", reader, **fields) == [shown.pk]
        assert find_games("Ana", "Ana", **fields) == ids(hidden, shown)
    assert "private" in page()
    assert parse_games(page(reader=reader, status=404, before=hidden.pk)) == []


@pytest.mark.parametrize("reader", [None, "Ana"])
def test_a_running_game_is_in_no_list(reader):
    game, _users = table("push", 2)
    opened = play.create_game(person("Ana"), kind="tiles", seats=2, options={})
    text = page(reader=reader)
    assert game.pk not in text
    assert opened.pk not in text


def test_an_unknown_player_has_no_list():
    User.objects.create_user("Gone", is_active=False)
    for name in ("Gone", "nobody", "x" * 3000, "%3Cscript%3E", "%FF"):
        assert Client().get(f"/players/{name}/games/").status_code == 404
    person("Ana")
    answer = Client().get("/players/aNA/games/?kind=push&opponent=%C3%91")
    assert (answer.status_code, answer["Location"]) == (302, "/players/Ana/games/?kind=push&opponent=%C3%91")


@pytest.mark.database
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [*HOSTILE, "9" * 400], ids=range(len(HOSTILE) + 1))
def test_hostile_input_is_refused(field, value):
    add_game(people(2))
    for reader in ("Ana", None):
        answer = as_user(reader).get("/players/Ana/games/", {field: value})
        assert answer.status_code in (404, 422)
        assert b"<script>alert" not in answer.content
        assert b'class="refused"' in answer.content
        assert parse_games(answer.content.decode()) == []


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("kind=chess", "can't be chess. Choose one of push, tiles, swap"),
        ("opponent=Zoe", "There's no player called Zoe"),
        ("from=2026-02-30", "2026-02-30 isn't a date"),
        ("to=0001-01-01", "0001-01-01 isn't a date"),
        ("to=9999-12-31", "9999-12-31 isn't a date"),
        ("from=2026-06-02&to=2026-06-01", "The last day is before the first"),
        ("kind=push&kind=tiles", "The field kind was sent more than once"),
        ("before=nothing", "That page doesn't exist"),
    ],
)
def test_invalid_filters_are_explained(query, words):
    person("Ana")
    answer = Client().get(f"/players/Ana/games/?{query}")
    assert answer.status_code in (404, 422)
    assert words in unescape(answer.content.decode())


def test_the_page_says_how_many_games_are_listed():
    ana, ben = people(2)
    for number, words in ((1, "1 game<"), (25, "25 games<"), (26, "25 games on this page<")):
        add_series(ana, [ben], number - Game.objects.count())
        assert re.search(r'role="status">([^<]+<)', page().partition('id="history"')[2])[1] == words
    assert 'role="status">No games match' in page(kind="swap")


def test_the_list_links_to_viewing_game_files():
    add_game(people(2))
    for reader in ("Ana", None):
        assert 'href="/look/"' in page(reader=reader).partition('id="history"')[2]


def test_an_empty_list_says_what_to_do():
    person("Ana")
    assert "You haven't finished a game yet" in page()
    assert "/games/new/" in page().partition('id="history"')[2]
    assert "hasn't finished a public game yet" in page(reader=None)
    assert "No games match" in page(kind="push")


def test_htmx_gets_only_the_list():
    add_game(people(2))
    answer = as_user("Ana").get("/players/Ana/games/?kind=push", headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert text.strip().startswith('<section id="history" data-address="/players/Ana/games/?kind=push"')
    assert "<form" not in text


# --- paging ----------------------------------------------------------------------------------------------------------


def links(text: str) -> dict[str, str]:
    """Find the addresses of the pages before and after."""
    found = re.findall(r'<a href="(/players/[^"]+)" rel="(prev|next)"', text.replace("&amp;", "&"))
    return {rel: href for href, rel in found}


def open_page(client: Client, address: str) -> tuple[list[str], dict[str, str]]:
    text = client.get(address).content.decode()
    return parse_games(text), links(text)


@pytest.mark.database
@pytest.mark.parametrize("query", ["", "?kind=push&opponent=Ben"])
def test_paging_forward_and_back(query):
    ana, ben, chloe = people(3)
    each = [{"users": [ana, ben], "ended": NOON + n // 4 * DAY, "kind": "push"} for n in range(70)]  # four a day
    other = [{"users": [ana, chloe], "ended": NOON + n * DAY, "kind": "tiles"} for n in range(10)]
    made = add_games([*each, *other])
    expected = {game.pk for game in (made if not query else made[:70])}
    client, address, forward = as_user("Ana"), f"/players/Ana/games/{query}", []
    while address:
        games, there = open_page(client, address)
        forward.append(games)
        address = there.get("next", "")
        back = there.get("prev", "")
    assert [len(games) for games in forward[:-1]] == [history.PAGE] * (len(forward) - 1)
    assert {game for games in forward for game in games} == expected
    assert sum(map(len, forward)) == len(expected)
    backward = [forward[-1]]
    while back:
        games, there = open_page(client, back)
        backward.append(games)
        back = there.get("prev", "")
    assert backward[::-1] == forward


@pytest.mark.database
@pytest.mark.parametrize(
    "fields",
    [
        {},
        *({"pace": pace} for pace in search.PACES),
        *({"option": option} for option in search.list_variants()),
        {"result": "won"},
        {"rated": "yes"},
        {"rated": "no"},
        {"with": "bots"},
        {"kind": "push", "pace": "untimed", "with": "people"},
    ],
    ids=str,
)
def test_the_query_uses_an_index_in_the_order_of_the_list(fields):
    """However many games there are, a page is read from its first row, without sorting."""
    ana = person("Ana")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # it would read and sort all rows, because they are few
            for way in ("seqscan", "bitmapscan", "sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    for own in (True, False):
        plan = history.select_matching(ana, own, Search(fields)).order_by(*history.NEWEST)[: history.PAGE].explain()
        assert ("outcome_kind" if "kind" in fields or "option" in fields else "outcome_history") in plan
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan


@pytest.mark.database
def test_a_page_stays_the_same_when_another_game_ends():
    ana, ben = people(2)
    add_series(ana, [ben], 60)
    client = as_user("Ana")
    older = open_page(client, "/players/Ana/games/")[1]["next"]
    before = open_page(client, older)[0]
    add_game([ana, ben], ended=NOON + 9 * DAY)
    assert open_page(client, older)[0] == before


def count_queries(name: str, reader: str | None, **fields: str) -> int:
    client = as_user(reader)
    client.get(f"/players/{name}/games/", fields)
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(f"/players/{name}/games/", fields).status_code == 200
    return len(caught)


@pytest.mark.database
def test_the_number_of_queries_does_not_depend_on_the_number_of_games():
    ana, *others = people(6)
    first = add_series(ana, others, 40)
    filters = [
        {},
        {"opponent": "Ben"},
        {"kind": "push", "result": "won"},
        {"before": first[-2].pk},
        {"after": first[1].pk},
    ]
    readers = [None, "Ana", "Leo"]
    few = [[count_queries("Ana", reader, **fields) for fields in filters] for reader in readers]
    add_series(ana, others, 60)
    assert [[count_queries("Ana", reader, **fields) for fields in filters] for reader in readers] == few
    assert max(map(max, few)) <= 10
