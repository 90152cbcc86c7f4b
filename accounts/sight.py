"""Keeping others in sight: the page of one's friends here, and the one address that changes it."""

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import apart, friends
from accounts.models import User


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def kept(request: HttpRequest) -> HttpResponse:
    """Whom the reader keeps in sight; a POST with `name` and `do` (add, remove) changes one of them."""
    user = cast(User, request.user)
    if request.method != "POST":
        return TemplateResponse(request, "accounts/friends.html", {"friends": friends.of(user)})
    other, do = apart.find(request.POST.get("name", "").strip()), request.POST.get("do", "")
    if do not in ("add", "remove"):
        return answer(request, other, "do")
    if do == "remove":
        friends.remove(user, other)
        return answer(request, other, is_kept=False)
    no = friends.add(user, other) if other.is_active else "gone"
    return answer(request, other, no)


def answer(request: HttpRequest, other: User, no: str = "", is_kept: bool = True) -> HttpResponse:
    """As JSON where that was asked for; else a sentence, on the page where the reader was."""
    wrong = why(no, other.username) if no else ""
    if get_adapter().is_ajax(request):
        if wrong:
            return JsonResponse({"message": wrong}, status=422)
        return JsonResponse({"name": other.username, "friend": is_kept})
    if wrong:
        messages.error(request, wrong)
    elif is_kept:
        messages.success(request, _("You keep %(name)s in sight. Nobody is told.") % {"name": other.username})
    else:
        messages.success(request, _("You no longer keep %(name)s in sight.") % {"name": other.username})
    return redirect(str(get_next_redirect_url(request) or reverse("friends")), permanent=False)


def why(no: str, name: str) -> str:
    """Why not, and what to do."""
    said = {
        "self": _("This is you. Look for somebody else to keep in sight."),
        "blocked": _("You blocked %(name)s. Take that back first, on the page of %(name)s."),
        "many": _("You keep %(most)s people in sight, which is the most: let one go first."),
        "gone": _("%(name)s is not here any more."),
        "do": _("Choose whether to keep %(name)s in sight or not."),
    }[no]
    return said % {"name": name, "most": friends.MOST}
