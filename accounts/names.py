"""User names: which are allowed, and which look alike.

A name uses letters of one script, so that nobody can imitate a name with similar letters of another script. Two names
with the same skeleton could be confused, so only one of them can exist.
"""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 24
MARKS = "_-."  # allowed between letters

RESERVED = """
    admin administrator anonymous bot bots contact deleted easy everybody everyone guest guests help host house info
    jen localhost mail me moderator mona nobody null official owner postmaster push root security sharp somebody staff
    steady support swap system team ten tiles undefined unknown user webmaster you
"""

# A letter's script is the first word of its Unicode name. Scripts of one group may be mixed.
SCRIPTS = {
    word: group
    for group, words in {
        "latin": "LATIN",
        "greek": "GREEK",
        "cyrillic": "CYRILLIC",
        "armenian": "ARMENIAN",
        "georgian": "GEORGIAN",
        "hebrew": "HEBREW",
        "arabic": "ARABIC",
        "devanagari": "DEVANAGARI",
        "bengali": "BENGALI",
        "tamil": "TAMIL",
        "telugu": "TELUGU",
        "thai": "THAI",
        "hangul": "HANGUL",
        "ethiopic": "ETHIOPIC",
        "east": "CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA",
    }.items()
    for word in words.split()
}
LATIN = ((0x41, 0x24F), (0x1E00, 0x1EFF))  # the rest are phonetic letters, which look like others

# Letters that look alike after folding case and removing accents: the letter, and what it counts as.
ALIKE = """
    0=o 1=l i=l ı=l ł=l ø=o đ=d ð=d ħ=h ŧ=t ƒ=f æ=ae œ=oe þ=p ŋ=n ƙ=k ɓ=b ə=e
    а=a в=b г=r е=e з=3 к=k м=m н=h о=o п=n р=p с=c т=t у=y х=x ь=b ѕ=s і=l ј=j
    ԁ=d һ=h ԛ=q ԝ=w ѡ=w ӏ=l ү=y ө=o ӕ=ae є=e
    α=a β=b γ=y ε=e ζ=z η=h ι=l κ=k μ=m ν=v ο=o ρ=p σ=o τ=t υ=u χ=x ω=w
    օ=o ո=n ս=u հ=h ց=g զ=q յ=j ו=l ן=l ס=o ا=l ه=o
    ニ=二 ロ=口 カ=力 エ=工 タ=夕 ト=卜 ハ=八 ヘ=へ ー=一 チ=千
    .=- _=-
"""
TOGETHER = (("rn", "m"), ("vv", "w"))
TABLE = str.maketrans(dict(pair.split("=") for pair in ALIKE.split()) | {" ": "-"})


def clean(name: str) -> str:
    """Return the name as it is stored: one form of each letter, no space around it."""
    return unicodedata.normalize("NFKC", name).strip()


def skeleton(name: str) -> str:
    """Return the name without case, accents and small differences. Names that look alike share it."""
    plain = unicodedata.normalize("NFD", clean(name).casefold())
    plain = "".join(letter for letter in plain if not 0x300 <= ord(letter) <= 0x36F)
    plain = unicodedata.normalize("NFC", plain).translate(TABLE)
    for pair, one in TOGETHER:
        plain = plain.replace(pair, one)
    return plain


def script(letter: str) -> str:
    """Return the group of scripts a letter belongs to; empty if names can't be written in it."""
    group = SCRIPTS.get(unicodedata.name(letter, "").split(" ")[0], "")
    category = unicodedata.category(letter)
    if group == "latin":
        known = any(first <= ord(letter) <= last for first, last in LATIN)
        return group if known and category in ("Lu", "Ll") else ""
    return group if category in ("Lu", "Ll", "Lo", "Mn", "Mc") or letter == "ー" else ""


def check(name: str) -> None:
    """Raise if the name isn't allowed."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("Names must be %(shortest)s to %(longest)s characters long."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    digits = frozenset("0123456789")
    scripts = {script(letter) for letter in name if letter not in digits and letter not in MARKS}
    if "" in scripts:
        raise ValidationError(
            _("Names can only contain letters, digits, dots, dashes and underscores."), code="letters"
        )
    if len(scripts) > 1:
        raise ValidationError(_("Please use letters from only one alphabet."), code="mixed")
    if name[0] in MARKS or unicodedata.category(name[0])[0] == "M":
        raise ValidationError(_("Names must start with a letter or a digit."), code="begin")
    if skeleton(name) in RESERVED_SKELETONS:
        raise ValidationError(_("This name is reserved. Please choose another."), code="reserved")


RESERVED_SKELETONS = frozenset(skeleton(name) for name in RESERVED.split())
