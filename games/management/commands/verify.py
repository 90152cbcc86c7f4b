"""`manage.py verify`: re-deals and replays records, and says what is wrong with which."""

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

    help = "Check records: dealt fairly, played legally, scored rightly. Exits with 1 if any is wrong."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What can be asked for."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="records, one a line; - is standard input")

    def handle(self, *_args: Any, **given: Any) -> None:
        """Check all files, then say how many records are wrong."""
        records = wrong = 0
        for name in given["files"]:
            for number, line in lines(name):
                records += 1
                faults = verify(line)
                wrong += bool(faults)
                for fault in faults:
                    self.stdout.write(f"{name}:{number} {id_of(line)}: {said(fault)}")
        self.stdout.write(f"{records} records, {wrong} wrong")
        if wrong:
            sys.exit(1)


def lines(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, without the empty ones; of one too long only as much as shows that."""
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            number = 0
            while line := file.readline(LONGEST + 2):
                number += 1
                skip_rest(file, line)
                if line.strip():
                    yield number, line
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None


def skip_rest(file: IO[bytes], line: bytes) -> None:
    """To the end of a line that is too long."""
    while line and not line.endswith(b"\n"):
        line = file.readline(LONGEST)


def id_of(line: bytes) -> str:
    """The id, where the line has one."""
    try:
        return short(parse(line).get("id", "?"))
    except BadRecord:
        return "?"


def said(fault: Fault) -> str:
    """A fault as a sentence, with the move it is about."""
    where = f"move {fault.move}: " if fault.move is not None else ""
    return where + sentence(fault.code, fault.facts)
