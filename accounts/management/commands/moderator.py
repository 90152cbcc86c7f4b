"""Make a user a moderator, or undo that."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User


class Command(BaseCommand):
    """`manage.py moderator Ana`"""

    help = "Make a player a moderator, or use --off to undo that. Without a name, list the moderators."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="the player's name")
        parser.add_argument("--off", action="store_true", help="remove the moderator role")

    def handle(self, *args: Any, name: str | None, off: bool, **options: Any) -> None:
        if name is None:
            moderators = User.objects.filter(is_staff=True).order_by("username").values_list("username", flat=True)
            self.stdout.write("Moderators: " + (", ".join(moderators) or "none"))
            return
        try:
            user = User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            raise CommandError(f"There's no player called {name}. Ask them to sign up on the site first.") from None
        if user.is_guest:
            raise CommandError(f"{user} is a guest. Ask them to sign up with a password first.")
        User.objects.filter(pk=user.pk).update(is_staff=not off)
        if off:
            self.stdout.write(f"{user} is no longer a moderator.")
        else:
            self.stdout.write(f"{user} is now a moderator and needs two-factor authentication.")
