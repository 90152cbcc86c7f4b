"""Reviews of swap: how likely each choice cost a token, and who knew what."""

from games.review.swap.hands import hands
from games.review.swap.judging import odds, review

__all__ = ["hands", "odds", "review"]
