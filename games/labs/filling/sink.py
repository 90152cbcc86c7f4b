"""Write rows in bulk, by COPY if the database has it, else many to a statement."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import connection, models

AT_ONCE = 5_000


class Sink:
    """Collects rows of one model, as values in the order of `fields`. Call `flush` at the end."""

    def __init__(self, model: type[models.Model], fields: Sequence[str]) -> None:
        self.table = model._meta.db_table
        found = [model._meta.get_field(name) for name in fields]
        self.columns = ", ".join(f'"{field.column}"' for field in found)  # type: ignore[union-attr]
        self.width = len(fields)
        self.rows: list[Sequence[Any]] = []
        self.count = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows. Format times with `format_time` and data with `format_json`."""
        self.rows.extend(rows)
        if len(self.rows) >= AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write the collected rows."""
        if not self.rows:
            return
        # only names of our own models stand in these texts
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f'COPY "{self.table}" ({self.columns}) FROM STDIN') as copy:
                    for row in self.rows:
                        copy.write_row(row)
            else:
                places = ", ".join(["?"] * self.width)
                raw = cursor.cursor.connection.cursor()  # Django would rewrite the statement for each row
                raw.executemany(f'INSERT INTO "{self.table}" ({self.columns}) VALUES ({places})', self.rows)  # noqa: S608 (our own names)  # nosec
        self.count += len(self.rows)
        self.rows = []


@lru_cache(maxsize=100_000)
def format_time(moment: datetime | None) -> Any:
    """Format a time for the database."""
    return connection.ops.adapt_datetimefield_value(moment)


def format_json(value: Any) -> str:
    """Format data for the database."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
