"""The page of blocked and muted users, which also handles changes."""

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import blocks, names
from accounts.models import User

STATUS_BY_ACTION: dict[str, blocks.Status] = {"block": "blocked", "mute": "muted", "unblock": "", "unmute": ""}
LONGEST = 3 * names.LONGEST


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def blocked_page(request: HttpRequest) -> HttpResponse:
    """List the users the reader has blocked or muted. A POST with `name` and `do` changes one."""
    user = cast(User, request.user)
    if request.method != "POST":
        rows = blocks.list_rows(user)
        return TemplateResponse(
            request,
            "accounts/blocked.html",
            {
                "blocked": [row for row in rows if not row.is_mute_only],
                "muted": [row for row in rows if row.is_mute_only],
            },
        )
    other = find_user(request.POST.get("name", ""))
    wrong, wish = "", STATUS_BY_ACTION.get(request.POST.get("do", ""))
    if wish is None:
        wrong = _("Choose either Block or Mute.")
    elif other == user:
        wrong = _("You can't block or mute yourself.")
    elif not blocks.set_status(user, other, wish):
        wrong = _("You've reached the limit of %(most)s blocked or muted players. Unblock or unmute someone first.") % {
            "most": blocks.MOST
        }
    sentence = describe(other.username, wish or "")
    return respond(request, "blocked", wrong, sentence, {"name": other.username, "apart": wish or ""})


def find_user(name: str) -> User:
    """Return the user of that name, or raise a 404."""
    if name and len(name) <= LONGEST and "\x00" not in name:
        found = User.objects.filter(name_skeleton=names.skeleton(name)).first()
        if found is not None:
            return found
    raise Http404(_("There's no player with that name. Check the spelling."))


def respond(request: HttpRequest, page: str, wrong: str, sentence: str, data: dict[str, object]) -> HttpResponse:
    """Answer with JSON if asked for; otherwise with a message on the page the reader came from."""
    if get_adapter().is_ajax(request):
        return JsonResponse({"message": wrong}, status=422) if wrong else JsonResponse(data)
    messages.add_message(request, messages.ERROR if wrong else messages.SUCCESS, wrong or sentence)
    return redirect(str(get_next_redirect_url(request) or reverse(page)), permanent=False)


def describe(name: str, wish: blocks.Status) -> str:
    """Describe the change."""
    sentence = {
        "blocked": _("You blocked %(name)s. You won't see each other's messages or be seated at the same new tables."),
        "muted": _("You muted %(name)s. You won't see messages from %(name)s."),
        "": _("You're no longer blocking or muting %(name)s."),
    }[wish]
    return sentence % {"name": name}
