"""The models of games. There are no game rules here.

`games.play` writes games, seats, moves and invitations. Only a few columns have other writers:
`games.notifications.collect` sets `Seat.is_notified` and `Seat.is_in_reliability`, and `games.stats.collector` sets
`Game.has_statistics`. A field called `seat` is the number of a seat, as in the rules.
"""

from games.models.clocks import Downtime, Heartbeat, TimeGift
from games.models.game import LETTERS, CompactJSONEncoder, Game, Invitation, Move, Seat, new_id
from games.models.notifications import Notification, NotificationSettings, PushDevice, enqueue_notification
from games.models.plans import Plan
from games.models.results import (
    HeadToHead,
    LeaderboardBucket,
    Outcome,
    PlayerTotals,
    Rating,
    RatingPeriod,
    SiteCounter,
    SoloProgress,
)
from games.models.table import ChatMessage, Draft, PastSeat, Reliability, Report, Visit

__all__ = [
    "LETTERS",
    "ChatMessage",
    "CompactJSONEncoder",
    "Downtime",
    "Draft",
    "Game",
    "HeadToHead",
    "Heartbeat",
    "Invitation",
    "LeaderboardBucket",
    "Move",
    "Notification",
    "NotificationSettings",
    "Outcome",
    "PastSeat",
    "Plan",
    "PlayerTotals",
    "PushDevice",
    "Rating",
    "RatingPeriod",
    "Reliability",
    "Report",
    "Seat",
    "SiteCounter",
    "SoloProgress",
    "TimeGift",
    "Visit",
    "enqueue_notification",
    "new_id",
]
