"""The rules of the three games. Pure: standard library only, no Django, no clock, no chance but the dealer's."""
