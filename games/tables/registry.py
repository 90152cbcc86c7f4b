"""The presenter of every kind, in one visible list."""

from games.tables import push, swap, tiles
from games.tables.base import Presenter

PRESENTERS: dict[str, Presenter] = {"push": push, "tiles": tiles, "swap": swap}
