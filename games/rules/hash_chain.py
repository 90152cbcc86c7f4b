"""The hash chain of moves: the `head` of a record, and receipts, which prove that no move was changed afterwards."""

import hashlib
import hmac
import json
from collections.abc import Iterable

from games.rules.base import Plain

# Items come from JSON, so there are no cycles to check for.
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def first_link(game_id: str, commit: str) -> str:
    """Return h(0), the link before any move."""
    return hashlib.sha256(f"ten-chain/1|{game_id}|{commit}".encode()).hexdigest()


def next_link(link: str, item: Plain) -> str:
    """Return h(n), from h(n-1) and the n-th item of `moves`."""
    return hashlib.sha256((link + _encode(item)).encode()).hexdigest()


def last_link(game_id: str, commit: str, moves: Iterable[Plain]) -> str:
    """Return the end of the chain: the `head` of a finished game."""
    link = first_link(game_id, commit)
    for item in moves:
        link = next_link(link, item)
    return link


def receipt(server: bytes, link: str) -> str:
    """Return the receipt of a move, which reveals nothing until `server` is published."""
    return hmac.new(server, link.encode(), hashlib.sha256).hexdigest()[:12]
