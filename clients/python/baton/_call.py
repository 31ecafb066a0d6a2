"""One request to the daemon, as a value: it can be sent again, and is then the same to the byte."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Generic, Mapping, Optional, TypeVar, Union
from urllib.parse import quote, urlencode

from ._decode import reader_of
from ._wire import Answer
from .errors import Invalid, Misunderstood

T = TypeVar("T")
Seconds = Union[int, float, timedelta]
Moment = Union[datetime, str]


class Unset:
    """Stands for what is not to be changed, where None is a value."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Any = Unset()


@dataclass(frozen=True)
class Call(Generic[T]):
    method: str
    target: str
    body: Optional[bytes]
    read: Callable[[Answer], T]
    wait: float = 0.0
    """How long the daemon may take on purpose."""
    repeatable: bool = True
    """Whether a repeat after a lost answer does nothing twice."""


def call(method: str, path: str, *names: object, query: Optional[Mapping[str, Any]] = None,
         body: Optional[Mapping[str, Any]] = None, reads: Any = Any, member: Optional[str] = None, wait: float = 0.0,
         repeatable: bool = True) -> Call[Any]:
    """`path` with `{}` for each of the names. `reads` is the type of the answer, or of its one `member`."""
    target = path.format(*(quote(str(name), safe="") for name in names))
    asked = {name: _as_query(value) for name, value in (query or {}).items() if value is not None}
    if asked:
        target += "?" + urlencode(asked)
    sent = None if body is None else to_json({name: value for name, value in body.items() if value is not UNSET})
    return Call(method, target, sent, _answer_reader(reads, member), wait, repeatable)


def given(**members: Any) -> Dict[str, Any]:
    """Without those that are None: left out, a member has its default."""
    return {name: value for name, value in members.items() if value is not None}


def to_json(value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Invalid(f"this cannot be written as JSON: {error}",
                      next="use dicts with text keys, lists, text, numbers, booleans and None") from None


def from_json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Misunderstood(f"the answer is no JSON that can be read: {error}") from None


def microseconds(duration: Seconds) -> int:
    if isinstance(duration, timedelta):
        return duration // timedelta(microseconds=1)
    return round(duration * 1_000_000)


def moment(time: Optional[Moment]) -> Optional[str]:
    if not isinstance(time, datetime):
        return time
    if time.tzinfo is None:
        raise Invalid("a time without a zone", next="use datetime.now(timezone.utc), or astimezone()")
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _as_query(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(value)
    return str(value)


def _answer_reader(reads: Any, member: Optional[str]) -> Callable[[Answer], Any]:
    decode = reader_of(reads)

    def read(answer: Answer) -> Any:
        if answer.status == 204:
            return None
        if not answer.headers.get("content-type", "").startswith("application/json"):
            return answer.body.decode("utf-8", "replace")
        value = from_json(answer.body)
        return decode(value[member] if member else value)

    return read
