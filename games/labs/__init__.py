"""Tools that measure and fit: bots against bots, a simulated month, sites filled with games. The site imports none."""
