"""Create a game: the form, and "Play now"."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests
from accounts.models import User
from games import play, refusals
from games.kinds import KINDS
from games.pages.new_game_form import NewGameForm, Refusal, read_kind
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: Request) -> HttpResponseBase:
    """Choose a kind, then the rest. A POST creates the game."""
    if request.method == "POST":
        return create(request)
    slug = request.GET.get("kind", "")
    if slug not in KINDS:
        return render_kinds(request, status=404 if slug else 200)
    return render_form(request, NewGameForm(KINDS[slug], request.user, initial=request.GET.dict()))


def create(request: Request) -> HttpResponseBase:
    """Create the game, or show the form again with what was typed and what is wrong."""
    try:
        form = NewGameForm(read_kind(request.POST), request.user, request.POST)
    except Refused as no:
        return render_kinds(request, no, refusals.http_status(no))
    if not form.is_valid():
        return render_form(request, form)
    try:
        game = play.create_game(find_or_make_player(request, form.cleaned_data["guest"]), **form.game())
    except Refused as no:
        form.add_error(None, Refusal(no))
        return render_form(request, form)
    return responses.redirect_to_new_table(request, game)


def find_or_make_player(request: Request, as_guest: bool) -> User:
    """Return the user, or a new guest if one is wanted."""
    if request.user.is_authenticated:
        return request.user
    if not as_guest:
        raise Denied("user.none")
    return guests.log_in_guest(request)


def render_kinds(request: Request, no: Refused | None = None, status: int = 200) -> HttpResponseBase:
    if no and responses.wants_json(request):
        return responses.respond_to_refusal(request, no)
    context = {"kinds": KINDS.values(), "refused": refusals.explain(no.code, no.facts) if no else ""}
    return render(request, "games/new_game/kinds.html", context, status=status)


def render_form(request: Request, form: NewGameForm) -> HttpResponse:
    no = form.first_refusal()
    if no and responses.wants_json(request):
        return responses.respond_to_refusal(request, no)
    context = {"about": form.kind, "form": form}
    return render(request, "games/new_game/new_game.html", context, status=refusals.http_status(no) if no else 200)


@require_POST
@responses.handle_refusals
def play_now(request: Request) -> HttpResponse:
    """Start a game with bots in one click. Visitors become guests."""
    kind = read_kind(request.POST)
    bots = dict(enumerate(kind.company, start=1))
    game = play.create_game(
        find_or_make_player(request, as_guest=True),
        kind=kind.slug,
        seats=len(bots) + 1,
        options={option.name: option.default for option in kind.rules.OPTIONS},
        pace="untimed",
        public=False,
        bots=bots,
    )
    return responses.redirect_to_new_table(request, game)
