"""`{{ user|reliability }}`: how many of the games that somebody began were played to their end."""

from django import template
from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Reliability

register = template.Library()


@register.filter
def reliability(user: User | None) -> Reliability | None:
    """The figure, where there is one; its table had better be asked for with the user."""
    try:
        found: Reliability | None = user.reliability if user else None
    except ObjectDoesNotExist:
        return None
    return found if found and found.started else None


@register.filter
def in_words(found: Reliability) -> str:
    """Such as: finished 48 of 50 games."""
    words = ngettext(
        "Finished %(finished)s of %(started)s multiplayer game",
        "Finished %(finished)s of %(started)s multiplayer games",
        found.started,
    )
    return words % {"finished": found.finished, "started": found.started}
