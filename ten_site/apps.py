"""The app of the site itself, and that of the admin pages."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin.apps import SimpleAdminConfig


class SiteConfig(AppConfig):
    name = "ten_site"

    def ready(self) -> None:
        import_module("ten_site.startup_checks")
        import_module("ten_site.foreign_database")


class AdminConfig(SimpleAdminConfig):
    """Register our own admin pages only, not those of other apps (addresses, second factors, sessions, groups)."""

    default_site = "ten_site.admin_site.ModerationSite"

    def ready(self) -> None:
        super().ready()
        import_module("accounts.admin")
        import_module("games.admin")
