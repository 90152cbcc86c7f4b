"""Say of `due` that plans answer by it too; no column changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_reliable")]

    operations = [
        migrations.AlterField(
            "game", "due", models.DateTimeField(help_text="when a bot, or a plan, should have moved", null=True)
        ),
    ]
