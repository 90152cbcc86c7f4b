"""No text of the site, on pages, in mails or in logs, has stilted phrases, and all can be translated."""

import re

import pytest

from tests import catalog
from tests.wording import ODD, STILTED, odd

PHRASE = re.compile(ODD["a stilted phrase"])


def test_the_catalog_finds_the_texts_of_modules_and_templates():
    found = set(catalog.translatable())
    assert len(found) > 2_000
    assert ("accounts/forms.py", "E-mail (optional)") in found
    assert ("accounts/forms.py", "From") in found, "a text with a context"
    assert ("games/notifications/email.py", "It's your turn in %(count)s games") in found, "a plural"
    assert ("templates/account/login.html", "Forgot your password?") in found
    assert ("templates/mfa/index.html", "You have %(number)s keys.") in found, "a plural of a template"
    assert ("games/management/commands/tick.py", "run once, let bots finish their moves and stop") not in found
    assert (
        "games/management/commands/tick.py",
        "run once, let bots finish their moves and stop",
    ) in catalog.everything()


def test_no_text_has_a_stilted_phrase():
    assert [f"{place}: {text}" for place, text in sorted(set(catalog.everything())) if PHRASE.search(text)] == []


@pytest.mark.parametrize(("phrase", "example"), STILTED.items())
def test_every_stilted_phrase_is_recognized(phrase, example):
    assert re.search(phrase, example, re.IGNORECASE)
    assert any(found.startswith("a stilted phrase: ") for found in odd(f"<p>{example}</p>"))


def test_only_literal_strings_are_passed_to_gettext():
    """makemessages doesn't find f-strings, concatenated or formatted strings."""
    assert list(catalog.glued()) == []
