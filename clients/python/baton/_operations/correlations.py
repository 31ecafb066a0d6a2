from __future__ import annotations

from dataclasses import asdict
from typing import AsyncIterator, Optional, Sequence

from .. import _ids
from .._call import UNSET, Seconds, given, microseconds
from .._duality import dual, dual_iterator
from ..models import Correlation, CorrelationEvent, CorrelationPage, CorrelationStatus, Json, LockFence
from .base import Base, every


class CorrelationOperations(Base):
    @dual
    async def list_correlations(self, *, status: Optional[CorrelationStatus] = None, after: Optional[str] = None,
                                limit: int = 100) -> CorrelationPage:
        query = {"status": status, "after": after, "limit": limit}
        return await self._ask("GET", "/v1/correlations", query=query, reads=CorrelationPage)

    @dual_iterator
    async def each_correlation(self, *, status: Optional[CorrelationStatus] = None) -> AsyncIterator[Correlation]:
        async for correlation in every(self, CorrelationOperations.list_correlations, status=status):
            yield correlation

    @dual
    async def open_correlation(self, expected: Sequence[str], *, id: Optional[str] = None, min_agents: int = 1,
                               timeout: Seconds = 300, pattern: str = "", document: Json = None,
                               ttl: Optional[Seconds] = 86400, fence: Optional[LockFence] = None) -> Correlation:
        """Collects the expected signals until `timeout`; kept for `ttl` (None: for ever)."""
        body = given(id=id or _ids.key(), expected=list(expected), min_agents=min_agents,
                     timeout_us=microseconds(timeout), pattern=pattern, fence=fence and asdict(fence))
        body.update(document=document, ttl_us=None if ttl is None else microseconds(ttl))
        return await self._ask("POST", "/v1/correlations", body=body, reads=Correlation)

    @dual
    async def get_correlation(self, id: str) -> Correlation:
        return await self._ask("GET", "/v1/correlations/{}", id, reads=Correlation)

    @dual
    async def signal(self, id: str, name: str, body: Json, *, version: int = 1,
                     fence: Optional[LockFence] = None) -> Correlation:
        """Contributes a signal, once per name and version; makes the correlation ready when all expected ones are in."""
        members = given(name=name, version=version, fence=fence and asdict(fence))
        return await self._ask("POST", "/v1/correlations/{}/signal", id, body={**members, "body": body},
                               reads=Correlation)

    @dual
    async def advance_correlation(self, id: str, version: int, *, event: Optional[CorrelationEvent] = None,
                                  document: Json = UNSET, step: Optional[str] = None, ttl: Optional[Seconds] = None,
                                  fence: Optional[LockFence] = None) -> Correlation:
        """The compare-and-set of the orchestrator: changes what is given, if the version is the one that was read."""
        body = given(version=version, event=event, step=step, fence=fence and asdict(fence),
                     ttl_us=None if ttl is None else microseconds(ttl))
        return await self._ask("POST", "/v1/correlations/{}/advance", id, reads=Correlation,
                               body={**body, "document": document}, repeatable=False)

    @dual
    async def purge_correlation(self, id: str) -> bool:
        """Removes a correlation with its signals, context and decision."""
        return await self._ask("DELETE", "/v1/correlations/{}", id, reads=bool, member="removed")
