"""The admin: reports, and what moderators need to judge them.

Game states, seeds, plans, drafts and notes have no page here. They can't be displayed, searched or used in filters. A
moderator who plays in a game learns nothing about it here that the table doesn't show.
"""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderator_pages import ReadOnlyAdmin
from games.models import ChatMessage, Game, Move, Report, Seat
from games.models.querysets import GameQuerySet

AROUND = 20  # chat messages shown with a report


def link(url: str, text: object) -> SafeString:
    return format_html('<a href="{}">{}</a>', url, text)


def link_pages(row: User | Game | None) -> SafeString | str:
    """Link to the public page and the admin page of a user or a game."""
    if row is None:
        return "–"
    page, name = ("player", row.username) if isinstance(row, User) else ("table", row.pk)
    staff = reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_change", args=[row.pk])
    return format_html("{} ({})", link(reverse(page, args=[name]), name), link(staff, _("moderation")))


def linked(title: Any, field: str) -> Callable[[Any, Any], SafeString | str]:
    """Return a column with links to the user or the game in that field."""

    @admin.display(description=title)
    def column(_admin: ReadOnlyAdmin, row: Any) -> SafeString | str:
        return link_pages(getattr(row, field))

    return column


def own_tables(request: HttpRequest) -> QuerySet[Seat]:
    """Return the reader's seats in running games."""
    return Seat.objects.filter(user=request.user.pk, game__status=Game.Status.PLAYING)


class ReportForm(forms.ModelForm):  # type: ignore[type-arg]
    """The moderator's verdict on a report."""

    hide = forms.BooleanField(label=_("Hide this message"), required=False, help_text=_("Only moderators will see it."))

    class Meta:
        model = Report
        fields = ("status", "answer", "hide")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        message = self.instance.message
        if "hide" in self.fields:
            self.fields["hide"].initial = bool(message and message.is_hidden)
            self.fields["hide"].disabled = message is None


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports, with the chat messages around them."""

    form = ReportForm
    editable = ("hide", "status", "answer")
    fields = ("created_at", "reporter", "whom", "where", "game_version", "text", "message_text", "around", *editable)
    list_display = ("created_at", "text", "reporter", "whom", "game_id", "status")
    list_filter = ("status",)
    list_select_related = ("reported_by", "reported_user")
    search_fields = ("text", "message_text", "reported_by__username", "reported_user__username", "game__id")
    ordering = ("-status", "-created_at")
    reporter, whom = linked(_("Reported by"), "reported_by"), linked(_("About"), "reported_user")
    where = linked(_("Game"), "game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Hide reports about the reader or about a running game the reader plays in."""
        found = super().get_queryset(request).exclude(reported_user=request.user.pk)
        found = found.exclude(game__in=own_tables(request).values("game"))
        return found.select_related("message", "reported_by", "reported_user")

    @admin.display(description=_("Messages around it"))
    def around(self, report: Report) -> SafeString | str:
        """Show the messages before and after, from both the players' and the watchers' chat."""
        found = list_around(report)
        lines = format_html_join("", "<li>{}</li>", ((format_message(message, report),) for message in found))
        return format_html("<ol>{}</ol>", lines) if found else "–"

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        """Save the verdict, and hide or unhide the reported message."""
        super().save_model(request, obj, form, change)
        if obj.message_id and "hide" in form.changed_data:
            ChatMessage.objects.filter(pk=obj.message_id).update(is_hidden=form.cleaned_data["hide"])


def list_around(report: Report) -> list[ChatMessage]:
    """Return the messages around the reported one, or around the time of the report if it names no message."""
    if report.game_id is None:
        return []
    rows = ChatMessage.objects.filter(game=report.game_id).select_related("user")
    upto = Q(pk__lte=report.message_id) if report.message_id else Q(sent_at__lte=report.created_at)
    before = list(rows.filter(upto).order_by("-pk")[: AROUND // 2])[::-1]
    after = list(rows.exclude(upto).order_by("pk")[: AROUND - len(before)])
    if len(before) == AROUND // 2 and len(after) < AROUND - len(before):  # few came after it, so show more from before
        before = list(rows.filter(upto).order_by("-pk")[: AROUND - len(after)])[::-1]
    return [*before, *after]


def format_message(message: ChatMessage, report: Report) -> SafeString:
    """Format a message with its time, author and audience."""
    text = format_html("<strong>{}</strong>", message.text) if message.pk == report.message_id else message.text
    audience = _("to spectators") if message.audience == ChatMessage.Audience.WATCHERS else _("to players")
    url = reverse("admin:games_chatmessage_change", args=[message.pk])
    hidden = _("hidden") if message.is_hidden else ""
    said = f"{message.sent_at:%Y-%m-%d %H:%M:%S}"
    return format_html("{}, {}, {}: {} {}", link(url, said), link_pages(message.user), audience, text, hidden)


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnlyAdmin):
    fields = ("sent_at", "author", "where", "audience", "text", "is_hidden")
    editable = ("is_hidden",)
    list_display = ("sent_at", "author", "game_id", "audience", "text", "is_hidden")
    list_filter = ("audience", "is_hidden")
    lookups = frozenset({"game__id__exact"})
    list_select_related = ("user",)
    search_fields = ("text", "user__username", "game__id")
    ordering = ("-id",)
    author, where = linked(_("Author"), "user"), linked(_("Game"), "game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        """Hide the watchers' chat of running games the reader plays in."""
        mine = Q(audience=ChatMessage.Audience.WATCHERS, game__in=own_tables(request).values("game"))
        return super().get_queryset(request).exclude(mine).select_related("user")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games, without anything their pages don't show."""

    fields = (
        *("page", "kind", "options", "seat_count", "pace", "is_public", "is_rated", "has_public_odds"),
        *("min_reliability", "host_page", "status", "version", "created_at", "started_at", "moved_at", "ended_at"),
        *("commitment", "sitting", "more"),
    )
    list_display = ("id", "kind", "seat_count", "pace", "status", "version", "created_at")
    list_filter = ("kind", "status", "pace", "is_public")
    search_fields = ("id", "host__username")
    ordering = ("-created_at",)
    host_page = linked(_("Host"), "host")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Don't even load the secret columns."""
        return cast(GameQuerySet, super().get_queryset(request)).without_secrets().select_related("host")

    @admin.display(description=_("Page"))
    def page(self, game: Game) -> SafeString:
        return link(reverse("table", args=[game.pk]), game.pk)

    @admin.display(description=_("Seats"))
    def sitting(self, game: Game) -> SafeString:
        """List the players and bots by seat."""
        rows = (
            (seat.number + 1, link_pages(seat.user) if seat.user else seat.name or "–", seat.leave_reason)
            for seat in game.seats.select_related("user")
        )
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}: {} {}</li>", rows))

    @admin.display(description=_("More"))
    def more(self, game: Game) -> SafeString:
        """Link to the game's moves and chat messages."""
        moves, talk = reverse("admin:games_move_changelist"), reverse("admin:games_chatmessage_changelist")
        query = f"?game__id__exact={game.pk}"
        return format_html("{} · {}", link(moves + query, _("moves")), link(talk + query, _("chat")))


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    """Moves, read-only. Their content is hidden until the game is over because it can reveal other players' cards."""

    fields = ("where", "number", "seat", "made_at", "maker", "decision")
    list_display = ("game_id", "number", "seat", "made_at", "maker", "decision")
    lookups = frozenset({"game__id__exact"})
    search_fields = ("=game__id",)
    search_help_text = "ID of a game"
    ordering = ("-id",)
    where = linked(_("Game"), "game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Load the status of the game and nothing else from its row."""
        columns = ("game__status", "number", "seat", "made_at", "made_by", "move")
        return super().get_queryset(request).select_related("game").only(*columns)

    @admin.display(description=_("Made by"))
    def maker(self, move: Move) -> str:
        """Say whether a plan, the clock or a stand-in made the move. Plans are secret until the game is over."""
        is_over = move.game.status in (Game.Status.FINISHED, Game.Status.ABORTED)
        return move.made_by if is_over or move.made_by != "plan" else ""

    @admin.display(description=_("Decision"))
    def decision(self, move: Move) -> str:
        """Show the move itself once the game is over."""
        is_over = move.game.status in (Game.Status.FINISHED, Game.Status.ABORTED)
        return str(move.move) if is_over else "–"
