"""What all responses have in common, and how errors and outages are reported."""

import gzip
import json
import re
import stat
from html import unescape

import pytest

from ten_site.mail_backend import private_folder
from tests.site.conftest import Server

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
NEVER = ("Server", "X-Powered-By", "Access-Control-Allow-Origin", "Strict-Transport-Security")
RESPONSES = [
    ("/", "GET", 200),
    ("/test/nowhere/", "GET", 404),
    ("/test/posted/", "GET", 405),
    ("/test/posted/", "POST", 403),
    ("/test/read/", "DELETE", 405),
    ("/test/fault/", "GET", 500),
    ("/test/away/", "GET", 503),
    ("/test/%00/", "GET", 400),
    ("/test/onward/", "GET", 302),
    ("/static/ten/shared/base.css", "GET", 200),
    ("/static/ten/nowhere.css", "GET", 404),
    ("/static/ten/shared/base.css", "POST", 405),
]


@pytest.mark.parametrize(("path", "method", "status"), RESPONSES)
def test_every_response_has_the_security_headers(site: Server, path: str, method: str, status: int) -> None:
    answer = site.ask(path, method)
    assert answer.status == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert not [name for name in NEVER if name in answer.headers]
    if not path.startswith("/static/ten/shared/base"):
        assert answer.headers["Cache-Control"] == "no-store"


def test_invalid_http_gets_the_security_headers_too(site: Server) -> None:
    for request in (b"hello\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n", b"GET / HTTP/1.1\r\na b: c\r\n\r\n"):
        answer = site.raw(request)
        assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert b"Content-Security-Policy: default-src 'none'" in answer


def test_a_refused_socket_gets_the_security_headers_too(site: Server) -> None:
    lines = ["GET /ws/nowhere/ HTTP/1.1", f"Host: localhost:{site.port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += [
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Origin: https://evil.example",
    ]
    answer = site.raw("\r\n".join([*lines, "", ""]).encode())
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert b"X-Frame-Options: DENY" in answer


def test_files_with_a_hash_are_cached_forever(site: Server) -> None:
    page = site.ask("/").text
    sheet = re.search(r"/static/ten/shared/base\.[0-9a-f]{12}\.css", page)
    assert sheet
    answer = site.ask(sheet[0], Accept_Encoding="br")
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "br"


def test_pages_are_compressed_for_browsers_that_ask_for_it(site: Server) -> None:
    plain, answer = site.ask("/"), site.ask("/", Accept_Encoding="gzip")
    assert "Content-Encoding" not in plain.headers
    assert (answer.headers["Content-Encoding"], answer.headers["Vary"].count("Accept-Encoding")) == ("gzip", 1)
    assert len(answer.body) < len(plain.body) / 2
    assert gzip.decompress(answer.body).decode().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("path", "method", "sentence"),
    [
        ("/test/nowhere/", "GET", "There's nothing here. The link may be broken or out of date."),
        ("/test/fault/", "GET", "Something went wrong on our side. Please try again in a moment."),
        ("/test/away/", "GET", "The site is temporarily unavailable. Please try again in a moment."),
        ("/test/posted/", "POST", "This page has expired."),
        ("/test/posted/", "GET", "This link only works from a button on the site."),
        ("/static/ten/shared/base.css", "POST", "This link only works from a button on the site."),
        ("/test/%00/", "GET", "We couldn't understand this request."),
    ],
)
def test_a_refusal_is_a_sentence(site: Server, path: str, method: str, sentence: str) -> None:
    page = site.ask(path, method)
    assert sentence in unescape(page.text)
    assert '<header class="top">' in page.text  # inside the site's layout
    said = site.ask(path, method, Accept="application/json")
    assert (said.status, said.headers["Content-Type"]) == (page.status, "application/json")
    assert sentence in json.loads(said.body)["message"]
    part = site.ask(path, method, HX_Request="true")
    assert part.status == page.status
    assert part.headers["HX-Reswap"] == "none"
    assert sentence in json.loads(part.headers["HX-Trigger"])["ten:said"]["text"]


def test_a_405_has_the_sites_layout(site: Server) -> None:
    page = site.ask("/test/posted/").text
    assert "<h1>That didn&#x27;t work</h1>" in page
    assert '<nav class="nav"' in page


def test_icon_manifest_and_robots_txt_exist(site: Server) -> None:
    icon = site.ask("/favicon.ico")
    assert (icon.status, icon.body[:4]) == (200, b"\0\0\1\0")
    assert "icon" in icon.headers["Content-Type"]
    manifest = re.search(r'rel="manifest" href="([^"]+)"', site.ask("/").text)
    assert manifest
    assert site.ask(manifest[1]).headers["Content-Type"].startswith("application/manifest+json")
    robots = site.ask("/robots.txt")
    assert (robots.status, robots.headers["Content-Type"].partition(";")[0]) == (200, "text/plain")


def test_errors_are_logged_with_a_traceback_and_outages_in_one_line(site: Server) -> None:
    before = len(site.read_log())
    site.ask("/test/away/")
    assert "Traceback" not in site.read_log()[before:]
    assert "Database or Redis unavailable: the database is away\n" in site.read_log()[before:]
    before = len(site.read_log())
    site.ask("/test/fault/")
    assert "RuntimeError: a fault of the program" in site.read_log()[before:]


def test_without_a_mail_server_mails_are_private_files_and_the_log_only_names_them(site: Server) -> None:
    assert stat.S_IMODE((site.data / "mails").stat().st_mode) == 0o700
    assert site.ask("/test/letter/").text == "sent"
    (mail,) = (site.data / "mails").iterdir()
    assert "To: ana@localhost" in mail.read_text()
    assert stat.S_IMODE(mail.stat().st_mode) == 0o600
    assert str(mail) in site.read_log()
    for private in ("ana@localhost", "Subject", "The text."):
        assert private not in site.read_log()


def test_a_mail_folder_that_others_can_read_is_made_private(tmp_path) -> None:
    tmp_path.chmod(0o755)
    assert stat.S_IMODE(private_folder(tmp_path).stat().st_mode) == 0o700


def test_only_get_head_and_post_are_allowed(site: Server) -> None:
    head = site.ask("/test/read/", "HEAD")
    assert (head.status, head.body, head.headers["Content-Length"]) == (200, b"", "1")
    assert site.ask("/", "HEAD").status == 200
    for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"):
        answer = site.ask("/test/read/", method)
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD, POST")
    assert site.ask("/test/posted/").headers["Allow"] == "POST"


def test_redirects_for_htmx_load_the_whole_page(site: Server) -> None:
    plain = site.ask("/test/onward/")
    assert (plain.status, plain.headers["Location"]) == (302, "/test/read/")
    moved = site.ask("/test/onward/", HX_Request="true")
    assert (moved.status, moved.headers["HX-Redirect"], moved.body) == (200, "/test/read/", b"")
    assert "kept=yes" in moved.headers["Set-Cookie"]


def test_cross_site_posts_are_refused(site: Server) -> None:
    own = f"http://localhost:{site.port}"
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert site.ask("/test/echo/", "POST", "a=1", **form).status == 200  # programs send no origin
    assert site.ask("/test/echo/", "POST", "a=1", **form, Origin=own, Sec_Fetch_Site="same-origin").status == 200
    for origin in (
        "https://evil.example",
        "null",
        "ftp://localhost",
        f"http://localhost:{site.port + 1}",
        own + ".evil",
    ):
        assert site.ask("/test/echo/", "POST", "a=1", **form, Origin=origin).status == 403
    assert site.ask("/test/echo/", "POST", "a=1", **form, Origin=own, Sec_Fetch_Site="cross-site").status == 403
    assert site.ask("/test/read/", Origin="https://evil.example", Sec_Fetch_Site="cross-site").status == 200


def test_answered_moves_survive_a_power_cut(site: Server) -> None:
    """PRAGMA synchronous is FULL, so SQLite has written a move to the disk before the response."""
    assert site.ask("/test/synchronous/").text == "2"


def test_an_unreachable_database_gets_a_503(launcher, redis_url: str) -> None:
    """Nothing listens on the port of the database. Pages that need it say so, and the server keeps running."""
    server = launcher(DATABASE_URL="postgres://ten@127.0.0.1:1/ten", REDIS_URL=redis_url).start()
    for path in ("/test/read/", "/games/", "/accounts/login/"):
        answer = server.ask(path, Cookie="sessionid=abcdefghijklmnopqrstuvwxyz012345")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "1"), path
        assert "The site is temporarily unavailable." in answer.text
    assert server.ask("/static/ten/shared/base.css").status == 200
    assert server.ask("/test/nowhere/", Cookie="sessionid=abcdefghijklmnopqrstuvwxyz012345").status in (404, 503)
    assert "Traceback" not in server.read_log()


def test_pages_work_again_when_the_database_is_back(launcher) -> None:
    """Without a restart."""
    server = launcher(TEN_THREADS="1").start()
    database, aside = server.data / "ten.sqlite3", server.data / "aside"
    database.rename(aside)
    database.mkdir()
    answer = server.ask("/test/read/", Accept="application/json")
    assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
    said = json.loads(answer.body)
    assert said.keys() == {"code", "message", "rule"}  # like every refusal
    assert said["code"] == "site.away"
    database.rmdir()
    aside.rename(database)
    assert server.ask("/test/read/").text == "0"
