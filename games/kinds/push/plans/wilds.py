"""Which wilds a plan applies to, and how specific it is."""

from games.rules.base import Plain
from games.rules.push.cards import COLOR_WILDS, FULL_WILD, NUMBERED_WILDS

NOW, ANY, NUMBERED = "now", "any", "numbered"
WHICH = (NOW, ANY, NUMBERED, *COLOR_WILDS, FULL_WILD, *NUMBERED_WILDS)


def rank_plan(plan: Plain, card: str, deck: int) -> int:
    """Return how specific a plan is for this wild, drawn with that many cards left; 0 if it doesn't apply."""
    if plan["which"] == NOW:
        return 4 if plan["deck"] == deck else 0
    if plan["which"] == NUMBERED:
        return 2 if card in NUMBERED_WILDS else 0
    if plan["which"] == ANY:
        return 1
    return 3 if plan["which"] == card else 0
