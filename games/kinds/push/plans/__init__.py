"""Plans for TEN Push: bids, whole turns, purchases."""

from games.kinds.push.plans.decisions import decide
from games.kinds.push.plans.expiry import over
from games.kinds.push.plans.parsing import about, read
