"""The app of the pages of staff: without what other apps would bring in by themselves."""

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig


class StaffConfig(SimpleAdminConfig):
    """Ours, and nothing that was not chosen: no addresses, no second factors, no sessions, no groups."""

    default_site = "ten_site.staff.Staff"

    def ready(self) -> None:
        """Only our own two."""
        super().ready()
        import_module("accounts.admin")
        import_module("games.admin")
