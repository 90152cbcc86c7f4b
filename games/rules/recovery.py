"""Read what is left of a damaged record: everything up to the first damaged move."""

import json
from typing import Any

from games.rules.base import BadRecord, Plain
from games.rules.record import DEEPEST, LONGEST, Record, check_item, parse, read


def recover(text: str | bytes) -> tuple[Record | None, BadRecord | None]:
    """Return the record, or as much of it as can be read, as a game in progress; and what is wrong with it."""
    try:
        return read(text), None
    except BadRecord as bad:
        reason = bad
    try:
        return read(json.dumps(_as_unfinished(parse(_mend(text))))), reason
    except (BadRecord, KeyError, TypeError):
        return None, reason


def _as_unfinished(data: Plain) -> Plain:
    """Keep the moves before the first damaged one; how the game ended isn't proved any more."""
    moves = _moves_before_damage(data["moves"], len(data["seats"]))
    return data | {"fair": data["fair"] | {"server": None}, "moves": moves, "result": None, "head": None}


def _moves_before_damage(moves: list[Any], seats: int) -> list[Any]:
    for number, made in enumerate(moves, 1):
        try:
            check_item(made, number, seats)
        except BadRecord:
            return moves[: number - 1]
    return moves


def _mend(text: str | bytes) -> str:
    """Cut damaged text off after the last whole move before the damage, and close it."""
    broken = text[:LONGEST].decode(errors="replace") if isinstance(text, bytes) else text[:LONGEST]
    spoiled = _find_damage(broken)
    if spoiled is None:
        return broken
    broken = broken[:spoiled]
    for _ in range(DEEPEST):  # the last brace may be the end of a payment, and not of a whole move
        broken = broken.rpartition("}")[0]
        mended = broken + '}],"result":null,"head":null}'
        if _find_damage(mended) is None:
            return mended
    return ""


def _find_damage(text: str) -> int | None:
    """Return where this stops being JSON, or None."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):  # a number without end, or lists in lists in lists
        return 0
    return None
