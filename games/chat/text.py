"""Messages are plain text of at most 500 characters as people count them."""

import re
import unicodedata
from collections.abc import Iterator

from games.refusals import Denied

MOST = 500  # characters, as people count them
WIDEST = 2_000  # code points: what is stored
MARKS = 4  # accents per letter; more would run into other lines
JOINERS = "\u200c\u200d"  # some languages and emoji need them
BLANKS = "\u034f\u115f\u1160\u2800\u3164\uffa0"  # letters and marks that show nothing
SKINS = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)


def clean_text(text: str) -> str:
    """Clean up the text, or raise Denied if it is empty or too long."""
    if len(text) > 20 * WIDEST:  # nobody typed that, so don't bother
        raise Denied("talk.long", most=MOST, more=len(text) - MOST)
    text = re.sub(r"\r\n?|[\u2028\u2029\x0b\x0c\x85]", "\n", text).replace("\t", " ")
    text = unicodedata.normalize("NFC", "".join(letter for letter in text if _is_allowed(letter)))
    text = "".join(_few_marks(text))
    lines = [re.sub(r"[^\S\n]+", " ", line).strip() for line in text.split("\n")]
    text = "\n".join(line for line in lines if line)
    if not any(_is_visible(letter) for letter in text):
        raise Denied("talk.empty")
    if (count := count_characters(text)) > MOST or len(text) > WIDEST:
        raise Denied("talk.long", most=MOST, more=max(count - MOST, 1))
    return text


def count_characters(text: str) -> int:
    """Count characters as people see them; accents, joined emoji and flags don't count by their parts."""
    count, last, pair = 0, "", False
    for letter in text:
        joins = last == "\u200d" or letter in JOINERS or ord(letter) in SKINS
        pair = not pair and ord(letter) in FLAGS
        if not joins and not unicodedata.category(letter).startswith("M") and (pair or ord(letter) not in FLAGS):
            count += 1
        last = letter
    return count


def _is_allowed(letter: str) -> bool:
    """Allow no control characters, no changes of text direction, and no invalid characters."""
    category = unicodedata.category(letter)
    if category == "Cn":  # allow characters newer than this Python, but not the 66 that will never be assigned
        return ord(letter) & 0xFFFE != 0xFFFE and not 0xFDD0 <= ord(letter) <= 0xFDEF
    return letter == "\n" or letter in JOINERS or category not in ("Cc", "Cf", "Cs", "Co")


def _few_marks(letters: str) -> Iterator[str]:
    marks = 0
    for letter in letters:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MARKS:
            yield letter


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in "ZCM" and letter not in BLANKS
