"""The app of people: who they are and how they come in. It knows nothing of games."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People."""

    name = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        """A session begins on the day of its log-in."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.middleware import begin

        user_logged_in.connect(begin, dispatch_uid="the day of a session")
