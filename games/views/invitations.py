"""Invitations to a game that waits for players."""

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from games import play
from games.models import Game, Invitation
from games.pages import form_fields
from games.play import invitations
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request
from games.views.room import show_refusal


@require_POST
def invite(request: Request, game_id: str) -> HttpResponseBase:
    """Invite a player by name."""
    game = get_object_or_404(Game, pk=game_id)
    try:
        by = responses.require_user(request)
        invitations.invite(game, by, form_fields.read_one(request.POST, "name"))
    except Refused as refused:
        return show_refusal(request, game, refused)
    return responses.redirect_to_table(request, game)


@require_POST
def accept(request: Request, pk: int) -> HttpResponseBase:
    """Accept an invitation by taking a seat."""
    invitation = find_invitation(pk)
    try:
        user = responses.require_user(request)
        if invitation.user_id != user.pk:
            raise Denied("invite.not-yours")
        game = play.sit(invitation.game_id, user, form_fields.read_optional_seed(request.POST))
    except Refused as refused:
        return show_refusal(request, invitation.game, refused)
    return responses.redirect_to_table(request, game)


@require_POST
@responses.handle_refusals
def decline(request: Request, pk: int) -> HttpResponse:
    invitations.decline(find_invitation(pk), responses.require_user(request))
    return responses.see_other(request, reverse("home"))


@require_POST
@responses.handle_refusals
def withdraw(request: Request, pk: int) -> HttpResponse:
    """Cancel an invitation."""
    invitation = find_invitation(pk)
    invitations.withdraw(invitation, responses.require_user(request))
    return responses.redirect_to_table(request, invitation.game)


def find_invitation(pk: int) -> Invitation:
    if pk >= 2**63:
        raise Http404
    found: Invitation = get_object_or_404(Invitation.objects.select_related("game", "game__host"), pk=pk)
    return found
