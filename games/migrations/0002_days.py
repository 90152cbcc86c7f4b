"""Games over days: what is told, planned, said and kept at a table."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.game


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_days"),
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=128)),
                ("auth", models.CharField(max_length=64)),
                ("name", models.CharField(default="", help_text="which browser it is, in words", max_length=80)),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("used", models.DateTimeField(help_text="when a message was last taken", null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Downtime",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField(help_text="of the board that it was begun on")),
                ("data", models.JSONField(encoder=games.models.game.Compact)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Gift",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("time", models.BigIntegerField(help_text="milliseconds")),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("version", models.PositiveIntegerField(default=0, help_text="of the game, when it was made")),
                (
                    "what",
                    models.CharField(
                        help_text="turn, half, most, hour, grace, lost, over, invited, rematch ...", max_length=16
                    ),
                ),
                ("facts", models.JSONField(default=dict, encoder=games.models.game.Compact)),
                (
                    "channel",
                    models.CharField(
                        blank=True,
                        choices=[("", "not decided"), ("mail", "mail"), ("push", "push"), ("site", "on the site only")],
                        default="",
                        max_length=4,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waits"),
                            ("sending", "is being sent"),
                            ("sent", "sent"),
                            ("skipped", "not sent"),
                            ("failed", "could not be sent"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                (
                    "why",
                    models.CharField(
                        default="", help_text="code of why it was not sent, or what the server said", max_length=200
                    ),
                ),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("due", models.DateTimeField(default=django.utils.timezone.now)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claimed", models.DateTimeField(null=True)),
                ("sent", models.DateTimeField(null=True)),
                (
                    "batch",
                    models.CharField(default="", help_text="those with the same went in one message", max_length=32),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Plan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "data",
                    models.JSONField(encoder=games.models.game.Compact, help_text="what games.plans makes of the form"),
                ),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("version", models.PositiveIntegerField(help_text="of the game when it was made")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("active", "waits"),
                            ("done", "has acted"),
                            ("lapsed", "has lapsed"),
                            ("withdrawn", "taken back"),
                        ],
                        default="active",
                        max_length=10,
                    ),
                ),
                ("acted", models.PositiveIntegerField(help_text="the number of the last move that it made", null=True)),
                ("ended", models.DateTimeField(null=True)),
                ("why", models.CharField(default="", help_text="the code of why it lapsed", max_length=32)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Reach",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reach",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("mail", models.BooleanField(default=True, verbose_name="mail when games wait for you")),
                (
                    "delay",
                    models.PositiveIntegerField(default=30, help_text="minutes", verbose_name="how long a mail waits"),
                ),
                ("push", models.BooleanField(default=True, verbose_name="messages on your devices")),
                ("reminders", models.BooleanField(default=True, verbose_name="reminders when time runs short")),
                ("chat", models.BooleanField(default=False, verbose_name="chat at your tables")),
                ("always", models.BooleanField(default=False, verbose_name="also while you look at the table")),
                ("digest", models.BooleanField(default=False, verbose_name="one mail a day with all your games")),
                ("digest_hour", models.PositiveSmallIntegerField(default=8, verbose_name="at which hour")),
                ("digested", models.DateField(help_text="the day of the last one, in the user's time zone", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Reliability",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reliability",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("started", models.PositiveIntegerField(default=0)),
                ("finished", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField(default=0)),
                ("said", models.CharField(default="", help_text="the message, as it was", max_length=2000)),
                ("text", models.CharField(help_text="what is wrong", max_length=1000)),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "status",
                    models.CharField(choices=[("open", "open"), ("settled", "settled")], default="open", max_length=8),
                ),
                ("answer", models.TextField(blank=True, default="", help_text="what staff did; for staff only")),
            ],
        ),
        migrations.CreateModel(
            name="Talk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "audience",
                    models.CharField(choices=[("players", "players"), ("watchers", "those who watch")], max_length=8),
                ),
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="from 1, by game and audience: players cannot tell what others said"
                    ),
                ),
                ("text", models.CharField(help_text="at most 500 characters as people count them", max_length=2000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("hidden", models.BooleanField(default=False, help_text="taken away by staff")),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Visit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(default=0, help_text="the last move that was seen")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "looking",
                    models.DateTimeField(
                        help_text="until when the table is taken to be in front of the user", null=True
                    ),
                ),
                ("talk", models.BigIntegerField(default=0, help_text="the last message that was read")),
                ("quiet", models.BooleanField(default=False, help_text="the chat of this table is muted")),
                (
                    "reach",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "everything, as in the settings"),
                            ("clock", "only when time runs short"),
                            ("none", "nothing"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("note", models.TextField(blank=True, default="", help_text="private", max_length=2000)),
                (
                    "dismissed",
                    models.BooleanField(default=False, help_text="gone from the list of what was just finished"),
                ),
            ],
        ),
    ]
