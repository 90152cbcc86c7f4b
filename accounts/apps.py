"""The app of people: who they are and how they come in. It knows nothing of games."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People."""

    name = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        """Listen to what happens."""
        from accounts import receivers

        receivers.listen()
