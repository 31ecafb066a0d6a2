"""One agent of the fleet: registers, claims, has its handler do the task, settles, and comes back from whatever happens."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Coroutine, Mapping, NamedTuple, Optional, Tuple, TypeVar

from . import _ids
from ._handling import Handler, Outcome, Work, declined, unsettleable
from ._heart import Heart, Listener
from ._operations.tasks import NextClaim
from ._pulse import log
from .client import AsyncClient, Client
from .errors import BatonError, Conflict, Exhausted, Invalid, NotFound, StaleFence
from .models import Fence, Grant, Json, Settled

LONG_POLL = 20.0
STRANGER_PAUSE = 1.0
LAST_PATIENCE = 2.0
T = TypeVar("T")


class Crew(NamedTuple):
    """What the slots of one process have in common."""

    handlers: Mapping[str, Handler]
    patient: AsyncClient
    """Tries for as long as it takes."""
    hearts: Client
    client: AsyncClient
    blocking: Client
    """These two are for handlers."""
    ttl: float
    version: str
    metadata: Json
    exits_when_drained: bool
    enrolled: Callable[[], None]

    @property
    def lease(self) -> float:
        """Of a claim, which does not know yet what it gets; the beats then renew by the lease of its handler."""
        return min(handler.lease for handler in self.handlers.values())


class Slot:
    """Lives on one event loop; the heart calls from its own thread."""

    def __init__(self, crew: Crew, agent: str) -> None:
        self._crew = crew
        self._agent = agent
        self._incarnation = ""
        self._heart: Optional[Heart] = None
        self._work: Optional[Work] = None
        self._news = asyncio.Event()
        self._stopping = False
        self._draining = False
        self._ask_again = False
        self._lost: Optional[BatonError] = None

    def stop(self) -> None:
        """Takes no more work; what it has it ends."""
        self._stopping = True
        self._news.set()

    def abandon(self) -> None:
        """Gives back what it has, too."""
        self.stop()
        if self._work is not None:
            self._work.abandon("the agent stops")

    async def live(self) -> None:
        while not self._stopping:
            await self._enrol()
            try:
                await self._serve()
                break
            except (StaleFence, NotFound) as refused:
                log.warning("agent %s was given up by the fleet and comes back: %s", self._agent, refused)
            finally:
                self._stop_heart()
        await self._leave()

    async def _enrol(self) -> None:
        self._incarnation, self._lost, self._draining = _ids.key(), None, False
        lanes = sorted({handler.lane for handler in self._crew.handlers.values()})
        registered = await self._unless_stopped(lambda: self._crew.patient.register_agent(
            self._agent, lanes, incarnation=self._incarnation, version=self._crew.version, metadata=self._crew.metadata,
            ttl=self._crew.ttl))
        if registered is None:
            return
        listener = Listener(*(_on_this_loop(hear, self._incarnation) for hear in self._ears()))
        self._heart = Heart(self._crew.hearts, self._agent, self._incarnation, self._crew.ttl,
                            min(self._crew.ttl, self._crew.lease) / 4, listener)
        self._crew.enrolled()

    async def _serve(self) -> None:
        while not self._stopping:
            if self._lost is not None:
                raise self._lost
            if self._draining:
                if self._crew.exits_when_drained:
                    return
                self._news.clear()
                await self._news.wait()
                continue
            grant = await self._claim()
            while grant is not None:
                grant = await self._perform(grant)

    async def _claim(self) -> Optional[Grant]:
        claim_id = _ids.key()
        try:
            return await self._unless_stopped(lambda: self._crew.patient.claim_task(
                self._agent, self._incarnation, claim_id=claim_id, lease=self._crew.lease, wait=LONG_POLL))
        except Conflict as busy:
            known = await self._crew.patient.get_agent(self._agent)
            if known.state != "draining":
                raise StaleFence(f"the agent is {known.state} without our doing", code=busy.code) from None
            self._draining = True
            return None

    async def _perform(self, grant: Grant) -> Optional[Grant]:
        assert self._heart is not None
        handler = self._crew.handlers.get(grant.task.kind)
        self._heart.hold(grant.fence, handler.lease if handler else self._crew.lease)
        if handler is None:
            outcome = declined(grant.task.kind)
        else:
            self._work = Work(handler, grant, self._crew.client, self._crew.blocking)
            outcome = await self._work.outcome()
            self._work = None
        self._heart.settling()
        settled = await self._settle(grant.fence, outcome, goes_on=handler is not None)
        self._heart.free()
        if handler is None:
            # Somebody who can do it shall have a chance to be faster.
            await asyncio.sleep(STRANGER_PAUSE)
        return settled.next

    async def _settle(self, fence: Fence, outcome: Outcome, goes_on: bool) -> Settled:
        following = None
        if goes_on and not (self._stopping or self._draining or self._lost):
            following = NextClaim(lease=self._crew.lease)
        try:
            settled = await outcome.tell(self._crew.patient, fence, following)
        except (Invalid, Exhausted) as refused:
            log.error("the result of task %s was refused: %s", fence.task, refused)
            settled = await unsettleable(refused).tell(self._crew.patient, fence, following)
        if not settled.counted:
            log.warning("task %s had ended meanwhile as %s", fence.task, settled.status)
        return settled

    async def _unless_stopped(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> Optional[T]:
        """Asks for as long as it takes, and the same again when a connection may have died unnoticed. None: it is stopped."""
        while not self._stopping:
            if self._lost is not None:
                raise self._lost
            if self._ask_again:
                self._ask_again = False
                self._crew.patient._courier.drop_idle()
            asking = asyncio.ensure_future(ask())
            try:
                while not (asking.done() or self._stopping or self._lost or self._ask_again):
                    self._news.clear()
                    news = asyncio.ensure_future(self._news.wait())
                    await asyncio.wait({asking, news}, return_when=asyncio.FIRST_COMPLETED)
                    news.cancel()
                if asking.done():
                    return asking.result()
            finally:
                asking.cancel()
        return None

    async def _leave(self) -> None:
        """What it may have been given in the last moment goes back to its place."""
        try:
            farewell = self._crew.patient.deregister_agent(self._agent, incarnation=self._incarnation)
            await asyncio.wait_for(farewell, LAST_PATIENCE)
        except (BatonError, asyncio.TimeoutError) as error:
            log.warning("agent %s could not sign off: %s", self._agent, error)

    def _stop_heart(self) -> None:
        if self._heart is not None:
            self._heart.stop()

    def _ears(self) -> Tuple[Callable[..., None], ...]:
        return self._hear_drain, self._hear_cancel, self._hear_lost, self._hear_ask_again

    def _hear_drain(self, incarnation: str, drain: bool) -> None:
        if incarnation == self._incarnation and drain != self._draining:
            log.info("agent %s is told to %s", self._agent, "take no more work" if drain else "go on")
            self._draining = drain
            self._news.set()

    def _hear_cancel(self, incarnation: str, fence: Fence) -> None:
        if self._work is not None and self._work.fence == fence:
            self._work.cancel("the task was cancelled")

    def _hear_lost(self, incarnation: str, refused: BatonError) -> None:
        if incarnation != self._incarnation:
            return
        self._lost = refused
        if self._work is not None:
            self._work.cancel(refused.detail)
        self._news.set()

    def _hear_ask_again(self, incarnation: str) -> None:
        """What waits on a connection that has died unnoticed would wait for long."""
        self._ask_again = True
        self._news.set()


def _on_this_loop(hear: Callable[..., None], incarnation: str) -> Callable[..., None]:
    """For the thread of the heart, which may be a little behind."""
    loop = asyncio.get_running_loop()

    def tell(*words: Any) -> None:
        try:
            loop.call_soon_threadsafe(hear, incarnation, *words)
        except RuntimeError:
            pass  # The loop has ended; nobody listens any more.

    return tell
