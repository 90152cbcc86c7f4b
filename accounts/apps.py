"""The accounts app. It knows nothing about games."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users."""

    name = "accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        from accounts import session_events

        session_events.connect()
