"""A lock that is held while a block runs."""

from __future__ import annotations

import time
from typing import Any, Optional

from . import _ids
from ._call import Seconds, microseconds
from ._channel import BlockingShell
from ._courier import Courier
from ._duality import Blocking, run_now
from ._operations.locks import LockOperations
from ._pulse import Pulse, log
from .errors import BatonError, NotFound, StaleFence
from .models import Lock, LockFence

FIRST_PAUSE = 0.02
LONGEST_PAUSE = 1.0


class _Renewer(LockOperations, Blocking):
    """Renews by a connection of its own, whatever the others are busy with."""

    def __init__(self, courier: Courier, ttl: float) -> None:
        self._courier = Courier(courier.place, BlockingShell(), timeout=ttl / 3, patience=0.0)

    def close(self) -> None:
        self._courier.close()


class _Hold:
    """The owner is made here, so that a try whose answer was lost is recognised as ours."""

    def __init__(self, client: LockOperations, name: str, ttl: Seconds, timeout: Optional[float], agent: Optional[str],
                 owner: Optional[str]) -> None:
        self._client = client
        self._name = name
        self._ttl = microseconds(ttl) / 1_000_000
        self._timeout = timeout
        self._agent = agent
        self._owner = owner or (f"{agent}:{_ids.key()}" if agent else _ids.key())
        self._lock: Optional[Lock] = None
        self._renewer = _Renewer(client._courier, self._ttl)
        self._pulse: Optional[Pulse] = None
        self._lost: Optional[BatonError] = None
        self._sure_until = 0.0

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
        """Whether it may be somebody else's: a renewal was refused, or none got through for too long."""
        return self._lost is not None or time.monotonic() > self._sure_until

    def check(self) -> None:
        """StaleFence: the lock is lost."""
        if self.lost:
            raise self._lost or StaleFence(f"the lock {self._name} could not be renewed for {self._ttl:g} s",
                                           next="stop what needs it")

    async def _acquire(self) -> None:
        until = None if self._timeout is None else time.monotonic() + self._timeout
        pause = FIRST_PAUSE
        while True:
            self._sure_until = time.monotonic() + self._ttl
            tried = await LockOperations.try_lock.method(self._client, self._name, owner=self._owner, ttl=self._ttl,
                                                         agent=self._agent)
            if tried.won:
                break
            if until is not None and time.monotonic() >= until:
                raise TimeoutError(f"the lock {self._name} is held by {tried.lock.owner}")
            left = pause if until is None else max(0.0, until - time.monotonic())
            await self._client._courier.shell.pause(min(pause, left))
            pause = min(2 * pause, LONGEST_PAUSE)
        self._lock = tried.lock
        self._keep(tried.lock.token)

    def _keep(self, token: int) -> None:
        def renew() -> None:
            sure_until = time.monotonic() + self._ttl
            try:
                self._renewer.renew_lock(self._name, self._owner, token, ttl=self._ttl)
                self._sure_until = sure_until
            except (StaleFence, NotFound) as refused:
                self._lost = refused
                pulse.stop()
                log.warning("the lock %s is lost: %s", self._name, refused)

        pulse = self._pulse = Pulse(f"the lock {self._name}", self._ttl / 3, renew)

    async def _release(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()
        self._renewer.close()
        if self._lock is None:
            return
        token, self._lock = self._lock.token, None
        try:
            await LockOperations.release_lock.method(self._client, self._name, self._owner, token)
        except StaleFence:
            pass  # It lapsed, or a release whose answer was lost freed it; either way it is not ours.


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
