"""Sentences in lines."""

from games.pictures.canvas import SANS, SERIF, Canvas

LEAST = 30.0


def headline(
    canvas: Canvas, said: str, x: float, y: float, room: float, size: float = 52, lines: int = 3, most: int = 0
) -> float:
    """The sentence, smaller where it is long; where the next line would be. `most`: lines where it is smallest."""
    longest = max(said.split(), key=len, default="")
    while size > LEAST and (len(broken(canvas, said, size, room)) > lines or canvas.width(longest, size, SERIF) > room):
        size -= 4
    for line in broken(canvas, said, size, room)[: most or lines]:
        canvas.text(x, y, line, size, SERIF)
        y += size * 1.14
    return y


def broken(canvas: Canvas, said: str, size: float, room: float) -> list[str]:
    """The lines of a text that is so wide at most."""
    lines: list[str] = []
    for word in said.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and canvas.width(longer, size, SERIF) <= room:
            lines[-1] = longer
        else:
            lines.append(cut(canvas, word, room, size, SERIF))
    return lines


def cut(canvas: Canvas, text: str, room: float, size: float = 25, font: str = SANS) -> str:
    """As much of it as there is room for."""
    while len(text) > 1 and canvas.width(text, size, font) > room:
        text = text[:-2] + "…"
    return text
