"""The Django app for games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.kinds import checks  # noqa: F401 (importing it registers the checks)
        from games.live import announcements
        from games.notifications import collect
        from games.play import changed_hours
        from games.worker import bots

        announcements.connect_signals()
        bots.connect_signals()
        changed_hours.connect_signals()
        collect.connect_signals()
