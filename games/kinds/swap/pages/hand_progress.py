"""The progress of a hand: whose turn it is, and where each card went."""

from games.rules.swap.view import View


def next_in(view: View, seat: int) -> int | None:
    """Return the next seat still in the hand (after the dealer, the first one), or None if there is none."""
    order, place = view["order"], view["order"].index(seat)
    after = [*order[place + 1 :], *order[:place]]
    return next((other for other in after if view["tokens"][other]), None)


def seat_to_decide(view: View) -> int | None:
    """Return the seat the game is waiting for."""
    return view["turn"] if view["asked"] is None else view["asked"]


def has_begun(view: View) -> bool:
    """Whether someone has already acted in this hand."""
    return bool(view["turns"]) or view["asked"] is not None


def pieces(view: View) -> dict[int, str]:
    """Return a key for each card in front of a seat, which stays the same wherever the card goes in the hand.

    Everyone knows who swapped with whom, so the keys give nothing away. A swap undone by a Skunk doesn't count.
    """
    return {seat: f"h{view['hand']}-{card}" for seat, card in dealt_to(view).items()}


def dealt_to(view: View) -> dict[int, int]:
    """Return the seat that each seat's card was dealt to."""
    dealt = {seat: seat for seat in view["order"]}
    for turn in view["turns"]:
        if turn["did"] == "swapped":
            one, other = turn["seat"], turn["whom"]
            dealt[one], dealt[other] = dealt[other], dealt[one]
    return dealt


def chains(view: View) -> list[list[int]]:
    """Return the ways Skunks sent cards back, each beginning with whoever first gave the card away."""
    found: list[list[int]] = []
    for turn in view["turns"]:
        if turn["did"] == "undone":
            if found and found[-1][-1] == turn["seat"]:
                found[-1].append(turn["whom"])
            else:
                found.append([turn["seat"], turn["whom"]])
    return found
