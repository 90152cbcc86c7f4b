"""A database that was filled by another version is refused with a sentence, rather than causing errors."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from ten_site.foreign_database import HINT, SENTENCE, check_database, is_foreign
from ten_site.server import main
from tests.site.conftest import ROOT

GONE = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0005_results', '2026-10-01')"
RENAMED = "ALTER TABLE games_seat RENAME COLUMN is_to_move TO waiting"
ABSENT = "ALTER TABLE games_chatmessage RENAME TO games_talk"


@pytest.fixture
def spoiled(request, db) -> None:
    with connection.cursor() as cursor:
        cursor.execute(request.param)


@pytest.mark.django_db
@pytest.mark.database
def test_our_own_database_is_not_foreign():
    assert not is_foreign()
    assert check_database(databases=["default"]) == []


@pytest.mark.database
@pytest.mark.parametrize("spoiled", [GONE, RENAMED, ABSENT], indirect=True)
def test_a_database_of_another_version_is_recognized(spoiled):
    assert is_foreign()
    assert [error.msg for error in check_database(databases=["default"])] == [SENTENCE]
    with pytest.raises(SystemCheckError, match=SENTENCE):
        call_command("tick", "--once")
    with pytest.raises(SystemExit, match=SENTENCE):
        main.refuse_foreign_database()


@pytest.mark.django_db
def test_an_empty_database_is_not_foreign():
    MigrationRecorder(connection).migration_qs.all().delete()
    assert not is_foreign()


def test_the_server_says_what_to_do(launcher):
    server = launcher()
    with closing(sqlite3.connect(server.data / "ten.sqlite3")) as base, base:
        base.execute(GONE)
    assert server.fail_to_start() == f"{SENTENCE} {HINT}"


def test_manage_py_migrate_says_what_to_do(launcher):
    server = launcher()
    with closing(sqlite3.connect(server.data / "ten.sqlite3")) as base, base:
        base.execute(GONE)
    command = [sys.executable, "manage.py", "migrate"]
    told = subprocess.run(command, cwd=ROOT, env=server.environment, capture_output=True, text=True)  # noqa: S603
    assert told.returncode == 1
    assert SENTENCE in told.stderr
    assert HINT in told.stderr
