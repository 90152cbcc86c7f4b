"""The rules in our own words: one page per kind, with an anchor for every ruling."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.clocks import rules as clock_rules
from games.kinds import KINDS
from games.pages import labels


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules/index.html", {"kinds": KINDS.values()})


@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    if kind not in KINDS:
        raise Http404(_("There is no game by that name."))
    return render(request, f"games/{kind}/rules.html", {"about": KINDS[kind], "kinds": KINDS.values()})


@require_safe
def time(request: HttpRequest) -> HttpResponse:
    """Explain how time works, with the actual numbers."""
    context = {
        "kinds": KINDS.values(),
        "rules": clock_rules,
        "clocks": [
            (called, clock_rules.PACES[called.value]) for called in labels.PACES if called.value in clock_rules.PACES
        ],
        "open": [(called, clock_rules.OPEN_FOR[called.value]) for called in labels.PACES],
        "quiet": {"start": User._meta.get_field("quiet_from").default, "end": User._meta.get_field("quiet_to").default},
    }
    return render(request, "games/rules/time.html", context)
