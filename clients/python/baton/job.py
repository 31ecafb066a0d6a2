"""A task in the hands of a handler."""

from __future__ import annotations

import threading
from typing import Any, Callable, List, Optional

from ._call import Seconds
from ._duality import Awaiting, Blocking, dual
from ._held import AsyncHeldLock, HeldLock
from ._operations import Operations
from .client import AsyncClient, Client
from .errors import Cancelled, Invalid, StaleFence
from .models import Correlation, Fence, Grant, Json, Message, Task


class Verdict(Exception):
    """Raised by a handler to settle its task otherwise than by a result or a failure."""


class Fail(Verdict):
    """The attempt failed; without `retry` the task does."""

    def __init__(self, error: Json = None, *, retry: bool = True) -> None:
        super().__init__(error)
        self.error = error
        self.retry = retry


class Decline(Verdict):
    """This agent does not want the task: it goes back to its place, with the reason."""

    def __init__(self, reason: Json = None) -> None:
        super().__init__(reason)
        self.reason = reason


class Release(Verdict):
    """The task goes back to its place."""


class Cancellation:
    """Told once, from any thread."""

    def __init__(self) -> None:
        self.told = threading.Event()
        self.reason = ""
        self.listener: Optional[Callable[[], None]] = None

    def tell(self, reason: str) -> None:
        if not self.told.is_set():
            self.reason = reason
            self.told.set()
            if self.listener is not None:
                self.listener()


class _AnyJob:
    def __init__(self, grant: Grant, client: Any, cancellation: Cancellation) -> None:
        self.task: Task = grant.task
        self.fence: Fence = grant.fence
        self.client = client
        self._cancellation = cancellation

    @property
    def id(self) -> str:
        return self.task.id

    @property
    def payload(self) -> Json:
        return self.task.payload

    @property
    def attempt(self) -> int:
        """Pass it along to whatever has effects outside: a task may be started twice, with another attempt."""
        return self.task.attempt

    @property
    def cancelled(self) -> bool:
        """Whether the work no longer counts: the task was cancelled, or given to another agent, or the agent stops."""
        return self._cancellation.told.is_set()

    def check(self) -> None:
        """Cancelled: the work no longer counts."""
        if self.cancelled:
            raise Cancelled(self._cancellation.reason)

    @dual
    async def progress(self, progress: Json) -> None:
        """Keeps the latest progress. Cancelled: the work no longer counts."""
        self.check()
        try:
            heard = await Operations.report_progress.method(self.client, self.fence, progress)
        except StaleFence as lost:
            self._cancellation.tell(lost.detail)
        else:
            if heard.cancel:
                self._cancellation.tell("the task was cancelled")
        self.check()

    @dual
    async def say(self, body: Json, *, role: str = "agent", id: Optional[str] = None) -> Message:
        """Adds a message to the task's thread."""
        return await Operations.append_message.method(self.client, self._thread(), role, body, id=id, task=self.id)

    @dual
    async def history(self, *, limit: int = 50) -> List[Message]:
        """The latest messages of the task's thread, oldest first."""
        page = await Operations.list_messages.method(self.client, self._thread(), limit=limit)
        return page.items

    @dual
    async def hand_over(self, value: Json, *, ttl: Seconds = 3600) -> None:
        """A value for whoever waits for it with get_result, before the task is settled."""
        await Operations.set_result.method(self.client, self.id, self.attempt, value, ttl=ttl)

    @dual
    async def signal(self, correlation: str, name: str, body: Json, *, version: int = 1) -> Correlation:
        """Contributes to a correlation."""
        return await Operations.signal.method(self.client, correlation, name, body, version=version)

    def _thread(self) -> str:
        if self.task.thread is None:
            raise Invalid(f"the task {self.id} belongs to no thread", next="submit it with thread=…")
        return self.task.thread


class Job(_AnyJob, Blocking):
    """What a handler gets that is an ordinary function. It runs on a thread of its own."""

    client: Client

    def lock(self, name: str, *, ttl: Seconds = 30, timeout: Optional[float] = None) -> HeldLock:
        """As Client.lock; if the agent crashes, it is freed at once."""
        return self.client.lock(name, ttl=ttl, timeout=timeout, agent=self.fence.agent)

    def wait(self, seconds: float) -> None:
        """Waits so long, and no longer than the work counts. Cancelled: it no longer does."""
        self._cancellation.told.wait(seconds)
        self.check()


class AsyncJob(_AnyJob, Awaiting):
    """What a handler gets that is a coroutine function. When the work no longer counts, it is cancelled."""

    client: AsyncClient

    def lock(self, name: str, *, ttl: Seconds = 30, timeout: Optional[float] = None) -> AsyncHeldLock:
        """As AsyncClient.lock; if the agent crashes, it is freed at once."""
        return self.client.lock(name, ttl=ttl, timeout=timeout, agent=self.fence.agent)
