"""What can happen in TEN Push, all of it public. In a solo game, seat 1 is the opponent."""

EVENTS = {
    "turn": ("seat",),
    "drew": ("seat", "card"),
    "bid": ("seat", "amount"),
    "passed": ("seat", "forced"),
    "won": ("seat", "card", "amount", "pay"),
    "unsold": ("card",),
    "took": ("seat", "what", "cards"),
    "gained": ("value", "coins"),  # what was shown, and what each player got of it (R3)
    "market": ("cards",),  # number cards that go there
    "bust": ("seat", "by", "total"),
    "token": ("seat",),
    "bought": ("seat", "card", "pay"),
    "skipped": ("seat", "forced"),
    "final": (),
    "over": (),
    "left": ("seat",),
}
