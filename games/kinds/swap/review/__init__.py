"""Reviews of swap: how likely each choice cost a token, and who knew what."""

from games.kinds.swap.review.hands import hands
from games.kinds.swap.review.judging import odds, review

__all__ = ["hands", "odds", "review"]
