"""Ratings, and the leaderboards that come of them."""
