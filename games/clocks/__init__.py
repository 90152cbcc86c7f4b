"""Clocks: their rules, the clocks of stored seats, and how clocks are displayed."""
