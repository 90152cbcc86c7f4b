"""Signals about accounts."""

from django.dispatch import Signal

hours_changed = Signal()  # user: other quiet hours, or another time zone
sessions_ended = Signal()  # keys: of sessions that were ended from another one
