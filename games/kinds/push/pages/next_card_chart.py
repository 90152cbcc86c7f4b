"""A chart of the possible next cards: a mark for each, in columns; columns that bust are hatched.

The page has the marks once (`templates/games/push/_review_symbols.html`), and a chart only places them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.base import Plain
from games.rules.push.cards import COINS, COLORS, FACE, WILDS

PITCH, STEP, GAP = 22, 14, 14  # how far columns, marks of a column, and groups of columns are apart
NUMBERED = 9  # the column of the wilds with a number
LEAST = 4  # marks for which there is room in every drawing
FOOT = 58  # the numbers, how many there are, and the names of the groups

Cards = Mapping[str, int]
Column = tuple[str, int, Cards]  # what stands below it, its middle, the cards in it


def draw_chart(rows: Sequence[Plain], deck: int) -> SafeString:
    """Draw the chart. The table beside it says the same."""
    columns, lost = list(_columns(rows)), {card for row in rows if row["bust"] for card in row["cards"]}
    high = STEP * max(LEAST, *(sum(cards.values()) for _label, _x, cards in columns))
    wide = 16 * PITCH + 2 * GAP
    marks = _marks(columns, high)
    return format_html(
        '<svg class="coming" viewBox="0 0 {wide} {whole}" width="{wide}" height="{whole}" role="img">'
        '<title>{title}</title><desc>{desc}</desc>{lost}<path class="coming-line" d="M0 {high}H{wide}"/>'
        "{marks}{numbers}{labels}</svg>",
        wide=wide,
        high=high,
        whole=high + FOOT,
        title=_("Possible next cards"),
        desc=_describe(deck, bool(lost)),
        lost=_hatch_columns(columns, lost, high),
        marks=format_html_join("", "{}", ((_polyline(mark, at),) for mark, at in marks.items() if at)),
        numbers=_numbers(columns, high),
        labels=_labels(columns, high),
    )


def _describe(deck: int, some_bust: bool) -> str:
    form = ngettext(
        "The mark is the last card in the deck.", "Each mark is one of the %(count)s cards left in the deck.", deck
    )
    text = form % {"count": deck}
    return text + " " + _("Hatched columns bust.") if some_bust else text


def _columns(rows: Sequence[Plain]) -> Iterator[Column]:
    """Yield a column for each number, for wilds with and without a number, and for each currency value."""
    cards = {card: count for row in rows for card, count in row["cards"].items()}
    x = PITCH // 2
    for number in range(1, 10):
        yield str(number), x, {c: n for c, n in cards.items() if c not in WILDS and FACE.get(c) == number}
        x += PITCH
    x += GAP
    for is_number in (True, False):
        yield "", x, {c: n for c, n in cards.items() if c in WILDS and (c[1] != "#") == is_number}
        x += PITCH
    x += GAP
    for value in range(1, 6):
        yield str(value), x, {c: n for c, n in cards.items() if COINS.get(c) == value}
        x += PITCH


def _hatch_columns(columns: Iterable[Column], lost: set[str], high: int) -> SafeString:
    return format_html_join(
        "",
        '<rect class="coming-bust" x="{}" width="{}" height="{}" fill="url(#mark-bust)"/>'
        '<path class="coming-wall" d="M{} {}h{}"/>',
        (
            (x - PITCH // 2, PITCH, high, x - PITCH // 2, high, PITCH)
            for _label, x, cards in columns
            if not lost.isdisjoint(cards)
        ),
    )


def _marks(columns: Iterable[Column], high: int) -> dict[str, list[tuple[int, int]]]:
    """Return where each kind of mark goes."""
    found: dict[str, list[tuple[int, int]]] = {
        mark: [] for mark in (*COLORS, "coin", "wild", *(f"in-{color}" for color in COLORS))
    }
    for _label, x, cards in columns:
        y = high - STEP // 2
        for card in _in_order(cards):
            is_wild = card in WILDS
            found["wild" if is_wild else "coin" if card in COINS else card[0]].append((x, y))
            if is_wild and card[0] in COLORS:
                found[f"in-{card[0]}"].append((x, y))
            y -= STEP
    return found


def _polyline(mark: str, at: list[tuple[int, int]]) -> SafeString:
    """Draw the same mark at many places. A single one is named twice, because a line has two ends."""
    points = " ".join(f"{x},{y}" for x, y in (at if len(at) > 1 else at * 2))
    return format_html(
        '<polyline points="{points}" marker-start="url(#mark-{mark})" marker-mid="url(#mark-{mark})" '
        'marker-end="url(#mark-{mark})"/>',
        points=points,
        mark=mark,
    )


def _numbers(columns: Sequence[Column], high: int) -> SafeString:
    """Draw the number on each wild, or # on full wilds."""
    signs: list[tuple[int, int, str]] = []
    for _label, x, cards in columns[NUMBERED : NUMBERED + 2]:
        lowest = high - STEP // 2 + 4
        for place, card in enumerate(_in_order(cards)):
            if card[0] == "*":
                signs.append((x, lowest - STEP * place, card[1]))
    return format_html(
        '<text class="coming-wild" x="{}" y="{}">{}</text>',
        " ".join(str(x) for x, _y, _sign in signs),
        " ".join(str(y) for _x, y, _sign in signs),
        "".join(sign for _x, _y, sign in signs),
    )


def _in_order(cards: Cards) -> list[str]:
    """List the cards of a column from the bottom, by color."""
    order = sorted(cards, key=lambda card: (COLORS + "*$").index(card[0]))
    return [card for card in order for _copy in range(cards[card])]


def _labels(columns: Sequence[Column], high: int) -> SafeString:
    """Draw the number and the count under each column, and the name under each group."""
    figures = format_html(
        '<text class="coming-figure" x="{}" y="{}">{}</text>',
        " ".join(str(x) for label, x, _cards in columns if label),
        high + 18,
        "".join(label for label, _x, _cards in columns),
    )
    counts = format_html_join(
        "",
        '<text x="{}" y="{}">{}</text>',
        ((x, high + 35, sum(cards.values())) for _label, x, cards in columns if cards),
    )
    groups = ((0, _("Numbers")), (9 * PITCH + GAP, _("Wilds")), (11 * PITCH + 2 * GAP, _("Coins")))
    names = format_html_join(
        "", '<text class="coming-group" x="{}" y="{}">{}</text>', ((x + 4, high + 53, name) for x, name in groups)
    )
    return figures + counts + names
