"""Reviews of swap: how likely each choice cost a token, and who knew what."""

from games.review.swap.judging import odds, review

__all__ = ["odds", "review"]
