"""The first tables of games."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.models.new_id, editable=False, max_length=32, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("rules", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(encoder=games.models.Compact)),
                ("size", models.PositiveSmallIntegerField(help_text="the number of seats")),
                (
                    "pace",
                    models.CharField(
                        choices=[
                            ("live", "live"),
                            ("fast", "fast"),
                            ("daily", "daily"),
                            ("relaxed", "relaxed"),
                            ("untimed", "untimed"),
                        ],
                        default="daily",
                        max_length=8,
                    ),
                ),
                ("public", models.BooleanField(default=True)),
                ("rated", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("playing", "being played"),
                            ("finished", "finished"),
                            ("aborted", "called off"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0, help_text="the number of moves so far")),
                ("state", models.TextField(default="", editable=False)),
                ("result", models.JSONField(encoder=games.models.Compact, null=True)),
                ("server", models.CharField(editable=False, max_length=64)),
                ("commit", models.CharField(editable=False, max_length=64)),
                ("head", models.CharField(editable=False, max_length=64)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("started", models.DateTimeField(null=True)),
                ("moved", models.DateTimeField(null=True)),
                ("ended", models.DateTimeField(null=True)),
                (
                    "due",
                    models.DateTimeField(
                        help_text="when somebody who answers at once (a bot) should have moved", null=True
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                ("declined", models.BooleanField(default=False)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(help_text="from 1")),
                ("seat", models.PositiveSmallIntegerField()),
                ("move", models.JSONField(encoder=games.models.Compact)),
                ("events", models.JSONField(encoder=games.models.Compact)),
                ("at", models.DateTimeField()),
                ("by", models.CharField(default="", max_length=8)),
                ("ticket", models.CharField(max_length=64, null=True)),
                ("asked", models.CharField(default="", help_text="digest of what came with the ticket", max_length=16)),
                ("link", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(default="", max_length=32)),
                ("seed", models.CharField(default="", help_text="what it gives to the shuffle", max_length=32)),
                ("waiting", models.BooleanField(default=False, help_text="the game waits for this seat")),
                ("left", models.BooleanField(default=False, help_text="has left; a bot plays on")),
                ("place", models.PositiveSmallIntegerField(help_text="at the end; 1 is best", null=True)),
                ("points", models.SmallIntegerField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "open")), fields=["-created", "-id"], name="game_lobby"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("due__isnull", False)), fields=["due"], name="game_due"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "open"), models.Q(("state", ""), _negated=True), ("status", "aborted"), _connector="OR"
                ),
                name="game_dealt",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="invitation_user"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="move_number"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(fields=("game", "ticket"), name="move_ticket"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("waiting", True)), fields=["user"], name="seat_waiting"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="seat_number"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="seat_user"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("user__isnull", True), ("bot", ""), _connector="OR"), name="seat_person_or_bot"
            ),
        ),
    ]
