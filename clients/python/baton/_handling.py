"""How a handler is run, and what becomes of its task."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
import traceback
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Optional, Union

from ._call import to_json
from ._operations.tasks import NextClaim
from ._pulse import log
from .client import AsyncClient, Client
from .errors import BatonError, Cancelled, Invalid
from .job import AsyncJob, Cancellation, Decline, Fail, Job, Release
from .models import Fence, Grant, Json, SettleKind, Settled

SWEEP_UP = 1.0
LONGEST_TRACE = 8000

Function = Union[Callable[[Job], Json], Callable[[AsyncJob], Awaitable[Json]]]


@dataclass(frozen=True)
class Handler:
    kind: str
    lane: str
    lease: float
    function: Callable[[Any], Any]

    @property
    def is_coroutine(self) -> bool:
        return inspect.iscoroutinefunction(self.function)


@dataclass(frozen=True)
class Outcome:
    kind: SettleKind
    body: Json = None
    retry: bool = True

    async def tell(self, client: AsyncClient, fence: Fence, following: Optional[NextClaim]) -> Settled:
        return await client.settle_task(fence, self.kind, self.body, retry=self.retry, next=following)


RELEASED = Outcome("release")


def completed(result: Json) -> Outcome:
    try:
        to_json(result)
    except Invalid as error:
        return unsettleable(error)
    return Outcome("complete", result)


def declined(kind: str) -> Outcome:
    return Outcome("decline", f"this agent has no handler for {kind}")


def unsettleable(error: BatonError) -> Outcome:
    """Trying again would end the same way."""
    return Outcome("fail", {"type": "Result", "message": str(error)}, retry=False)


def outcome_of(error: BaseException, cancelled: bool) -> Outcome:
    if cancelled and isinstance(error, (Cancelled, asyncio.CancelledError)):
        return RELEASED
    if isinstance(error, Release):
        return RELEASED
    if isinstance(error, Decline):
        return Outcome("decline", error.reason)
    if isinstance(error, Fail):
        return Outcome("fail", error.error, error.retry)
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    message = {"type": type(error).__name__, "message": str(error), "trace": trace[-LONGEST_TRACE:]}
    return Outcome("fail", {name: text.encode("utf-8", "replace").decode() for name, text in message.items()})


class Work:
    """One run of a handler."""

    def __init__(self, handler: Handler, grant: Grant, client: AsyncClient, blocking: Client) -> None:
        self.fence = grant.fence
        self._loop = asyncio.get_running_loop()
        self._cancellation = Cancellation()
        self._abandoned = asyncio.Event()
        if handler.is_coroutine:
            job = AsyncJob(grant, client, self._cancellation)
            self._running: asyncio.Future[Json] = asyncio.ensure_future(handler.function(job))
            self._cancellation.listener = self._cancel_coroutine
        else:
            self._running = run_on_thread(f"baton task {grant.task.id}", handler.function,
                                          Job(grant, blocking, self._cancellation))

    def cancel(self, reason: str) -> None:
        self._cancellation.tell(reason)

    def abandon(self, reason: str) -> None:
        self.cancel(reason)
        self._abandoned.set()

    async def outcome(self) -> Outcome:
        abandoned = asyncio.ensure_future(self._abandoned.wait())
        try:
            await asyncio.wait({self._running, abandoned}, return_when=asyncio.FIRST_COMPLETED)
            if not self._running.done():
                await asyncio.wait({self._running}, timeout=SWEEP_UP)
        finally:
            abandoned.cancel()
            if not self._running.done():
                self._running.cancel()
        return self._judge()

    def _judge(self) -> Outcome:
        if not self._running.done():
            return RELEASED
        cancelled = self._cancellation.told.is_set()
        if self._running.cancelled():
            return outcome_of(asyncio.CancelledError("the handler cancelled itself"), cancelled)
        error = self._running.exception()
        if error is None:
            return completed(self._running.result())
        outcome = outcome_of(error, cancelled)
        if outcome.kind == "fail" and not isinstance(error, Fail):
            log.error("task %s failed at attempt %s", self.fence.task, self.fence.attempt, exc_info=error)
        return outcome

    def _cancel_coroutine(self) -> None:
        self._loop.call_soon_threadsafe(self._running.cancel)


def run_on_thread(name: str, function: Callable[[Any], Any], argument: Any) -> asyncio.Future[Any]:
    """On a thread that does not keep the process from ending: a handler that does not return cannot be ended otherwise."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: Any, error: Optional[BaseException]) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            # A future refuses StopIteration, and the event loop takes the exit of a handler for its own.
            future.set_exception(error if isinstance(error, Exception) and not isinstance(error, StopIteration)
                                 else RuntimeError(f"the handler raised {error!r}"))

    def run() -> None:
        result, failure = None, None
        try:
            result = context.run(function, argument)
        except BaseException as error:  # pylint: disable=broad-except
            failure = error
        try:
            loop.call_soon_threadsafe(settle, result, failure)
        except RuntimeError:
            pass  # The loop has ended without it.

    threading.Thread(target=run, name=name, daemon=True).start()
    return future
