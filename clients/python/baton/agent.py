"""Agents: what the fleet's work is done by."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import socket
import threading
from typing import Any, Callable, Dict, List, Optional, TypeVar

from ._call import Seconds, microseconds
from ._handling import Function, Handler
from ._place import Place, find_daemon
from ._pulse import log
from ._slot import Crew, Slot
from .client import AsyncClient, Client
from .models import Json

F = TypeVar("F", bound=Function)
TIMEOUT = 5.0
AFTER_GRACE = 5.0
LONGEST_SILENCE = 30.0
_numbers = itertools.count(1)


def agent_id(name: str) -> str:
    """Another one for each process and each of its slots, and again the same for none that is alive."""
    host = re.sub(r"[^A-Za-z0-9._-]", "-", socket.gethostname())[:40]
    return f"{name}-{host}-{os.getpid()}-{next(_numbers)}"


class Agent:
    """Works on tasks of the kinds it has handlers for.

        agent = Agent("researcher")

        @agent.task("research", lease=60)
        def research(job):
            return {"answer": job.payload["question"]}

        agent.run()

    `concurrency`: how many tasks at once. The fleet sees as many agents, each with one task, and ids that begin with the
    name. `id`: an id to come back under, instead of one of this process; only one process may use it at a time.
    `ttl`: silent for so many seconds, an agent without a task counts as crashed (by default 30, or the shortest lease).
    `grace`: how long a stop waits for tasks that are under way before it gives them back. The daemon is found as Client
    finds it.
    """

    def __init__(self, name: str, *, concurrency: int = 1, id: Optional[str] = None, ttl: Optional[Seconds] = None,
                 version: str = "", metadata: Json = None, grace: float = 30.0, exits_when_drained: bool = False,
                 url: Optional[str] = None, token: Optional[str] = None, token_file: Optional[str] = None, ca_file: Optional[str] = None) -> None:
        if concurrency < 1:
            raise ValueError("concurrency is at least 1")
        self.name = name
        self._concurrency = concurrency
        self._id = id
        self._ttl = None if ttl is None else microseconds(ttl) / 1_000_000
        self._version = version
        self._metadata = metadata
        self._grace = grace
        self._exits_when_drained = exits_when_drained
        self._where = (url, token, token_file, ca_file)
        self._handlers: Dict[str, Handler] = {}
        self._slots: List[Slot] = []
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._stopping = False
        self._background: Optional[_Background] = None
        self._serving: Optional[asyncio.Task[None]] = None

    def task(self, kind: str, *, lane: Optional[str] = None, lease: Seconds = 60) -> Callable[[F], F]:
        """Makes a function, or a coroutine function, the handler of a kind of task. What it returns is the result; what it
        raises fails the attempt. Silent for longer than `lease` seconds, the agent loses the task to another."""

        def keep(function: F) -> F:
            self._handlers[kind] = Handler(kind, lane or kind, microseconds(lease) / 1_000_000, function)
            return function

        return keep

    def run(self) -> None:
        """Works until it is stopped, or by SIGTERM or SIGINT: then it takes no more tasks and ends those it has; a second
        signal gives them back at once."""
        asyncio.run(self._serve(with_signals=threading.current_thread() is threading.main_thread()))

    async def serve(self) -> None:
        """The same in a program that has an event loop; signals are its own business."""
        await self._serve(with_signals=False)

    def stop(self) -> None:
        """Takes no more tasks, and ends once those under way are settled. Any thread may call it."""
        self._stopping = True
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self._begin_stop)
            except RuntimeError:
                pass  # It has ended by itself.

    async def _serve(self, with_signals: bool, enrolled: Callable[[], None] = lambda: None) -> None:
        if not self._handlers:
            raise ValueError("an agent without handlers: decorate a function with @agent.task(kind)")
        self._loop = loop = asyncio.get_running_loop()
        place = find_daemon(*self._where)
        signals = [signal.SIGTERM, signal.SIGINT] if with_signals else []
        for number in signals:
            loop.add_signal_handler(number, self._hear_signal)
        try:
            crew = self._crew(place, enrolled)
            with crew.hearts, crew.blocking:
                async with crew.patient, crew.client:
                    self._slots = [Slot(crew, name) for name in self._ids()]
                    await self._live()
        finally:
            self._loop, self._slots, self._stopping = None, [], False
            for number in signals:
                loop.remove_signal_handler(number)

    def _crew(self, place: Place, enrolled: Callable[[], None]) -> Crew:
        shortest = min(handler.lease for handler in self._handlers.values())
        # A task cannot be lost sooner than its agent: so one without a task is not trusted for longer.
        ttl = self._ttl or min(LONGEST_SILENCE, shortest)
        # A beat that is not answered must leave time for another one.
        hearts = Client(place=place, timeout=min(TIMEOUT, max(1.0, min(ttl, shortest) / 3)), patience=0.0)
        return Crew(self._handlers, AsyncClient(place=place, timeout=TIMEOUT, patience=None), hearts,
                    AsyncClient(place=place), Client(place=place), ttl, self._version, self._metadata,
                    self._exits_when_drained, enrolled)

    def _ids(self) -> List[str]:
        if self._id is None:
            return [agent_id(self.name) for _ in range(self._concurrency)]
        return [self._id] + [f"{self._id}-{number}" for number in range(2, self._concurrency + 1)]

    async def _live(self) -> None:
        """One that cannot go on ends them all: what keeps it (a token, an address) keeps the others, too."""
        if self._stopping:
            self._begin_stop()
        lives = [asyncio.ensure_future(slot.live()) for slot in self._slots]
        try:
            await asyncio.wait(lives, return_when=asyncio.FIRST_EXCEPTION)
            self._begin_stop()
            await asyncio.wait(lives, timeout=self._grace + AFTER_GRACE)
        except asyncio.CancelledError:
            for slot in self._slots:
                slot.abandon()
            await asyncio.wait(lives, timeout=AFTER_GRACE)
            raise
        finally:
            for life in lives:
                life.cancel()
        for life in lives:
            if life.done():
                life.result()
            else:
                log.error("an agent of %s stopped without an answer of the daemon; what it had goes to others", self.name)

    def _hear_signal(self) -> None:
        if self._stopping:
            for slot in self._slots:
                slot.abandon()
            return
        log.info("agent %s ends what it has and stops; once more to stop at once", self.name)
        self._stopping = True
        self._begin_stop()

    def _begin_stop(self) -> None:
        for slot in self._slots:
            slot.stop()
            asyncio.get_running_loop().call_later(self._grace, slot.abandon)

    def __enter__(self) -> Agent:
        """Works on a thread in the background; returns when it is registered."""
        self._background = _Background(self)
        return self

    def __exit__(self, *exception: Any) -> None:
        assert self._background is not None
        self.stop()
        self._background.join()

    async def __aenter__(self) -> Agent:
        enrolled = asyncio.Event()
        self._serving = asyncio.ensure_future(self._serve(False, enrolled.set))
        waiting = asyncio.ensure_future(enrolled.wait())
        await asyncio.wait({self._serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._serving.done():
            self._serving.result()
        return self

    async def __aexit__(self, *exception: Any) -> None:
        assert self._serving is not None
        self.stop()
        await self._serving


class _Background:
    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._enrolled = threading.Event()
        self._failure: Optional[BaseException] = None
        self._thread = threading.Thread(target=self._run, name=f"baton agent {agent.name}", daemon=True)
        self._thread.start()
        self._enrolled.wait()
        self._raise()

    def join(self) -> None:
        self._thread.join()
        self._raise()

    def _run(self) -> None:
        try:
            asyncio.run(self._agent._serve(False, self._enrolled.set))
        except BaseException as error:  # pylint: disable=broad-except
            self._failure = error
        self._enrolled.set()

    def _raise(self) -> None:
        if self._failure is not None:
            raise self._failure
