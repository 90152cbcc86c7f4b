"""Who sat in a seat before another did: all of them, not only the first."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def carry_over(apps: Any, _editor: Any) -> None:
    """Those who were noted with the seat; when they left was not."""
    former = apps.get_model("games", "Former")
    for seat in apps.get_model("games", "Seat").objects.filter(leaver__isnull=False).select_related("game"):
        former.objects.create(game=seat.game, user_id=seat.leaver_id, seat=seat.number, until=seat.game.version)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_results"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="leaver",
            field=models.ForeignKey(
                help_text="who sat here first, if another does now",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="Former",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("until", models.PositiveIntegerField(help_text="the last move before another sat down")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="formers", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["until", "id"],
                "constraints": [models.UniqueConstraint(fields=("game", "user"), name="former_user")],
            },
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop, elidable=True),
    ]
