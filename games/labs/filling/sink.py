"""Rows in bulk, straight into the tables: by COPY where the database has it, else many to a statement."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import connection, models

AT_ONCE = 5_000


class Sink:
    """Takes rows of one model, as values in the order of `fields`; `flush` at the end."""

    def __init__(self, model: type[models.Model], fields: Sequence[str]) -> None:
        self.table = model._meta.db_table
        found = [model._meta.get_field(name) for name in fields]
        self.columns = ", ".join(f'"{field.column}"' for field in found)  # type: ignore[union-attr]
        self.width = len(fields)
        self.rows: list[Sequence[Any]] = []
        self.count = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """These too; moments by `when`, data by `text`."""
        self.rows.extend(rows)
        if len(self.rows) >= AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write what has come together."""
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
def when(moment: datetime | None) -> Any:
    """A moment, as the database takes it."""
    return connection.ops.adapt_datetimefield_value(moment)


def text(value: Any) -> str:
    """Data, as it is stored."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
