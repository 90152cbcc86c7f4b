"""Reviews of swap: how likely each choice cost a token, and who knew what."""

from games.kinds.swap.review.decisions import review
from games.kinds.swap.review.hands import hands
