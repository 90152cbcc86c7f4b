"""Users, with or without an account, and what belongs to them."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import names


class AccountManager(UserManager["User"]):
    """Find users by name, ignoring case and differences between letters that look alike."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(name_skeleton=names.skeleton(username or ""))


class User(AbstractUser):
    """A player: registered, or a guest with a generated name and no password."""

    class Theme(models.TextChoices):
        """The colors of the pages."""

        DEVICE = "", _("Match my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    first_name = None  # type: ignore[assignment]  # only user names are used
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        error_messages={"unique": _("This name is taken, or looks too much like one that is. Please choose another.")},
    )
    name_skeleton = models.CharField(max_length=3 * names.LONGEST, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    theme = models.CharField(_("theme"), max_length=5, blank=True, choices=Theme.choices, default=Theme.DEVICE)
    wants_sound = models.BooleanField(_("sound"), default=False)
    quiet_from = models.PositiveSmallIntegerField(_("quiet hours from"), default=23)
    quiet_to = models.PositiveSmallIntegerField(_("quiet hours until"), default=7)
    wants_auto_vacation = models.BooleanField(_("use vacation days before losing a seat"), default=True)
    away_until = models.DateTimeField(null=True, blank=True, editable=False, help_text="the end of the last vacation")
    wants_next_game = models.BooleanField(_("go to the next game after each move"), default=True)

    objects: ClassVar[AccountManager] = AccountManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Clean the name, and save its skeleton with it."""
        self.username = names.clean(self.username)
        self.name_skeleton = names.skeleton(self.username)
        if (fields := kwargs.get("update_fields")) is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_skeleton"}
        super().save(*args, **kwargs)

    @property
    def hours(self) -> tuple[int, int, str]:
        """What deadlines depend on: the quiet hours and their time zone."""
        return self.quiet_from, self.quiet_to, self.time_zone

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class Session(AbstractBaseSession):
    """A session and its user; see `accounts.sessions`."""

    # No constraint, because a session may be saved while its user is being deleted, and neither may fail.
    user = models.ForeignKey(User, models.CASCADE, null=True, db_constraint=False, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from accounts.sessions import SessionStore

        return SessionStore


class Vacation(models.Model):
    """Days on which none of the player's clocks in correspondence games runs."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    is_automatic = models.BooleanField(default=False, help_text="used automatically before a seat was lost")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "ends_at"], name="vacation_user")]

    def __str__(self) -> str:
        return f"{self.starts_at} {self.ends_at}"


class Block(models.Model):
    """The user has blocked the other, which works both ways, or only muted their messages."""

    user = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    other = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    is_mute_only = models.BooleanField(default=False, help_text="muted only, not blocked")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "other"], name="block_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.other_id}"


class Friend(models.Model):
    """The other is on the user's list of friends, and isn't notified."""

    user = models.ForeignKey(User, models.CASCADE, related_name="friends")
    other = models.ForeignKey(User, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "other"], name="friend_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.other_id}"


class RateLimitBucket(models.Model):
    """A token bucket of a rate limit; see `accounts.rate_limits`."""

    key = models.CharField(max_length=32, primary_key=True)
    full_at_ms = models.BigIntegerField(help_text="milliseconds since 1970")
    refill_ms = models.BigIntegerField(help_text="milliseconds it takes to fill up")

    def __str__(self) -> str:
        return self.key


class CacheEntry(models.Model):
    """The table of Django's database cache, where allauth keeps its counters and used codes."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "accounts_cache"

    def __str__(self) -> str:
        return self.cache_key
