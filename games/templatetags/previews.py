"""What previews of a link show: the tags in the head of the page."""

from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from games.kinds.presenter import People
from games.models import Game
from games.pages import labels
from games.pages.preview_picture import HIGH, WIDE

register = template.Library()


@register.inclusion_tag("games/shared/_link_preview.html")
def preview(game: Game, people: People) -> dict[str, Any]:
    """A title, a sentence and the picture of that table, at addresses that work from elsewhere."""
    site = settings.SITE_URL or settings.ORIGINS[0]
    names = ", ".join(person.name for person in people)
    over = game.status in (Game.Status.FINISHED, Game.Status.ABORTED)
    said = gettext("See how it ended and replay every move.") if over else gettext("Watch the game.")
    return {
        "title": f"{labels.name(game.kind)} · {names}",
        "said": said,
        "url": site + reverse("table", args=[game.pk]),
        "image": f"{site}{reverse('table-picture', args=[game.pk])}?v={game.version}",
        "wide": WIDE,
        "high": HIGH,
    }
