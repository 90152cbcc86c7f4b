"""How a game ended by players leaving (R40)."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kinds.presenter import People

LINES = {  # lines of the log, by: the reader left; time had run out; a bot plays on
    (True, True, True): gettext_lazy("You ran out of time. A bot plays on in your seat."),
    (True, True, False): gettext_lazy("You ran out of time."),
    (True, False, True): gettext_lazy("You left the game. A bot plays on in your seat."),
    (True, False, False): gettext_lazy("You left the game."),
    (False, True, True): gettext_lazy("{name} ran out of time. A bot plays on in this seat."),
    (False, True, False): gettext_lazy("{name} ran out of time."),
    (False, False, True): gettext_lazy("{name} left the game. A bot plays on in this seat."),
    (False, False, False): gettext_lazy("{name} left the game."),
}


def log_line(people: People, seat: int, you: int | None) -> SafeString:
    """Say in the log that a player left, and how."""
    person = people[seat]
    return format_html(str(LINES[seat == you, person.ran_out, person.left]), name=person.name)


def explain_end(people: People, left: Sequence[int], you: int | None) -> str:
    """Say why leaving ended the game: what the reader did, or who left."""
    if you is not None and you in left:
        return _("You ran out of time.") if people[you].ran_out else _("You left the game.")
    if len(left) != 1:
        return _("Everyone else left the game.")
    person = people[left[0]]
    said = _("%(name)s ran out of time.") if person.ran_out else _("%(name)s left the game.")
    return said % {"name": person.name}
