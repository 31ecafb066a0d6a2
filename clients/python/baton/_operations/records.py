from __future__ import annotations

from dataclasses import asdict
from typing import AsyncIterator, Optional

from .._call import Seconds, given, microseconds
from .._duality import dual, dual_iterator
from ..models import Json, LockFence, Record, RecordPage
from .base import Base, every


class RecordOperations(Base):
    @dual
    async def list_records(self, kind: str, *, after: Optional[str] = None, limit: int = 100) -> RecordPage:
        return await self._ask("GET", "/v1/records/{}", kind, query={"after": after, "limit": limit}, reads=RecordPage)

    @dual_iterator
    async def each_record(self, kind: str) -> AsyncIterator[Record]:
        async for record in every(self, RecordOperations.list_records, kind):
            yield record

    @dual
    async def get_record(self, kind: str, key: str) -> Record:
        return await self._ask("GET", "/v1/records/{}/{}", kind, key, reads=Record)

    @dual
    async def put_record(self, kind: str, key: str, body: Json, *, ttl: Optional[Seconds] = None,
                         expected: Optional[int] = None, fence: Optional[LockFence] = None) -> Record:
        """Writes a record whole. With `expected`, only over that version (0: only if there is none)."""
        members = given(ttl_us=None if ttl is None else microseconds(ttl), expected=expected, fence=fence and asdict(fence))
        return await self._ask("PUT", "/v1/records/{}/{}", kind, key, body={**members, "body": body}, reads=Record,
                               repeatable=expected is not None and ttl != 0)
