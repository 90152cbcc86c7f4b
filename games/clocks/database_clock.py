"""The time that counts: the database's, because several machines may share it."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def is_used() -> bool:
    """Whether to use the database's clock: yes, if several machines may share the database."""
    return connection.vendor != "sqlite"


def now() -> datetime:
    """Return the time by the authoritative clock."""
    if not is_used():
        return timezone.now()
    with connection.cursor() as cursor:
        moment: datetime = cursor.execute("SELECT clock_timestamp()").fetchone()[0]
    return moment
