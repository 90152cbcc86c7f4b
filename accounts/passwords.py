"""Password validators: long enough, and not easy to guess.

The mix of characters doesn't matter. What does is the length without well-known words and patterns: `password1234` and
`qwertyuiop[]` are long, but among the first to be guessed.
"""

import functools
import itertools
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator, UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 12, 128
DISTINCT = 5  # least number of different characters
ENOUGH = 6  # least strength; see `measure_strength`
WORD_WORTH = 3  # a common word counts as this many characters

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
def load_common_words() -> frozenset[str]:
    """Return words of four letters or more that many people use as passwords."""
    return frozenset(word for word in CommonPasswordValidator().passwords if len(word) > 3 and word.isalpha())


def count_walk(password: str, start: int) -> int:
    """Count how many characters from here on are neighbors on a keyboard or in the alphabet, or repeat."""
    end = start + 1
    while end < len(password) and (password[end] == password[end - 1] or password[end - 1 : end + 1] in STEPS):
        end += 1
    return end - start


def find_word(password: str, start: int) -> str:
    """Return the longest common word that begins here, or an empty string."""
    ends = range(min(len(password), start + 20), start + 3, -1)
    return next((password[start:end] for end in ends if password[start:end] in load_common_words()), "")


def measure_strength(password: str) -> int:
    """Count the characters, except that a walk counts as one, and a common word as three, but only once."""
    left, start = 0, 0
    seen: set[str] = set()
    while start < len(password):
        known = find_word(password, start)
        steps = count_walk(password, start)
        chunk = known if len(known) > steps else password[start : start + steps]
        if len(chunk) < 3:
            chunk = password[start]
        if chunk not in seen:
            left += WORD_WORTH if chunk == known and len(known) > steps else 1
        if len(chunk) > 1:
            seen.add(chunk)
        start += len(chunk)
    return left


class LengthValidator:
    """Long enough, and not so long that checking it costs too much."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise if it is too short or too long."""
        if len(password) < SHORTEST:
            raise ValidationError(
                _("Use at least %(least)s characters. A few random words are easy to remember."),
                code="short",
                params={"least": SHORTEST},
            )
        if len(password) > LONGEST:
            raise ValidationError(_("Use at most %(most)s characters."), code="long", params={"most": LONGEST})

    def get_help_text(self) -> str:
        """Say what to do."""
        return _("At least %(least)s characters. A few random words are easy to remember.") % {"least": SHORTEST}


class GuessableValidator:
    """Not one of those that are guessed first."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise if it is easy to guess."""
        plain = password[:LONGEST].casefold()
        if len(set(plain)) < DISTINCT:
            raise ValidationError(_("Use at least five different characters."), code="few")
        head = plain.rstrip("0123456789!")
        read = head.translate(LEET) + plain[len(head) :]
        if min(measure_strength(plain), measure_strength(read)) < ENOUGH:
            raise ValidationError(
                _("This password is too easy to guess. Add a word or two that no one would expect."),
                code="common",
            )

    def get_help_text(self) -> str:
        """Return nothing; the error says enough."""
        return ""


class SimilarityValidator(UserAttributeSimilarityValidator):
    """Not the name or the address again."""

    def __init__(self) -> None:
        super().__init__(user_attributes=("username", "email"))

    def validate(self, password: str, user: Any = None) -> None:
        """Raise if it is too similar."""
        try:
            super().validate(password[:LONGEST], user)
        except ValidationError:
            raise ValidationError(
                _("This password is too similar to your name or e-mail address. Please choose another."), code="similar"
            ) from None

    def get_help_text(self) -> str:
        """Return nothing; the error says enough."""
        return ""
