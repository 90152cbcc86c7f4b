"""The replay of a game, step by step, and its picture for link previews."""

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.archive import replay as replays
from games.archive.replay import ALL, PUBLIC, Playback, PlaybackView, Position
from games.models import Game
from games.pages import board, form_fields, preview_picture
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request


@require_safe
def replay(request: Request, game_id: str) -> HttpResponse:
    """Show the replay at the step and from the point of view in the URL."""
    return _page(request, game_id, "games/replay/replay.html")


@require_safe
def step(request: Request, game_id: str) -> HttpResponse:
    """Return the table at one step, for the page's script."""
    return _page(request, game_id, "games/replay/_step.html")


@require_safe
@responses.handle_refusals
def table_picture(request: Request, game_id: str) -> HttpResponse:
    """Return the picture for link previews: the table as everyone sees it."""
    table = board.load(game_id)
    answer = HttpResponse(preview_picture.picture(table), content_type="image/png")
    fresh = 60 if table.game.status == Game.Status.PLAYING else 86_400
    answer["Cache-Control"] = f"public, max-age={fresh}"
    return answer


def _page(request: Request, game_id: str, template: str) -> HttpResponse:
    """Render that step, or refuse an invalid URL on the page of the table."""
    try:
        context = _context(request, game_id)
    except Refused as no:
        return responses.respond_to_refusal(request, no, game_id)
    return render_page(request, template, context)


def _context(request: Request, game_id: str) -> dict[str, Any]:
    table = board.load(game_id)
    playback, own = replays.load_playback(table), board.seat_of(table, request.user)
    asked = replays.find_position(playback, form_fields.once(request.GET, "step"), form_fields.once(request.GET, "at"))
    who = replays.parse_viewpoint(playback, form_fields.once(request.GET, "seat"), own)
    address = reverse("replay", args=[game_id])
    context = shown(playback, replays.make_view(playback, asked, who), eyes(playback, own), address)
    context["replay"] |= {"steps": reverse("replay-step", args=[game_id]), "back": reverse("table", args=[game_id])}
    return {"game": table.game, **context}


class Go(NamedTuple):
    """A control that leads to another place in the replay."""

    id: str
    words: str
    step: Position
    at: int  # its index among all places
    href: str  # empty if a form sends it
    off: bool
    keys: str

    @property
    def key(self) -> str:
        """The name of the key."""
        return {
            "Home": _("Home"),
            "ArrowLeft": "←",
            "ArrowRight": "→",
            "End": _("End"),
            "PageUp": _("Page Up"),
            "PageDown": _("Page Down"),
        }[self.keys]


class Eyes(NamedTuple):
    """A point of view to choose."""

    value: str
    words: str


def eyes(playback: Playback, own: int | None) -> list[Eyes]:
    """Return the points of view to choose from.

    After the game: all cards open, the public and every seat. Before: the public and the reader's own seat.
    """
    seats = [person for person in playback.seats if playback.is_over or person.seat == own]
    found = [Eyes(PUBLIC, _("Everyone's view"))]
    found += [Eyes(str(person.seat), _("%(name)s's view") % {"name": person.name}) for person in seats]
    return [Eyes(ALL, _("All cards shown")), *found] if playback.is_over else found


def shown(playback: Playback, still: PlaybackView, views: list[Eyes], address: str) -> dict[str, Any]:
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
            **_moments(places, at),
            "who": str(still.who),
            "eyes": views,
            "you_are": playback.people[still.who].name if isinstance(still.who, int) else "",
            "goes": {go.id: go for go in _goes(playback, places, turns, at, href)},
            "part": playback.presenter.TURN,
            "turn": bisect_right(turns, at),
            "turns": len(turns),
            "ruler": _ruler(len(places) - 1, turns),
            "hidden": still.hidden,
            "happened": still.happened,
            "log": [(line, bisect_left(places, line.at), href(line.at)) for line in still.lines],
            "earlier": href(earlier) if earlier.step else "",
            "earlier_at": bisect_left(places, earlier),
        },
    }


def _moments(places: tuple[Position, ...], at: int) -> dict[str, int]:
    """Return how many moments the step has, and which of them this is."""
    step = places[at].step
    first, last = bisect_left(places, Position(step, 0)), bisect_left(places, Position(step))
    return {"moment": at - first + 1, "moments": last - first + 1}


def _goes(playback: Playback, places: tuple[Position, ...], turns: list[int], at: int, href: Any) -> list[Go]:
    last = len(places) - 1
    goals = [
        ("first", _("First step"), 0, "Home"),
        ("back", _("Previous step"), max(0, at - 1), "ArrowLeft"),
        ("forward", _("Next step"), min(last, at + 1), "ArrowRight"),
        ("last", _("Last step"), last, "End"),
    ]
    if turns:
        before, after = bisect_left(turns, at) - 1, bisect_right(turns, at)
        hand = playback.presenter.TURN == "hand"
        goals += [
            (
                "turn_back",
                _("Previous hand") if hand else _("Previous turn"),
                turns[max(0, before)],
                "PageUp",
            ),
            (
                "turn_on",
                _("Next hand") if hand else _("Next turn"),
                turns[after] if after < len(turns) else last,
                "PageDown",
            ),
        ]
    return [
        Go(name, words, places[goal], goal, href(places[goal]), goal == at, keys) for name, words, goal, keys in goals
    ]


def _ruler(last: int, turns: list[int]) -> dict[str, Any]:
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
