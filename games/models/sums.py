"""Upsert rows that hold sums: insert new rows, add to existing ones, with one statement per row.

Rows are written in the order of their keys, so that two writers adding to the same rows can't deadlock.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db import connection, models

Row = dict[str, Any]


def add(model: type[models.Model], keys: Sequence[str], rows: Iterable[Row], last: Sequence[str] = ()) -> None:
    """Add the rows to those stored under the same keys. Fields in `last` are overwritten instead."""
    ordered = sorted(rows, key=lambda row: tuple(row[key] for key in keys))
    if not ordered:
        return
    fields = {name: cast("models.Field[Any, Any]", model._meta.get_field(name)) for name in ordered[0]}
    columns = {name: f'"{field.column}"' for name, field in fields.items()}
    values = [[field.get_db_prep_save(row[name], connection) for name, field in fields.items()] for row in ordered]
    with connection.cursor() as cursor:
        cursor.executemany(_statement(model._meta.db_table, columns, keys, last), values)


def _statement(table: str, columns: dict[str, str], keys: Sequence[str], last: Sequence[str]) -> str:
    """Build the SQL. It contains only names of our own models."""
    grown = []
    for name, column in columns.items():
        if name not in keys:
            added = f"excluded.{column}" if name in last else f'"{table}".{column} + excluded.{column}'
            grown.append(f"{column} = {added}")
    return (
        f'INSERT INTO "{table}" ({", ".join(columns.values())}) VALUES ({", ".join(["%s"] * len(columns))}) '  # noqa: S608 (our own names)  # nosec
        f"ON CONFLICT ({', '.join(columns[key] for key in keys)}) DO UPDATE SET {', '.join(grown)}"
    )
