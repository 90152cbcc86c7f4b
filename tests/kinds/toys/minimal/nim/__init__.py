"""Nim: everything the site knows about it besides its rules."""

from games.kinds.base import GameKind, Names, Pool

from . import pages, rules

NIM = GameKind(
    rules=rules,
    names=Names(
        name="Nim",
        line="Take one, two or three tokens from the pile. Whoever takes the last token wins.",
        players="2 players",
        usual_seats=2,
    ),
    presenter=pages,
    pools=(Pool("nim", "Nim", (2,)),),
)
