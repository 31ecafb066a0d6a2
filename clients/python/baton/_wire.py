"""HTTP/1.1 as bytes: what to send for a request, and when an answer is whole. Knows no socket."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Mapping, Optional

from .errors import Misunderstood

LONGEST_HEAD = 64 * 1024


class Cut(Exception):
    """The connection ended before the answer did."""


def request_bytes(method: str, target: str, headers: Mapping[str, str], body: Optional[bytes]) -> bytes:
    lines = [f"{method} {target} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body is not None:
        lines.append("Content-Type: application/json")
    if body is not None or method != "GET":
        lines.append(f"Content-Length: {len(body or b'')}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (body or b"")


@dataclass
class Answer:
    status: int
    headers: Dict[str, str]
    body: bytes = b""


@dataclass
class AnswerReader:
    """Fed with what arrives. `take` gives the part of the body that has come since; `answer` is set when all of it has."""

    head: Optional[Answer] = None
    answer: Optional[Answer] = None
    started: bool = False
    keep_alive: bool = False
    _buffer: bytearray = field(default_factory=bytearray)
    _body: bytearray = field(default_factory=bytearray)
    _length: Optional[int] = None
    _chunked: bool = False

    def feed(self, data: bytes) -> None:
        """`b""`: the other side has closed."""
        self.started = self.started or bool(data)
        self._buffer += data
        while self.head is None and self._read_head():
            pass
        if self.head is not None:
            self._read_body(ended=not data)
        if not data and self.answer is None:
            raise Cut("the connection was cut before the answer was there")

    def take(self) -> bytes:
        part = bytes(self._body)
        self._body.clear()
        return part

    def _read_head(self) -> bool:
        """Whether there is more to read of it: an interim answer was skipped."""
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) > LONGEST_HEAD:
                raise Misunderstood("what answers there is no baton: its headers do not end")
            return False
        lines = bytes(self._buffer[:end]).decode("latin-1").split("\r\n")
        del self._buffer[:end + 4]
        version, _, rest = lines[0].partition(" ")
        if not version.startswith("HTTP/1.") or not rest[:3].isdigit():
            raise Misunderstood("what answers there is no baton", next="check the address")
        if rest.startswith("1"):
            return True
        fields = (line.partition(":") for line in lines[1:])
        self._understand(Answer(int(rest[:3]), {name.strip().lower(): value.strip() for name, _, value in fields}))
        return False

    def _understand(self, head: Answer) -> None:
        self.head = head
        self.keep_alive = head.headers.get("connection", "").lower() != "close"
        self._chunked = "chunked" in head.headers.get("transfer-encoding", "").lower()
        length = head.headers.get("content-length", "")
        if head.status == 204:
            self._length = 0
        elif length.isdigit() and not self._chunked:
            self._length = int(length)

    def _read_body(self, ended: bool) -> None:
        if self._chunked:
            while self._read_chunk():
                pass
            return
        left = len(self._buffer) if self._length is None else min(self._length, len(self._buffer))
        self._move(left)
        if self._length is not None:
            self._length -= left
        # An answer that does not tell its length is as long as its connection.
        if self._length == 0 or (self._length is None and ended):
            self.keep_alive = self.keep_alive and self._length == 0
            self._finish()

    def _read_chunk(self) -> bool:
        line_end = self._buffer.find(b"\r\n")
        if line_end < 0 or self.answer is not None:
            return False
        try:
            size = int(bytes(self._buffer[:line_end]).split(b";")[0], 16)
        except ValueError:
            raise Misunderstood("the answer is garbled: a chunk has no size") from None
        if size == 0:
            # Trailers may follow, and end with an empty line.
            if b"\r\n\r\n" in self._buffer:
                self._finish()
            return False
        if len(self._buffer) < line_end + 2 + size + 2:
            return False
        del self._buffer[:line_end + 2]
        self._move(size)
        del self._buffer[:2]
        return True

    def _move(self, count: int) -> None:
        self._body += self._buffer[:count]
        del self._buffer[:count]

    def _finish(self) -> None:
        assert self.head is not None
        self.answer = Answer(self.head.status, self.head.headers, bytes(self._body))
