"""Push notifications and mail that was refused."""

from typing import Any

from django import template

from games.notifications import log, webpush

register = template.Library()
register.simple_tag(webpush.public_key, name="push_key")
register.filter("notification_title", log.format_title)
register.filter("status_reason", log.explain_status)


@register.inclusion_tag("games/notifications/_mail_refused.html", takes_context=True)
def mail_refused(context: dict[str, Any]) -> dict[str, Any]:
    """Warn readers whose last mails were refused."""
    user = getattr(context.get("request"), "user", None)
    return {"address": log.refused_address(user) if user is not None and user.is_authenticated else ""}
