"""A socket gets nothing private once its session has ended."""

import json
import random

import pytest

from games.live import hub
from tests.live.test_hub import Window, _own_hub, in_thread, run, session_of  # noqa: F401 (a fixture for all)
from tests.tables import one_move, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("who", ["the one who moves", "another"])
def test_no_board_of_a_seat_is_sent_once_its_session_has_ended(monkeypatch, who):
    """The next move closes that socket before its board is sent; others keep receiving boards."""
    game, users = table("swap", 4)
    sessions = [session_of(user) for user in users]
    gone = 0 if who == "another" else next(seat.number for seat in game.seats.filter(is_to_move=True))

    async def watch() -> None:
        windows = [Window(game.pk, session) for session in sessions]
        for window in windows:
            await window.open()
            await window.next()  # the first board, so all checks at the start are done
        monkeypatch.setattr(hub, "TRUST_SECONDS", -1)
        await in_thread(sessions[gone].delete)
        await in_thread(one_move, game, users, random.Random(1))
        frames = []
        while (output := await windows[gone].socket.receive_output(timeout=5))["type"] != "websocket.close":
            frames.append(json.loads(output["text"]))
        assert output["code"] == 4401
        assert not [frame for frame in frames if "html" in frame]
        for seat, window in enumerate(windows):
            if seat != gone:
                assert f'data-seat="{seat}"' in (await window.board(1))["html"]
                await window.close()

    run(watch)
