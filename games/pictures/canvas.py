"""A canvas that draws SVG of our own, text in the fonts of the site, and plain shapes."""

from functools import cache
from math import hypot
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from PIL import Image, ImageDraw, ImageFont

from games.pictures.drawings import LOOKS, plain_name, symbols, transforms
from games.pictures.paths import Point, box, oval, polygons

FONTS = Path(__file__).parents[2] / "ten_site" / "static" / "vendor" / "fonts"
SERIF, SERIF_BOLD, SANS = "besley-{}-600-normal", "besley-{}-800-normal", "instrument-sans-{}-wght-normal"
SHARP = 2  # drawn so many times as large, then made smaller: edges are smooth
INK, PAPER, MUTED, CLOTH, RECESS, BRASS = "#16191B", "#FDFCF7", "#3A423F", "#DFE6DC", "#D0D9CD", "#F2C230"
LATIN = 0x100  # and the signs of print: what the first font file holds
PRINT = range(0x2000, 0x2070)


class Matrix(NamedTuple):
    """Where a drawing lies: scaled, turned, moved."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def then(self, m: "Matrix") -> "Matrix":
        """The drawing's own matrix, inside this one."""
        return Matrix(
            self.a * m.a + self.c * m.b,
            self.b * m.a + self.d * m.b,
            self.a * m.c + self.c * m.d,
            self.b * m.c + self.d * m.d,
            self.a * m.e + self.c * m.f + self.e,
            self.b * m.e + self.d * m.f + self.f,
        )

    def put(self, points: list[Point]) -> list[Point]:
        return [(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f) for x, y in points]

    @property
    def size(self) -> float:
        """How much larger a length becomes."""
        return hypot(self.a, self.b)


@cache
def font(name: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """A font of the site at a size in points of the canvas."""
    found = ImageFont.truetype(str(FONTS / f"{name}.woff2"), size)
    if weight:
        found.set_variation_by_axes([weight])
    return found


class Canvas:
    """So many points wide and high."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        self.image = Image.new("RGB", (wide * SHARP, high * SHARP), CLOTH)
        self.pen = ImageDraw.Draw(self.image)
        self.own = Matrix(SHARP, 0, 0, SHARP)

    def small(self) -> Image.Image:
        """As it is looked at."""
        return self.image.resize((self.wide, self.high), Image.Resampling.LANCZOS)

    # --- shapes ---

    def fill(self, points: list[Point], color: str, matrix: Matrix | None = None) -> None:
        """A polygon."""
        self.pen.polygon((matrix or self.own).put(points), fill=color)

    def line(self, points: list[Point], color: str, wide: float, matrix: Matrix | None = None) -> None:
        """A line with round ends and corners."""
        matrix = matrix or self.own
        put, thick = matrix.put(points), max(1.0, wide * matrix.size)
        self.pen.line(put, fill=color, width=round(thick), joint="curve")
        if thick > 2:
            for x, y in (put[0], put[-1]):
                r = thick / 2
                self.pen.ellipse((x - r, y - r, x + r, y + r), fill=color)

    def card(self, x: float, y: float, wide: float, color: str = PAPER, high: float = 0) -> None:
        """The body of a card, with the thickness of its paper below."""
        high, r = high or wide * 1.4, wide * 0.085
        self.fill(box(x - 1, y - 1, wide + 2, high + 4, r), "#8E938F")
        self.fill(box(x, y, wide, high, r), color)

    def clipped(self, drawing: Element, x: float, y: float, scale: float, high: float, wide: float) -> None:
        """A drawing that ends where its card does."""
        inner = Canvas(round(wide), round(high))
        inner.draw(drawing, 0, 0, scale)
        mask = Image.new("L", inner.image.size)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), wide * 0.085 * SHARP, fill=255)
        self.image.paste(inner.image, (round(x * SHARP), round(y * SHARP)), mask)

    # --- text ---

    def text(self, x: float, y: float, said: str, size: float, name: str = SANS, **how: str | int) -> float:
        """A line of text on its base line; how wide it is. `how`: color, weight, anchor (start, middle, end)."""
        return self._text(self.own, x, y, said, size, name, **how)

    def width(self, said: str, size: float, name: str = SANS, weight: int = 600) -> float:
        """How wide the text would be."""
        return sum(run.getlength(part) for run, part in _runs(said, size * SHARP, name, weight)) / SHARP

    def _text(self, matrix: Matrix, x: float, y: float, said: str, size: float, name: str, **how: str | int) -> float:
        ((left, base),) = matrix.put([(x, y)])
        runs = _runs(said, size * matrix.size, name, int(how.get("weight", 600)))
        wide = sum(run.getlength(part) for run, part in runs)
        left -= {"middle": wide / 2, "end": wide}.get(str(how.get("anchor", "")), 0)
        for run, part in runs:
            self.pen.text((left, base), part, font=run, fill=str(how.get("color", INK)), anchor="ls")
            left += run.getlength(part)
        return wide / matrix.size

    # --- drawings ---

    def symbol(self, name: str, x: float, y: float, wide: float) -> None:
        """A drawing that the pages refer to by this name."""
        found = symbols()[name]
        across = float(found.get("viewBox", "0 0 1 1").split()[2])
        self.draw(found, x, y, wide / across)

    def draw(self, drawing: Element, x: float, y: float, scale: float) -> None:
        """All that is in the drawing."""
        for part in drawing:
            self._part(part, self.own.then(Matrix(scale, 0, 0, scale, x, y)), {})

    def _part(self, part: Element, matrix: Matrix, above: dict[str, str]) -> None:
        look = {**above, **part.attrib}
        for known in part.get("class", "").split():
            look |= LOOKS.get(f"{plain_name(part)}.{known}", LOOKS.get(known, {}))
        matrix = matrix.then(_transform(part.get("transform", "")))
        shape = plain_name(part)
        inherited: dict[str, str] = {
            name: look[name] for name in ("fill", "stroke", "stroke-width", "size", "ticks") if name in look
        }
        if shape == "g":
            for inner in part:
                self._part(inner, matrix, inherited)
        elif shape == "use":
            self._use(part, matrix, inherited)
        elif shape == "text":
            size = float(look.get("font-size", look.get("size", "76")))
            anchor, color = part.get("text-anchor", look.get("anchor", "middle")), look.get("fill", INK)
            x, y = float(part.get("x", "0")), float(part.get("y", "0"))
            self._text(matrix, x, y, part.text or "", size, SERIF_BOLD, anchor=anchor, color=_hex(color))
        else:
            self._shape(_outlines(part), matrix, look)

    def _use(self, part: Element, matrix: Matrix, look: dict[str, str]) -> None:
        found = symbols()[part.get("href", "").removeprefix("#")]
        if "ticks" in look:
            look["fill"] = look["ticks"]
        if plain_name(found) != "symbol":
            self._part(found, matrix, look)
            return
        _x, _y, across, down = map(float, found.get("viewBox", "0 0 1 1").split())
        scale = min(float(part.get("width", across)) / across, float(part.get("height", down)) / down)
        matrix = matrix.then(Matrix(scale, 0, 0, scale, float(part.get("x", "0")), float(part.get("y", "0"))))
        for inner in found:
            self._part(inner, matrix, look)

    def _shape(self, parts: list[tuple[list[Point], bool]], matrix: Matrix, look: dict[str, str]) -> None:
        fill, stroke = _hex(look.get("fill", INK)), _hex(look.get("stroke", "none"))
        for points, closed in parts:
            if fill != "none" and len(points) > 2:
                self.fill(points, fill, matrix)
            if stroke != "none":
                around = [*points, points[0]] if closed else points
                self.line(around, stroke, float(look.get("stroke-width", "1").removesuffix("px")), matrix)


def _runs(said: str, size: float, name: str, weight: int) -> list[tuple[ImageFont.FreeTypeFont, str]]:
    """The text, in the font file that has its letters."""
    runs: list[tuple[str, str]] = []
    for sign in said:
        file = "latin" if ord(sign) < LATIN or ord(sign) in PRINT else "latin-ext"
        if runs and runs[-1][0] == file:
            runs[-1] = (file, runs[-1][1] + sign)
        else:
            runs.append((file, sign))
    axis = weight if name == SANS else 0
    return [(font(name.format(file), max(1, round(size)), axis), part) for file, part in runs]


def is_drawable(said: str) -> bool:
    """Whether the fonts of the site have every letter of it."""
    return all(_has(sign) for sign in said)


@cache
def _has(sign: str) -> bool:
    """What a font does not have it draws as the same box as what no font has."""
    for name in (SERIF, SANS):
        [(found, _part)] = _runs(sign, 20, name, 600)
        mask, none = found.getmask(sign), found.getmask("\uffff")
        if mask.size == none.size and bytes(mask) == bytes(none):
            return False
    return True


def _hex(color: str) -> str:
    return {"var(--ink)": INK, "var(--paper)": PAPER, "var(--brass)": BRASS, "currentColor": INK}.get(
        color, LOOKS.get(color, {}).get("fill", color)
    )


def _outlines(part: Element) -> list[tuple[list[Point], bool]]:
    """The lines round a shape."""
    at = {name: float(value) for name, value in part.attrib.items() if name in _NUMBERS}
    shape = plain_name(part)
    if shape == "path":
        return polygons(part.get("d", ""))
    if shape == "circle":
        return [(oval(at.get("cx", 0), at.get("cy", 0), at["r"], at["r"]), True)]
    if shape == "ellipse":
        return [(oval(at.get("cx", 0), at.get("cy", 0), at["rx"], at["ry"]), True)]
    return [(box(at.get("x", 0), at.get("y", 0), at["width"], at["height"], at.get("rx", 0)), True)]


_NUMBERS = ("cx", "cy", "r", "rx", "ry", "x", "y", "width", "height")


@cache
def _transform(text: str) -> Matrix:
    """What `transform` says: matrices, moves, scales, turns."""
    found = Matrix()
    for values in transforms(text):
        found = found.then(Matrix(*values))
    return found
