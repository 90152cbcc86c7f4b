"""The events of TEN Push, all of them public. In a solo game, seat 1 is the opponent."""

EVENTS = {
    "turn": ("seat",),
    "drew": ("seat", "card"),
    "bid": ("seat", "amount"),
    "passed": ("seat", "forced"),
    "won": ("seat", "card", "amount", "pay"),
    "unsold": ("card",),
    "took": ("seat", "what", "cards"),
    "gained": ("value", "coins"),  # the currency total, and the coins that each player gained (R3)
    "market": ("cards",),  # the number cards put there
    "bust": ("seat", "by", "total"),
    "token": ("seat",),
    "bought": ("seat", "card", "pay"),
    "skipped": ("seat", "forced"),
    "final": (),
    "over": (),
    "left": ("seat",),
}
