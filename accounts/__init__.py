"""Who people are: accounts, guests, settings. Knows nothing of games."""
