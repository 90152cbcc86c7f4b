"""The story of each hand for reviews: which card went where, and who knew what at the showdown."""

from itertools import pairwise

from games.rules.base import Plain
from games.rules.replay import Replay
from games.rules.swap.cards import BUNNY
from games.rules.swap.state import State, card_of
from games.rules.swap.view import view


def hands(game: Replay) -> list[Plain]:
    """List the hands: the cards dealt, what was done (`acts`), the last move, who knew which cards, and the end."""
    told = [begin_hand(game.start, game.start.dealt)]
    before: State = game.start
    for number, step in enumerate(game.steps, 1):
        hand = told[-1]
        for event in step.events:
            if event.name == "hand":
                told.append(begin_hand(step.state, step.state.dealt))
            elif told[-1] is hand:
                tell(hand, before, number, event.name, event.facts)
        hand["last"] = number
        if hand is not told[-1] or step.state.end:
            hand["knew"] = known_at_end(before, hand)
        before = step.state
    return told


def begin_hand(state: State, dealt: tuple[str, ...]) -> Plain:
    return {
        "number": state.hand,
        "last": 0,
        "dealer": state.dealer,
        "order": list(state.order),
        "dealt": [[seat, dealt[seat]] for seat in state.order],
        "acts": [],
        "knew": [],
        "shown": [],
        "tokens": [],
        "spared": [],
        "why": None,
    }


def known_at_end(state: State, hand: Plain) -> list[Plain]:
    """Return which cards of others each seat knew before the hand's last move; for the public, the face-up ones."""
    found: list[Plain] = []
    for seat in (None, *hand["order"]):
        known = view(state, seat)["known"]
        cards = [[other, card] for other, card in enumerate(known) if card and other != seat and state.tokens[other]]
        if seat is None or state.tokens[seat]:
            found.append({"seat": seat, "cards": cards})
    return found


def tell(hand: Plain, before: State, number: int, name: str, facts: Plain) -> None:
    """Add an event to the story of a hand: its name and its facts, and the state before its move."""
    acts = hand["acts"]
    match name:
        case "held" | "nobody":
            act_of(hand, facts["seat"], number)["did"] = name
        case "asked" | "swapped":
            act_of(hand, facts["seat"], number)["whom"] = facts["whom"]
        case "traded":
            act = act_of(hand, facts["seat"], number)
            act |= {"did": "swapped", "gave": facts["gave"], "got": facts["got"], "undone": False}
        case "blocked":
            act = act_of(hand, facts["swapper"], number)
            act["blocks"].append([facts["seat"], facts["card"]])
            if facts["card"] != BUNNY:  # a Bunny passes the swap on
                act |= {"did": "blocked", "whom": facts["seat"]}
        case "undone":
            acts[-1]["undid"] = list(facts["seats"])
            for taker, giver in pairwise(facts["seats"]):
                swaps = [act for act in acts if act["did"] == "swapped" and not act["undone"]]
                next(act for act in reversed(swaps) if act["seat"] == giver and act["whom"] == taker)["undone"] = True
        case "drew":
            gave = card_of(before, facts["seat"])
            act_of(hand, facts["seat"], number).update(did="drew", gave=gave, got=None)
        case "shown":
            hand["shown"] = [[seat, card] for seat, card in facts["cards"]]
            if acts and acts[-1]["did"] == "drew":
                acts[-1]["got"] = dict(facts["cards"])[acts[-1]["seat"]]
        case "spared":
            hand |= {"spared": list(facts["seats"]), "why": facts["why"]}
        case "token":
            if not facts["tokens"] and facts["why"] != "lowest":  # out immediately
                acts[-1]["out"].append(facts["seat"])
            hand["tokens"].append({"seat": facts["seat"], "left": facts["tokens"], "why": facts["why"]})


def act_of(hand: Plain, seat: int, number: int) -> Plain:
    """Return the seat's act; a swap tried with one seat after the other is one act."""
    acts: list[Plain] = hand["acts"]
    if not acts or acts[-1]["seat"] != seat or acts[-1]["did"] != "asks":
        acts.append({"number": number, "seat": seat, "did": "asks", "whom": None, "blocks": [], "out": []})
    return acts[-1]
