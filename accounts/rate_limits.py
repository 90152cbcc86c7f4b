"""Rate limits as token buckets in the database, shared by all processes.

A bucket is one row that says when it will be full again. Taking a token postpones that by the time a token takes to
come back. So a full bucket needs no row, and limits survive a restart. Keys are hashed, to keep addresses secret.
"""

import ipaddress
import math
import time
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from accounts.models import RateLimitBucket

NETWORK_BITS = 64  # bits of an IPv6 address that identify a household
KEY_DIGITS = 32


class Rate(NamedTuple):
    """At most `most` at once, and as many more in each `seconds` from then on."""

    most: int
    seconds: int

    @property
    def span(self) -> int:
        """Milliseconds until an empty bucket is full."""
        return self.seconds * 1_000

    @property
    def step(self) -> int:
        """Milliseconds until a token comes back."""
        return self.span // self.most


# only names of our own model are in these statements
_TABLE = f'"{RateLimitBucket._meta.db_table}"'
_TAKE = (
    f'INSERT INTO {_TABLE} ("key", "full_at_ms", "refill_ms") VALUES {{rows}} ON CONFLICT ("key") DO UPDATE SET '  # noqa: S608  # nosec
    f'"full_at_ms" = CASE WHEN {_TABLE}."full_at_ms" > %s THEN {_TABLE}."full_at_ms" + excluded."full_at_ms" - %s '
    'ELSE excluded."full_at_ms" END, "refill_ms" = excluded."refill_ms" '
    f'WHERE {_TABLE}."full_at_ms" + excluded."full_at_ms" <= %s + excluded."refill_ms" RETURNING "key"'
)
_LOSABLE = ", set_config('synchronous_commit', 'off', true)"  # for this statement: a crash may lose the latest counts


def take(rates: Mapping[str, Rate]) -> dict[str, int]:
    """Take a token from each bucket, in one statement. Return how many seconds to wait for the empty ones."""
    now, names = _now_ms(), {_key(name): name for name in rates}
    rows = [value for key in sorted(names) for value in (key, now + rates[names[key]].step, rates[names[key]].span)]
    statement = _TAKE.format(rows=", ".join(["(%s, %s, %s)"] * len(names)))
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        statement += _LOSABLE
    with connection.cursor() as cursor:
        cursor.execute(statement, [*rows, now, now, 2 * now])
        empty = names.keys() - {key for key, *_ in cursor.fetchall()}
    found = RateLimitBucket.objects.filter(pk__in=empty).values_list("key", "full_at_ms") if empty else ()
    return {names[key]: _wait_seconds(full_at - now, rates[names[key]]) for key, full_at in found}


def _wait_seconds(until_full: int, rate: Rate) -> int:
    return max(1, math.ceil((until_full + rate.step - rate.span) / 1_000))


def give_back(name: str, rate: Rate) -> None:
    """Return a token."""
    RateLimitBucket.objects.filter(pk=_key(name)).update(full_at_ms=F("full_at_ms") - rate.step)


def remember(names: Mapping[str, int]) -> None:
    """Remember each name for that many seconds, as a bucket that is otherwise unused."""
    now = _now_ms()
    rows = [
        RateLimitBucket(key=_key(name), full_at_ms=now + 1_000 * lasts, refill_ms=1_000 * lasts)
        for name, lasts in names.items()
    ]
    RateLimitBucket.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["key"], update_fields=["full_at_ms", "refill_ms"]
    )


def find_remembered(names: Iterable[str]) -> str:
    """Return the first of these names that is remembered, or an empty string."""
    keys = {_key(name): name for name in names}
    known = set(RateLimitBucket.objects.filter(pk__in=keys, full_at_ms__gt=_now_ms()).values_list("pk", flat=True))
    return next((name for key, name in keys.items() if key in known), "")


def delete_full() -> None:
    """Delete full buckets, which need no row. Skip locked rows to avoid deadlocks."""
    with transaction.atomic():
        full = RateLimitBucket.objects.filter(full_at_ms__lt=_now_ms()).select_for_update(skip_locked=True)
        RateLimitBucket.objects.filter(pk__in=full).delete()


def network_of(address: str) -> str:
    """Return the address, or for IPv6 the household's network."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if not found.ipv4_mapped:  # or it is an IPv4 address that arrived at a dual-stack socket
            return str(ipaddress.ip_network((int(found), NETWORK_BITS), strict=False))
        found = found.ipv4_mapped
    return str(found)


def _key(name: str) -> str:
    return salted_hmac(__name__, name).hexdigest()[:KEY_DIGITS]


def _now_ms() -> int:
    return int(time.time() * 1_000)
