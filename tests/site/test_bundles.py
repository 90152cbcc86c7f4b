"""Pages load some scripts and style sheets as one file, if static files are collected."""

from pathlib import Path

from django.conf import settings
from django.test import Client

from ten_site.bundles import HEAD, list_bundles
from tests.site.conftest import Server

SOURCES = Path(settings.BASE_DIR) / "ten_site" / "static"


def test_a_bundle_has_all_its_parts_in_order(site: Server) -> None:
    for name, parts in list_bundles().items():
        text = (site.data / "static" / name).read_text()
        places = [text.index((SOURCES / part).read_text()) for part in parts]
        assert places == sorted(places), name


def test_a_page_loads_the_bundle_instead_of_its_parts(site: Server) -> None:
    html = site.ask("/").text
    assert "/static/ten/bundles/head." in html
    assert not [part for part in HEAD if part.removesuffix(".js") in html]


def test_a_page_loads_the_parts_where_nothing_is_collected(db: None) -> None:
    html = Client().get("/").text
    places = [html.index(part) for part in HEAD]
    assert places == sorted(places)
    assert "bundles" not in html
