"""Server-sent events, and how to go on after a cut."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, Optional

from ._call import Call, from_json
from ._courier import Courier
from ._decode import reader_of
from ._persistence import Persistence
from .errors import Unavailable
from .models import Event


class StreamReader:
    """Fed with what arrives; gives the events that are whole. `last_id` is how far it has come."""

    def __init__(self) -> None:
        self.last_id: Optional[str] = None
        self._buffer = b""
        self._fields: Dict[str, str] = {}

    def feed(self, data: bytes) -> Iterator[Event]:
        self._buffer += data
        *lines, self._buffer = self._buffer.split(b"\n")
        for line in lines:
            event = self._line(line.decode("utf-8", "replace").rstrip("\r"))
            if event is not None:
                yield event

    def _line(self, line: str) -> Optional[Event]:
        if line:
            name, _, value = line.partition(":")
            self._fields[name] = value[1:] if value.startswith(" ") else value
            return None
        fields, self._fields = self._fields, {}
        self.last_id = fields.get("id", self.last_id)
        if "data" not in fields or fields.get("event", "").startswith(("log.", "stream.")):
            return None
        event: Event = reader_of(Event)(from_json(fields["data"].encode()))
        return event


async def follow(courier: Courier, call: Call[Any], silence: float) -> AsyncIterator[Event]:
    """Ends only by an error that trying again does not mend."""
    last_id: Optional[str] = None
    persistence = Persistence(courier.patience)
    while True:
        reader = StreamReader()
        reader.last_id = last_id
        headers = {"Accept": "text/event-stream", **({} if last_id is None else {"Last-Event-ID": last_id})}
        error = Unavailable("the stream ended")
        try:
            async for data in courier.stream(call, headers, silence):
                for event in reader.feed(data):
                    last_id = reader.last_id
                    yield event
                if reader.last_id != last_id:
                    last_id, persistence = reader.last_id, Persistence(courier.patience)
        except Unavailable as cut:
            error = cut
        pause = persistence.pause_after(error)
        if pause is None:
            raise error
        await courier.shell.pause(pause)
