"""Jinja2 for boards: templates that are rendered at every move, several times faster than Django would.

Templates named *.jinja use it, all others are Django's. They have the same {% translate %} and {% blocktranslate %}, so
`makemessages` finds their texts, and the same filters. Other tags are functions: {{ url("table", game_id) }}.
"""

from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.template import engines
from django.template.defaultfilters import date
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import strip_spaces_between_tags
from django.utils.safestring import SafeString
from django.utils.translation import trim_whitespace
from jinja2 import Environment, FileSystemLoader, Template, TemplateNotFound, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

from games.templatetags import clocks, leaderboards, table, times

SUFFIX = ".jinja"
TRANSLATION = "django.utils.translation"


def make_environment(loader: FileSystemLoader, **options: Any) -> Environment:
    environment = Environment(
        autoescape=True,
        loader=JinjaLoader(loader.searchpath),
        extensions=[Translate],
        keep_trailing_newline=True,
        cache_size=-1,  # all templates: a limit would make it note at each use which was used last
        **{name: value for name, value in options.items() if name != "autoescape"},
    )
    environment.template_class = SafeTemplate
    for library in (clocks, leaderboards, table, times):
        environment.filters.update(library.register.filters)
    environment.filters |= {"date": date, "ordinal": ordinal, "spaceless": spaceless}
    environment.globals |= {
        "url": url,
        "static": static,
        "moment": times.moment,
        "relative_time": times.relative_time,
        "clock_consequence": clocks.clock_consequence,
        "clock_sentence": clocks.clock_sentence,
        "list_places": table.list_places,
        "play_again": table.play_again,
    }
    return environment


def compile_templates() -> None:
    """Compile all templates, so that nobody waits for that."""
    environment: Environment = engines["jinja2"].env  # type: ignore[attr-defined]
    for name in environment.list_templates(extensions=[SUFFIX[1:]]):
        environment.get_template(name)


class SafeTemplate(Template):
    """Its HTML is safe, as that of Django's templates is."""

    def render(self, *values: Any, **named: Any) -> SafeString:
        return SafeString(super().render(*values, **named))  # it escapes what isn't safe  # nosec


class JinjaLoader(FileSystemLoader):
    """Find *.jinja only, and leave the other templates to Django."""

    def get_source(self, environment: Environment, template: str) -> Any:
        if not template.endswith(SUFFIX):
            raise TemplateNotFound(template)
        return super().get_source(environment, template)


def url(name: str, *arguments: Any) -> str:
    return reverse(name, args=arguments)


def spaceless(text: str) -> Markup:
    """Remove the space between elements, as {% spaceless %} does."""
    return Markup(strip_spaces_between_tags(text.strip()))  # noqa: S704 (a template rendered it)  # nosec


class Translate(Extension):
    """{% translate "Draw" context "card" %} and {% blocktranslate count n=cards trimmed %} as in Django's templates.

    What `with` and `count` take may have filters, but no operators.
    """

    tags = {"translate", "blocktranslate"}  # noqa: RUF012 (Jinja2's way)

    def parse(self, parser: Parser) -> nodes.Node:
        tag = next(parser.stream)
        text = self.parse_word(parser) if tag.value == "translate" else self.parse_block(parser)
        return nodes.Output([nodes.MarkSafe(text)], lineno=tag.lineno)

    def parse_word(self, parser: Parser) -> nodes.Expr:
        message = nodes.Const(parser.stream.expect("string").value)
        return call_gettext(self.parse_context(parser), message)

    def parse_context(self, parser: Parser) -> nodes.Const | None:
        if not parser.stream.skip_if("name:context"):
            return None
        return nodes.Const(parser.stream.expect("string").value)

    def parse_block(self, parser: Parser) -> nodes.Expr:
        values: dict[str, nodes.Expr] = {}
        counter, is_trimmed = "", False
        while parser.stream.current.type != "block_end":
            word = parser.stream.expect("name").value
            if word == "trimmed":
                is_trimmed = True
            elif word == "count":
                counter = parser.stream.current.value
            elif word != "with":
                parser.stream.expect("assign")
                values[word] = parser.parse_unary()
        forms = self.parse_forms(parser, values)
        messages = [nodes.Const(trim_whitespace(form) if is_trimmed else form) for form in forms]
        text = call_gettext(None, *messages, *([values[counter]] if counter else []))
        pairs = [nodes.Pair(nodes.Const(name), escape(value)) for name, value in values.items()]
        return nodes.Mod(text, nodes.Dict(pairs))

    def parse_forms(self, parser: Parser, values: dict[str, nodes.Expr]) -> list[str]:
        """Return the singular, and the plural if there is one. Variables they name are added to the values."""
        next(parser.stream)
        forms = [""]
        while True:
            token = next(parser.stream)
            if token.type == "data":
                forms[-1] += token.value.replace("%", "%%")
            elif token.type == "variable_begin":
                name = parser.stream.expect("name").value
                parser.stream.expect("variable_end")
                values.setdefault(name, nodes.Name(name, "load"))
                forms[-1] += f"%({name})s"
            elif parser.stream.skip_if("name:plural"):
                parser.stream.expect("block_end")
                forms.append("")
            else:
                parser.stream.expect("name:endblocktranslate")
                return forms


def call_gettext(context: nodes.Const | None, *arguments: nodes.Expr) -> nodes.Expr:
    name = ("p" if context else "") + ("gettext" if len(arguments) == 1 else "ngettext")
    return nodes.Call(
        nodes.ImportedName(f"{TRANSLATION}.{name}"), [*([context] if context else []), *arguments], [], None, None
    )


def escape(value: nodes.Expr) -> nodes.Expr:
    return nodes.Filter(value, "escape", [], [], None, None)
