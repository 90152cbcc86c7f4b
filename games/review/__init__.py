"""What can be said of a game afterwards, from what its players could know: pure, and never in their way."""
