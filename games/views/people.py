"""A player's page."""

from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import blocks
from games import invite, lists

RECENT = 20


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponseBase:
    """Who that is, and what was played."""
    user = invite.find_user(name)
    if user is None or not user.is_active:
        raise Http404(_("Nobody here is called that. Look at how the name is written."))
    if user.username != name:
        return HttpResponseRedirect(reverse("player", args=[user.username]))
    context = {
        "player": user,
        "apart": blocks.apart(request.user.pk, user.pk),
        "tally": lists.tally(user),
        "running": lists.running(user, RECENT),
        "finished": lists.finished(user, request.user, RECENT),
    }
    return render(request, "games/player.html", context)
