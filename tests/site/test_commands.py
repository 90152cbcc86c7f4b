"""`manage.py runserver` and `manage.py test` work as on other sites."""

import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.site.conftest import ROOT
from tests.waiting import free_port, until


@pytest.mark.proof("site")
def test_runserver_serves_pages_and_static_files_and_starts_again_when_a_file_changes(launcher) -> None:
    server, port = launcher(), free_port()
    server.command = [sys.executable, "manage.py", "runserver", f"127.0.0.1:{port}"]
    server.start(port)
    assert [server.ask(path).status for path in ("/rules/", "/static/ten/shared/base.css")] == [200, 200]
    os.utime(ROOT / "templates/base.html")
    until(lambda: server.read_log().count("TEN is ready") == 2, "the second start")
    assert server.ask("/rules/").status == 200
    os.kill(server.process.pid, 15)  # not the whole group, because the command has to stop its server
    server.process.wait()
    with pytest.raises(ConnectionRefusedError):
        server.ask("/rules/")


def test_runserver_refuses_an_invalid_port() -> None:
    with pytest.raises(CommandError, match="here is not a port"):
        call_command("runserver", "here")


def test_manage_py_test_runs_pytest() -> None:
    command = [sys.executable, "manage.py", "test", "--version"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert told.startswith("pytest ")
