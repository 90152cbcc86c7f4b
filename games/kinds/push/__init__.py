"""TEN Push: everything the site knows about it besides its rules."""

from operator import attrgetter

from django.utils.translation import gettext_lazy as _

from games.kinds.base import Calibration, GameKind, Odds, PlanSupport, Proof, Review, Statistics, ValueModel
from games.kinds.push import counts, drawing, names, pages, plans, proof, review
from games.kinds.push.bots import BOTS, random_move
from games.kinds.push.figures import figures
from games.kinds.push.odds import compute_odds
from games.kinds.push.pages import faces, plan_forms
from games.kinds.push.pages.odds import lines
from games.kinds.push.pages.review import about, chapter, chapter_name, tenths
from games.kinds.push.pages.words import card_words
from games.kinds.push.value.model import make_model
from games.rules import push as rules

CALIBRATION = Calibration(
    key="bust push",
    link=_("Busts"),
    title=_("Bust odds: predicted and actual"),
    about=_("How many draws busted at each predicted risk, in percent. The line marks the prediction."),
    help=_(
        "Each bar shows what percentage of the draws at that predicted risk actually busted. The lines mark "
        "the predictions."
    ),
    columns=(_("Predicted risk, percent"), _("Draws"), _("Busted"), _("Predicted")),
)

PUSH = GameKind(
    rules=rules,
    names=names.NAMES,
    presenter=pages,
    pools=names.POOLS,
    bots=BOTS,
    random_move=random_move,
    rulings=range(1, 16),
    option_key=names.option_key,
    option_words=names.OPTION_WORDS,
    variants=names.VARIANTS,
    first_seat=attrgetter("active"),
    ladder=names.LADDER,
    plans=PlanSupport(plans, plan_forms),
    odds=Odds(compute_odds, lines),
    review=Review(
        review=review.review,
        about=about,
        loss=tenths,
        loss_unit=_("points lost"),
        page_size=16,
        chapter=chapter,
        chapter_name=chapter_name,
        css="ten/push/review.css",
        legend_template="games/push/_review_symbols.html",
    ),
    value=ValueModel(make_model),
    statistics=Statistics(
        count=counts.count,
        figures=figures,
        site=counts.site,
        dealt_titles={
            "deck push": _("TEN Push: first card in the deck"),
            "last push": _("TEN Push: last card in the deck"),
        },
        dealt_words={"number": _("number card"), "wild": _("wild"), "coin": _("currency card")},
        calibration=CALIBRATION,
    ),
    proof=Proof(proof.list_dealt_cards, card_words, "ten/push/proof.js"),
    face=faces.card,
    drawing=drawing.draw,
)
