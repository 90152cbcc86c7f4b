"""What lay hidden in a game of swap: all cards that seats hold, and the deck."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.presenter import Hidden, People
from games.kinds.swap.pages import faces
from games.rules.swap.state import State
from games.rules.swap.view import View

NEXT = 10  # cards of the deck that are shown


def reveal_hidden(view: View, state: State, people: People) -> tuple[View, list[Hidden]]:
    """Every card that lies before a seat, and what would be drawn next."""
    view = view | {"known": [state.dealt[holds] or None if state.dealt else None for holds in state.holds]}
    if state.end is not None or not state.deck:
        return view, []
    more = len(state.deck) - NEXT
    rest = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more} if more > 0 else ""
    return view, [Hidden(_("Next in the deck"), [faces.card(code) for code in state.deck[:NEXT]], rest)]
