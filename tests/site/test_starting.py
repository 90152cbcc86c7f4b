"""Starting and stopping the server: ports, folders, errors, signals."""

import ast
import fcntl
import gc
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from ten_site import settings
from ten_site.server.main import bind, make_folder, open_port, run
from tests.browser.server import copy_prepared
from tests.site.conftest import ROOT, Server
from tests.waiting import PATIENCE, until


def test_generated_secrets_are_readable_by_their_owner_only(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "DATA", tmp_path)
    before = os.umask(0)
    try:
        assert settings.load_or_make("key", lambda: "secret") == "secret"
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


@pytest.mark.proof("site")
def test_the_first_start_creates_everything(tmp_path) -> None:
    server = Server(tmp_path / "some" / "where")
    try:
        server.start()
        assert_is_prepared(server.data)
        assert server.ask("/").status == 200
        assert server.read_log().count("Preparing") == 2
    finally:
        server.end(signal.SIGKILL)


def test_a_copied_folder_is_fully_prepared(tmp_path) -> None:
    make_folder(tmp_path / "some" / "where")
    copy_prepared(tmp_path / "some" / "where")
    assert_is_prepared(tmp_path / "some" / "where")


def assert_is_prepared(folder: Path) -> None:
    assert {"secret_key", "ten.sqlite3", "static"} <= {path.name for path in folder.iterdir()}
    for secret in ("secret_key", "ten.sqlite3"):
        assert stat.S_IMODE((folder / secret).stat().st_mode) == 0o600


def test_another_start_prepares_nothing_and_prints_one_line(launcher) -> None:
    server = launcher().start()
    page = server.ask("/").text
    ready = f"TEN is ready: http://localhost:{server.port}/\n"
    first = server.read_log()
    assert first.endswith(ready)
    assert first.count("http") == 1
    collected = (server.data / "static" / ".collected").stat().st_mtime_ns
    server.end()
    server.start(server.port)
    assert server.read_log() == first + ready
    assert (server.data / "static" / ".collected").stat().st_mtime_ns == collected
    assert server.ask("/").text.count("/static/") == page.count("/static/") > 0


def test_garbage_is_collected_once_the_server_serves(monkeypatch) -> None:
    """It is off while the server loads; see __main__.py."""
    seen = []
    serve = SimpleNamespace(serve=lambda *_, **__: seen.append(gc.isenabled()))
    monkeypatch.setitem(sys.modules, "ten_site.server.daphne_server", serve)
    gc.disable()
    try:
        with socket.socket() as listener:
            run(listener, 8000)
    finally:
        gc.enable()
    assert seen == [True]


def test_a_port_that_is_taken_is_refused(monkeypatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        with pytest.raises(SystemExit, match=r"^Port \d+ is in use\."):
            open_port()


def test_a_port_that_is_only_taken_on_ipv6_counts_as_taken() -> None:
    try:
        taken = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        return  # this machine has no IPv6
    with taken:
        assert bind("127.0.0.1", taken.getsockname()[1]) is None


def test_without_a_given_port_the_next_free_one_is_used(monkeypatch) -> None:
    """Two servers get different ports."""
    monkeypatch.delenv("PORT", raising=False)
    with open_port() as one, open_port() as two:
        first, second = one.getsockname()[1], two.getsockname()[1]
    assert 8000 <= first < second


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "8000.5", "٨٠٠٠"])
def test_an_invalid_port_is_refused(monkeypatch, port: str) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit, match=r"^PORT must be a number from 1 to 65535"):
        open_port()


def test_a_failed_start_prints_one_line(launcher) -> None:
    assert launcher().fail_to_start("abc").startswith("PORT must be a number")


def test_a_folder_that_cannot_be_made_is_refused(launcher, tmp_path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        refused = launcher(TEN_DATA=str(folder)).fail_to_start()
        assert refused.startswith(f"The folder {folder} can't be used:")


def test_a_full_disk_is_named(launcher, tmp_path) -> None:
    """A limit on file sizes causes the errors of a full disk."""
    server = launcher(TEN_DATA=str(tmp_path / "new"))
    server.command = ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 32; exec \"$@\"", "sh", *server.command]
    assert server.fail_to_start() == f"The disk is full: TEN can't write to {tmp_path / 'new'}."


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda sound: b"nonsense" * 2_000, id="the whole file", marks=pytest.mark.proof("site")),
        pytest.param(lambda sound: sound[:4096] + b"x" * (len(sound) - 4096), id="all but the first page"),
    ],
)
def test_a_damaged_database_is_named(launcher, damage) -> None:
    server = launcher()
    path = server.data / "ten.sqlite3"
    path.write_bytes(damage(path.read_bytes()))
    assert server.fail_to_start().startswith("The database is damaged (")


def test_a_database_that_cannot_be_read_is_named(launcher) -> None:
    server = launcher()
    (server.data / "ten.sqlite3").unlink()
    (server.data / "ten.sqlite3").mkdir()
    assert "has no permission to read and write" in server.fail_to_start()


def test_invalid_settings_are_named(launcher) -> None:
    (server := launcher()).data.joinpath("secret_key").write_text("")
    assert server.fail_to_start().startswith("The settings are invalid: The SECRET_KEY")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_the_server_is_ready_ends_it_silently(launcher, how: signal.Signals) -> None:
    server = launcher()
    with (server.data / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # like another server that is starting, so this one waits
        server.launch()
        until(lambda: not port_is_free(server.port), "the port")
        server.end(how)
    assert server.read_log() == ""


def port_is_free(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.proof("site"))])
def test_a_signal_ends_the_server_with_sockets_open(launcher, how: signal.Signals) -> None:
    server = launcher().start()
    idle = socket.create_connection(("127.0.0.1", server.port))
    half = socket.create_connection(("127.0.0.1", server.port))
    half.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    table = create_table_as_guest(server)
    with connect(
        f"ws://localhost:{server.port}/ws{table}?v=0", origin=Origin(f"http://localhost:{server.port}")
    ) as live:
        live.recv()  # presence
        server.end(how)
        with pytest.raises(ConnectionClosed) as closed:
            list(iter(live.recv, None))
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1001
    idle.close()
    half.close()
    assert server.process.returncode == 0
    assert "Traceback" not in server.read_log()
    assert not os.path.exists(f"/proc/{server.process.pid}")


def create_table_as_guest(server: Server) -> str:
    """Create a table as a guest, and return its path."""
    cookies = ""
    for path, form in (("/accounts/login/", None), ("/accounts/guest/", ""), ("/games/new/", "kind=push")):
        token = dict(pair.split("=") for pair in cookies.split("; ") if pair).get("csrftoken", "")
        headers = {"Cookie": cookies, "X_CSRFToken": token, "Content_Type": "application/x-www-form-urlencoded"}
        answer = server.ask(path, "GET" if form is None else "POST", form, **headers)
        said = [cookie.strip().partition(";")[0] for cookie in answer.headers.get_all("Set-Cookie", [])]
        cookies = "; ".join(
            f"{name}={value}"
            for name, value in dict(pair.split("=") for pair in [*filter(None, cookies.split("; ")), *said]).items()
        )
    assert answer.status == 303, answer.text
    return answer.headers["Location"]


def test_stopping_finishes_requests_and_accepts_no_new_ones(launcher) -> None:
    """Even if the signal comes twice: a process group gets it, and `make` passes it on."""
    server = launcher().start()
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(server.ask, "/test/slow/?file=go-on")
        until(lambda: server.ask("/test/waiting/").text == "1", "the request")
        server.process.terminate()
        server.process.terminate()
        until(lambda: not accepts_connections(server), "the port to close")
        assert not waiting.done()
        (server.data / "go-on").touch()
        assert waiting.result().text == "slow"
    assert server.process.wait(PATIENCE) == 0
    assert "Traceback" not in server.read_log()


def accepts_connections(server: Server) -> bool:
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=5).close()
    except OSError:
        return False
    return True


def test_periodic_work_survives_its_errors(launcher) -> None:
    server = launcher().start()
    server.ask("/test/spoil-clock/")
    until(lambda: server.read_log().count("a fault of the sweep") >= 2, "the error, twice")
    assert server.ask("/test/read/").status == 200
    server.end()
    assert server.process.returncode == 0


def test_an_unreachable_database_is_noticed_after_the_configured_time(tmp_path) -> None:
    show = "from ten_site.settings import *; print(DATABASES['default']['OPTIONS'])"
    environment = {**os.environ, "TEN_DATA": str(tmp_path), "DATABASE_URL": "postgres://ten@db/ten?connect_timeout=9"}
    said = subprocess.check_output([sys.executable, "-c", show], cwd=ROOT, env=environment, text=True)  # noqa: S603
    options = ast.literal_eval(said)
    assert options["connect_timeout"] == 9
    assert options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"] == 25


@pytest.mark.parametrize("is_collected", [True, pytest.param(False, marks=pytest.mark.proof("site"))])
def test_at_scale_the_server_does_not_migrate_the_database(
    launcher, postgres_url: str, redis_url: str, is_collected: bool
) -> None:
    server = launcher(DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    if not is_collected:
        shutil.rmtree(server.data / "static")
    server.start()
    assert "Preparing the database" not in server.read_log()
    assert server.ask("/static/ten/shared/base.css").status == 200
    assert server.ask("/test/read/").status == 500  # the database is reachable but empty
