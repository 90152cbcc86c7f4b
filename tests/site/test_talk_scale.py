"""The chat over two servers, one PostgreSQL and one Redis: said at one it is heard at the other, by whom it may be."""

import json
from concurrent.futures import ThreadPoolExecutor

from websockets.sync.client import ClientConnection

from tests.browser.server import Site, Visitor, make_table, until
from tests.site.test_scale import at, heard, services, sites, watch

__all__ = ["services", "sites"]


def say(visitor: Visitor, game: str, text: str) -> int:
    return visitor.post(f"/games/{game}/talk/", {"text": text}, Accept="application/json").status


def read(visitor: Visitor, game: str) -> list[tuple[str, str]]:
    found = visitor.get(f"/games/{game}/talk/", Accept="application/json").must(200).json()
    return [(message["key"], message["text"]) for message in found["messages"]]


def words(socket: ClientConnection) -> int:
    """How many words of talk came before the next board."""
    count = 0
    while "html" not in (frame := json.loads(socket.recv(timeout=20))):
        count += "talk" in frame
    return count


def test_what_is_said_at_one_server_is_heard_at_the_other_and_nothing_is_lost(
    sites: tuple[Site, Site],
) -> None:
    here, there = sites
    ana, ben, chloe = here.sign_up(), here.sign_up(), here.sign_up()
    game = make_table([ana, ben], "tiles")
    with watch(there, game, ben) as far, watch(there, game, chloe) as watching:
        until(lambda: heard(far, "here")["here"] == [1], "at the table")
        until(lambda: heard(watching, "here")["watching"] == 1, "at the table")
        answer = ana.post(f"/games/{game}/talk/", {"text": "hello over there"}, Accept="application/json").must(200)
        said_first = answer.json()["key"]
        assert heard(far, "talk") == {"talk": True}
        assert read(at(there, ben), game) == [(said_first, "hello over there")]
        assert say(chloe, game, "psst") == 200
        assert heard(watching, "talk") == {"talk": True}
        state = ana.state(game)
        mover = ana if state["seat"] in state["waiting"] else ben
        move = mover.state(game)["choices"]["moves"][0]
        assert mover.send(game, move, state["version"]).status == 200
        assert words(far) == words(watching) == 0  # neither heard of the other's
    people = [visitor for one in (ana, ben) for visitor in (one, at(there, one))]
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda one: [say(one, game, f"{number}") for number in range(6)], people))
    statuses = [status for one in said for status in one]
    assert (statuses.count(200), statuses.count(429)) == (19, 5)  # ten in a minute for each, and one was said before
    assert len({key for key, _ in read(ben, game)}) == 20
