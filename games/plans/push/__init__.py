"""Plans for TEN Push: bids, whole turns, purchases."""

from games.plans.push.deciding import decide
from games.plans.push.ending import over
from games.plans.push.reading import about, read

__all__ = ["about", "decide", "over", "read"]
