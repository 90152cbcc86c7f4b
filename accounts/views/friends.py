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
        messages.success(
            request, _("%(name)s is on your friends list. Only you can see it.") % {"name": other.username}
        )
    else:
        messages.success(request, _("%(name)s has been removed from your friends list.") % {"name": other.username})
    return redirect(str(get_next_redirect_url(request) or reverse("friends")), permanent=False)


def explain(no: str, name: str) -> str:
    """Say why not, and what to do."""
    said = {
        "self": _("You can't add yourself as a friend."),
        "blocked": _("You've blocked %(name)s. Unblock them first to add them as a friend."),
        "many": _("Your friends list is full (limit: %(most)s). Remove a friend first."),
        "gone": _("%(name)s no longer has an account here."),
        "do": _("Choose whether to add or remove %(name)s."),
    }[no]
    return said % {"name": name, "most": friends.MOST}
