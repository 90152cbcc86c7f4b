"""TEN Swap: everything the site knows about it besides its rules."""

from django.utils.translation import gettext_lazy as _

from games.kinds.base import GameKind, Odds, PlanSupport, Proof, Review, Statistics, ValueModel
from games.kinds.odds import format_percent
from games.kinds.swap import counts, drawing, names, pages, plans, proof, review
from games.kinds.swap.bots import BOTS, random_move
from games.kinds.swap.figures import figures
from games.kinds.swap.odds import compute_odds
from games.kinds.swap.pages import faces, plan_forms
from games.kinds.swap.pages.hands import hand_context
from games.kinds.swap.pages.odds import lines
from games.kinds.swap.pages.review import about, chapter, chapter_name
from games.kinds.swap.pages.words import NAMES, label
from games.kinds.swap.value.model import make_model
from games.rules import swap as rules

SWAP = GameKind(
    rules=rules,
    names=names.NAMES,
    presenter=pages,
    pools=names.POOLS,
    bots=BOTS,
    random_move=random_move,
    rulings=range(24, 39),
    option_key=names.option_key,
    option_words=names.OPTION_WORDS,
    variants=names.VARIANTS,
    first_seat=lambda start: start.order[0],
    plans=PlanSupport(plans, plan_forms),
    odds=Odds(compute_odds, lines),
    review=Review(
        review=review.review,
        about=about,
        loss=format_percent,
        loss_unit=_("of a token lost"),
        page_size=40,
        chapter=chapter,
        chapter_name=chapter_name,
        css="ten/swap/review.css",
        found=review.hands,
        told=hand_context,
        chapter_template="games/swap/_review_hand.html",
        chapter_help=_(
            "In the drawing of a hand, each strand is a card, running from the player it was "
            "dealt to, on the left, to the player who showed it, on the right. Strands cross "
            "where cards were swapped. A dot is a card that was kept, a bar is a blocked swap, "
            "and a vertical line is a card from the deck. Dashed swaps were undone."
        ),
    ),
    value=ValueModel(make_model),
    statistics=Statistics(
        count=counts.count,
        figures=figures,
        site=counts.site,
        dealt_titles={"deal swap": _("TEN Swap: first card dealt")},
        dealt_words={"blocker": _("can block"), "other": _("can't block")},
    ),
    proof=Proof(proof.list_dealt_cards, label, "ten/swap/proof.js"),
    face=faces.card,
    face_name=lambda code: str(NAMES[code]),
    drawing=drawing.draw,
    symbols=faces.SYMBOLS,
)
