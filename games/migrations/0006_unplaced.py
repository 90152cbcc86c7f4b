"""The seats of games that are not over stand in an index of their own."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_results"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("place__isnull", True)), fields=["user"], name="seat_unplaced"),
        ),
    ]
