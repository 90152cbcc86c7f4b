"""Jinja2's templates translate and escape like Django's."""

import pytest
from django.template import TemplateDoesNotExist, engines
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.translation import gettext_lazy, override
from jinja2 import TemplateSyntaxError

DRAWING = format_html("<b>{}</b>", "&")
VALUES = {"name": "<Ana>", "drawing": DRAWING, "one": 1, "many": 3, "lazy": gettext_lazy("Monday")}
SAME = [  # in both, with words that Django itself has in German
    """{% translate "Monday" %}, {% translate 'May' context "abbrev. month" %}""",
    """{% translate "It's 100% <b>sure</b>" %}""",
    "{% blocktranslate with n=name %}{{ n }} draws{% endblocktranslate %}",
    "{% blocktranslate %}{{ name }} draws {{ drawing }}, 100%{% endblocktranslate %}",
    "{% blocktranslate trimmed %}\n  one\n  two {{ name }}\n{% endblocktranslate %}",
    "{% blocktranslate count n=one trimmed %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}",
    "{% blocktranslate trimmed count n=many with who=name %}{{ who }}: {{ n }} card{% plural %}{{ who }}: {{ n }} cards"
    "{% endblocktranslate %}",
    "{% blocktranslate count n=name|length %}%(n)s week{% plural %}{{ n }} weeks{% endblocktranslate %}",
    "{% blocktranslate count counter=many %}{{ counter }} result{% plural %}{{ counter }} results"
    "{% endblocktranslate %}",
    "{{ lazy }} {{ name }} {{ drawing }} {{ missing }}",
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("source", SAME)
def test_both_render_the_same(source, language):
    with override(language):
        django = engines["django"].from_string("{% load i18n %}" + source).render(VALUES)
        assert engines["jinja2"].from_string(source).render(VALUES) == django


def test_translations_are_used():
    with override("de"):
        assert engines["jinja2"].from_string(SAME[0]).render() == "Montag, Mai"
        assert engines["jinja2"].from_string(SAME[8]).render(VALUES) == "3 Ergebnisse"


def test_only_names_with_its_ending_are_its_templates(settings, tmp_path):
    for name in ("a.jinja", "b.html"):
        (tmp_path / name).write_text("{{ 1 + 1 }}" if name == "a.jinja" else "{% now 'Y' %}")
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path]} for engine in settings.TEMPLATES]
    assert get_template("a.jinja").render() == "2"
    assert get_template("b.html").render().isdigit()
    with pytest.raises(TemplateDoesNotExist):
        get_template("c.jinja")


@pytest.mark.parametrize(
    "source", ["{% translate %}", "{% blocktranslate %}{{ a.b }}{% endblocktranslate %}", "{% blocktranslate with %}"]
)
def test_mistakes_are_named(source):
    with pytest.raises(TemplateSyntaxError):
        engines["jinja2"].from_string(source)
