"""The write path for games: creating, joining, starting, moving, clocks, plans. Each change is one transaction.

What happens after a commit (notifying watchers, waking a bot) may be late, but can never fail a move.
"""

from games.play.locking import (
    Done,
    Read,
    Somebody,
    dealer_of,
    door,
    formers_of,
    kind_of,
    plain_view,
    say_changed,
    seats_of,
    stamp,
    state_of,
)
from games.play.moves import answer, fire, resign, submit
from games.play.plans import plan, withdraw_plan
from games.play.results import fade
from games.play.seating import call_off, create, sit, stand, start
from games.play.substitutes import substitute
from games.play.time_requests import agree_off, give_time
from games.play.timeouts import due, ring
from games.play.vacations import end_vacation, renew, vacation

__all__ = [
    "Done",
    "Read",
    "Somebody",
    "agree_off",
    "answer",
    "call_off",
    "create",
    "dealer_of",
    "door",
    "due",
    "end_vacation",
    "fade",
    "fire",
    "formers_of",
    "give_time",
    "kind_of",
    "plain_view",
    "plan",
    "renew",
    "resign",
    "ring",
    "say_changed",
    "seats_of",
    "sit",
    "stamp",
    "stand",
    "start",
    "state_of",
    "submit",
    "substitute",
    "vacation",
    "withdraw_plan",
]
