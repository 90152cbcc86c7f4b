"""Sentences in lines."""

from games.pictures.canvas import SERIF, Canvas


def headline(canvas: Canvas, said: str, x: float, y: float, room: float, size: float = 52, lines: int = 3) -> float:
    """The sentence, smaller where it is long; where the next line would be."""
    while len(cut := broken(canvas, said, size, room)) > lines and size > 30:
        size -= 4
    for line in cut[:lines]:
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
            lines.append(word)
    return lines
