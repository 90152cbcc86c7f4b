"""High Card: everything the site knows about it besides its rules."""

from games.kinds.base import (
    GameKind,
    Names,
    Odds,
    PlanSupport,
    Pool,
    Proof,
    Review,
    Statistics,
    ValueModel,
    Variant,
)

from . import counts, drawing, odds, pages, plan_forms, plans, proof, review, rules, value
from .bots import steady

HIGH = GameKind(
    rules=rules,
    names=Names(
        name="High Card",
        line="Three cards each. The higher card wins the trick, and two tricks win the game.",
        players="2 players",
        usual_seats=2,
        company=("steady",),
        offer="Against a bot",
    ),
    presenter=pages,
    pools=(Pool("high", "High Card", (2,)),),
    bots={"steady": steady},
    option_key=lambda options: "low-wins" if options["low"] else "high-wins",
    option_words={"low-wins": "low card wins", "high-wins": "high card wins"},
    variants={"low-wins": Variant("low", True, "low-wins"), "high-wins": Variant("low", False, "high-wins")},
    plans=PlanSupport(plans, plan_forms),
    odds=Odds(odds.compute_odds, odds.lines),
    review=Review(
        review=review.review,
        about=review.about,
        loss=review.loss,
        loss_unit="tricks lost",
        page_size=20,
        chapter=review.chapter,
        chapter_name=review.chapter_name,
    ),
    value=ValueModel(value.make_model),
    statistics=Statistics(
        count=counts.count,
        figures=counts.figures,
        site=counts.site,
        dealt_titles={"top high": "The top card of the deck: High Card"},
    ),
    proof=Proof(proof.list_dealt_cards, proof.card_name, "ten/high/proof.js"),
    face=pages.face,
    drawing=drawing.draw,
)
