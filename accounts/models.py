"""Who people are: one table for those with an account and for guests."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import names


class People(UserManager["User"]):
    """Finds people by name without regard to case, and to letters that look alike."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        """The one person who is called so."""
        return self.get(skeleton=names.skeleton(username or ""))


class User(AbstractUser):
    """A person: with a name and a password, or a guest with neither of their own."""

    class Theme(models.TextChoices):
        """Which colors the pages have."""

        DEVICE = "", _("as the device is set")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    first_name = None  # type: ignore[assignment]  # nobody has to tell it
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        error_messages={"unique": _("This name, or one that looks like it, is taken. Please choose another.")},
    )
    skeleton = models.CharField(max_length=3 * names.LONGEST, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    theme = models.CharField(_("colors"), max_length=5, blank=True, choices=Theme.choices, default=Theme.DEVICE)
    sound = models.BooleanField(_("sound"), default=False)

    objects: ClassVar[People] = People()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        """The name that all see."""
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store, with the skeleton that belongs to the name."""
        self.username = names.clean(self.username)
        self.skeleton = names.skeleton(self.username)
        if (fields := kwargs.get("update_fields")) is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "skeleton"}
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        """Nobody has another name here than the one all see."""
        return self.username

    def get_short_name(self) -> str:
        """As above."""
        return self.username
