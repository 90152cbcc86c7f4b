"""The page of friends, which also handles changes."""

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

from accounts import friends
from accounts.models import User
from accounts.views import blocked


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def friends_page(request: HttpRequest) -> HttpResponse:
    """List the reader's friends. A POST with `name` and `do` (add, remove) changes one of them."""
    user = cast(User, request.user)
    if request.method != "POST":
        return TemplateResponse(request, "accounts/friends.html", {"friends": friends.list_users(user)})
    other, do = blocked.find_user(request.POST.get("name", "").strip()), request.POST.get("do", "")
    if do not in ("add", "remove"):
        return respond(request, other, "do")
    if do == "remove":
        friends.remove(user, other)
        return respond(request, other, is_friend=False)
    no = friends.add(user, other) if other.is_active else "gone"
    return respond(request, other, no)


def respond(request: HttpRequest, other: User, no: str = "", is_friend: bool = True) -> HttpResponse:
    """Answer with JSON if asked for; otherwise with a message on the page the reader came from."""
    wrong = explain(no, other.username) if no else ""
    if get_adapter().is_ajax(request):
        if wrong:
            return JsonResponse({"message": wrong}, status=422)
        return JsonResponse({"name": other.username, "friend": is_friend})
    if wrong:
        messages.error(request, wrong)
    elif is_friend:
        messages.success(request, _("You keep %(name)s in sight. Nobody is told.") % {"name": other.username})
    else:
        messages.success(request, _("You no longer keep %(name)s in sight.") % {"name": other.username})
    return redirect(str(get_next_redirect_url(request) or reverse("friends")), permanent=False)


def explain(no: str, name: str) -> str:
    """Say why not, and what to do."""
    said = {
        "self": _("This is you. Look for somebody else to keep in sight."),
        "blocked": _("You blocked %(name)s. Take that back first, on the page of %(name)s."),
        "many": _("You keep %(most)s people in sight, which is the most: let one go first."),
        "gone": _("%(name)s is not here any more."),
        "do": _("Choose whether to keep %(name)s in sight or not."),
    }[no]
    return said % {"name": name, "most": friends.MOST}
