"""The models of games. There are no game rules here.

`games.play` writes games, seats, moves and invitations. Only a few columns have other writers:
`games.notifications.collect` marks seats as told and counted, and `games.stats.counting` marks games as digested.
"""

from games.models.clocks import Downtime, Gift, Heartbeat
from games.models.game import LETTERS, Compact, Game, Invitation, Move, Seat, new_id
from games.models.notices import Device, Notice, Reach, intend
from games.models.plans import Plan
from games.models.results import Count, Outcome, Rating, Rung, Solo, Span, Tally, Versus
from games.models.table import Draft, Former, Reliability, Report, Talk, Visit

__all__ = [
    "LETTERS",
    "Compact",
    "Count",
    "Device",
    "Downtime",
    "Draft",
    "Former",
    "Game",
    "Gift",
    "Heartbeat",
    "Invitation",
    "Move",
    "Notice",
    "Outcome",
    "Plan",
    "Rating",
    "Reach",
    "Reliability",
    "Report",
    "Rung",
    "Seat",
    "Solo",
    "Span",
    "Talk",
    "Tally",
    "Versus",
    "Visit",
    "intend",
    "new_id",
]
