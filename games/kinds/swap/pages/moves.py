"""Every legal move, and the move read from a form."""

from django.http import QueryDict

from games.rules.base import IllegalMove, Plain, short
from games.rules.swap.moves import MOVES
from games.rules.swap.play import Choices
from games.rules.swap.view import View

ORDER = ("hold", "swap", "accept", "block")


def legal(view: View, choices: Choices) -> list[Plain]:
    return [{"do": do} for do in ORDER if do in choices]


def read(form: QueryDict, view: View, choices: Choices) -> Plain:
    words = form.getlist("do")
    if len(words) != 1:
        raise IllegalMove("move.misfit", do="do", what=", ".join(short(word) for word in words[:3]))
    if words[0] not in MOVES:
        raise IllegalMove("move.unknown", do=short(words[0]), known=", ".join(MOVES))
    return {"do": words[0]}
