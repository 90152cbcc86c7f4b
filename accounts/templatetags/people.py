"""`{% avatar user 32 %}`, and what the pages of people need besides."""

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts import avatars, friends

register = template.Library()


@register.simple_tag
def avatar(person: Any, size: int = 32) -> SafeString:
    """The face of a user, or of anybody with that name."""
    return avatars.face(person if isinstance(person, str) else person.get_username(), int(size))


@register.inclusion_tag("accounts/_add_friend.html", takes_context=True)
def keep_in_sight(context: template.Context, player: Any) -> dict[str, Any]:
    """The button on a player's page, for others who are logged in and did not block that player."""
    user = context["request"].user
    offered = user.is_authenticated and user != player and context.get("apart") != "blocked"
    is_kept = offered and friends.is_kept(user.pk, player.pk)
    return {"request": context["request"], "player": player, "offered": offered, "is_kept": is_kept}


@register.filter
def options(data: dict[str, Any], key: str) -> str:
    """What a script of ours reads from an attribute."""
    return json.dumps(data.get(key), default=dict)


@register.filter
def drawing(svg: str) -> SafeString:
    """A square code to scan, as part of the page: the policy of the site lets in no picture that is data."""
    path = svg.partition(' d="')[2].partition('"')[0]
    box = svg.partition('viewBox="')[2].partition('"')[0]
    if not path or set(box) - set("0123456789. "):
        return SafeString("")
    if set(path) - set("MLHVZmlhvz0123456789.,- "):
        return SafeString("")
    return mark_safe(  # noqa: S308 - only numbers and strokes are left, see above  # nosec
        f'<svg class="code" viewBox="{box}" aria-hidden="true" focusable="false">'
        f'<path d="{path}" fill="currentColor"/></svg>'
    )


BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@register.filter
def device(agent: str) -> str:
    """In a few words, what a browser says it is."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A program")
