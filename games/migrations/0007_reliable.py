"""The leaderboard of reliable players is read from an index, however many play."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_formers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="reliability",
            index=models.Index(fields=["-finished", "user"], name="reliable_board"),
        ),
    ]
