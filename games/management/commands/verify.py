"""`manage.py verify`: deal and replay records again, and list what is wrong with them."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.base import BadRecord, short
from games.rules.record import LONGEST, parse
from games.rules.refusals import sentence
from games.rules.verify import Fault, verify


class Command(BaseCommand):
    """Check records."""

    help = "Verify records: dealt fairly, played legally, scored correctly. Exits with 1 if any are wrong."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="records, one per line; - is standard input")

    def handle(self, *_args: Any, **given: Any) -> None:
        """Check all files, then say how many records are wrong."""
        records = wrong = 0
        for name in given["files"]:
            for number, line in read_lines(name):
                records += 1
                faults = verify(line)
                wrong += bool(faults)
                for fault in faults:
                    self.stdout.write(f"{name}:{number} {find_id(line)}: {format_fault(fault)}")
        self.stdout.write(f"{records} records, {wrong} wrong")
        if wrong:
            sys.exit(1)


def read_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield numbered lines without empty ones; of one too long, only enough to show that."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            number = 0
            while line := file.readline(LONGEST + 2):
                number += 1
                skip_rest(file, line)
                if line.strip():
                    yield number, line
    except OSError as error:
        raise CommandError(f"Can't read {name}: {error.strerror}.") from None


def skip_rest(file: IO[bytes], line: bytes) -> None:
    """Skip to the end of a line that is too long."""
    while line and not line.endswith(b"\n"):
        line = file.readline(LONGEST)


def find_id(line: bytes) -> str:
    """Return the record's ID, if the line has one."""
    try:
        return short(parse(line).get("id", "?"))
    except BadRecord:
        return "?"


def format_fault(fault: Fault) -> str:
    """Describe a fault, with the move it is about."""
    where = f"move {fault.move}: " if fault.move is not None else ""
    return where + sentence(fault.code, fault.facts)
