"""Which passwords are good enough: long, and not among those that are tried first.

What counts is not which kinds of characters there are, but how much is left when words and patterns that everybody
knows count little: `password1234` and `qwertyuiop[]` are long, and the first to be guessed.
"""

import functools
import itertools
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator, UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 12, 128
DISTINCT = 5  # characters that differ, at least
ENOUGH = 6  # of what is left, see `strength`
WORD_WORTH = 3  # a word that is often used is worth this many characters

ROWS = (
    "1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop[]", "asdfghjkl;", "zxcvbnm,./", "qwertzuiopü",
    "asdfghjklöä", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "!@#$%^&*()", "1qaz", "2wsx", "3edc", "4rfv",
    "5tgb", "6yhn", "7ujm",
)  # fmt: skip
STEPS = frozenset(
    a + b for row in ROWS for one in (row, row[::-1]) for a, b in itertools.pairwise(one)
) | {"90", "09", "01", "10"}  # fmt: skip
LEET = str.maketrans("@4301!$57+", "aaeoiisstt")


@functools.cache
def words() -> frozenset[str]:
    """The words, of four letters or more, that are passwords of many."""
    return frozenset(word for word in CommonPasswordValidator().passwords if len(word) > 3 and word.isalpha())


def walk(password: str, start: int) -> int:
    """How many characters from here on are neighbours on a keyboard, or in the alphabet, or the same."""
    end = start + 1
    while end < len(password) and (password[end] == password[end - 1] or password[end - 1 : end + 1] in STEPS):
        end += 1
    return end - start


def word(password: str, start: int) -> str:
    """The longest word that begins here and that is often used; empty: none."""
    ends = range(min(len(password), start + 20), start + 3, -1)
    return next((password[start:end] for end in ends if password[start:end] in words()), "")


def strength(password: str) -> int:
    """How many characters are left when a walk counts as one, and a well-known word as three, once."""
    left, start = 0, 0
    seen: set[str] = set()
    while start < len(password):
        known = word(password, start)
        steps = walk(password, start)
        chunk = known if len(known) > steps else password[start : start + steps]
        if len(chunk) < 3:
            chunk = password[start]
        if chunk not in seen:
            left += WORD_WORTH if chunk == known and len(known) > steps else 1
        if len(chunk) > 1:
            seen.add(chunk)
        start += len(chunk)
    return left


class Long:
    """Long enough, and not so long that checking it costs too much."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise with a sentence that says what to do."""
        if len(password) < SHORTEST:
            raise ValidationError(
                _("Use at least %(least)s characters. A few words in a row are easy to remember."),
                code="short",
                params={"least": SHORTEST},
            )
        if len(password) > LONGEST:
            raise ValidationError(_("Use at most %(most)s characters."), code="long", params={"most": LONGEST})

    def get_help_text(self) -> str:
        """What to do, before anything was done wrong."""
        return _("At least %(least)s characters; a few words in a row are easy to remember.") % {"least": SHORTEST}


class Unguessed:
    """Not one of those that are tried first."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise with a sentence that says what to do."""
        plain = password[:LONGEST].casefold()
        if len(set(plain)) < DISTINCT:
            raise ValidationError(_("Use more than four different characters."), code="few")
        head = plain.rstrip("0123456789!")
        read = head.translate(LEET) + plain[len(head) :]
        if min(strength(plain), strength(read)) < ENOUGH:
            raise ValidationError(
                _("Passwords like this one are guessed first. Add a word or two that nobody would expect."),
                code="common",
            )

    def get_help_text(self) -> str:
        """Nothing: said when it happens."""
        return ""


class Unlike(UserAttributeSimilarityValidator):
    """Not the name or the address again."""

    def __init__(self) -> None:
        super().__init__(user_attributes=("username", "email"))

    def validate(self, password: str, user: Any = None) -> None:
        """Raise with a sentence that says what to do."""
        try:
            super().validate(password[:LONGEST], user)
        except ValidationError:
            raise ValidationError(
                _("This is too much like your name or address. Choose something else."), code="similar"
            ) from None

    def get_help_text(self) -> str:
        """Nothing: said when it happens."""
        return ""
