"""What was hidden in a game of swap: everyone's cards, and the deck."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.presenter import Hidden, People
from games.kinds.swap.pages import faces
from games.rules.swap.state import State
from games.rules.swap.view import View

NEXT = 10  # how many cards of the deck are shown


def reveal_hidden(view: View, state: State, people: People) -> tuple[View, list[Hidden]]:
    """Show every card in front of a seat, and the next cards of the deck."""
    view = view | {"known": [state.dealt[holds] or None if state.dealt else None for holds in state.holds]}
    if state.end is not None or not state.deck:
        return view, []
    more = len(state.deck) - NEXT
    rest = ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more} if more > 0 else ""
    return view, [Hidden(_("Next in the deck"), [faces.card(code) for code in state.deck[:NEXT]], rest)]
