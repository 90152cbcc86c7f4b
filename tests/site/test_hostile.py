"""Invalid requests are refused with a sentence, and never cause a server error."""

import pytest

from ten_site.server.daphne_server import Socket
from tests.site.conftest import Server

FORM = "application/x-www-form-urlencoded"
CSRF = "csrftoken=abcdefghijklmnopqrstuvwxyz012345"


def request(line: str, *headers: str, body: bytes = b"", length: bool = True) -> bytes:
    """Format a request, with the headers that every request needs."""
    known = " ".join(headers).lower()
    usual = [] if "host:" in known else ["Host: localhost"]
    usual += [f"Content-Length: {len(body)}"] if length and body else []
    return "\r\n".join([line, *usual, *headers, "", ""]).encode("latin-1") + body


def post(*headers: str, body: bytes = b"a=1") -> bytes:
    return request("POST /test/echo/ HTTP/1.1", *headers, body=body)


def get(path: str, *headers: str) -> bytes:
    return request(f"GET {path} HTTP/1.1", *headers)


def upgrade(*headers: str, path: str = "/ws/games/abc/") -> bytes:
    usual = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    return get(path, *usual, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers)


REFUSED = {  # with a 4xx
    "charset utf-7": post(f"Content-Type: {FORM}; charset=utf-7", f"Cookie: {CSRF}"),
    "charset utf-7, where a token is required": request(
        "POST /test/posted/ HTTP/1.1", f"Content-Type: {FORM}; charset=utf-7", f"Cookie: {CSRF}", body=b"a=1"
    ),
    "charset idna": post(f"Content-Type: {FORM}; charset=idna"),
    "charset base64": post(f"Content-Type: {FORM}; charset=base64"),
    "charset undefined": post(f'Content-Type: {FORM}; charset="undefined"'),
    "charset in another alphabet": post(f"Content-Type: {FORM}; charset=\xe9"),
    "charset as in RFC 2231": post(f"Content-Type: {FORM}; charset*=nonsense''utf-8"),
    "type with an unknown continuation": post(f"Content-Type: {FORM}; a*=utf-99''%ff"),
    "two types": post(f"Content-Type: {FORM}", "Content-Type: text/plain"),
    "two hosts": get("/", "Host: localhost", "Host: evil.example"),
    "a foreign host": get("/", "Host: evil.example"),
    "an invalid host": get("/", "Host: local host:x"),
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two origins": post(f"Content-Type: {FORM}", "Origin: http://localhost", "Origin: http://localhost"),
    "two lengths": request("POST /test/echo/ HTTP/1.1", "Content-Length: 3", "Content-Length: 4", body=b"a=1"),
    "negative length": request("POST /test/echo/ HTTP/1.1", "Content-Length: -1", length=False),
    "invalid length": request("POST /test/echo/ HTTP/1.1", "Content-Length: 0x10", length=False),
    "length and chunks": request(
        "POST /test/echo/ HTTP/1.1", "Content-Length: 3", "Transfer-Encoding: chunked", length=False
    ),
    "unknown coding": request("POST /test/echo/ HTTP/1.1", "Transfer-Encoding: gzip", length=False),
    "invalid chunk": request("POST /test/echo/ HTTP/1.1", "Transfer-Encoding: chunked", body=b"zz\r\n", length=False),
    "zero byte in the path": get("/players/%00/"),
    "zero byte in the query": get("/games/?kind=%00"),
    "zero byte in a form": post(f"Content-Type: {FORM}", body=b"a=%00"),
    "zero byte in a body": post("Content-Type: text/plain", body=b"a=\0"),
    "zero byte in a cookie": get("/test/read/", 'Cookie: sessionid="\\000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"'),
    "zero byte in a header": get("/", "X-Thing: a\0b"),
    "query in another alphabet": get("/?q=\xe9"),
    "path in another alphabet": get("/\xe9/"),
    "an empty header name": get("/", ": nothing"),
    "a space in a header name": get("/", "a b: nothing"),
    "a header without a colon": get("/", "nothing"),
    "six hundred headers": get("/", *(f"X-{number}: 1" for number in range(600))),
    "a header of 20 kB": get("/", "X-Long: " + "a" * 20_000),
    "a line of 20 kB": get("/" + "a" * 20_000),
    "a method in another alphabet": request("G\xc9T / HTTP/1.1"),
    "an unknown version": request("GET / HTTP/9.9"),
    "an invalid version": request("GET / \xff/\xfe"),
    "a line of two words": request("GET /"),
    "parts without a boundary": post("Content-Type: multipart/form-data", f"Cookie: {CSRF}"),
    "a file": post(
        "Content-Type: multipart/form-data; boundary=x",
        body=b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n--x--\r\n',
    ),
    "two thousand fields": post(f"Content-Type: {FORM}", body=b"&".join(b"a%d=1" % number for number in range(2_000))),
    "sub-protocols in another alphabet": upgrade("Sec-WebSocket-Protocol: \xe9"),
    "a socket of an unknown version": get("/ws/games/abc/", "Upgrade: websocket", "Sec-WebSocket-Version: x"),
    "a socket without a key": get("/ws/games/abc/", "Upgrade: websocket", "Connection: Upgrade"),
    "more than a thousand fields": post(f"Content-Type: {FORM}", body=b"a=1&" * 1_001),
    "a socket with an invalid origin": upgrade("Origin: \xe9"),
    "a socket with an invalid path": upgrade(path="/ws/../../etc/passwd"),
    "a socket that upgrades to something else too": get("/ws/games/abc/", "Upgrade: websocket, \xe9"),
}
ODD = {  # may get any response but a server error
    "Daphne's header for a path prefix": get("/", "Daphne-Root-Path: /evil"),
    "the same in another alphabet": get("/", "Daphne-Root-Path: \xe9"),
    "a script name": get("/", "Script-Name: /evil", "Script-Url: /evil"),
    "invalid languages": get("/", "Accept-Language: " + "a-" * 4_000),
    "an invalid language in a cookie": get("/", "Cookie: django_language=" + "a" * 2_000),
    "an invalid session": get("/test/read/", "Cookie: sessionid=" + "'" * 200),
    "a session in another alphabet": get("/test/read/", "Cookie: sessionid=\xe9\xff\xfe" + "a" * 30),
    "invalid messages": get("/", "Cookie: messages=%22%5B%5D"),
    "invalid dates": get("/static/ten/shared/base.css", "If-Modified-Since: yesterday", "If-None-Match: W/\xe9"),
    "an invalid range": get("/static/ten/shared/base.css", "Range: bytes=a-b,5-1,-"),
    "a range beyond the end": get("/static/ten/shared/base.css", "Range: bytes=99999999-"),
    "a path with invalid UTF-8": get("/%ff%fe/"),
    "a query with invalid UTF-8": get("/games/?kind=%ff%fe&pace=%ED%A0%80"),
    "an absolute URL": get("http://localhost/"),
    "a method in lower case": request("get / HTTP/1.1"),
    "a star": request("OPTIONS * HTTP/1.1"),
    "parent folders": get("/static/../../../etc/passwd"),
    "encoded parent folders": get("/static/%2e%2e/%2e%2e/settings.py"),
    "many slashes": get("////evil.example//"),
    "an Expect header": request("GET / HTTP/1.1", "Expect: 100-continue"),
    "old HTTP": b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n",
    "a form with invalid UTF-8": post(f"Content-Type: {FORM}", body=b"a=%ff%fe&=&&%"),
    "invalid JSON": post("Content-Type: application/json", body=b"{"),
    "a login with invalid UTF-8": request(
        "POST /accounts/login/ HTTP/1.1", f"Content-Type: {FORM}", f"Cookie: {CSRF}", body=b"login=%f0%28%8c%bc"
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_invalid_request_is_refused(site: Server, name: str) -> None:
    answer = site.raw(REFUSED[name].replace(b"Host: localhost\r\n", b"Host: localhost:%d\r\n" % site.port))
    assert answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert b"X-Frame-Options: DENY" in answer


@pytest.mark.parametrize("name", ODD)
def test_an_odd_request_causes_no_server_error(site: Server, name: str) -> None:
    answer = site.raw(ODD[name].replace(b"Host: localhost\r\n", b"Host: localhost:%d\r\n" % site.port))
    assert answer[9:10] in b"234", answer[:200]
    assert b"X-Frame-Options: DENY" in answer


@pytest.mark.parametrize("host", ["localhost:1", "localhost", "localhost.:{port}", "localhost:{port}.", "[::1]:{port}"])
def test_only_the_sites_own_host_is_answered(site: Server, host: str) -> None:
    """Not another port or a trailing dot, because the host may end up in a link."""
    assert site.ask("/accounts/login/", Host=host.format(port=site.port)).status == 400


@pytest.mark.parametrize("host", ["localhost:{port}", "LOCALHOST:{port}", "127.0.0.1:{port}"])
def test_host_names_are_compared_case_insensitively(site: Server, host: str) -> None:
    assert site.ask("/accounts/login/", Host=host.format(port=site.port)).status == 200


def test_hostile_requests_log_no_errors(site: Server) -> None:
    before = len(site.read_log())
    for wanted in [*REFUSED.values(), *ODD.values()]:
        site.raw(wanted.replace(b"Host: localhost\r\n", b"Host: localhost:%d\r\n" % site.port))
    assert "Traceback" not in site.read_log()[before:]
    assert "ERROR" not in site.read_log()[before:]  # the sender was told, and nobody needs to investigate
    assert site.ask("/test/read/").text == "0"


def test_too_large_requests_are_refused(site: Server) -> None:
    form = {"Content_Type": FORM}
    assert site.ask("/test/echo/", "POST", b"a=" + b"b" * (65_536 - 2), **form).status == 200
    for size in (65_535, 3_000_000):
        answer = site.ask("/test/echo/", "POST", b"a=" + b"b" * size, **form)
        assert answer.status == 413
        assert "The limit is 64 KiB" in answer.text
    answer = site.ask("/look/", "POST", b"a=" + b"b" * 2_000_000, **form)  # game files may be larger than other forms
    assert answer.status == 413
    assert "The limit is 1088 KiB" in answer.text
    with pytest.raises(OSError, match=r".*"):  # a client that keeps sending is disconnected
        site.ask("/test/echo/", "POST", b"a=" + b"b" * 30_000_000, **form)


def test_forwarded_addresses_are_ignored_without_a_proxy(site: Server) -> None:
    answer = site.ask("/test/echo/", "POST", "a=1", Content_Type=FORM, X_Forwarded_For="6.6.6.6", REMOTE_ADDR="6.6.6.6")
    assert answer.text == "1 127.0.0.1"


def test_a_board_for_a_socket_that_has_closed_is_dropped() -> None:
    socket = Socket()
    socket.state, socket.client_addr = socket.STATE_CLOSED, None
    socket.maxMessagePayloadSize = 16384
    socket.serverSend("a board")
    assert socket.maxMessagePayloadSize == 16384
