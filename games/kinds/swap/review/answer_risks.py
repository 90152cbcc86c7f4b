"""What accepting and blocking risk, where whoever is asked decides (R31, `blocking: ask`)."""

from games.kinds.swap.review.knowledge import Knowledge
from games.kinds.swap.review.loss_chances import Unseen, chance_to_lose
from games.kinds.swap.review.turn_risks import SKUNK, WOLF, Chance, have_one, seen_of, shown, unseen_of


def accept(sight: Knowledge) -> Chance:
    """The swapper's card comes, the own one goes."""
    card = sight.at[sight.turn]
    seen, unseen = [*seen_of(sight), sight.own], unseen_of(sight)
    if card in sight.cards:
        seen.remove(sight.cards[card])
        return shown(chance_to_lose(sight.cards[card], seen, unseen, have_one(sight)))
    is_tight = card in sight.tight
    risk = 0.0
    for rank, odds in enumerate(unseen.odds(is_tight)):
        if odds:
            risk += odds * chance_to_lose(rank, seen, unseen.without(rank, is_tight), have_one(sight))
    return shown(risk)


def block(sight: Knowledge) -> Chance:
    """The own card stays; a Wolf or a Skunk takes tokens, and who has none left takes a card out of the hand."""
    at, tokens = list(sight.at), list(sight.tokens)
    if sight.own in (WOLF, SKUNK):
        tokens[sight.turn] -= 1
    if sight.own == SKUNK:
        offered = at[sight.turn]
        for back in reversed([one for one in sight.carried if one.gave == offered]):
            at[back.seat], at[back.whom] = at[back.whom], at[back.seat]
        if offered == sight.seat:
            return Chance(1.0, 1.0, 0.0)  # it was the first who gave this card away
        if offered != sight.turn:
            tokens[offered] -= 1
    still = [seat for seat in sight.line if tokens[seat]]
    if not still:
        return shown(0.0)
    own = at[sight.seat]
    seen = [sight.cards[at[seat]] for seat in still if at[seat] in sight.cards]
    unseen: Unseen = unseen_of(sight, at, still)
    is_last_token = all(tokens[seat] == 1 for seat in (sight.seat, *still))
    if own in sight.cards:
        return shown(chance_to_lose(sight.cards[own], seen, unseen, is_last_token))
    raise AssertionError("a seat knows every card that it has had")
