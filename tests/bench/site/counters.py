"""Counters that a server increments and another process reads, in a small shared file."""

import mmap
import struct
from pathlib import Path

NAMES = ("renders", "connections")
SIZE = 8


class Counters:
    """A number for each name, in a memory-mapped file."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(SIZE * len(NAMES)))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)

    def read(self, name: str) -> int:
        return int(struct.unpack_from("q", self.memory, SIZE * NAMES.index(name))[0])

    def add(self, name: str) -> None:
        struct.pack_into("q", self.memory, SIZE * NAMES.index(name), self.read(name) + 1)
