"""The review of TEN Push: draws and stops, bids, purchases."""

from games.kinds.push.review.decisions import review
