"""`{% avatar user 32 %}` and other tags for the pages of accounts."""

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from accounts import avatars, friends
from accounts.devices import describe_device

register = template.Library()


@register.simple_tag
def avatar(person: Any, size: int = 32) -> SafeString:
    """Draw the face of a user, or of a name."""
    return avatars.draw_face(person if isinstance(person, str) else person.get_username(), int(size))


@register.inclusion_tag("accounts/_add_friend.html", takes_context=True)
def friend_button(context: template.Context, player: Any) -> dict[str, Any]:
    """Show the button on a player's page to others who are logged in and haven't blocked that player."""
    user = context["request"].user
    is_offered = user.is_authenticated and user != player and context.get("apart") != "blocked"
    is_friend = is_offered and friends.is_friend(user.pk, player.pk)
    return {"request": context["request"], "player": player, "is_offered": is_offered, "is_friend": is_friend}


@register.filter
def to_json(data: dict[str, Any], key: str) -> str:
    """Serialize a value for a script to read from an attribute."""
    return json.dumps(data.get(key), default=dict)


@register.filter
def qr_code(svg: str) -> SafeString:
    """Embed the QR code as SVG, because the content security policy allows no data URLs."""
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


register.filter(describe_device)
