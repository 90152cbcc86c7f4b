"""The app of the site itself, and that of the pages of staff: without what other apps would bring in by themselves."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig


class SiteConfig(AppConfig):
    name = "ten_site"

    def ready(self) -> None:
        """Register our checks."""
        import_module("ten_site.startup_checks")


class StaffConfig(SimpleAdminConfig):
    """Ours, and nothing that was not chosen: no addresses, no second factors, no sessions, no groups."""

    default_site = "ten_site.staff.Staff"

    def ready(self) -> None:
        """Only our own two."""
        super().ready()
        import_module("accounts.admin")
        import_module("games.admin")
