"""A chart of the swaps in a hand: a strand for each card; two cross where cards change places."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.kinds.lists import join_with_and
from games.kinds.presenter import People
from games.rules.base import Plain

WIDE, ROW, TOP = 320, 34, 10  # size of the drawing
FIRST, LAST = 100, 279  # x of the dealt cards and of the final ones
CARD_WIDE, CARD_HIGH = 40, 22


def draw_chart(hand: Plain, people: People) -> SafeString:
    """Draw a hand. The text beside it has the same content."""
    order = hand["order"]
    lines = {seat: TOP + place * ROW + ROW / 2 for place, seat in enumerate(order)}
    acts = [act for act in hand["acts"] if act["did"] != "asks"]
    wide = (LAST - FIRST - CARD_WIDE - 12) / max(1, len(acts))
    start = FIRST + CARD_WIDE + 4
    going, straight, steps = dict(lines), Straight(), ""
    for place, act in enumerate(acts):
        left, right = start + place * wide, start + (place + 1) * wide
        straight.go_on((y for seat, y in going.items() if seat not in cards_moved(act)), left, right)
        steps += "".join(draw_step(act, going, left, right))
        for seat in act["out"]:
            del going[seat]  # the card is set aside
    losers = {token["seat"] for token in hand["tokens"] if token["why"] == "lowest"}
    columns: list[tuple[int, list[list[int | str]], set[int]]] = [
        (FIRST, hand["dealt"], set()),
        (LAST, hand["shown"], losers),
    ]
    context = {
        "number": hand["number"],
        "everyone": join_with_and([people[seat].name for seat in order]),
        "wide": WIDE,
        "high": 2 * TOP + len(order) * ROW,
        "names": [(people[seat].name, round(y + 4.5, 1)) for seat, y in lines.items()],
        "cards": [
            {
                "code": code,
                "is_lost": seat in lost,
                "left": left,
                "top": lines[int(seat)] - CARD_HIGH / 2,
                "middle": left + CARD_WIDE / 2,
                "foot": round(lines[int(seat)] + 4.5, 1),
            }
            for left, column, lost in columns
            for seat, code in column
        ],
        "steps": mark_safe(steps),  # noqa: S308 (made of numbers)  # nosec
        "straight": straight.path(),
    }
    return render_to_string("games/swap/_review_chart.html", context)


class Straight:
    """The straight parts of strands, as one path."""

    def __init__(self) -> None:
        self.runs: list[tuple[float, float, float]] = []  # height, from, to

    def go_on(self, heights: Iterable[float], left: float, right: float) -> None:
        """Continue the strands at these heights for a turn."""
        last = {y: (start, end) for y, start, end in self.runs}
        for y in heights:
            start, end = last.get(y, (left, left))
            if end == left and (y, start, end) in self.runs:
                self.runs.remove((y, start, end))
            else:
                start = left
            self.runs.append((y, start, right))

    def path(self) -> str:
        return "".join(f"M{start:.1f} {y:g}H{end:.1f}" for y, start, end in sorted(self.runs))


def cards_moved(act: Plain) -> set[int]:
    """Return the seats whose cards change places in a turn."""
    if act["did"] == "swapped":
        return {act["seat"], act["whom"]}
    return set(act.get("undid", ()))


def draw_step(act: Plain, lines: dict[int, float], left: float, right: float) -> Iterator[str]:
    """Draw one turn, except for strands that continue straight."""
    seat, middle = act["seat"], (left + right) / 2
    if act["did"] == "swapped":
        yield from draw_crossing(lines[seat], lines[act["whom"]], left, right, act["undone"])
    if act.get("undid"):
        yield from draw_return(act["undid"], lines, left, right)
    if act["did"] == "held":
        yield f'<circle class="strand-held" cx="{middle:.1f}" cy="{lines[seat]:g}" r="2.5"/>'
    if act["did"] == "drew":
        yield f'<path class="strand-drew" d="M{middle:.1f} {lines[seat] - 8:g}v16"/>'
    if act["did"] == "blocked" or act["blocks"]:
        yield from draw_block(act, lines, middle)


def draw_crossing(one: float, other: float, left: float, right: float, undone: bool) -> Iterator[str]:
    """Draw two strands that change places, each with an arrowhead."""
    kind = "strand swapped undone" if undone else "strand swapped"
    for start, end in ((one, other), (other, one)):
        bend = (right - left) / 2
        yield (
            f'<path class="{kind}" d="M{left:.1f} {start:g}C{left + bend:.1f} {start:g} {right - bend:.1f} {end:g} '
            f'{right:.1f} {end:g}"/>'
        )
        yield f'<path class="strand-head" d="M{right:.1f} {end:g}l-5 -3v6z"/>'


def draw_return(way: list[int], lines: dict[int, float], left: float, right: float) -> Iterator[str]:
    """Draw the swaps a Skunk undoes: the offered card goes all the way back, the others one step."""
    goals = [*[(giver, taker) for taker, giver in pairwise(way)], (way[0], way[-1])]
    for start, end in goals:
        yield f'<path class="strand back" d="M{left:.1f} {lines[start]:g}L{right:.1f} {lines[end]:g}"/>'
        yield f'<path class="strand-head" d="M{right:.1f} {lines[end]:g}l-5 -3v6z"/>'


def draw_block(act: Plain, lines: dict[int, float], middle: float) -> Iterator[str]:
    """Draw a line to each seat that blocked, with a bar in front of it."""
    for seat, _card in act["blocks"]:
        start, end = lines[act["seat"]], lines[seat]
        bar = end - 7 if end > start else end + 7
        yield f'<path class="strand-block" d="M{middle:.1f} {start:g}V{bar:g}M{middle - 4:.1f} {bar:g}h8"/>'
