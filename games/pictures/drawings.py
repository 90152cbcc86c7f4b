"""The drawings of the pages (`templates/games/<kind>/_sprite.html`), and how their classes look."""

import re
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from xml.etree import ElementTree

TEMPLATES = Path(__file__).parents[2] / "templates" / "games"
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
CALL = re.compile(r"(\w+)\(([^)]*)\)")
SUITS = {"b": "#3F93EC", "g": "#2BA35C", "o": "#E57408", "p": "#EF5B96"}

# what the style sheets say of the classes in drawings
LOOKS: dict[str, dict[str, str]] = {
    **{f"f{suit}": {"fill": color} for suit, color in SUITS.items()},
    **{f"l{suit}": {"fill": "none", "stroke": color, "stroke-width": "9"} for suit, color in SUITS.items()},
    "var(--blue)": {"fill": SUITS["b"]},
    "var(--green)": {"fill": SUITS["g"]},
    "var(--orange)": {"fill": SUITS["o"]},
    "var(--pink)": {"fill": SUITS["p"]},
    "var(--back)": {"fill": "#1D3F63"},
    "fi": {"fill": "#16191B"},
    "fw": {"fill": "#FDFCF7"},
    "text.w": {"fill": "#FDFCF7", "size": "84"},
    "text.mid": {"fill": "#FDFCF7", "size": "66"},
    "text.big": {"size": "82"},
    "text.low": {"size": "29"},
    "g.ticks": {"ticks": "#ADABA4"},
    "g.w": {"ticks": "#8A8E8F", "fill": "#FDFCF7"},
    "text.back-word": {"font-size": "54"},
}


@cache
def symbols() -> dict[str, ElementTree.Element]:
    """By name, what the pages refer to."""
    found = {}
    for sprite in sorted(TEMPLATES.glob("*/_sprite.html")):
        text = COMMENT.sub("", sprite.read_text())
        for part in ElementTree.fromstring(text.strip()).iter():  # noqa: S314 (our own file)  # nosec
            if "id" in part.attrib:
                found[part.attrib["id"]] = part
    return found


def parse(drawing: str) -> ElementTree.Element:
    """The SVG within a face that a page would show."""
    start = drawing.index("<svg")
    return ElementTree.fromstring(drawing[start : drawing.rindex("</svg>") + 6])  # noqa: S314 (made by our own code)  # nosec


def plain_name(part: ElementTree.Element) -> str:
    """The name of the element, without its namespace."""
    return part.tag.rpartition("}")[2]


def transforms(text: str) -> list[tuple[float, float, float, float, float, float]]:
    """The matrices that a `transform` stands for, the outermost first."""
    found: list[tuple[float, float, float, float, float, float]] = []
    for name, given in CALL.findall(text):
        at = [float(number) for number in re.split(r"[ ,]+", given.strip())]
        if name == "matrix":
            found.append((at[0], at[1], at[2], at[3], at[4], at[5]))
        elif name == "translate":
            found.append((1, 0, 0, 1, at[0], at[1] if len(at) > 1 else 0))
        elif name == "scale":
            found.append((at[0], 0, 0, at[-1], 0, 0))
        else:
            turn = radians(at[0])
            x, y = (at[1], at[2]) if len(at) > 1 else (0.0, 0.0)
            c, s = cos(turn), sin(turn)
            found.append((c, s, -s, c, x - c * x + s * y, y - s * x - c * y))
    return found
