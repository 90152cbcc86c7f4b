"""Convert states and moves to plain data (JSON) and back, by their types; reading is strict."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.rules.base import IllegalMove, Kind, Plain, short

LONGEST = 1_000  # the most items a list in a state or a move can have
SCALARS = frozenset((str, int, bool, float, type(None)))  # most of what a state consists of
CALLED = {str: "text", int: "a whole number", bool: "true or false", type(None): "null"}


class Misfit(ValueError):
    """Data that doesn't fit its type."""


def to_plain(value: Any) -> Any:
    """Convert dataclasses to dicts, tuples to lists, and dicts whose keys aren't text to lists of pairs."""
    if type(value) in SCALARS:
        return value
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: to_plain(item) for key, item in value.items()}
        return [[to_plain(key), to_plain(item)] for key, item in value.items()]
    return {_key(field.name): to_plain(getattr(value, field.name)) for field in fields(value)}


def from_plain(shape: Any, data: Any) -> Any:
    """Convert plain data back to a value of that type, or raise Misfit."""
    return _reader(shape)(data)


def write_move(move: Any) -> Plain:
    """Return a move as it is written in records, without fields that don't apply (None)."""
    return {"do": move.do} | {key: value for key, value in to_plain(move).items() if value is not None}


def read_move(kind: Kind, data: object) -> Any:
    """Read a move from a record or a request, or raise IllegalMove."""
    if not isinstance(data, dict):
        raise IllegalMove("move.not-an-object")
    do = data.get("do")
    if not isinstance(do, str) or do not in kind.MOVES:
        raise IllegalMove("move.unknown", do=short(do), known=", ".join(kind.MOVES))
    try:
        return from_plain(kind.MOVES[do], {key: value for key, value in data.items() if key != "do"})
    except Misfit as misfit:
        raise IllegalMove("move.misfit", do=do, what=str(misfit)) from None


def _quote(value: object) -> str:
    """Return untrusted input as JSON shows it: "1" isn't 1."""
    return f'"{short(value)}"' if isinstance(value, str) else short(value)


def _key(name: str) -> str:
    """Return the name of a field in JSON, without the underscore that keeps `from_` from being a keyword."""
    return name.removesuffix("_")


@cache
def _reader(shape: Any) -> Callable[[Any], Any]:
    """Return a function that reads values of that type."""
    origin, inner = get_origin(shape), get_args(shape)
    if shape is Any:
        return lambda data: data
    if is_dataclass(shape):
        return _dataclass_reader(shape)
    if origin is Literal:
        return _literal_reader(inner)
    if origin in (Union, UnionType):
        return _union_reader(inner)
    if origin is tuple:
        return _tuple_reader(inner)
    if origin is dict:
        return _dict_reader(*inner)
    return _scalar_reader(shape)


def _scalar_reader(shape: Any) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        if type(data) is not shape:  # True and 1.0 aren't accepted as 1
            raise Misfit(f"{_quote(data)} is not {CALLED[shape]}")
        return data

    return read


def _literal_reader(values: tuple[Any, ...]) -> Callable[[Any], Any]:
    def read(data: Any) -> Any:
        for value in values:
            if type(data) is type(value) and data == value:
                return data
        raise Misfit(f"{_quote(data)} is none of {', '.join(map(str, values))}")

    return read


def _union_reader(shapes: tuple[Any, ...]) -> Callable[[Any], Any]:
    readers = [_reader(shape) for shape in shapes]

    may_be_none = type(None) in shapes

    def read(data: Any) -> Any:
        if data is None and may_be_none:
            return None
        why = ""
        for reader in readers:
            try:
                return reader(data)
            except Misfit as misfit:  # keep its text only, since its traceback would keep this frame and its callers
                why = why or str(misfit)
        raise Misfit(why)  # of `str | None`, the first type says what was expected

    return read


def _tuple_reader(shapes: tuple[Any, ...]) -> Callable[[Any], Any]:
    is_variadic = len(shapes) == 2 and shapes[1] is Ellipsis
    readers = [_reader(shape) for shape in shapes if shape is not Ellipsis]

    def read(data: Any) -> Any:
        if not isinstance(data, list | tuple):
            raise Misfit(f"{_quote(data)} is not a list")
        if len(data) > LONGEST if is_variadic else len(data) != len(readers):
            raise Misfit(f"a list of {len(data)} is too long or too short here")
        return tuple(
            reader(item) for reader, item in zip(readers * len(data) if is_variadic else readers, data, strict=True)
        )

    return read


def _dict_reader(key_shape: Any, value_shape: Any) -> Callable[[Any], Any]:
    read_key, read_value = _reader(key_shape), _reader(value_shape)

    def read(data: Any) -> Any:
        if key_shape is not str:
            if data == {}:  # an empty dict is written as an object, whatever the type of its keys
                return {}
            return dict(_reader(tuple[tuple[key_shape, value_shape], ...])(data))
        if not isinstance(data, dict) or len(data) > LONGEST:
            raise Misfit(f"{_quote(data)} is not an object")
        return {read_key(key): read_value(value) for key, value in data.items()}

    return read


def _dataclass_reader(shape: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(shape)
    readers = {_key(field.name): _reader(hints[field.name]) for field in fields(shape)}
    needed = sorted(
        _key(field.name) for field in fields(shape) if field.default is MISSING and field.default_factory is MISSING
    )
    names = {_key(field.name): field.name for field in fields(shape)}

    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise Misfit(f"{_quote(data)} is not an object")
        for key in data:
            if key not in readers:
                raise Misfit(f"nothing is called {short(key)} here")
        for key in needed:
            if key not in data:
                raise Misfit(f"{key} is missing")
        values = {}
        for key, value in data.items():
            try:
                values[names[key]] = readers[key](value)
            except Misfit as misfit:
                raise Misfit(f"{key}: {misfit}") from None
        return shape(**values)

    return read
