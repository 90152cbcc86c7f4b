"""The rules of the three games. Pure: standard library only, no Django, no clock, no randomness but the dealer's."""
