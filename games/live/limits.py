"""How many sockets one user, and one address, may hold open in this process."""

from collections import Counter

from django.conf import settings

_open: Counter[tuple[str, object]] = Counter()


class Places:
    """What one socket counts for, until it is closed."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, object]] = []

    def take(self, by: str, who: object) -> bool:
        """Count it for this `user` or `address`; False where they have as many as they may have."""
        most, place = settings.SOCKETS.get(by), (by, who)
        if most is None or who is None:
            return True
        if _open[place] >= most:
            return False
        _open[place] += 1
        self.taken.append(place)
        return True

    def leave(self) -> None:
        """It is closed."""
        for place in self.taken:
            _open[place] -= 1
            if not _open[place]:
                del _open[place]
