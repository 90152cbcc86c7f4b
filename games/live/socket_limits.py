"""How many sockets a user or an address may have open in this process."""

from collections import Counter

from django.conf import settings

_open: Counter[tuple[str, object]] = Counter()


class SocketLimits:
    """What one socket counts toward until it is closed."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, object]] = []

    def take(self, by: str, who: object) -> bool:
        """Count it for this `user` or `address`. Return False if they already have the maximum."""
        most, place = settings.SOCKETS.get(by), (by, who)
        if most is None or who is None:
            return True
        if _open[place] >= most:
            return False
        _open[place] += 1
        self.taken.append(place)
        return True

    def leave(self) -> None:
        """Stop counting it."""
        for place in self.taken:
            _open[place] -= 1
            if not _open[place]:
                del _open[place]
