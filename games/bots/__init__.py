"""Bots, which see views and never states. Pure, like the rules."""
