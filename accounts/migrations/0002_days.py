"""Quiet hours, vacations, and whom somebody keeps away from."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="auto_vacation",
            field=models.BooleanField(default=True, verbose_name="use vacation days before losing a seat"),
        ),
        migrations.AddField(
            model_name="user",
            name="away_until",
            field=models.DateTimeField(blank=True, editable=False, help_text="the end of the last vacation", null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="go_on",
            field=models.BooleanField(default=True, verbose_name="go to the next game after each move"),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_from",
            field=models.PositiveSmallIntegerField(default=23, verbose_name="quiet hours from"),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_to",
            field=models.PositiveSmallIntegerField(default=7, verbose_name="quiet hours until"),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("muted", models.BooleanField(default=False, help_text="only what is said in chats")),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "other"), name="block_user")],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField()),
                ("auto", models.BooleanField(default=False, help_text="taken by the site before a seat was lost")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "end"], name="vacation_user")],
            },
        ),
    ]
