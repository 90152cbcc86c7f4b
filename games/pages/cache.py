"""An in-process LRU cache. If several threads ask for the same value, only one builds it."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

MAKERS = 256  # locks, picked by hash of the key, so that only one thread builds a value

K = TypeVar("K")
V = TypeVar("V")


class LRUCache(Generic[K, V]):
    """An LRU cache of `most` values. Safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.items: OrderedDict[K, V] = OrderedDict()
        self.guard = threading.Lock()
        self.makers = [threading.Lock() for _ in range(MAKERS)]

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """Return the cached value. If it is missing, one thread builds it and the others wait."""
        made = self.get(key)
        if made is None:
            with self.makers[hash(key) % MAKERS]:
                made = self.get(key)
                if made is None:
                    made = make()
                    self.put(key, made)
        return made

    def get(self, key: K) -> V | None:
        with self.guard:
            if key in self.items:
                self.items.move_to_end(key)
            return self.items.get(key)

    def put(self, key: K, value: V) -> None:
        with self.guard:
            self.items[key] = value
            self.items.move_to_end(key)
            while len(self.items) > self.most:
                self.items.popitem(last=False)
