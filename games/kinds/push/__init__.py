"""TEN Push: everything the site knows about it besides its rules."""

from operator import attrgetter

from django.utils.translation import gettext_lazy as _

from games.kinds.base import Calibration, GameKind, Odds, PlanSupport, Proof, Review, Statistics, ValueModel
from games.kinds.push import drawing, facts, names, pages, plans, proof, review
from games.kinds.push.bots import BOTS, pick
from games.kinds.push.figures import figures
from games.kinds.push.pages import chapters, faces, plan_forms
from games.kinds.push.pages.odds import lines
from games.kinds.push.pages.review import about, tenths
from games.kinds.push.value import make_model
from games.rules import push as rules

CALIBRATION = Calibration(
    key="bust push",
    link=_("Busts"),
    title=_("Busts: what the odds said, and what came"),
    about=_("By the chance to bust, in percent. The line is what the odds said."),
    help=_(
        "Each bar: of all draws with that chance to bust, in percent, how many did. The lines are what the odds said."
    ),
    columns=(_("Chance, percent"), _("Draws"), _("Bust"), _("The odds said")),
)

PUSH = GameKind(
    rules=rules,
    names=names.NAMES,
    presenter=pages,
    pools=names.POOLS,
    bots=BOTS,
    random_move=pick,
    rulings=range(1, 16),
    option_key=names.option_key,
    option_words=names.OPTION_WORDS,
    variants=names.VARIANTS,
    first_seat=attrgetter("active"),
    ladder=names.LADDER,
    plans=PlanSupport(plans, plan_forms),
    odds=Odds(review.odds, lines),
    review=Review(
        review=review.review,
        about=about,
        loss=tenths,
        loss_unit=_("points given up"),
        page_size=16,
        chapter=chapters.chapter,
        chapter_name=chapters.chapter_name,
        css="ten/push/review.css",
        legend_template="games/push/_review_symbols.html",
    ),
    value=ValueModel(make_model),
    statistics=Statistics(
        count=facts.count,
        figures=figures,
        site=facts.site,
        dealt_titles={
            "deck push": _("The first card of the deck: TEN Push"),
            "last push": _("The last card of the deck: TEN Push"),
        },
        dealt_words={"number": _("a number"), "wild": _("a wild"), "coin": _("currency")},
        calibration=CALIBRATION,
    ),
    proof=Proof(proof.came_up, proof.card_name, "ten/push/proof.js"),
    face=faces.small_card,
    drawing=drawing.draw,
)
