"""A lock that is held while a block runs."""

from __future__ import annotations

import time
from typing import Any, Optional

from . import _ids
from ._call import Call, Seconds, call, given, microseconds
from ._channel import BlockingShell
from ._courier import Courier
from ._duality import run_now
from ._pulse import Pulse, log
from .errors import BatonError, NotFound, StaleFence
from .models import Lock, LockFence, LockTried

FIRST_PAUSE = 0.02
LONGEST_PAUSE = 1.0


class _Hold:
    """The owner is made here, so that a try whose answer was lost is recognised as ours."""

    def __init__(self, courier: Courier, name: str, ttl: Seconds, timeout: Optional[float], agent: Optional[str],
                 owner: Optional[str]) -> None:
        self._courier = courier
        self._name = name
        self._ttl_us = microseconds(ttl)
        self._timeout = timeout
        self._agent = agent
        self._owner = owner or (f"{agent}:{_ids.key()}" if agent else _ids.key())
        self._lock: Optional[Lock] = None
        # Renewed by a connection of its own, whatever the others are busy with.
        self._renewer = Courier(courier.place, BlockingShell(), timeout=self._ttl_us / 3_000_000, patience=0.0)
        self._pulse: Optional[Pulse] = None
        self._lost: Optional[BatonError] = None

    @property
    def fence(self) -> LockFence:
        """For writes that only the holder may do."""
        if self._lock is None:
            raise StaleFence(f"the lock {self._name} is not held")
        return LockFence(self._name, self._lock.token)

    @property
    def token(self) -> int:
        """Larger than that of every holder before."""
        return self.fence.token

    @property
    def lost(self) -> bool:
        """Whether a renewal was refused: it lapsed, and may be somebody else's."""
        return self._lost is not None

    def check(self) -> None:
        """StaleFence: the lock is lost."""
        if self._lost is not None:
            raise self._lost

    async def _acquire(self) -> None:
        until = None if self._timeout is None else time.monotonic() + self._timeout
        pause = FIRST_PAUSE
        while True:
            tried: LockTried = await self._courier.send(self._call("try", LockTried, agent=self._agent, ttl_us=self._ttl_us))
            if tried.won:
                break
            if until is not None and time.monotonic() >= until:
                raise TimeoutError(f"the lock {self._name} is held by {tried.lock.owner}")
            await self._courier.shell.pause(pause if until is None else min(pause, max(0.0, until - time.monotonic())))
            pause = min(2 * pause, LONGEST_PAUSE)
        self._lock = tried.lock
        self._keep(tried.lock.token)

    def _keep(self, token: int) -> None:
        renewal = self._call("renew", Lock, token=token, ttl_us=self._ttl_us)

        def renew() -> None:
            try:
                run_now(self._renewer.send(renewal))
            except (StaleFence, NotFound) as refused:
                self._lost = refused
                pulse.stop()
                log.warning("the lock %s is lost: %s", self._name, refused)

        pulse = self._pulse = Pulse(f"the lock {self._name}", self._ttl_us / 3_000_000, renew)

    async def _release(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()
        self._renewer.close()
        if self._lock is None:
            return
        token, self._lock = self._lock.token, None
        try:
            await self._courier.send(self._call("release", None, token=token))
        except StaleFence:
            pass  # It lapsed, or a release whose answer was lost freed it; either way it is not ours.

    def _call(self, verb: str, reads: Any, **members: Any) -> Call[Any]:
        return call("POST", "/v1/locks/{}/" + verb, self._name, body=given(owner=self._owner, **members), reads=reads)


class HeldLock(_Hold):
    def __enter__(self) -> HeldLock:
        run_now(self._acquire())
        return self

    def __exit__(self, *exception: Any) -> None:
        run_now(self._release())


class AsyncHeldLock(_Hold):
    async def __aenter__(self) -> AsyncHeldLock:
        await self._acquire()
        return self

    async def __aexit__(self, *exception: Any) -> None:
        await self._release()
