"""The risks of accepting and blocking, if the seat that is asked decides (R31, `blocking: ask`)."""

from games.kinds.swap.review.knowledge import Knowledge
from games.kinds.swap.review.loss_chances import chance_to_lose
from games.kinds.swap.review.turn_risks import SKUNK, WOLF, Chance, have_one, seen_of, shown, unseen_of


def accept(known: Knowledge) -> Chance:
    """Return the risk of accepting: the swapper's card comes, the own one goes."""
    card = known.at[known.turn]
    seen, unseen = [*seen_of(known), known.own], unseen_of(known)
    if card in known.cards:
        seen.remove(known.cards[card])
        return shown(chance_to_lose(known.cards[card], seen, unseen, have_one(known)))
    is_tight = card in known.tight
    risk = 0.0
    for rank, odds in enumerate(unseen.odds(is_tight)):
        if odds:
            risk += odds * chance_to_lose(rank, seen, unseen.without(rank, is_tight), have_one(known))
    return shown(risk)


def block(known: Knowledge) -> Chance:
    """Return the risk of blocking. Whoever loses the last token to a Wolf or Skunk takes a card out of the hand."""
    at, tokens = list(known.at), list(known.tokens)
    if known.own in (WOLF, SKUNK):
        tokens[known.turn] -= 1
    if known.own == SKUNK:
        offered = at[known.turn]
        for back in reversed([one for one in known.carried if one.gave == offered]):
            at[back.seat], at[back.whom] = at[back.whom], at[back.seat]
        if offered == known.seat:
            return Chance(1.0, 1.0, 0.0)  # it was the first who gave this card away
        if offered != known.turn:
            tokens[offered] -= 1
    still = [seat for seat in known.line if tokens[seat]]
    if not still:
        return shown(0.0)
    own = known.cards[at[known.seat]]  # a seat knows every card that it has had
    seen = [known.cards[at[seat]] for seat in still if at[seat] in known.cards]
    is_last_token = all(tokens[seat] == 1 for seat in (known.seat, *still))
    return shown(chance_to_lose(own, seen, unseen_of(known, at, still), is_last_token))
