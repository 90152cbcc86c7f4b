"""Link previews: the tags in the head of a page."""

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
    """Render the title, sentence and picture of a table, with absolute URLs."""
    site = settings.SITE_URL or settings.ORIGINS[0]
    names = ", ".join(person.name for person in people)
    is_over = game.status in (Game.Status.FINISHED, Game.Status.ABORTED)
    return {
        "title": f"{labels.kind_name(game.kind)} · {names}",
        "description": gettext("See how it ended and replay every move.") if is_over else gettext("Watch the game."),
        "url": site + reverse("table", args=[game.pk]),
        "image": f"{site}{reverse('table-picture', args=[game.pk])}?v={game.version}",
        "wide": WIDE,
        "high": HIGH,
    }
