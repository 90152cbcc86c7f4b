"""Signals about accounts."""

from django.dispatch import Signal

hours_changed = Signal()  # user: has changed quiet hours or time zone
sessions_ended = Signal()  # keys: of sessions ended from another one
