"""Connections: all that touches a socket. One kind blocks, the other one awaits; both have the same coroutines."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import time
from typing import Any, Awaitable, Callable, Hashable, Optional, Protocol, TypeVar

from ._place import Place

T = TypeVar("T")
PIECE = 64 * 1024


class Channel(Protocol):
    async def send(self, data: bytes, timeout: float) -> None: ...

    async def receive(self, timeout: float) -> bytes:
        """Whatever has come; `b""` once the other side has closed."""
        ...

    def close(self) -> None: ...


class Shell(Protocol):
    """How a program waits."""

    def home(self) -> Hashable:
        """Connections belong to it, and are useless elsewhere: a forked process, another event loop."""
        ...

    async def connect(self, place: Place, timeout: float) -> Channel: ...

    async def pause(self, seconds: float) -> None: ...


def _tls(place: Place) -> Optional[ssl.SSLContext]:
    return ssl.create_default_context(cafile=place.ca_file) if place.secure else None


class BlockingChannel:
    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    async def send(self, data: bytes, timeout: float) -> None:
        self._socket.settimeout(timeout)
        self._socket.sendall(data)

    async def receive(self, timeout: float) -> bytes:
        self._socket.settimeout(timeout)
        return self._socket.recv(PIECE)

    def close(self) -> None:
        self._socket.close()


class BlockingShell:
    def home(self) -> Hashable:
        return os.getpid()

    async def connect(self, place: Place, timeout: float) -> Channel:
        connected = socket.create_connection((place.host, place.port), timeout)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        context = _tls(place)
        if context is None:
            return BlockingChannel(connected)
        try:
            return BlockingChannel(context.wrap_socket(connected, server_hostname=place.host))
        except OSError:
            connected.close()
            raise

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)


class AwaitingChannel:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes, timeout: float) -> None:
        self._writer.write(data)
        await _within(timeout, self._writer.drain())

    async def receive(self, timeout: float) -> bytes:
        return await _within(timeout, self._reader.read(PIECE))

    def close(self) -> None:
        # The loop that it belongs to may be gone.
        if not self._writer.transport.is_closing():
            try:
                self._writer.transport.abort()
            except RuntimeError:
                pass


class AwaitingShell:
    def home(self) -> Hashable:
        return (os.getpid(), asyncio.get_running_loop())

    async def connect(self, place: Place, timeout: float) -> Channel:
        name: Any = place.host if place.secure else None
        opening = asyncio.open_connection(place.host, place.port, ssl=_tls(place), server_hostname=name)
        return AwaitingChannel(*await _within(timeout, opening, lambda opened: opened[1].transport.abort()))

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def _within(timeout: float, work: Awaitable[T], drop: Callable[[T], None] = lambda outcome: None) -> T:
    """Whoever calls it off is heard: before Python 3.12, asyncio.wait_for goes on if the work ends in the same moment. What the
    work brings when nobody takes it any more is dropped."""
    working = asyncio.ensure_future(work)
    try:
        await asyncio.wait({working}, timeout=timeout)
        if not working.done():
            raise TimeoutError("timed out")
        return working.result()
    except BaseException:
        working.cancel()
        working.add_done_callback(lambda done: None if done.cancelled() or done.exception() else drop(done.result()))
        raise
