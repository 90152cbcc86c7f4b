"""Decisions made ahead. Pure, like bots: plans see views and choices, never states."""
