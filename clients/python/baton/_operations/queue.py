from __future__ import annotations

from typing import List, Optional

from .._call import given
from .._duality import dual
from ..models import AttentionList, QueueReport, Waiting
from .base import Base


class QueueOperations(Base):
    @dual
    async def queue_stats(self, *, after_lane: Optional[str] = None, after_priority: Optional[int] = None,
                          limit: int = 1000) -> QueueReport:
        """Depth and oldest age by lane and priority."""
        query = {"after_lane": after_lane, "after_priority": after_priority, "limit": limit}
        return await self._ask("GET", "/v1/queue", query=query, reads=QueueReport)

    @dual
    async def peek_lane(self, lane: str, *, limit: int = 100) -> List[Waiting]:
        """The next tasks of a lane, in the order in which they will be claimed."""
        return await self._ask("GET", "/v1/queue/lanes/{}", lane, query={"limit": limit},
                               reads=List[Waiting], member="items")

    @dual
    async def pause_queue(self, *, lane: Optional[str] = None) -> None:
        """Stops claims from all lanes, or from one."""
        await self._tell("POST", "/v1/queue/pause", body=given(lane=lane))

    @dual
    async def resume_queue(self, *, lane: Optional[str] = None) -> None:
        await self._tell("POST", "/v1/queue/resume", body=given(lane=lane))

    @dual
    async def pause_lane(self, lane: str) -> None:
        await self._tell("POST", "/v1/queue/lanes/{}/pause", lane)

    @dual
    async def resume_lane(self, lane: str) -> None:
        await self._tell("POST", "/v1/queue/lanes/{}/resume", lane)

    @dual
    async def list_attention(self, *, waiting_for: Optional[float] = None, running_for: Optional[float] = None,
                             blocked_for: Optional[float] = None, failed_within: Optional[float] = None,
                             lag_for: Optional[float] = None) -> AttentionList:
        """What needs somebody; thresholds in seconds."""
        query = {"waiting_for": waiting_for, "running_for": running_for, "blocked_for": blocked_for,
                 "failed_within": failed_within, "lag_for": lag_for}
        return await self._ask("GET", "/v1/attention", query=query, reads=AttentionList)
