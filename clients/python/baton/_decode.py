"""From JSON to the types of `models`, by their annotations."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Callable, Dict, List, Mapping, Union, get_args, get_origin, get_type_hints

from .errors import Misunderstood

Reader = Callable[[Any], Any]


@lru_cache(maxsize=None)
def reader_of(kind: Any) -> Reader:
    if get_origin(kind) is Union:
        return _optional_reader(reader_of(next(option for option in get_args(kind) if option is not type(None))))
    if get_origin(kind) is list:
        return _list_reader(reader_of(get_args(kind)[0]))
    if kind is datetime:
        return read_time
    if kind is timedelta:
        return lambda value: timedelta(microseconds=value)
    if dataclasses.is_dataclass(kind):
        return _object_reader(kind)
    return lambda value: value


def read_time(text: str) -> datetime:
    # Before 3.11 fromisoformat does not know the Z.
    return datetime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)


def name_on_the_wire(name: str, kind: Any) -> str:
    return name + "_us" if kind is timedelta else name


def _optional_reader(item: Reader) -> Reader:
    return lambda value: None if value is None else item(value)


def _list_reader(item: Reader) -> Reader:
    def read(values: List[Any]) -> List[Any]:
        return [item(value) for value in values]

    return read


def _object_reader(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    fields: Dict[str, Any] = {name_on_the_wire(one.name, hints[one.name]): (one.name, reader_of(hints[one.name]))
                              for one in dataclasses.fields(kind)}

    def read(value: Mapping[str, Any]) -> Any:
        # What this client does not know it ignores.
        known = {fields[name][0]: fields[name][1](content) for name, content in value.items() if name in fields}
        try:
            return kind(**known)
        except TypeError as error:
            raise Misunderstood(f"the answer is no {kind.__name__}: {error}") from None

    return read
