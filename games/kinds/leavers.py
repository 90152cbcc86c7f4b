"""Who left a game before its end, and how (R40)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.kinds.presenter import People


def explain_end(people: People, left: Sequence[int], you: int | None) -> str:
    """Why a game is over that leaving has ended: what the reader did, else who left."""
    if you is not None and you in left:
        return _("You ran out of time.") if people[you].ran_out else _("You left the game.")
    if len(left) != 1:
        return _("Everyone else left the game.")
    person = people[left[0]]
    said = _("%(name)s ran out of time.") if person.ran_out else _("%(name)s left the game.")
    return said % {"name": person.name}
