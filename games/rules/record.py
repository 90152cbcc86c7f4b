"""The game record `ten-record/1` (docs/records.md): its type, strict reading, and writing."""

import json
import re
from calendar import monthrange
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn

from games.rules import registry
from games.rules.base import BadRecord, BadSetup, Kind, Plain, Setup, change, make_setup, short
from games.rules.dealers import BOT
from games.rules.serialization import Misfit, from_plain, to_plain, write_move

FORMAT: Final = "ten-record/1"
LONGEST: Final = 4 * 1024 * 1024  # characters in a record: a hundred times what a long game needs
DEEPEST: Final = 6  # levels of objects and lists in a move or a deal
BY: Final = ("plan", "bot", "clock", "standin")

_ID = re.compile(r"[a-z0-9]{1,32}")
_BOT = re.compile(r"[a-z0-9-]{1,32}")
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f]{1,80}")
_BYTES_32 = re.compile(r"[0-9a-f]{64}")
_BYTES_16 = re.compile(r"[0-9a-f]{32}")
_TIMESTAMP = re.compile(
    r"(?P<year>(?!0000)[0-9]{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z"
)
_ITEM_KEYS = {"seat", "move", "at", "by"}
_CONTAINERS = (dict, list)


@dataclass(frozen=True)
class Player:
    """The player in a seat; `bot` is empty for a person."""

    name: str
    bot: str = ""


@dataclass(frozen=True)
class Fair:
    """How the game was dealt; `server` is None until it is over."""

    scheme: Literal["ten-fair/1"]
    commit: str
    server: str | None
    players: tuple[str, ...]


@dataclass(frozen=True)
class RecordResult:
    end: Literal["played", "left", "aborted"]
    places: tuple[int, ...] | None
    points: tuple[int, ...] | None


@dataclass(frozen=True)
class Record:
    """A game as `ten-record/1`; the items of `moves` are plain data, as read."""

    id: str
    kind: str
    rules: int
    options: dict[str, str | int | bool | None]
    seats: tuple[Player, ...]
    fair: Fair
    deal: dict[str, Any] | None
    moves: tuple[Plain, ...]
    result: RecordResult | None
    head: str | None

    def setup(self) -> Setup:
        """Return what was fixed before the cards were dealt."""
        return Setup(len(self.seats), self.options)


def kind_of(record: Record) -> Kind:
    """Return the rules that the game was played by, or raise BadSetup."""
    return registry.find(record.kind, record.rules)


def write(record: Record) -> str:
    """Return the record as one line of JSON, without a line break."""
    plain = {"format": FORMAT} | to_plain(change(record, moves=())) | {"moves": list(record.moves)}
    for player in plain["seats"]:
        if not player["bot"]:
            del player["bot"]
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def item(seat: int, move: Any, at: str | None = None, by: str | None = None) -> Plain:
    """Return one item of `moves`."""
    plain: Plain = {"seat": seat, "move": write_move(move)}
    return plain | {name: value for name, value in (("at", at), ("by", by)) if value is not None}


def read(text: str | bytes) -> Record:
    """Read a record from a line of JSON, or raise BadRecord."""
    data = parse(text)
    record = _read_fields(data)
    _check_names(record, data)
    _check_setup(record)
    _check_fair(record)
    for number, move_item in enumerate(record.moves, 1):
        check_item(move_item, number, len(record.seats))
    _check_end(record)
    return record


# --- text to plain data ---------------------------------------------------------------------------------------------


def parse(text: str | bytes) -> Plain:
    """Return the object in this line of JSON, whatever its fields; or raise BadRecord."""
    if len(text) > LONGEST:
        raise BadRecord("record.too-long", most=LONGEST)
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        data = _DECODER.decode(decoded)
        (json.dumps(data, ensure_ascii=False) if "\\u" in decoded else decoded).encode()
    except UnicodeError:  # bytes that aren't UTF-8, or half of a surrogate pair
        raise BadRecord("record.not-utf8") from None
    except RecursionError:
        raise BadRecord("record.too-deep", most=DEEPEST) from None
    except ValueError as error:
        raise BadRecord("record.not-json", what=str(error)) from None
    if not isinstance(data, dict):
        raise BadRecord("record.not-an-object")
    return data


def _no_repeats(pairs: list[tuple[str, Any]]) -> Plain:
    data = dict(pairs)
    if len(data) != len(pairs):
        names = [name for name, _ in pairs]
        raise BadRecord("record.name-twice", name=short(next(name for name in names if names.count(name) > 1)))
    return data


def _no_fraction(number: str) -> NoReturn:
    raise BadRecord("record.number", number=short(number))


_DECODER = json.JSONDecoder(object_pairs_hook=_no_repeats, parse_float=_no_fraction, parse_constant=_no_fraction)


# --- plain data to a record -----------------------------------------------------------------------------------------


def _read_fields(data: Plain) -> Record:
    """Return the record, with moves still unchecked; refuse missing, unknown and mistyped fields."""
    if data.get("format") != FORMAT:
        raise BadRecord("record.format", format=short(data.get("format")), known=FORMAT)
    fields = {name: value for name, value in data.items() if name != "format"}
    moves = fields.get("moves")
    if isinstance(moves, list):  # there are many, so each is checked only once, by `check_item`
        fields["moves"] = []
    try:
        record: Record = from_plain(Record, fields)
    except Misfit as misfit:
        raise BadRecord("record.misfit", what=str(misfit)) from None
    if _is_deeper(record.deal, DEEPEST):
        raise BadRecord("record.too-deep", most=DEEPEST)
    return change(record, moves=tuple(moves or ()))


def check_item(data: object, number: int, seats: int) -> None:
    """Refuse what can't be an item of `moves`; whether the move is legal, only the rules can tell."""
    if not isinstance(data, dict) or not data.keys() <= _ITEM_KEYS or type(data.get("move")) is not dict:
        raise BadRecord("record.move", number=number)
    if type(data.get("seat")) is not int or not 0 <= data["seat"] < seats:
        raise BadRecord("record.move-seat", number=number, seat=short(data.get("seat")), seats=seats)
    if "at" in data and not _is_timestamp(data["at"]):
        raise BadRecord("record.move-at", number=number, at=short(data["at"]))
    if "by" in data and data["by"] not in BY:
        raise BadRecord("record.move-by", number=number, by=short(data["by"]), known=", ".join(BY))
    if _is_deeper(data["move"], DEEPEST):
        raise BadRecord("record.too-deep", most=DEEPEST)


def _is_deeper(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return False
    if levels == 0:
        return True
    return any(type(inner) in _CONTAINERS and _is_deeper(inner, levels - 1) for inner in value)


def _is_timestamp(at: object) -> bool:
    match = _TIMESTAMP.fullmatch(at) if isinstance(at, str) else None
    return match is not None and int(match["day"]) <= monthrange(int(match["year"]), int(match["month"]))[1]


def _check_names(record: Record, data: Plain) -> None:
    if not _ID.fullmatch(record.id):
        raise BadRecord("record.id", id=short(record.id))
    for seat, player in enumerate(record.seats):
        if not _NAME.fullmatch(player.name):
            raise BadRecord("record.name", seat=seat)
        if "bot" in data["seats"][seat] and not _BOT.fullmatch(player.bot):
            raise BadRecord("record.bot", seat=seat, bot=short(player.bot))


def _check_setup(record: Record) -> None:
    try:
        setup = make_setup(kind_of(record), len(record.seats), record.options)
    except BadSetup as error:
        raise BadRecord(error.code, **error.facts) from None
    missing = [name for name in setup.options if name not in record.options]
    if missing:
        raise BadRecord("record.option-missing", option=missing[0])


def _check_fair(record: Record) -> None:
    fair = record.fair
    for name, value in (("commit", fair.commit), ("server", fair.server), ("head", record.head)):
        if value is not None and not _BYTES_32.fullmatch(value):
            raise BadRecord("record.hex", field=name)
    if len(fair.players) != len(record.seats):
        raise BadRecord("record.players", players=len(fair.players), seats=len(record.seats))
    for seat, (contribution, player) in enumerate(zip(fair.players, record.seats, strict=True)):
        if not (contribution == BOT if player.bot else _BYTES_16.fullmatch(contribution)):
            raise BadRecord("record.player", seat=seat)


def _check_end(record: Record) -> None:
    """Check that a finished game has a deal and an ending, and a game in progress no ending."""
    result, seats = record.result, len(record.seats)
    ending = {"result": result, "head": record.head, "server": record.fair.server}
    missing = [name for name, value in ending.items() if value is None]
    if result is not None and record.deal is None:
        missing.append("deal")
    if missing and len(missing) < len(ending):
        raise BadRecord("record.half-over", missing=", ".join(missing))
    if result is None:
        return
    aborted = result.end == "aborted"
    if aborted != (result.places is None) or (aborted and result.points is not None):
        raise BadRecord("record.places", end=result.end)
    if result.places is not None and len(result.places) != seats:
        raise BadRecord("record.places-many", places=len(result.places), seats=seats)
