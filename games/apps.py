"""The app of the games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import hours, house, live, notices

        live.listen()
        house.listen()
        hours.listen()
        notices.listen()
