"""The review of TEN Push: draws and stops, bids, purchases."""

from games.review.push.odds import odds
from games.review.push.walk import review

__all__ = ["odds", "review"]
