"""Cards, payments and people in words, and the small drawings in sentences."""

from collections import Counter
from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.kinds.caches import cache_by_language
from games.kinds.lists import join_html, join_with_and
from games.kinds.presenter import People
from games.rules.push.moves import PayFacts
from games.rules.push.scoring import Run
from games.rules.push.view import Holdings

COLOR_WORDS = {
    "b": gettext_lazy("blue"),
    "g": gettext_lazy("green"),
    "o": gettext_lazy("orange"),
    "p": gettext_lazy("pink"),
}
COLOR_WILDS = {
    "b": pgettext_lazy("card", "blue wild"),
    "g": pgettext_lazy("card", "green wild"),
    "o": pgettext_lazy("card", "orange wild"),
    "p": pgettext_lazy("card", "pink wild"),
}


def card_words(code: str) -> str:
    """Name a card in a sentence: blue 4, wild 4, blue wild, full wild, currency 3."""
    color, number = code
    if code == "*#":
        return _("full wild")
    if number == "#":
        return str(COLOR_WILDS[color])
    if color == "*":
        return _("wild %(number)s") % {"number": number}
    if color == "$":
        return _("currency %(number)s") % {"number": number}
    return _("%(color)s %(number)s") % {"color": COLOR_WORDS[color], "number": number}


THE_WILDS = {
    "b": gettext_lazy("the blue wild"),
    "g": gettext_lazy("the green wild"),
    "o": gettext_lazy("the orange wild"),
    "p": gettext_lazy("the pink wild"),
    "*": gettext_lazy("the full wild"),
}


def the_wild(code: str) -> str:
    """Name a wild in a sentence: the blue wild, the full wild, wild 4."""
    return str(THE_WILDS[code[0]]) if code[1] == "#" else card_words(code)


def the_wild_html(code: str) -> SafeString:
    """Format a card in the log, and a wild without a number with "the"."""
    if code[1] != "#" or code[0] not in COLOR_WORDS:
        return card_html(code) if code[1] != "#" else format_html("{}", the_wild(code))
    return format_html('<span class="nowrap">{} {}</span>', the_wild(code), color_shape(code[0]))


@cache_by_language
def card_name(code: str) -> str:
    """Name a card outside of a sentence; for a wild, also say what it can be."""
    color, number = code
    if code == "*#":
        return _("full wild, any color and number")
    if number == "#":
        return _("%(wild)s, any number") % {"wild": COLOR_WILDS[color]}
    if color == "*":
        return _("wild %(number)s, any color") % {"number": number}
    return card_words(code)


def color_shape(color: str) -> SafeString:
    """Draw the small shape of a color."""
    return mark_safe(f'<svg class="shape f{color}" aria-hidden="true"><use href="#suit-{color}"/></svg>')  # noqa: S308  # nosec


def card_html(code: str) -> SafeString:
    """Format a card in the log: its color as a word and a shape, its number bold."""
    color, number = code
    if color in COLOR_WORDS and number != "#":
        return format_html(
            '<span class="nowrap">{} {} <b>{}</b></span>', COLOR_WORDS[color], color_shape(color), number
        )
    if color in COLOR_WORDS:
        return format_html('<span class="nowrap">{} {}</span>', COLOR_WILDS[color], color_shape(color))
    word = card_words(code)
    if word.endswith(" " + number):
        return format_html("{}&nbsp;<b>{}</b>", word.removesuffix(" " + number), number)
    return format_html("{}", word)


def cards_html(cards: Iterable[str]) -> SafeString:
    """Format several cards in the log, equal ones together."""
    return join_html(
        [
            card_html(card) if count == 1 else format_html("{} ×{}", card_html(card), count)
            for card, count in Counter(cards).items()
        ]
    )


def coins_words(count: int) -> str:
    return ngettext("%(count)s coin", "%(count)s coins", count) % {"count": count}


def busts_words(count: int) -> str:
    return ngettext("%(count)s bust token", "%(count)s bust tokens", count) % {"count": count}


def cards_words(count: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def points_words(count: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}


def money_words(pay: PayFacts | Holdings) -> list[str]:
    """Name the coins and bust tokens of a payment, if it has any."""
    return [words(count) for words, count in ((coins_words, pay["coins"]), (busts_words, pay["busts"])) if count]


def pay_words(pay: PayFacts | Holdings) -> str:
    """Describe a payment briefly: 1 coin + 1 bust token + 2 cards."""
    return " + ".join(money_words(pay) + [cards_words(len(pay["cards"]))] * bool(pay["cards"]))


def pay_html(pay: PayFacts | Holdings) -> SafeString:
    """Format a payment in the log, with its cards."""
    return join_html(money_words(pay) + [cards_html(pay["cards"])] * bool(pay["cards"]))


def run_words(run: Run) -> str:
    """Describe a run: blue 1, 2, 3; a long one by its first and last number."""
    numbers = range(run.start, run.start + len(run.cards))
    if len(numbers) > 3:
        span = _("%(first)s to %(last)s") % {"first": numbers[0], "last": numbers[-1]}
    else:
        span = ", ".join(map(str, numbers))
    return f"{COLOR_WORDS[run.color]} {span}"


def name_of(people: People, seat: int) -> str:
    return people[seat].name if 0 <= seat < len(people) else "?"


def names(people: People, seats: Iterable[int], you: int | None = None) -> str:
    """Join names: "you, Leo and Mia"."""
    return join_with_and([_("you") if seat == you else name_of(people, seat) for seat in seats])


def capitalize(text: str) -> str:
    """Capitalize the first letter and leave the rest as it is."""
    return text[:1].upper() + text[1:]
