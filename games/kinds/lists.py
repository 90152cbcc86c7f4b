"""Lists in sentences: Ana, Ben and Chloe."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import pgettext


def join_with_and(items: Sequence[str]) -> str:
    return get_text_list(list(items), pgettext("list", "and"))


def join_with_or(items: Sequence[str]) -> str:
    return get_text_list(list(items), pgettext("list", "or"))


def join_html(items: Sequence[str]) -> SafeString:
    """Join items with "and", escaping those that aren't safe."""
    return format_html(join_with_and(["{}"] * len(items)), *items) if items else SafeString("")
