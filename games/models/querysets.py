"""Querysets that encode secrecy: pages load games without what nobody may see while they are played."""

from typing import TYPE_CHECKING, Self, TypeVar

from django.db import models

if TYPE_CHECKING:
    from games.models.game import Game, Seat  # noqa: F401 (named in strings below)

Row = TypeVar("Row", bound=models.Model)

SECRETS = ("state", "server_seed", "chain_head")  # the cards, the seed of the shuffle, the end of the chain of moves


class GameQuerySet(models.QuerySet["Game"]):
    """Games."""

    def without_secrets(self) -> Self:
        """Don't load what is secret while a game is played."""
        return self.defer(*SECRETS)

    def with_state(self) -> Self:
        """Load the state, to say what a game waits for, but no other secret."""
        return self.defer(*(name for name in SECRETS if name != "state"))

    def finished(self) -> Self:
        """Keep games that were played to their end."""
        return self.filter(status="finished")


class OfGameQuerySet(models.QuerySet[Row]):
    """Rows that belong to a game."""

    def with_game(self, *others: str) -> Self:
        """Load each row with its game, without the secrets, and with other rows named by their path."""
        return self.select_related("game", *others).defer(*(f"game__{name}" for name in SECRETS))

    def with_game_and_state(self, *others: str) -> Self:
        """Load each row with its game and the game's state, but no other secret."""
        return self.select_related("game", *others).defer(*(f"game__{name}" for name in SECRETS if name != "state"))


class SeatQuerySet(OfGameQuerySet["Seat"]):
    """Seats."""

    def waiting(self) -> Self:
        """Keep seats whose players have to decide now."""
        return self.filter(is_to_move=True, has_left=False, game__status="playing")
