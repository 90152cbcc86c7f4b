"""What others may want to hear about people."""

from django.dispatch import Signal

sessions_ended = Signal()  # keys: of sessions that were ended from another one
