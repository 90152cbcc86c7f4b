"""Start and end: ports, folders, what stands in the way, signals."""

import fcntl
import os
import shutil
import signal
import socket
import stat
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.site.conftest import Server, until


def test_one_line_with_the_address(launcher) -> None:
    server = launcher().start()
    assert server.said().endswith(f"TEN is ready: http://localhost:{server.port}/\n")
    assert server.said().count("http") == 1
    assert server.ask("/").status == 200


def test_the_first_start_makes_all_it_needs(tmp_path) -> None:
    server = Server(tmp_path / "some" / "where")
    try:
        first = timed(server)
        kept = {path.name for path in server.data.iterdir()}
        assert {"secret_key", "ten.sqlite3", "static"} <= kept
        for secret in ("secret_key", "ten.sqlite3"):
            assert stat.S_IMODE((server.data / secret).stat().st_mode) == 0o600
        page = server.ask("/").text
        server.end()
        collected = (server.data / "static" / ".collected").stat().st_mtime_ns
        second = timed(server)
        assert "Preparing" not in server.said().split("TEN is ready")[-1]
        assert server.said().count("Preparing") == 2  # both by the first start
        assert (server.data / "static" / ".collected").stat().st_mtime_ns == collected
        assert second < first
        assert server.ask("/").text.count("/static/") == page.count("/static/")
    finally:
        server.end(signal.SIGKILL)


def timed(server: Server) -> float:
    """Start it; the seconds that took."""
    began = time.monotonic()
    server.start()
    return time.monotonic() - began


def test_a_port_that_is_taken_is_refused(launcher) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert launcher().refused(port).startswith(f"Port {port} is taken.")


def test_a_port_is_taken_too_where_only_localhost_over_ipv6_is() -> None:
    from ten_site.server import bind

    try:
        taken = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        return  # this machine has none: nobody can be there
    with taken:
        assert bind("127.0.0.1", taken.getsockname()[1]) is None


def test_without_a_port_the_next_free_one_is_found(launcher) -> None:
    """Whatever else listens here: the second takes another than the first."""
    ready = []
    for server in (launcher(), launcher()):
        server.start("")
        ready.append(server.said().split("localhost:")[1].strip().strip("/"))
    first, second = map(int, ready)
    assert 8000 <= first < second


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "8000.5", "٨٠٠٠"])
def test_a_port_of_rubbish_is_refused(launcher, port: str) -> None:
    assert launcher().refused(port).startswith("PORT must be a number from 1 to 65535")


def test_a_folder_that_cannot_be_made_is_refused(launcher, tmp_path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        refused = launcher(TEN_DATA=str(folder)).refused()
        assert refused.startswith(f"The folder {folder} cannot be used:")


def test_a_full_disk_is_named(launcher, tmp_path) -> None:
    """Nothing larger than 32 kB may be written: what a disk says that is full."""
    server = launcher(TEN_DATA=str(tmp_path / "new"))
    server.command = ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 32; exec \"$@\"", "sh", *server.command]
    assert server.refused() == f"The disk is full: TEN cannot write to {tmp_path / 'new'}."


def test_a_damaged_database_is_named(launcher) -> None:
    server = launcher()
    path = server.data / "ten.sqlite3"
    sound = path.read_bytes()
    for damaged in (b"nonsense" * 2_000, sound[:4096] + b"x" * (len(sound) - 4096)):
        path.write_bytes(damaged)
        for rest in server.data.glob("ten.sqlite3-*"):
            rest.unlink()
        assert server.refused().startswith("The database is damaged (")
    path.unlink()
    path.mkdir()
    assert "may not be read and written" in server.refused()


def test_settings_that_do_not_fit_are_named(launcher) -> None:
    (server := launcher()).data.joinpath("secret_key").write_text("")
    assert server.refused().startswith("The settings do not fit: The SECRET_KEY")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_it_is_ready_ends_it_without_a_word(launcher, how: signal.Signals) -> None:
    server = launcher()
    with (server.data / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as another one that starts: this one has its port, and waits
        server.launch()
        until(lambda: not port_is_free(server.port), "the port")
        server.end(how)
    assert server.said() == ""


def port_is_free(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_also_with_sockets_open(launcher, how: signal.Signals) -> None:
    server = launcher().start()
    idle = socket.create_connection(("127.0.0.1", server.port))
    half = socket.create_connection(("127.0.0.1", server.port))
    half.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    table = table_of_a_guest(server)
    with connect(
        f"ws://localhost:{server.port}/ws{table}?v=0", origin=Origin(f"http://localhost:{server.port}")
    ) as live:
        live.recv()  # who is here
        assert server.end(how) < 20
        with pytest.raises(ConnectionClosed) as closed:
            list(iter(live.recv, None))
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1001
    idle.close()
    half.close()
    assert server.process.returncode == 0
    assert "Traceback" not in server.said()
    assert not os.path.exists(f"/proc/{server.process.pid}")


def table_of_a_guest(server: Server) -> str:
    """The path of a new table: `/games/<id>/`."""
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


def test_requests_under_way_are_answered_first(launcher) -> None:
    server = launcher().start()
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(server.ask, "/test/wait/?seconds=1.5")
        until(lambda: "waiting" in server.said(), "the request")
        took = server.end()
        assert waiting.result().text == "waited"
    assert took < 20
    assert server.process.returncode == 0


def test_a_signal_that_comes_twice_at_once_is_one(launcher) -> None:
    """A group is told, and `make` in it hands the same on."""
    server = launcher().start()
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(server.ask, "/test/wait/?seconds=1.5")
        until(lambda: "waiting" in server.said(), "the request")
        server.process.terminate()
        server.end()
        assert waiting.result().text == "waited"
    assert server.process.returncode == 0


def test_nobody_new_comes_in_while_it_ends(launcher) -> None:
    server = launcher().start()
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(server.ask, "/test/wait/?seconds=3")
        until(lambda: "waiting" in server.said(), "the request")
        server.process.terminate()
        until(lambda: not accepts(server), "the closed door")
        assert waiting.result().text == "waited"
    assert server.process.wait(30) == 0


def accepts(server: Server) -> bool:
    try:
        socket.create_connection(("127.0.0.1", server.port), timeout=5).close()
    except OSError:
        return False
    return True


def test_the_same_port_can_be_had_again_at_once(launcher) -> None:
    server = launcher().start()
    port = server.port
    server.ask("/")
    server.end()
    server.start(port)
    assert server.ask("/").status == 200


def test_mails_are_shown_and_kept(launcher) -> None:
    server = launcher().start()
    assert server.ask("/test/letter/").text == "sent"
    assert "Mail to ana@localhost: Subject\nThe text.\n" in server.said()
    (mail,) = (server.data / "mails").iterdir()
    assert "To: ana@localhost" in mail.read_text()


def test_the_clock_survives_its_faults(launcher) -> None:
    server = launcher().start()
    server.ask("/test/spoil-clock/")
    until(lambda: server.said().count("a fault of the sweep") >= 2, "the clock, twice")
    assert server.ask("/test/read/").status == 200
    assert server.end() < 20


def test_at_scale_nothing_is_migrated(launcher, postgres_url: str) -> None:
    server = launcher(DATABASE_URL=postgres_url)
    shutil.rmtree(server.data / "static")
    server.start()
    assert "Preparing the database" not in server.said()
    assert server.ask("/static/ten/base.css").status == 200
    assert server.ask("/test/read/").status == 500  # reached, and empty
