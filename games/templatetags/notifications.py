"""What pages say of messages: the key of the site for devices, and that mail does not come through."""

from typing import Any

from django import template

from games.notifications import log, webpush

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """What browsers are told, so that they take messages of this site only."""
    return webpush.public_key()


@register.inclusion_tag("games/notifications/_mail_refused.html", takes_context=True)
def unreached(context: dict[str, Any]) -> dict[str, Any]:
    """That the last mails to the reader were refused."""
    user = getattr(context.get("request"), "user", None)
    return {"address": log.refused_address(user) if user is not None and user.is_authenticated else ""}
