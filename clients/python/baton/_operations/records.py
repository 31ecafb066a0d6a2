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
        return await self._list_records(kind, after, limit)

    @dual_iterator
    async def each_record(self, kind: str) -> AsyncIterator[Record]:
        async for record in every(None, lambda after: self._list_records(kind, after, 1000)):
            yield record

    async def _list_records(self, kind: str, after: Optional[str], limit: int) -> RecordPage:
        query = {"after": after, "limit": limit}
        page: RecordPage = await self._ask("GET", "/v1/records/{}", kind, query=query, reads=RecordPage)
        return page

    @dual
    async def get_record(self, kind: str, key: str) -> Record:
        found: Record = await self._ask("GET", "/v1/records/{}/{}", kind, key, reads=Record)
        return found

    @dual
    async def put_record(self, kind: str, key: str, body: Json, *, ttl: Optional[Seconds] = None,
                         expected: Optional[int] = None, fence: Optional[LockFence] = None) -> Record:
        """Writes a record whole. With `expected`, only over that version (0: only if there is none)."""
        members = given(ttl_us=None if ttl is None else microseconds(ttl), expected=expected, fence=fence and asdict(fence))
        put: Record = await self._ask("PUT", "/v1/records/{}/{}", kind, key, body={**members, "body": body}, reads=Record,
                                      repeatable=expected is not None and ttl != 0)
        return put
