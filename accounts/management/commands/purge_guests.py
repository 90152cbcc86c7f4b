"""Delete guests who haven't been here for a while and never joined a game."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import ProtectedError, RestrictedError
from django.utils import timezone

from accounts.models import User

OURS = ("account", "mfa", "usersessions", "auth", "accounts")  # apps whose rows are deleted with the user


class Command(BaseCommand):
    """`manage.py purge_guests --days 30`"""

    help = "Delete guests who haven't visited for the given number of days and never joined a game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=30)

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        """Delete idle guests that no other app refers to."""
        since = timezone.now() - timedelta(days=days)
        idle = User.objects.filter(is_guest=True, last_login__lt=since)
        gone = sum(purge(guest) for guest in idle.iterator())
        self.stdout.write(f"Guests deleted: {gone}")


def purge(guest: User) -> bool:
    """Delete a guest unless rows of other apps refer to them."""
    for relation in User._meta.related_objects:
        other = relation.related_model
        if other._meta.app_label not in OURS and other._base_manager.filter(**{relation.field.name: guest}).exists():
            return False
    try:
        guest.delete()
    except (ProtectedError, RestrictedError):
        return False
    return True
