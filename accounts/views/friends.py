"""The page of friends, which also handles changes."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
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
    no, sentence = "", _("%(name)s has been removed from your friends list.")
    if do == "remove":
        friends.remove(user, other)
    elif do == "add":
        no = friends.add(user, other) if other.is_active else "gone"
        sentence = _("%(name)s is on your friends list. Only you can see it.")
    else:
        no = "do"
    data: dict[str, object] = {"name": other.username, "friend": do == "add"}
    wrong = explain(no, other.username) if no else ""
    return blocked.respond(request, "friends", wrong, sentence % {"name": other.username}, data)


def explain(no: str, name: str) -> str:
    """Explain the refusal, and say what to do."""
    sentence = {
        "self": _("You can't add yourself as a friend."),
        "blocked": _("You've blocked %(name)s. Unblock them first to add them as a friend."),
        "many": _("Your friends list is full (limit: %(most)s). Remove a friend first."),
        "gone": _("%(name)s no longer has an account here."),
        "do": _("Choose whether to add or remove %(name)s."),
    }[no]
    return sentence % {"name": name, "most": friends.MOST}
