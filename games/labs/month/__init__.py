"""A simulated month of correspondence games, with the rules, bots, clocks and plans of the site."""
