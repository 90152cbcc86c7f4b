"""The rules of the three games, as a pure library: no Django, no clock, no randomness but the dealer's."""
