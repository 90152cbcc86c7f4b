"""`manage.py tick`: the periodic work, once a second, until stopped. Several may run."""

import asyncio
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from games.live.hub import hub
from games.notifications import sending
from games.stats import collector
from games.worker import bots
from games.worker import loop as worker_loop
from games.worker.threads import repeat


class Command(BaseCommand):
    """Periodic work of a site at scale; the embedded server does its own."""

    help = "Run the periodic work once a second: clocks, forgotten bots, notifications, mail and push."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="run once, let bots finish their moves and stop")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        with suppress(OperationalError):  # an unreachable database may come back
            self.check(tags=[Tags.database], databases=["default"])
        if once:
            worker_loop.sweep()
            for game_id in bots.list_forgotten():
                bots.play_all(game_id)
            sending.deliver()
            collector.collect_all()
            return
        if settings.EMBEDDED:
            raise CommandError(
                "There's nothing to do: without DATABASE_URL and REDIS_URL, the server does this itself."
            )
        try:
            asyncio.run(run_periodic_work())
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")


async def run_periodic_work() -> None:
    """Run each job in a thread of its own, so that neither slow mail nor statistics hold up a clock."""
    loop = asyncio.get_running_loop()
    bots.start(loop)
    hub.loop = loop  # messages are sent there, so that clocks don't wait for Redis
    await asyncio.gather(*map(repeat, worker_loop.PERIODIC))
