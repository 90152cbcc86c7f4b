"""Questions about a view that many parts ask."""

from games.rules.swap.view import View


def next_in(view: View, seat: int) -> int | None:
    """The next seat of the hand still in; after the dealer comes the first one. None: nobody else."""
    order, place = view["order"], view["order"].index(seat)
    after = [*order[place + 1 :], *order[:place]]
    return next((other for other in after if view["tokens"][other]), None)


def seat_to_decide(view: View) -> int | None:
    """Whom the game waits for."""
    found: int | None = view["turn"] if view["asked"] is None else view["asked"]
    return found


def has_begun(view: View) -> bool:
    """Whether somebody has done something in this hand."""
    return bool(view["turns"]) or view["asked"] is not None


def pieces(view: View) -> dict[int, str]:
    """A key for each card that lies before a seat: it stays the card's own wherever the card goes in the hand.

    All know who swapped with whom, so this tells nobody more. What a Skunk undid is as if it had never been.
    """
    return {seat: f"h{view['hand']}-{card}" for seat, card in dealt_to(view).items()}


def dealt_to(view: View) -> dict[int, int]:
    """To which seat the card that lies before a seat was dealt."""
    dealt = {seat: seat for seat in view["order"]}
    for turn in view["turns"]:
        if turn["did"] == "swapped":
            one, other = turn["seat"], turn["whom"]
            dealt[one], dealt[other] = dealt[other], dealt[one]
    return dealt


def chains(view: View) -> list[list[int]]:
    """The ways along which Skunks sent cards back: who first gave the card away, and so on to the last one."""
    found: list[list[int]] = []
    for turn in view["turns"]:
        if turn["did"] == "undone":
            if found and found[-1][-1] == turn["seat"]:
                found[-1].append(turn["whom"])
            else:
                found.append([turn["seat"], turn["whom"]])
    return found
