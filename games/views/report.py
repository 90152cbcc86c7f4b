"""Report a problem to the moderators: a form that knows the game, move, message and player."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games import refusals
from games.chat import service
from games.chat.keys import message_key
from games.kinds.presenter import read_number
from games.models import ChatMessage, Game, Notification, Report, Seat, enqueue_notification
from games.pages import form_fields
from games.play import invitations
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request

MOST = 10  # reports per person and day
LONGEST = 1_000  # characters
OFTEN = timedelta(hours=1)


class Matter(NamedTuple):
    """What a report is about. Any of it may be unknown."""

    game: Game | None
    version: int
    message: ChatMessage | None
    about: User | None


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: Request) -> HttpResponseBase:
    fields = request.POST if request.method == "POST" else request.GET
    matter = Matter(None, 0, None, None)
    try:
        user = responses.require_user(request, "report.nobody")
        matter = read_matter(fields, user)
        if request.method != "POST":
            return render_form(request, matter, fields)
        send(user, matter, read_text(fields))
    except Refused as no:
        if responses.wants_json(request) or no.code == "report.nobody":
            return responses.respond_to_refusal(request, no)
        return render_form(request, matter, fields, no)
    if responses.wants_json(request):
        return JsonResponse({"sent": True})
    return responses.see_other(request, f"{reverse('report-thanks')}{'?game=' + matter.game.pk if matter.game else ''}")


def render_form(request: Request, matter: Matter, asked: QueryDict, refused: Refused | None = None) -> HttpResponse:
    """Render the form with what is known and what was typed."""
    context = {
        "matter": matter,
        "fields": list_hidden_fields(matter),
        "typed": str(asked.get("text", ""))[: 2 * LONGEST],
        "name": str(asked.get("about", ""))[: invitations.LONGEST] or (matter.about.username if matter.about else ""),
        "most": LONGEST,
        "refused": refusals.explain(refused.code, refused.facts) if refused else "",
    }
    return render_page(
        request, "games/report/report.html", context, status=refusals.http_status(refused) if refused else 200
    )


def list_hidden_fields(matter: Matter) -> dict[str, object]:
    """Return the form's hidden fields, including the move at which it was opened."""
    if matter.game is None:
        return {}
    message = {"talk": message_key(matter.message)} if matter.message else {}
    return {"game": matter.game.pk, "version": matter.version, **message}


@require_safe
def thanks(request: Request) -> HttpResponseBase:
    game = request.GET.get("game", "")
    context = {"game": game if game.isascii() and game.isalnum() and len(game) <= 32 else ""}
    return render_page(request, "games/report/thanks.html", context)


def read_matter(asked: QueryDict, user: User) -> Matter:
    """Find what the fields name. What doesn't exist and what the reporter may not see are refused alike."""
    game_id, about = form_fields.read_one(asked, "game"), form_fields.read_one(asked, "about")
    game = Game.objects.without_secrets().filter(pk=game_id).first() if game_id else None
    if game_id and game is None:
        raise Denied("game.unknown")
    message = find_message(form_fields.read_one(asked, "talk"), game, user)
    person = invitations.find_user(about) if about else message.user if message else None
    if about and person is None:
        raise Denied("invite.nobody", name=about[: invitations.LONGEST])
    return Matter(game, read_version(asked, game), message, person)


def read_version(asked: QueryDict, game: Game | None) -> int:
    """Return the move the report is about; the latest one if it isn't given or doesn't exist yet."""
    given = read_number(form_fields.read_one(asked, "version"), 9)
    if game is None:
        return 0
    return game.version if given is None else min(given, game.version)


def find_message(named: str, game: Game | None, user: User) -> ChatMessage | None:
    """Return the message with that key (such as `p12`), if the reporter may read it."""
    if not named:
        return None
    if game is None:
        raise Denied("report.message")
    try:
        return service.find_message(service.load_access(game.pk, user), named)
    except Refused:
        raise Denied("report.message") from None


def read_text(asked: QueryDict) -> str:
    values = asked.getlist("text")
    text = values[0].replace("\r\n", "\n").replace("\x00", "").strip() if len(values) == 1 else ""
    if not text:
        raise Denied("report.empty")
    if len(text) > LONGEST:
        raise Denied("report.long", most=LONGEST, size=len(text))
    return text


def send(user: User, matter: Matter, text: str) -> Report:
    """Store the report and notify the moderators. Each user may send only so many a day."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at once are counted one after the other
        day = timezone.now() - timedelta(days=1)
        if Report.objects.filter(reported_by=user, created_at__gt=day).count() >= MOST:
            raise Denied("report.many", most=MOST)
        report = Report.objects.create(
            reported_by=user,
            game=matter.game,
            game_version=matter.version,
            reported_user=matter.about,
            message=matter.message,
            message_text=matter.message.text if matter.message else "",
            text=text,
        )
        notify_moderators(report)
    return report


def notify_moderators(report: Report) -> None:
    """Notify the moderators who may read the report, at most once an hour however many reports come in."""
    if not settings.ADMIN_PATH:  # no admin site to read it in
        return
    notified = Notification.objects.filter(topic="report", created_at__gt=timezone.now() - OFTEN)
    playing = Seat.objects.filter(game=report.game_id, game__status=Game.Status.PLAYING, user__isnull=False)
    staff = User.objects.filter(is_staff=True, is_active=True, is_guest=False)
    staff = staff.exclude(pk__in=notified.values("user")).exclude(pk__in=playing.values("user"))
    enqueue_notification(
        [user.pk for user in staff if user not in (report.reported_by, report.reported_user)], "report"
    )
