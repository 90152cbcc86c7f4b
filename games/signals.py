"""What `games.play` says after a commit, to whoever listens: receivers can be late, but they cannot fail a move."""

from django.dispatch import Signal

changed = Signal()  # game_id, version: a table looks different now
bot_due = Signal()  # game_id: it waits for one who answers at once
