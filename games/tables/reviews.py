"""How each kind tells what was found out about a game and its decisions, in one visible list."""

from collections.abc import Callable

from games.review.base import Judged
from games.review.swap import hands
from games.rules.base import Plain
from games.rules.replay import Replay
from games.tables.base import Person
from games.tables.push import review as push
from games.tables.swap import review as swap
from games.tables.swap.hands import told
from games.tables.tiles import review as tiles

About = Callable[[Judged, list[Person]], Plain]

ABOUT: dict[str, About] = {"push": push.about, "tiles": tiles.about, "swap": swap.about}


def facts_of(game: Replay) -> list[Plain]:
    """What else is found out, beside the decisions: of swap the hands, of the others nothing."""
    return hands(game) if game.kind.SLUG == "swap" else []


def extra(kind: str, facts: list[Plain], people_then: Callable[[int], list[Person]]) -> Plain | None:
    """The same in words, for the template of the kind."""
    return {"hands": [told(hand, people_then(hand["last"])) for hand in facts]} if kind == "swap" else None
