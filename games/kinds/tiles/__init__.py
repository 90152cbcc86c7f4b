"""TEN Tiles: everything the site knows about it besides its rules."""

from operator import attrgetter

from django.utils.translation import gettext_lazy as _

from games.kinds.base import GameKind, Odds, Proof, Review, Statistics, ValueModel
from games.kinds.odds import format_percent
from games.kinds.tiles import counts, drawing, names, pages, proof, review
from games.kinds.tiles.bots import BOTS, random_move
from games.kinds.tiles.figures import figures
from games.kinds.tiles.odds import compute_odds
from games.kinds.tiles.pages import faces
from games.kinds.tiles.pages.odds import lines
from games.kinds.tiles.pages.review import about, chapter, chapter_name
from games.kinds.tiles.value.model import make_model
from games.rules import tiles as rules

TILES = GameKind(
    rules=rules,
    names=names.NAMES,
    presenter=pages,
    pools=names.POOLS,
    bots=BOTS,
    random_move=random_move,
    rulings=range(16, 24),
    option_key=names.option_key,
    option_words=names.OPTION_WORDS,
    variants=names.VARIANTS,
    first_seat=attrgetter("turn"),
    odds=Odds(compute_odds, lines),
    review=Review(
        review=review.review,
        about=about,
        loss=format_percent,
        loss_unit=_("of a win lost"),
        page_size=60,
        chapter=chapter,
        chapter_name=chapter_name,
        css="ten/tiles/review.css",
    ),
    value=ValueModel(make_model),
    statistics=Statistics(
        count=counts.count,
        figures=figures,
        site=counts.site,
        dealt_titles={"stack tiles": _("TEN Tiles: first tile of a stack")},
    ),
    proof=Proof(proof.list_dealt_cards, proof.card_name, "ten/tiles/proof.js"),
    face=faces.face,
    drawing=drawing.draw,
)
