"""Delete what has expired: full buckets, cache entries, sessions."""

from django.utils import timezone

from accounts import rate_limits
from accounts.models import CacheEntry, Session


def delete_expired() -> None:
    """Delete expired rows. Called by the periodic work about once a minute."""
    now = timezone.now()
    rate_limits.delete_full()
    CacheEntry.objects.filter(expires__lt=now).delete()
    Session.objects.filter(expire_date__lt=now).delete()
