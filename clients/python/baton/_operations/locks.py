from __future__ import annotations

from typing import AsyncIterator, Optional

from .. import _ids
from .._call import Seconds, given, microseconds
from .._duality import dual, dual_iterator
from ..models import Lock, LockPage, LockTried, Session
from .base import Base, every


class LockOperations(Base):
    @dual
    async def list_locks(self, *, after: Optional[str] = None, limit: int = 100) -> LockPage:
        return await self._ask("GET", "/v1/locks", query={"after": after, "limit": limit}, reads=LockPage)

    @dual_iterator
    async def each_lock(self) -> AsyncIterator[Lock]:
        async for lock in every(self, LockOperations.list_locks):
            yield lock

    @dual
    async def inspect_lock(self, name: str) -> Lock:
        """NotFound: nobody holds it."""
        return await self._ask("GET", "/v1/locks/{}", name, reads=Lock)

    @dual
    async def try_lock(self, name: str, *, owner: Optional[str] = None, ttl: Seconds = 300,
                       session: Optional[str] = None, agent: Optional[str] = None) -> LockTried:
        """Takes the lock if it is free. The owner of a lock who tries again gets the lock it has."""
        body = given(owner=owner or _ids.key(), ttl_us=microseconds(ttl), session=session, agent=agent)
        return await self._ask("POST", "/v1/locks/{}/try", name, body=body, reads=LockTried)

    @dual
    async def renew_lock(self, name: str, owner: str, token: int, *, ttl: Seconds = 300) -> Lock:
        body = {"owner": owner, "token": token, "ttl_us": microseconds(ttl)}
        return await self._ask("POST", "/v1/locks/{}/renew", name, body=body, reads=Lock)

    @dual
    async def release_lock(self, name: str, owner: str, token: int) -> bool:
        """Whether it was held."""
        return await self._ask("POST", "/v1/locks/{}/release", name, reads=bool, member="released",
                               body={"owner": owner, "token": token})

    @dual
    async def beat_session(self, session: str, *, ttl: Seconds = 10) -> Session:
        """Starts or renews a session that locks can be bound to; a ttl of 0 ends it."""
        return await self._ask("POST", "/v1/sessions/{}/beat", session, body={"ttl_us": microseconds(ttl)},
                               reads=Session)
