"""`{{ user|reliability }}`: how many of their games players finish."""

from django import template
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Reliability

register = template.Library()


@register.filter
def reliability(user: User | None) -> Reliability | None:
    """Return the user's reliability, if any. Queries should select it together with the user."""
    found: Reliability | None = getattr(user, "reliability", None)
    return found if found and found.started else None


@register.filter
def reliability_text(found: Reliability) -> str:
    """Say how many games were finished, and of how many."""
    words = ngettext(
        "Finished %(finished)s of %(started)s multiplayer game",
        "Finished %(finished)s of %(started)s multiplayer games",
        found.started,
    )
    return words % {"finished": found.finished, "started": found.started}
