"""The line of the log for a player who left."""

import pytest

from games.kinds.leavers import log_line
from games.kinds.presenter import Person


@pytest.mark.parametrize(
    ("reader", "ran_out", "goes_on", "line"),
    [
        (0, True, True, "You ran out of time. A bot plays on in your seat."),
        (0, True, False, "You ran out of time."),
        (0, False, True, "You left the game. A bot plays on in your seat."),
        (0, False, False, "You left the game."),
        (1, True, True, "<Ben> ran out of time. A bot plays on in this seat."),
        (None, True, False, "<Ben> ran out of time."),
        (1, False, True, "<Ben> left the game. A bot plays on in this seat."),
        (None, False, False, "<Ben> left the game."),
    ],
)
def test_the_line_says_whether_time_ran_out_and_whether_a_bot_plays_on(reader, ran_out, goes_on, line):
    people = [Person(0, "<Ben>", ran_out=ran_out, left=goes_on), Person(1, "Ana")]
    assert log_line(people, 0, reader) == line.replace("<Ben>", "&lt;Ben&gt;")
