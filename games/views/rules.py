"""The rules in our own words: one page per kind, with an anchor for every ruling."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.kinds import KINDS


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the kinds of games."""
    return render(request, "games/rules/index.html", {"kinds": KINDS.values()})


@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the rules of one kind."""
    if kind not in KINDS:
        raise Http404(_("There is no game of that name."))
    return render(request, f"games/{kind}/rules.html", {"about": KINDS[kind], "kinds": KINDS.values()})
