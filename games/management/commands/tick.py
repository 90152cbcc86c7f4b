"""`manage.py tick`: what is due and forgotten, once a second, until it is stopped. Several may run."""

import asyncio
import logging
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from games import house

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """The clock of a site at scale; the embedded server has its own."""

    help = "Let bots move that a server which ended has left sitting, once a second, until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once, let those bots move to the end, and stop")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if once:
            for game_id in house.left_undone():
                house.play_out(game_id)
            return
        try:
            asyncio.run(tick())
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")


async def tick() -> None:
    """Look, and look again a second later, whatever went wrong."""
    house.work(asyncio.get_running_loop())
    while True:
        await asyncio.to_thread(look)
        await asyncio.sleep(1)


def look() -> None:
    """One look, in a thread that may lose its database in between."""
    try:
        house.sweep()
    except Exception:
        log.exception("The clock could not look")
    finally:
        close_old_connections()
