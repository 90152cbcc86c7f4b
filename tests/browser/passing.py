"""Let time pass at a site without waiting, by moving everything in its database into the past."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

from django.apps import apps
from django.db.models import DateTimeField

from tests.browser.server import Site
from tests.waiting import PATIENCE

KEPT = {
    ("games_move", "made_at"),
    ("games_heartbeat", "last_beat_at"),
}  # a link of the chain holds it; the site went on all the time


def columns() -> list[tuple[str, str]]:
    """Each table of ours with each of its columns that hold a moment."""
    models = [model for app in ("games", "accounts") for model in apps.get_app_config(app).get_models()]
    found = [(model._meta.db_table, str(field.column)) for model in models for field in moments(model)]
    return [pair for pair in found if pair not in KEPT]


def moments(model) -> list[DateTimeField]:
    return [field for field in model._meta.get_fields() if isinstance(field, DateTimeField)]


def passes(site: Site, **amount: float) -> None:
    """So much time goes by, such as hours=12; boards that were made before are made anew."""

    def earlier(text: str) -> str:
        return str(datetime.fromisoformat(text) - timedelta(**amount))

    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=PATIENCE, isolation_level=None)) as base:
        base.create_function("earlier", 1, earlier)
        base.execute("BEGIN IMMEDIATE")
        for table, column in columns():
            base.execute(f'UPDATE {table} SET "{column}" = earlier("{column}") WHERE "{column}" IS NOT NULL')  # noqa: S608
        base.execute("UPDATE games_game SET revision = revision + 1")
        base.execute("COMMIT")


def confirmed(site: Site, name: str, address: str) -> None:
    """That person has an address that is known to be theirs."""
    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=PATIENCE)) as base, base:
        base.execute(
            "INSERT INTO account_emailaddress (email, verified, 'primary', user_id) "
            "SELECT ?, 1, 1, id FROM accounts_user WHERE username = ?",
            [address, name],
        )


def is_noticed(site: Site, name: str) -> bool:
    """Whether the sweep has seen that this person is asked, and how to say so."""
    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=PATIENCE)) as base:
        found = base.execute(
            "SELECT count(*) FROM games_notification n JOIN accounts_user u ON u.id = n.user_id "
            "WHERE u.username = ? AND n.topic = 'turn' AND n.channel <> '' AND n.status = 'waiting'",
            [name],
        )
        return bool(found.fetchone()[0])
