"""The context of the board and the sidebar."""

from typing import Any

from django.http import QueryDict

from games.kinds.presenter import People
from games.kinds.swap.pages import faces
from games.kinds.swap.pages.buttons import list_buttons
from games.kinds.swap.pages.hand_progress import chains, next_in
from games.kinds.swap.pages.headlines import who_won
from games.kinds.swap.pages.seat_layout import Arrow, arrow
from games.kinds.swap.pages.seats import Place, places
from games.kinds.swap.pages.showdown import showdown
from games.kinds.swap.pages.words import EFFECTS, label, you_or_name
from games.rules.base import PlainResult
from games.rules.swap.cards import BLOCKERS, canonical
from games.rules.swap.play import Choices
from games.rules.swap.view import View


def board(view: View, choices: Choices, people: People, draft: QueryDict, result: PlainResult | None) -> dict[str, Any]:
    ring = places(view, people, result)
    own = ring.pop(0) if view["seat"] is not None else None
    goal = _goal(view, choices)
    over = view["phase"] == "over"
    return {
        "ring": [_mark_goal(place, goal) for place in ring],
        "ring_size": view["seats"],
        "own": own,
        "own_card": faces.card(view["card"], "large") if view["card"] and not over else "",
        "arrow": _arrow(view, goal),
        "acts": list_buttons(view, choices, people),
        "showdown": showdown(view, people),
        "chains": [[you_or_name(people, seat, view["seat"]) for seat in way] for way in chains(view)],
        "deck": view["deck"],
        "aside_count": view["aside"],
        "is_over": over,
        "crown": _crown(view, people),
        "aside": _aside(view),
        "legend": [(faces.card(card), label(card), EFFECTS[card]) for card in BLOCKERS],
        "back": faces.back(),
        "hand": view["hand"],
        "dealer": None if view["dealer"] == view["seat"] else people[view["dealer"]].name,
    }


def _mark_goal(place: Place, goal: tuple[int, int | None] | None) -> Place:
    is_goal = goal is not None and place.person.seat == goal[1]
    return place._replace(classes=f"{place.classes} is-goal".strip()) if is_goal else place


def _goal(view: View, choices: Choices) -> tuple[int, int | None] | None:
    """Return who would give a card to whom (None: the deck), in the reader's swap or the one asked for."""
    if view["phase"] == "over":
        return None
    if view["asked"] is not None:
        return view["turn"], view["asked"]
    if "swap" not in choices:
        return None
    seat = view["seat"]
    return seat, None if view["dealer"] == seat else next_in(view, seat)


def _arrow(view: View, goal: tuple[int, int | None] | None) -> Arrow | None:
    if goal is None:
        return None
    start, end = ((seat if seat is None else (seat - (view["seat"] or 0)) % view["seats"]) for seat in goal)
    assert start is not None  # noqa: S101 (only the second may be the deck)  # nosec
    return arrow(start, end, view["seats"], view["seat"] is not None)


def _crown(view: View, people: People) -> dict[str, Any] | None:
    """Return the winner, and the card they had at the end."""
    winner = who_won(view) if view["phase"] == "over" else None
    if winner is None:
        return None
    last = view["last"] if not view["order"] else None
    card = dict(last["cards"]).get(winner) if last else view["known"][winner]
    return {"name": people[winner].name, "card": faces.card(card) if card else faces.back()}


def _aside(view: View) -> list[tuple[Any, int]]:
    """List the face-up cards set aside, and how many of each there are."""
    cards = canonical(view["shown"]) if 0 < len(view["shown"]) < view["aside"] + view["deck"] else ()
    return [(faces.card(card), cards.count(card)) for card in dict.fromkeys(cards)]
