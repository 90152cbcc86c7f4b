"""Make a user a moderator, or take that away."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User


class Command(BaseCommand):
    """`manage.py staff Ana`"""

    help = "Let somebody with an account read reports, or with --off not any more; without a name, say who may."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name."""
        parser.add_argument("name", nargs="?", help="the name that others see")
        parser.add_argument("--off", action="store_true", help="not any more")

    def handle(self, *args: Any, name: str | None, off: bool, **options: Any) -> None:
        """Change it, and print the result."""
        if name is None:
            staff = User.objects.filter(is_staff=True).order_by("username").values_list("username", flat=True)
            self.stdout.write("Staff: " + (", ".join(staff) or "nobody") + ".")
            return
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            raise CommandError(f"Nobody is called {name}. They sign up on the site first.") from None
        if user.is_guest:
            raise CommandError(f"{user} is a guest: first comes an account with a password.")
        User.objects.filter(pk=user.pk).update(is_staff=not off)
        self.stdout.write(f"{user} is {'no staff any more' if off else 'staff now, and needs a second factor'}.")
