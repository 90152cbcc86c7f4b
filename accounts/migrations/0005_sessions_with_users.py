"""Store sessions with their users, and copy the sessions there are, so that nobody has to log in again.

The rows of `django_session` stay: processes of the version before may still be running, and log people out whose row is
gone. A session that such a process begins after the migration isn't copied. Nothing reads the old rows later.
The app `django.contrib.sessions` stays installed: this needs its table, and `manage.py clearsessions` is its command.
"""

from itertools import islice
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.utils import timezone

AT_ONCE = 1_000


def copy(apps: Any, schema_editor: Any) -> None:
    """Copy what can be read, has not expired, and belongs to nobody or to somebody who is still here."""
    model, users = apps.get_model("accounts", "Session"), apps.get_model("accounts", "User").objects
    read = SessionStore().decode
    rows = apps.get_model("sessions", "Session").objects.filter(expire_date__gt=timezone.now()).iterator(AT_ONCE)
    while batch := [(row, read(row.session_data)) for row in islice(rows, AT_ONCE)]:
        ids = {int(data["_auth_user_id"]) for _, data in batch if "_auth_user_id" in data}
        here = {str(user): user for user in users.filter(pk__in=ids).values_list("pk", flat=True)} | {None: None}
        model.objects.bulk_create(
            model(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                user_id=here[data.get("_auth_user_id")],
            )
            for row, data in batch
            if data and data.get("_auth_user_id") in here
        )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_limits_in_the_database"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.RunPython(copy, migrations.RunPython.noop, elidable=True),
    ]
