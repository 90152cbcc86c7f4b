"""The app of the games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import hours, house, live, notices
        from games.kinds import checks  # noqa: F401 (registers itself)

        live.listen()
        house.listen()
        hours.listen()
        notices.listen()
