"""What a process remembers, because it was asked for and will be asked for again."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

MAKERS = 256  # locks by which two that want the same thing make it once

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The last things that were made, by key; safe in threads."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.items: OrderedDict[K, V] = OrderedDict()
        self.guard = threading.Lock()
        self.makers = [threading.Lock() for _ in range(MAKERS)]

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The same thing for everybody: who asks while it is being made waits for it."""
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
