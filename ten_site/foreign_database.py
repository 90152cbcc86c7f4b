"""Recognize a database that was filled by another version of TEN.

Before the first release, migrations may be replaced by new ones. Their names or columns show that they were.
"""

from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection
from django.db.migrations.loader import MigrationLoader

APPS = ("accounts", "games")
SENTENCE = "This database was filled by another version of TEN, and this version can't read it."
HINT = (
    "Start with an empty folder (make up TEN_DATA=/some/folder) or an empty database (DATABASE_URL). "
    "The version that filled the old one can still read it."
)


def is_foreign() -> bool:
    """Whether the database has migrations that don't exist here, or lacks columns that ours would have made."""
    loader = MigrationLoader(connection)
    applied = {key for key in loader.applied_migrations if key[0] in APPS}
    ours = {key for key in loader.disk_migrations if key[0] in APPS}
    return bool(applied - ours) or (applied == ours and _lacks_columns())


def _lacks_columns() -> bool:
    models = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model in models:
            table = model._meta.db_table
            if table not in tables:
                return True
            found = {column.name for column in connection.introspection.get_table_description(cursor, table)}
            if {field.column for field in model._meta.local_concrete_fields} - found:
                return True
    return False


@register(Tags.database)
def check_database(databases: Any = None, **_: Any) -> list[CheckMessage]:
    """Refuse to migrate a database of another version."""
    return [Error(SENTENCE, hint=HINT, id="ten.E009")] if databases and is_foreign() else []
