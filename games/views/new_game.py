"""Create a game: the form, and "Play now"."""

from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests
from accounts.models import User
from games import errors, play
from games.errors import Denied
from games.kinds import KINDS
from games.kinds.base import GameKind, Ladder
from games.kinds.pages import whole
from games.models import Game
from games.pages import form_fields, labels, lists, new_game_form
from games.ratings.ladders import ladder_of
from games.rules.base import Kind, Option, Refused
from games.views import responses
from games.views.responses import Request


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: Request) -> HttpResponseBase:
    """Choose a kind, then the rest. A POST creates the game."""
    if request.method == "POST":
        return make(request)
    kind = request.GET.get("kind", "")
    if kind not in KINDS:
        return render(request, "games/new_game/new_game.html", {"kinds": KINDS.values()}, status=404 if kind else 200)
    return form_page(request, KINDS[kind].rules, new_game_form.draft(request.GET))


def make(request: Request) -> HttpResponseBase:
    """Create the game, or show the form again with what was typed and a sentence."""
    try:
        wish = new_game_form.read(request.POST, partial(to_beat, request.user))
        game = lay(player(request, form_fields.tick(request.POST, "guest", False)), wish)
    except Refused as refused:
        return again(request, refused)
    return responses.made(request, game)


def player(request: Request, as_guest: bool) -> User:
    """Return the user, or a new guest if one is wanted."""
    if request.user.is_authenticated:
        return request.user
    if not as_guest:
        raise Denied("user.none")
    return guests.log_in_guest(request)


def lay(host: User, wish: new_game_form.Wish) -> Game:
    """Create the game with its host seated."""
    return play.create(
        host,
        kind=wish.kind,
        seats=wish.seats,
        options=wish.options,
        pace=wish.pace,
        public=wish.public,
        rated=wish.rated,
        bots=wish.bots,
        seed=wish.seed,
        least=wish.least,
        odds=wish.odds,
    )


def again(request: Request, refused: Refused) -> HttpResponseBase:
    """Show the form again, with the sentence and everything that was typed."""
    if responses.wants_json(request):
        return responses.refused(request, refused)
    status, sentence = errors.status(refused), errors.sentence(refused.code, refused.facts)
    kind = KINDS.get(request.POST.get("kind", ""))
    if kind is None:
        return render(
            request, "games/new_game/new_game.html", {"kinds": KINDS.values(), "refused": sentence}, status=status
        )
    response = form_page(request, kind.rules, new_game_form.draft(request.POST), sentence)
    response.status_code = status
    return response


def form_page(request: Request, kind: Kind, draft: dict[str, str], refused: str = "") -> HttpResponse:
    """Render the form of one kind, with a draft filled in."""
    seats, ladder = chosen_seats(kind, draft), KINDS[kind.SLUG].ladder
    context = {
        "about": KINDS[kind.SLUG],
        "refused": refused,
        "draft": draft,
        "options": [
            field(option, draft) for option in kind.OPTIONS if not ladder or option.name != ladder.level_option
        ],
        "seats": [{"value": n, "checked": n == seats} for n in kind.SEATS],
        "solo": ladder is not None,
        "levels": levels(request, KINDS[kind.SLUG], ladder, draft) if ladder else [],
        "others": [seat_field(kind.SLUG, seat, draft) for seat in range(1, kind.SEATS[-1])],
        "paces": marked(labels.PACES, draft.get("pace", ""), "daily"),
        "visibility": draft.get("visibility") if draft.get("visibility") in ("public", "link") else "public",
        "leasts": marked(labels.LEAST, draft.get("least", ""), "0"),
        "rated": "false" if draft.get("rated") == "false" else "true",
        "odds": draft.get("odds") in ("true", "on"),
    }
    return render(request, "games/new_game/new_game.html", context)


def chosen_seats(kind: Kind, draft: dict[str, str]) -> int:
    """Return the selected number of seats."""
    number = whole(draft.get("seats", ""), 3)
    return number if number is not None and number in kind.SEATS else KINDS[kind.SLUG].names.usual_seats


def marked(values: tuple[labels.Called, ...], given: str, default: str) -> list[dict[str, Any]]:
    """Return the values of a field, with one of them selected."""
    ticked = given if given in [called.value for called in values] else default
    return [{**called._asdict(), "checked": called.value == ticked} for called in values]


def field(option: Option, draft: dict[str, str]) -> dict[str, Any]:
    """Return an option of the rules as a field with its choices."""
    spelled = [form_fields.spellings(choice.value) for choice in option.choices]
    given = draft.get(option.name, "")
    known = any(given in spellings for spellings in spelled)
    return {
        "name": option.name,
        "label": gettext(option.label),
        "help": gettext(option.help),
        "choices": [
            {
                "value": spellings[0],
                "label": gettext(choice.label),
                "checked": given in spellings if known else choice.value == option.default,
            }
            for choice, spellings in zip(option.choices, spelled, strict=True)
        ],
    }


def is_level(ladder: Ladder | None, option: Option) -> bool:
    """Whether the option is the solo level, which has its own field."""
    return ladder is not None and option.name == ladder.level_option


def seat_field(kind: str, seat: int, draft: dict[str, str]) -> dict[str, Any]:
    """Return the field of a seat: open, or one of the bots."""
    given = draft.get(f"seat{seat}", "")
    return {"seat": seat, "number": seat + 1, "bots": marked(labels.bots(kind), given, "open")}


def levels(request: Request, kind: GameKind, ladder: Ladder, draft: dict[str, str]) -> list[dict[str, Any]]:
    """Return the solo levels, starting with the next one to beat."""
    following = {name: to_beat(request.user, kind, name) for name in dict.fromkeys(ladder.opponents.values())}
    given = draft.get("level") or draft.get(ladder.level_option) or new_game_form.NEXT
    first = gettext("The next to beat: %(levels)s") % {
        "levels": ", ".join(f"{name} {level}" for name, level in following.items())
    }
    known = sorted({level for levels in ladder.levels.values() for level in levels})
    choices = {new_game_form.NEXT: first} | {str(level): str(level) for level in known}
    return [{"value": value, "label": label, "selected": value == given} for value, label in choices.items()]


def to_beat(user: Any, kind: GameKind, opponent: str) -> int:
    """Return the lowest level the user hasn't beaten yet, or the highest if all are beaten."""
    ladder = ladder_of(kind)
    known = sorted(next(ladder.levels[edition] for edition, name in ladder.opponents.items() if name == opponent))
    done = lists.beaten(user, kind) if user.is_authenticated else set()
    return next((level for level in known if (opponent, level) not in done), known[-1])


@require_POST
def play_now(request: Request) -> HttpResponseBase:
    """Start a game with bots in one click. Visitors become guests."""
    try:
        kind = new_game_form.kind_of(request.POST)
        bots = dict(enumerate(KINDS[kind.SLUG].company, start=1))
        options = {option.name: option.default for option in kind.OPTIONS}
        wish = new_game_form.Wish(kind.SLUG, len(bots) + 1, options, "untimed", False, False, bots, "")
        game = lay(player(request, as_guest=True), wish)
    except Refused as refused:
        return responses.refused(request, refused)
    return responses.made(request, game)
