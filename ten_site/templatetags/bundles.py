"""{% scripts "head" %} and {% styles "table-" kind %}: load a bundle, or its parts if it isn't collected."""

from collections.abc import Iterator

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from ten_site.bundles import list_bundles

register = template.Library()


@register.simple_tag
def scripts(*name: str) -> SafeString:
    return format_html_join("\n", '<script src="{}"></script>', _list_urls(f"ten/bundles/{''.join(name)}.js"))


@register.simple_tag
def styles(*name: str) -> SafeString:
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', _list_urls(f"ten/bundles/{''.join(name)}.css"))


def _list_urls(bundle: str) -> Iterator[tuple[str]]:
    is_collected = bundle in getattr(staticfiles_storage, "hashed_files", {})
    for name in [bundle] if is_collected else list_bundles()[bundle]:
        yield (static(name),)
