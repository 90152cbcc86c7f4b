"""Recover a damaged record: everything before the first damaged move."""

import json
from typing import Any

from games.rules.base import BadRecord, Plain
from games.rules.record import DEEPEST, LONGEST, Record, check_item, parse, read


def recover(text: str | bytes) -> tuple[Record | None, BadRecord | None]:
    """Return the record, or the readable part of it as a game in progress, and what is wrong with it."""
    try:
        return read(text), None
    except BadRecord as bad:
        reason = bad
    try:
        return read(json.dumps(_as_unfinished(parse(_mend(text))))), reason
    except (BadRecord, KeyError, TypeError):
        return None, reason


def _as_unfinished(data: Plain) -> Plain:
    """Keep the moves before the first damaged one, but not the ending, which can't be verified without the rest."""
    moves = _moves_before_damage(data["moves"], len(data["seats"]))
    return data | {"fair": data["fair"] | {"server": None}, "moves": moves, "result": None, "head": None}


def _moves_before_damage(moves: list[Any], seats: int) -> list[Any]:
    for number, item in enumerate(moves, 1):
        try:
            check_item(item, number, seats)
        except BadRecord:
            return moves[: number - 1]
    return moves


def _mend(text: str | bytes) -> str:
    """Cut the text off after the last whole move before the damage, and close its brackets."""
    intact = text[:LONGEST].decode(errors="replace") if isinstance(text, bytes) else text[:LONGEST]
    damage = _find_damage(intact)
    if damage is None:
        return intact
    intact = intact[:damage]
    for _ in range(DEEPEST):  # the last brace may close a payment rather than a whole move
        intact = intact.rpartition("}")[0]
        mended = intact + '}],"result":null,"head":null}'
        if _find_damage(mended) is None:
            return mended
    return ""


def _find_damage(text: str) -> int | None:
    """Return where the text stops being JSON, or None if it doesn't."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):  # a number with too many digits, or too many nested lists
        return 0
    return None
