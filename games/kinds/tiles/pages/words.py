"""Places and numbers in words."""

from typing import Any

from django.utils.translation import gettext as _

from games.kinds.figures import with_minus


def number_word(number: int) -> str:
    return {7: _("seven"), 8: _("eight"), 9: _("nine")}.get(number, str(number))


def where(at: Any) -> str:
    return _("column %(x)s, row %(y)s") % {"x": with_minus(at[0]), "y": with_minus(at[1])}
