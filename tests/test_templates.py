"""Templates, scripts and style sheets have nothing inline and load nothing from other sites; forms have a token."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(path for ending in ("html", "jinja") for path in (ROOT / "templates").rglob(f"*.{ending}"))
OURS = ROOT / "ten_site" / "static" / "ten"
SCRIPTS, SHEETS = sorted(OURS.rglob("*.js")), sorted(OURS.rglob("*.css"))
DRAWINGS = sorted(OURS.rglob("*.svg"))
PYTHON = sorted(path for folder in ("games", "accounts", "ten_site") for path in (ROOT / folder).rglob("*.py"))
NAMES = {"TEN", "JEN", "MONA"}  # the same in every language
READ_OUT = {"title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription", "data-why"}
COMMENT = re.compile(r"\{#.*?#\}|\{% comment.*?endcomment %\}|<!--.*?-->", re.DOTALL)
TRANSLATED = re.compile(r"\{% blocktranslate.*?endblocktranslate %\}", re.DOTALL)
CLASSES = re.compile(r"\{% block \w*class\w* %\}.*?\{% endblock.*?%\}", re.DOTALL)  # in an attribute of the parent
MARKUP = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
ELSEWHERE = re.compile(r"(?:https?:)?//(?!www\.w3\.org/)[\w-]+\.[\w.-]+")


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def read_source(path: Path) -> str:
    """Read a template without its comments."""
    return COMMENT.sub("", path.read_text())


class Page(HTMLParser):
    """The elements of a template, and the words that aren't translatable."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        for pattern in (TRANSLATED, CLASSES, MARKUP):
            text = pattern.sub("", text)
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        for name, value in attrs:
            if name in READ_OUT or (name == "value" and attributes.get("type") in ("submit", "button", "reset")):
                self.handle_data(value or "")

    def handle_data(self, data):
        if not self.elements or self.elements[-1][0] not in ("script", "style"):
            self.words += [word for word in re.findall(r"[^\W\d_]{2,}", data) if word not in NAMES]


each_page = pytest.mark.parametrize("path", PAGES, ids=relative)


@each_page
def test_a_template_has_nothing_inline(path):
    """The content security policy would block styles, scripts and handlers in the page."""
    for tag, attributes in Page(read_source(path)).elements:
        assert tag != "style"
        assert tag != "script" or "src" in attributes, "an inline script"
        wrong = [name for name in attributes if name == "style" or name.startswith(("on", "data-hx-on"))]
        assert wrong == [], (tag, wrong)
        assert not any((value or "").strip().startswith("javascript:") for value in attributes.values())


@each_page
def test_htmx_attributes_have_the_data_prefix(path):
    for tag, attributes in Page(read_source(path)).elements:
        assert [name for name in attributes if name.startswith(("hx-", "ws-", "sse-"))] == [], tag
        for name, value in attributes.items():
            assert not (name.startswith("data-hx-") and (value or "").startswith("js:")), (tag, name)


@each_page
def test_every_post_form_has_a_csrf_token(path):
    for form in re.findall(r"<form\b.*?</form>", read_source(path), re.DOTALL):
        if re.search(r"""method=["']?post""", form[: form.index(">")], re.IGNORECASE):
            assert re.search(r"\{% csrf_token %\}|\{\{ ?csrf ?\}\}", form), form[:200]


@each_page
def test_every_text_is_translatable(path):
    assert Page(read_source(path)).words == []


@pytest.mark.parametrize("path", [*PAGES, *SCRIPTS, *SHEETS, *DRAWINGS], ids=relative)
def test_nothing_is_loaded_from_other_sites(path):
    assert ELSEWHERE.findall(read_source(path)) == []


@pytest.mark.parametrize("path", SHEETS, ids=relative)
def test_a_style_sheet_has_no_imports_and_no_data_urls(path):
    assert re.findall(r"@import|url\(\s*['\"]?data:", path.read_text()) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=relative)
def test_a_script_creates_no_code_and_no_inline_styles(path):
    found = re.findall(r"\beval\(|new Function|setAttribute\(\s*['\"](?:style|on\w+)['\"]|hx-on", path.read_text())
    assert found == []


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_python_code_writes_no_inline_styles_or_handlers(path):
    assert re.findall(r"""<[a-z][^>"']*\s(?:style|on\w+)=\\?["']""", path.read_text()) == []
