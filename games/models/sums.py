"""Rows that add up: new ones are inserted, known ones grow by what is added, in one statement for each row.

The rows go out in the order of their keys, so that two that add to the same ones never wait for each other.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db import connection, models

Row = dict[str, Any]


def add(model: type[models.Model], keys: Sequence[str], rows: Iterable[Row], last: Sequence[str] = ()) -> None:
    """Add to what is stored under the same keys; the fields in `last` take the new value instead."""
    ordered = sorted(rows, key=lambda row: tuple(row[key] for key in keys))
    if not ordered:
        return
    fields = {name: cast("models.Field[Any, Any]", model._meta.get_field(name)) for name in ordered[0]}
    columns = {name: f'"{field.column}"' for name, field in fields.items()}
    values = [[field.get_db_prep_save(row[name], connection) for name, field in fields.items()] for row in ordered]
    with connection.cursor() as cursor:
        cursor.executemany(_statement(model._meta.db_table, columns, keys, last), values)


def _statement(table: str, columns: dict[str, str], keys: Sequence[str], last: Sequence[str]) -> str:
    """Only names of our own models stand in this text."""
    grown = []
    for name, column in columns.items():
        if name not in keys:
            added = f"excluded.{column}" if name in last else f'"{table}".{column} + excluded.{column}'
            grown.append(f"{column} = {added}")
    return (
        f'INSERT INTO "{table}" ({", ".join(columns.values())}) VALUES ({", ".join(["%s"] * len(columns))}) '  # noqa: S608 (our own names)  # nosec
        f"ON CONFLICT ({', '.join(columns[key] for key in keys)}) DO UPDATE SET {', '.join(grown)}"
    )
