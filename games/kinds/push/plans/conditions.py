"""Conditions that plans check: which wild, the cards left, the risk, and whose turn it is."""

from collections.abc import Sequence

from games.kinds.push.bots.knowledge import busts_by, count_unseen_cards, owners
from games.rules.base import Plain
from games.rules.push.cards import COLOR_WILDS, DECKS, FULL_WILD, NUMBERED_WILDS, WILDS
from games.rules.push.scoring import score
from games.rules.push.view import View

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


def count_busting_cards(view: View) -> int:
    """Count the cards in the deck that would bust next."""
    shown = view["tableau"]
    return sum(
        count for card, count in count_unseen_cards(view).items() if busts_by(card, shown["net"], shown["coins"])
    )


def is_own_turn(view: View) -> bool:
    return bool(view["active"] == view["seat"] and view["phase"] not in ("final", "over"))


def may_still_draw(view: View) -> bool:
    """Whether it is the seat's own turn, before it has taken anything or gone bust."""
    return is_own_turn(view) and view["phase"] in ("draw", "auction")


def has_turn_to_come(view: View) -> bool:
    """Whether the seat may still draw, now or in a later turn. Each turn until then takes at least one card."""
    if may_still_draw(view):
        return True
    players = len(owners(view))
    turns = (view["seat"] - view["active"]) % players or players
    return bool(view["phase"] not in ("final", "over") and view["deck"] >= turns)


def mark_of_turn(view: View) -> int:
    """Identify the current turn by how many cards, not counting wilds, were drawn before it."""
    deck, shown = DECKS[len(view["seats"])], view["tableau"]
    hidden = sum(count for card, count in count_unseen_cards(view).items() if card not in WILDS)
    lying = len(shown["numbers"]) + len(shown["currency"])
    return sum(card not in WILDS for card in deck) - hidden - lying


def is_its_turn(plan: Plain, view: View) -> bool:
    """Whether a plan for turns is for the seat's current one."""
    if plan["mark"] is not None:  # solo: the plan is for one turn, identified by its mark
        return not may_still_draw(view) or bool(plan["mark"] == mark_of_turn(view))
    return plan["deck"] is None or bool(view["deck"] < plan["deck"])


def lengthens_run(cards: Sequence[str], card: str) -> bool:
    """Whether the card makes a run longer. One card alone is no run."""
    return score((*cards, card), least=2) > score(cards, least=2)
