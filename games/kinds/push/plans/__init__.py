"""Plans for TEN Push: bids, whole turns, purchases."""

from games.kinds.push.plans.deciding import decide
from games.kinds.push.plans.ending import over
from games.kinds.push.plans.reading import about, read

__all__ = ["about", "decide", "over", "read"]
