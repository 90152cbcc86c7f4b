"""The differences between the editions of the rulebook (R10)."""

from typing import Literal, NamedTuple

from games.rules.i18n import _


class Edition(NamedTuple):
    """The rules that differ in one publisher's edition."""

    label: str
    last_tie: Literal["fewer-cards", "more-left-out"]  # who wins with equal points and equal money
    opponent: str  # the name of the imaginary opponent of a solo game
    opens_against_poor: bool  # whether she opens with 5 when you can pay less than 5
    spare_wilds: bool  # whether a numbered wild is spare when its number is owned in all four colors
    ranks: dict[int, str]  # by solo level: the message for players who beat it


SEVEN_RANKS = {
    4: _("A good start."),
    5: _("You're finding your feet."),
    6: _("Played with flair."),
    7: _("Luck and planning, perfectly combined."),
    8: _("You're up there with the best."),
    9: _("Extraordinary."),
    10: _("No one knows how you did that."),
}

SIX_RANKS = {
    5: _("You've taken the first step."),
    6: _("You're getting better."),
    7: _("You've got the knack."),
    8: _("Impressive."),
    9: _("Outstanding."),
    10: _("Hardly anyone gets this far."),
}

EDITIONS = {
    "aeg": Edition(
        label=_("AEG (English)"),
        last_tie="fewer-cards",
        opponent="JEN",
        opens_against_poor=True,
        spare_wilds=False,
        ranks=SEVEN_RANKS,
    ),
    "devir": Edition(
        label=_("Devir (Spanish)"),
        last_tie="fewer-cards",
        opponent="JEN",
        opens_against_poor=True,
        spare_wilds=False,
        ranks=SEVEN_RANKS,
    ),
    "gamefactory": Edition(
        label=_("Game Factory (German)"),
        last_tie="more-left-out",
        opponent="MONA",
        opens_against_poor=False,
        spare_wilds=True,
        ranks=SIX_RANKS,
    ),
}
