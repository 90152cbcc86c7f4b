"""What was hidden in a game of tiles: the order of face-down stacks."""

from django.utils.translation import gettext as _

from games.kinds.presenter import Hidden, People
from games.kinds.tiles.pages.faces import face
from games.rules.tiles.state import State, is_open, is_over
from games.rules.tiles.view import View


def reveal_hidden(view: View, state: State, people: People) -> tuple[View, list[Hidden]]:
    """List the remaining tiles of both seats in order."""
    if is_open(state) or is_over(state):
        return view, []
    hidden = []
    for seat, stack in enumerate(state.stacks):
        coming = stack[1:] if state.turn == seat else stack  # the first is face up
        title = _("%(name)s's remaining tiles") % {"name": people[seat].name}
        faces, words = [face(seat, number) for number in coming], ", ".join(map(str, coming))
        hidden.append(Hidden(title, faces, words, is_drawn=True))
    return view, [pile for pile in hidden if pile.faces]
