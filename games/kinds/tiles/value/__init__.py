"""The value model of TEN Tiles, fitted on games of bots."""

from pathlib import Path

from games.kinds.tiles.value.model import NAMES, Tiles, model_of
from games.kinds.value import WEIGHTS, Model, load_weights
from games.rules.base import Setup

DATA = Path(__file__).with_name(WEIGHTS)


def make_model(setup: Setup) -> Model:
    """Return the model for that setup."""
    return Tiles(setup, load_weights(DATA, model_of(setup), NAMES))
