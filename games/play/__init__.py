"""The write path for games: creating, joining, starting, moving, clocks, plans. Each change is one transaction.

What happens after a commit (notifying watchers, waking a bot) may be late, but can never fail a move.
"""

from games.play.changed_hours import update_deadlines
from games.play.locking import (
    AnyUser,
    MoveReader,
    MoveReceipt,
    announce_change,
    find_kind,
    format_time,
    load_past_seats,
    load_seats,
    lock_game,
    make_dealer,
    make_plain_view,
    parse_state,
    view_as_plain,
)
from games.play.moves import move_bot, resign, submit
from games.play.plans import fire_due_plan, make_plan, withdraw_plan
from games.play.results import fade_ratings
from games.play.seating import cancel_game, create_game, sit, stand, start
from games.play.substitutes import substitute
from games.play.time_requests import agree_to_cancel, give_time
from games.play.timeouts import apply_timeouts, list_due
from games.play.vacations import add_vacation, end_vacation

__all__ = [
    "AnyUser",
    "MoveReader",
    "MoveReceipt",
    "add_vacation",
    "agree_to_cancel",
    "announce_change",
    "apply_timeouts",
    "cancel_game",
    "create_game",
    "end_vacation",
    "fade_ratings",
    "find_kind",
    "fire_due_plan",
    "format_time",
    "give_time",
    "list_due",
    "load_past_seats",
    "load_seats",
    "lock_game",
    "make_dealer",
    "make_plain_view",
    "make_plan",
    "move_bot",
    "parse_state",
    "resign",
    "sit",
    "stand",
    "start",
    "submit",
    "substitute",
    "update_deadlines",
    "view_as_plain",
    "withdraw_plan",
]
