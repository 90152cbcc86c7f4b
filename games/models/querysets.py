"""Querysets that encode secrecy: pages read games without what nobody may see while they are played."""

from typing import Any, Self

from django.db import models

SECRETS = ("state", "server", "head")  # the cards, the seed of the shuffle, the end of the chain of moves


class GameQuerySet(models.QuerySet[Any]):
    """Games."""

    def without_secrets(self) -> Self:
        """Leave in the database what is secret while a game is played."""
        return self.defer(*SECRETS)

    def finished(self) -> Self:
        """Keep games that were played to their end."""
        return self.filter(status="finished")


class OfGameQuerySet(models.QuerySet[Any]):
    """Rows that belong to a game."""

    def with_game(self, *others: str) -> Self:
        """Read each row with its game, without the secrets, and with other rows named by their path."""
        return self.select_related("game", *others).defer(*(f"game__{name}" for name in SECRETS))


class SeatQuerySet(OfGameQuerySet):
    """Seats."""

    def waiting(self) -> Self:
        """Keep seats whose players have to decide now."""
        return self.filter(waiting=True, left=False, game__status="playing")
