"""Change and read the database of a running site directly, such as to let time pass without waiting."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

from django.apps import apps
from django.db.models import DateTimeField

from tests.browser.server import Site
from tests.waiting import PATIENCE

UNCHANGED = {
    ("games_move", "made_at"),  # the hash chain covers it
    ("games_heartbeat", "last_beat_at"),  # the site was running all the time
}


def list_timestamps() -> list[tuple[str, str]]:
    """List the table and column of every timestamp of the site."""
    models = [model for app in ("games", "accounts") for model in apps.get_app_config(app).get_models()]
    found = [(model._meta.db_table, str(field.column)) for model in models for field in list_timestamp_fields(model)]
    return [pair for pair in found if pair not in UNCHANGED]


def list_timestamp_fields(model) -> list[DateTimeField]:
    return [field for field in model._meta.get_fields() if isinstance(field, DateTimeField)]


def advance_time(site: Site, **amount: float) -> None:
    """Move everything stored into the past by an amount such as hours=12, and have all boards rendered again."""

    def earlier(text: str) -> str:
        return str(datetime.fromisoformat(text) - timedelta(**amount))

    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=PATIENCE, isolation_level=None)) as base:
        base.create_function("earlier", 1, earlier)
        base.execute("BEGIN IMMEDIATE")
        for table, column in list_timestamps():
            base.execute(f'UPDATE {table} SET "{column}" = earlier("{column}") WHERE "{column}" IS NOT NULL')  # noqa: S608
        base.execute("UPDATE games_game SET revision = revision + 1")
        base.execute("COMMIT")


def add_confirmed_email(site: Site, name: str, address: str) -> None:
    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=PATIENCE)) as base, base:
        base.execute(
            "INSERT INTO account_emailaddress (email, verified, 'primary', user_id) "
            "SELECT ?, 1, 1, id FROM accounts_user WHERE username = ?",
            [address, name],
        )


def has_turn_notification(site: Site, name: str) -> bool:
    """Return whether the sweep has routed a notification about this player's turn that isn't sent yet."""
    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=PATIENCE)) as base:
        found = base.execute(
            "SELECT count(*) FROM games_notification n JOIN accounts_user u ON u.id = n.user_id "
            "WHERE u.username = ? AND n.topic = 'turn' AND n.channel <> '' AND n.status = 'waiting'",
            [name],
        )
        return bool(found.fetchone()[0])


def read_sweep_heartbeat(site: Site) -> str:
    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=PATIENCE)) as base:
        return str(base.execute("SELECT last_beat_at FROM games_heartbeat WHERE name = 'sweep'").fetchone())
