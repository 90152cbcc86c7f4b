"""The review of TEN Push: draws and stops, bids, purchases."""

from games.kinds.push.review.odds import odds
from games.kinds.push.review.walk import review

__all__ = ["odds", "review"]
