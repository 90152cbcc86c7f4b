"""The replay of a game, step by step, and its picture for link previews."""

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.archive import replay as replays
from games.archive.replay import ALL, PUBLIC, Playback, PlaybackView, Position
from games.models import Game
from games.pages import areas, form_fields, preview_picture, tables
from games.views import responses
from games.views.responses import Request


@require_safe
@responses.handle_refusals_at_table
def replay(request: Request, game_id: str) -> HttpResponse:
    """Show the replay at the step and from the point of view in the URL."""
    return render(request, _make_context(request, game_id))


@require_safe
@responses.handle_refusals_at_table
def step(request: Request, game_id: str) -> HttpResponse:
    """Return the table at one step, for the page's script."""
    return HttpResponse(render_step(_make_context(request, game_id)))


@require_safe
@responses.handle_refusals
def table_picture(request: Request, game_id: str) -> HttpResponse:
    """Return the picture for link previews: the table as everyone sees it."""
    table = tables.load(game_id)
    answer = HttpResponse(preview_picture.render_picture(table), content_type="image/png")
    fresh = 60 if table.game.status == Game.Status.PLAYING else 86_400
    answer["Cache-Control"] = f"public, max-age={fresh}"
    return answer


def render(request: Request, context: dict[str, Any]) -> HttpResponse:
    """Return the page with the table at one step."""
    return render_page(request, "games/replay/replay.html", context | {"step": render_step(context)})


def render_step(context: dict[str, Any]) -> SafeString:
    return mark_safe(areas.build("table", "games/replay/_step.jinja", context).html)  # noqa: S308 (a template made it)  # nosec


def _make_context(request: Request, game_id: str) -> dict[str, Any]:
    table = tables.load(game_id)
    playback, own = replays.load_playback(table), tables.find_seat(table, request.user)
    still = read_view(playback, request.GET, own)
    context = make_context(playback, still, own, reverse("replay", args=[game_id]))
    context["replay"] |= {"steps": reverse("replay-step", args=[game_id]), "back": reverse("table", args=[game_id])}
    return {"game": table.game, **context}


class Control(NamedTuple):
    """A control that goes to another place in the replay."""

    id: str
    words: str
    step: Position
    at: int  # its index among all places
    href: str  # empty if a form sends it
    off: bool
    keys: str
    key: str  # its name


def list_viewpoints(playback: Playback, own: int | None) -> list[tuple[str, str]]:
    """Return the points of view to choose from, with their names.

    After the game: all cards open, the public and every seat. Before: the public and the reader's own seat.
    """
    seats = [person for person in playback.seats if playback.is_over or person.seat == own]
    found = [(PUBLIC, _("Everyone's view"))]
    found += [(str(person.seat), _("%(name)s's view") % {"name": person.name}) for person in seats]
    return [(ALL, _("All cards shown")), *found] if playback.is_over else found


def read_view(playback: Playback, fields: QueryDict, own: int | None, default: str = "") -> PlaybackView:
    """Return the game at the step and from the point of view in the fields."""
    at = replays.find_position(playback, form_fields.read_one(fields, "step"), form_fields.read_one(fields, "at"))
    who = replays.parse_viewpoint(playback, form_fields.read_one(fields, "seat") or default, own)
    return replays.make_view(playback, at, who)


def make_context(playback: Playback, still: PlaybackView, own: int | None, address: str) -> dict[str, Any]:
    """Return the context of a step. `address` is the URL of the page; if empty, a form sends each step."""

    def href(goal: Position) -> str:
        return f"{address}?{urlencode({'step': goal, 'seat': still.who})}" if address else ""

    places = playback.places
    turns = [bisect_left(places, turn) for turn in playback.turns]
    at = bisect_left(places, still.at)
    earlier = Position(still.lines[0].at.step - 1) if still.lines else Position(0)
    return {
        **still.board,
        "css": playback.presenter.CSS,
        "js": playback.presenter.REPLAY_JS,
        "replay": {
            "address": address,
            "step": still.at.step,
            "place": str(still.at),
            "last": playback.last,
            "none": "" if playback.last else _("This game has no moves.") if playback.is_over else _("No moves yet."),
            "at": at,
            "end": len(places) - 1,
            "names": " ".join(map(str, places)),
            **_count_moments(places, at),
            "who": str(still.who),
            "eyes": list_viewpoints(playback, own),
            "you_are": playback.people[still.who].name if isinstance(still.who, int) else "",
            "goes": {go.id: go for go in _list_controls(playback, turns, at, href)},
            "part": playback.presenter.TURN,
            "turn": bisect_right(turns, at),
            "turns": len(turns),
            "ruler": _draw_ruler(len(places) - 1, turns),
            "hidden": still.hidden,
            "happened": still.happened,
            "log": [(line, bisect_left(places, line.at), href(line.at)) for line in still.lines],
            "earlier": href(earlier) if earlier.step else "",
            "earlier_at": bisect_left(places, earlier),
        },
    }


def _count_moments(places: tuple[Position, ...], at: int) -> dict[str, int]:
    """Return how many moments the step has, and which of them this is."""
    step = places[at].step
    first, last = bisect_left(places, Position(step, 0)), bisect_left(places, Position(step))
    return {"moment": at - first + 1, "moments": last - first + 1}


def _list_controls(playback: Playback, turns: list[int], at: int, href: Any) -> list[Control]:
    places = playback.places
    last = len(places) - 1
    goals = [
        ("first", _("First step"), 0, "Home", _("Home")),
        ("back", _("Previous step"), max(0, at - 1), "ArrowLeft", "←"),
        ("forward", _("Next step"), min(last, at + 1), "ArrowRight", "→"),
        ("last", _("Last step"), last, "End", _("End")),
    ]
    if turns:
        before, after = bisect_left(turns, at) - 1, bisect_right(turns, at)
        back, on = _("Previous turn"), _("Next turn")
        if playback.presenter.TURN == "hand":
            back, on = _("Previous hand"), _("Next hand")
        goals += [
            ("turn_back", back, turns[max(0, before)], "PageUp", _("Page Up")),
            ("turn_on", on, turns[after] if after < len(turns) else last, "PageDown", _("Page Down")),
        ]
    return [Control(name, words, places[to], to, href(places[to]), to == at, *key) for name, words, to, *key in goals]


def _draw_ruler(last: int, turns: list[int]) -> dict[str, Any]:
    """Return the marks above the slider.

    Short ones for each place unless there are too many, long ones for each turn.
    """
    long = set(turns) or set(range(0, last + 1, 10))
    short = range(last + 1) if last <= replays.TICKS else ()
    return {
        "wide": max(1, last),
        "long": "".join(f"M{step} 0V20" for step in sorted(long)),
        "short": "".join(f"M{step} 11V20" for step in short if step not in long),
    }
