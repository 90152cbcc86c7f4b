"""Clocks: their rules, those of stored seats, and how they are shown."""
