"""Delete what has expired: full buckets, entries of the cache, sessions."""

from django.utils import timezone

from accounts import limits
from accounts.models import Cached, Session


def sweep() -> None:
    """Called by the periodic work, once a minute or so."""
    now = timezone.now()
    limits.sweep()
    Cached.objects.filter(expires__lt=now).delete()
    Session.objects.filter(expire_date__lt=now).delete()
