"""Mark the areas of a board, which are sent separately when they change.

{% area "foot" %} ... {% endarea %}                  a <div> with that ID around what is inside
{% area "push-market" market buy %} ... {% endarea %}  the same, cached: inside, there are only these variables
{% piece "state" %}<p id="state"> ... {% endpiece %}   without a <div>: the element inside has that ID
{% piece "push-seat-" of seat.number seat %} ...      the same, cached, with a number in the ID
{% pieces lines %}                                   areas that were rendered before
"""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.pages import areas
from games.pages.areas import Area

register = template.Library()
MISSING = object()
FOUND = "areas"  # key in the context: the list of a board's areas; missing on other pages


class AreaNode(template.Node):
    """An area, or a piece: an area without an element of its own."""

    def __init__(
        self, area_id: list[FilterExpression], names: list[str], nodelist: NodeList, form: str, source: str
    ) -> None:
        self.id, self.names, self.nodelist, self.form, self.source = area_id, names, nodelist, form, source
        self.fixed_id = "" if any(part.is_var for part in area_id) else "".join(str(part.var) for part in area_id)

    def render(self, context: Context) -> SafeString:
        area_id = self.fixed_id or "".join(str(part.resolve(context)) for part in self.id)
        found = context.get(FOUND)
        if not self.names:
            area = self.make(area_id, context)
        else:
            values = {name: context.get(name, MISSING) for name in self.names}
            values = {name: value for name, value in values.items() if value is not MISSING}
            key = f"{self.source} {area_id}", get_language() or "", values
            area = areas.get_or_make(*key, lambda: self.make(area_id, self.isolate(context, values)))
        html = area.html if found is None else areas.mark(found, area)
        return SafeString(html)  # a template rendered it  # nosec

    def isolate(self, context: Context, values: dict[str, Any]) -> Context:
        """Return a context with only these values, so that the cache key covers everything shown."""
        alone = context.new(values)
        alone.render_context = context.render_context
        return alone

    def make(self, area_id: str, context: Context) -> Area:
        inside: list[Area] = []
        with context.push(**{FOUND: inside}):
            return Area(area_id, self.form.format(area_id, self.nodelist.render(context).strip()), inside)


def parse(parser: Parser, token: Token, end: str, form: str) -> AreaNode:
    _tag, *parts = token.split_contents()
    named = 3 if parts[1:2] == ["of"] else 1
    area_id = [parser.compile_filter(part) for part in parts[:named:2]]
    nodelist = parser.parse((end,))
    parser.delete_first_token()
    source = f"{parser.origin} {token.lineno} {token.position}"
    return AreaNode(area_id, parts[named:], nodelist, form, source)


@register.tag
def area(parser: Parser, token: Token) -> AreaNode:
    """A <div> around an area. It is invisible, and doesn't affect the layout of what is inside."""
    return parse(parser, token, "endarea", '<div id="{}" class="area">{}</div>')


@register.simple_tag(takes_context=True)
def pieces(context: Context, made: Iterable[Area]) -> SafeString:
    """Output areas rendered earlier, one after the other."""
    found = context.get(FOUND)
    html = "".join(each.html if found is None else areas.mark(found, each) for each in made)
    return SafeString(html)  # templates rendered them  # nosec


@register.tag
def piece(parser: Parser, token: Token) -> AreaNode:
    return parse(parser, token, "endpiece", "{1}")
