"""A face for every name: a creature of circles, leaves, squares and hearts.

The same name always has the same face. It is inline SVG without IDs, so a page can show it twice.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from accounts.names import skeleton

INK, PAPER, PINK = "#16191B", "#FDFCF7", "#EF5B96"
SUITS = ("#3F93EC", "#2BA35C", "#E57408", "#EF5B96")

# ground, fur, and lighter parts, chosen to be distinguishable at 24 pixels
COATS = (
    ("#1D3F63", "#C97B35", "#F6E3C4"),
    ("#BFD3E2", "#4A5A66", "#F1F4F2"),
    ("#B7D69B", "#2B2B2E", "#FDFCF7"),
    ("#F6A9C6", "#FDFCF7", "#F8CBDC"),
    ("#F2C230", "#7A4A26", "#F6E3C4"),
    ("#1F4A3C", "#E0A33E", "#FBEBC8"),
    ("#E9DCC3", "#A65A3A", "#FFF3E2"),
    ("#9CC7C9", "#F3EBD6", "#FFFFFF"),
    ("#5B4A7A", "#D9C2A0", "#FBF3E4"),
    ("#E8A38A", "#3F4E57", "#E7ECEC"),
    ("#D6C9E8", "#6B4D8A", "#F3ECFA"),
    ("#2F6F8F", "#F1D9B5", "#FFF7EA"),
    ("#C9D86A", "#8A3B2A", "#F6D9B8"),
    ("#7C2B2B", "#E9C7A6", "#FFF4E4"),
    ("#A9C4F0", "#2F5D46", "#DCEBD2"),
    ("#33434B", "#8FB7A3", "#E9F3EA"),
)

HEART = "c-1.6-2.6-6-1.6-6 1.7 0 3 3.6 4.6 6 6.9 2.4-2.3 6-3.9 6-6.9 0-3.3-4.4-4.3-6-1.7z"


class Coat(NamedTuple):
    """The colors of a face."""

    ground: str
    fur: str
    light: str
    suit: str


def circle(x: float, y: float, r: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str) -> str:
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"/>'


def path(d: str, fill: str) -> str:
    return f'<path d="{d}" fill="{fill}"/>'


def square(x: float, y: float, side: float, fill: str) -> str:
    """Draw a square with slightly rounded corners."""
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="1" fill="{fill}"/>'


def heart(x: float, y: float, size: float, fill: str) -> str:
    """Draw a heart of that width, with its notch at x, y."""
    return f'<path transform="translate({x:g} {y:g}) scale({size / 12:g})" d="M0 0{HEART}" fill="{fill}"/>'


def leaf(x: float, y: float, size: float, fill: str) -> str:
    """Draw a leaf: two corners round, two pointed."""
    half = size / 2
    return path(f"M{x - half:g} {y + half:g}V{y:g}A{half:g} {half:g} 0 0 1 {x:g} {y - half:g}h{half:g}v{half:g}"
                f"A{half:g} {half:g} 0 0 1 {x:g} {y + half:g}z", fill)  # fmt: skip


def mirror(x: float, draw: Sequence[str]) -> str:
    """Draw the left side and its mirror image."""
    drawn = "".join(draw)
    return f'{drawn}<g transform="translate({2 * x:g}) scale(-1 1)">{drawn}</g>'


def ears(kind: int, coat: Coat) -> str:
    """Draw round, pointed, long, hanging or square ears, horns, leaves or just a tuft."""
    fur, inner = coat.fur, PINK if coat.fur != "#F8CBDC" else coat.light
    if kind == 7:
        return leaf(20, 8, 8, fur) + leaf(25, 9.5, 6, fur)
    shapes = (
        (circle(10, 13, 6, fur), circle(10, 13, 3, inner)),
        (path("M7 4 19 11 9 20z", fur), path("M9.5 8 15 11.6 10.5 16z", inner)),
        (oval(14, 9, 4, 11, fur), oval(14, 9, 1.9, 8, inner)),
        (oval(8, 22, 4.2, 9, fur), oval(8, 23, 2, 6, coat.light)),
        (square(6, 7, 11, fur), square(9, 10, 5, inner)),
        (path("M15 13C8 13 6 8 7 3c2 4 5 5 9 5z", coat.light),),
        (leaf(10, 11, 12, fur), leaf(10.5, 11.5, 6, inner)),
    )
    return mirror(20, shapes[kind])


def head(kind: int, coat: Coat) -> str:
    """Draw a round, broad or square head, and the shoulders."""
    shapes = (
        circle(20, 22, 13, coat.fur),
        oval(20, 23, 15, 12, coat.fur),
        f'<rect x="7.5" y="10" width="25" height="25" rx="7" fill="{coat.fur}"/>',
        path("M7 18a13 11 0 0 1 26 0c0 9-6 17-13 17S7 27 7 18z", coat.fur),
    )
    return path("M6 41a14 10 0 0 1 28 0z", coat.fur) + shapes[kind]


def mark(kind: int, coat: Coat) -> str:
    """Draw nothing, a stripe, a mask, a patch, a blaze or spots."""
    return (
        "",
        path("M17.5 9h5l1.5 13h-8z", coat.light),
        mirror(20, (circle(14.5, 20, 4.8, coat.light),)),
        circle(25.5, 20, 5, coat.light),
        heart(20, 11.5, 8, coat.light),
        mirror(20, (circle(10.5, 26, 2.4, coat.suit),)),
        leaf(20, 12.5, 7, coat.suit),
        square(17.5, 10.5, 5, coat.suit),
    )[kind]


def eyes(kind: int) -> str:
    """Draw wide, sleepy, bright or small eyes."""
    return mirror(
        20,
        (
            (circle(14.5, 20, 2.9, PAPER), circle(14.8, 20.2, 1.7, INK)),
            (circle(14.5, 20.3, 2.4, INK), circle(15.3, 19.4, 0.8, PAPER)),
            (circle(14.5, 20, 3, "#F2C230"), oval(14.7, 20, 1.1, 2.3, INK)),
            (circle(14.5, 20, 2.9, PAPER), path("M11.6 20a2.9 2.9 0 0 0 5.8 0z", INK)),
        )[kind],
    )


def muzzle(kind: int, coat: Coat) -> str:
    """Draw the lighter part around the nose, which is always a heart."""
    around = (
        oval(20, 28.5, 6.5, 5, coat.light),
        mirror(20, (circle(16.8, 28.8, 4, coat.light),)),
        heart(20, 25.2, 14, coat.light),
        path("M13 27a7 5 0 0 1 14 0c0 4-3 7-7 7s-7-3-7-7z", coat.light),
    )[kind]
    mouth = f'<path d="M16.8 29.6q1.6 1.8 3.2 0 1.6 1.8 3.2 0" fill="none" stroke="{INK}" stroke-width="1.1"/>'
    return around + mouth + heart(20, 25.6, 4.6, INK if coat.light != PAPER else PINK)


@lru_cache(maxsize=4096)
def draw_face(name: str, size: int = 32) -> SafeString:
    """Draw the face, `size` pixels wide and high. Screen readers skip it, since the name is next to it."""
    chance = int.from_bytes(hashlib.sha256(skeleton(name).encode("utf-8", "replace")).digest())

    def below(number: int) -> int:
        nonlocal chance
        chance, left = divmod(chance, number)
        return left

    coat = Coat(*COATS[below(len(COATS))], SUITS[below(len(SUITS))])
    drawing = (
        f'<path d="M0 0h40v40H0z" fill="{coat.ground}"/>',
        ears(below(8), coat),
        head(below(4), coat),
        mark(below(8), coat),
        muzzle(below(4), coat),
        eyes(below(4)),
    )
    return mark_safe(  # noqa: S308 - numbers and colors of our own; nothing of the name is in it  # nosec
        f'<svg class="face" width="{size}" height="{size}" viewBox="0 0 40 40" aria-hidden="true" focusable="false">'
        f"{''.join(drawing)}</svg>"
    )
