"""Games that are under way get clocks: every bank is full, and who is asked is asked from now on."""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

DAY = 86_400_000
BANKS = {"live": 600_000, "fast": DAY // 2, "daily": 3 * DAY, "relaxed": 7 * DAY}  # as they were on that day
WAIT = {"live": 1 / 24, "fast": 2, "daily": 14, "relaxed": 14, "untimed": 30}  # days that a table waits for players
IDLE = 20


def start_clocks(apps: Any, schema_editor: Any) -> None:
    games, all_seats = apps.get_model("games", "Game").objects, apps.get_model("games", "Seat").objects
    now = timezone.now()
    for game in games.filter(status="open").only("pk", "pace"):
        games.filter(pk=game.pk).update(deadline=now + timedelta(days=WAIT[game.pace] / 2))
    for game in games.filter(status="playing").only("pk", "pace", "moved").iterator():
        seats = all_seats.filter(game=game.pk, user__isnull=False)
        if game.pace in BANKS and seats.count() > 1:
            seats.update(bank=BANKS[game.pace])
            seats.filter(waiting=True, left=False).update(asked=now)
            games.filter(pk=game.pk).update(deadline=now)
        else:
            games.filter(pk=game.pk).update(deadline=(game.moved or now) + timedelta(days=IDLE))


class Migration(migrations.Migration):
    dependencies = [("games", "0003_clocks")]

    operations = [migrations.RunPython(start_clocks, migrations.RunPython.noop)]
