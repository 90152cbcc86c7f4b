"""Rendering sixty cards with cached faces, compared with a template that draws every card."""

import os
from itertools import cycle, islice
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
django.setup()

from django.template import engines  # noqa: E402 (after the set-up)

from games.kinds.push.pages.board import market_card  # noqa: E402
from games.kinds.push.pages.faces import PIPS  # noqa: E402
from games.kinds.push.pages.words import card_name  # noqa: E402
from tests.bench.measure import rates, ratio, report  # noqa: E402

CARDS, GOAL = 60, 0.06
CODES = tuple(f"{color}{number}" for color in "bgop" for number in range(1, 10)) + tuple(f"${n}" for n in range(1, 6))

FRAME = (
    '<ul class="stalls">{% for card in cards %}<li class="stall" data-piece="{{ card.key }}">FACE</li>{% endfor %}</ul>'
)
MARKET = '<ul class="stalls">{% for stall in stalls %}{{ stall }}{% endfor %}</ul>'  # as in _market.html
DRAWN = (
    '<span class="card {{ card.material }}" role="img" aria-label="{{ card.name }}">'
    '<svg viewBox="0 0 100 140" aria-hidden="true">'
    '{% if card.color == "$" %}<g class="pips">{% for x, y in card.pips %}<use href="#pip" x="{{ x }}" y="{{ y }}" '
    'width="34" height="34"/>{% endfor %}</g><text x="50" y="131" class="low">{{ card.number }}</text>'
    '{% else %}<g class="face"><use href="#suit-{{ card.color }}" x="5" y="15" width="90" height="90" '
    'class="f{{ card.color }}"/><text x="50" y="88">{{ card.number }}</text></g><g class="ticks"><use href="#ticks" '
    'x="15" y="121" width="70" height="10"/><path d="M{{ card.tick|floatformat:1 }} 118.5h6.6v10.5h-6.6z"/></g>'
    "{% endif %}</svg></span>"
)


def main() -> None:
    codes = list(islice(cycle(CODES), CARDS))
    django_ = engines["django"]
    ours, plain = django_.from_string(MARKET), django_.from_string(FRAME.replace("FACE", DRAWN))

    def cached() -> int:
        ours.render({"stalls": [market_card(code, 1, f"{n}", False) for n, code in enumerate(codes)]})
        return 1

    def drawn() -> int:
        plain.render({"cards": [{"key": f"{n}", **facts(code)} for n, code in enumerate(codes)]})
        return 1

    cached()
    measured = rates({"cached": cached, "drawn": drawn})
    value = ratio(measured["drawn"], measured["cached"])
    mine, other = (1e6 / median(measured[name]) for name in ("cached", "drawn"))
    report("9   60 cards / plain template", f"{value:.3f} ({mine:.0f} / {other:.0f} us)", f"<= {GOAL}", value <= GOAL)


def facts(code: str) -> dict[str, Any]:
    """Return what the template needs to draw the card."""
    color, number = code
    return {
        "color": color,
        "number": number,
        "name": card_name(code),
        "material": "brass" if color == "$" else "paper",
        "pips": PIPS[number] if color == "$" else (),
        "tick": 13.7 + 8.25 * (int(number) - 1),
    }


if __name__ == "__main__":
    main()
