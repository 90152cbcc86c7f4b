"""Statistics of finished games, for players and for the site."""
