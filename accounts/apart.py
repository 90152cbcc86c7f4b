"""Keeping away from others: the page of those whom one blocked or muted, and the one address that changes it."""

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

WISHES: dict[str, blocks.Apart] = {"block": "blocked", "mute": "muted", "unblock": "", "unmute": ""}
LONGEST = 3 * names.LONGEST


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom the reader blocked or muted; a POST with `name` and `do` changes one of them."""
    user = cast(User, request.user)
    if request.method != "POST":
        rows = blocks.of(user)
        return TemplateResponse(
            request,
            "accounts/blocked.html",
            {"blocked": [row for row in rows if not row.muted], "muted": [row for row in rows if row.muted]},
        )
    other = find(request.POST.get("name", ""))
    wrong, wish = "", WISHES.get(request.POST.get("do", ""))
    if wish is None:
        wrong = _("Choose whether to block or to mute.")
    elif other == user:
        wrong = _("This is you. Nobody can block or mute themselves.")
    elif not blocks.put(user, other, wish):
        wrong = _("You keep away from %(most)s people: take one back first.") % {"most": blocks.MOST}
    return answer(request, other, wish or "", wrong)


def find(name: str) -> User:
    """The person of that name, or the page that says there is none."""
    if name and len(name) <= LONGEST and "\x00" not in name:
        found = User.objects.filter(skeleton=names.skeleton(name)).first()
        if found is not None:
            return found
    raise Http404(_("Nobody here is called that. Look at how the name is written."))


def answer(request: HttpRequest, other: User, wish: blocks.Apart, wrong: str) -> HttpResponse:
    """As JSON where that was asked for; else a sentence, on the page where the reader was."""
    if get_adapter().is_ajax(request):
        if wrong:
            return JsonResponse({"message": wrong}, status=422)
        return JsonResponse({"name": other.username, "apart": wish})
    if wrong:
        messages.error(request, wrong)
    else:
        messages.success(request, sentence(other.username, wish))
    return redirect(str(get_next_redirect_url(request) or reverse("blocked")), permanent=False)


def sentence(name: str, wish: blocks.Apart) -> str:
    """What holds from now on."""
    said = {
        "blocked": _("You blocked %(name)s. You do not read each other, and do not meet at new tables."),
        "muted": _("You muted %(name)s. You do not read what %(name)s writes."),
        "": _("Nothing keeps you and %(name)s apart any more, as far as you are concerned."),
    }[wish]
    return said % {"name": name}
