from __future__ import annotations

from typing import List, Optional

from .. import _ids
from .._call import Moment, given, moment
from .._duality import dual
from ..models import AcceptedJob, FollowUp, Json, JobPage, ShownJob, Task, TaskStatus
from .base import Base


class JobOperations(Base):
    @dual
    async def submit_job(self, kind: str, thread: str, request: Json = None, *, id: Optional[str] = None,
                         priority: Optional[int] = None, max_attempts: Optional[int] = None,
                         deadline: Optional[Moment] = None, idempotency_key: Optional[str] = None,
                         traceparent: Optional[str] = None, metadata: Json = None) -> AcceptedJob:
        """Asks for a job on a thread. Without an id or key one is made here, so that it can be sent again."""
        if id is None and idempotency_key is None:
            id = _ids.task_id()
        body = {"request": request, "metadata": metadata,
                **given(kind=kind, thread=thread, id=id, priority=priority, max_attempts=max_attempts,
                        deadline=moment(deadline), idempotency_key=idempotency_key, traceparent=traceparent)}
        return await self._ask("POST", "/v1/jobs", body=body, reads=AcceptedJob, repeatable=True)

    @dual
    async def list_jobs(self, *, status: Optional[TaskStatus] = None, thread: Optional[str] = None,
                        kind: Optional[str] = None, newest_first: bool = False, after: Optional[int] = None,
                        limit: int = 100) -> JobPage:
        """Jobs as the tasks that stand for them. A short page is not the end."""
        query = {"status": status, "thread": thread, "kind": kind, "newest_first": newest_first, "after": after,
                 "limit": limit}
        return await self._ask("GET", "/v1/jobs", query=query, reads=JobPage)

    @dual
    async def get_job(self, job: str, *, wait: float = 0) -> ShownJob:
        """With `wait`: when it has ended, or after so many seconds as it is then."""
        return await self._ask("GET", "/v1/jobs/{}", job, query={"wait": wait or None}, reads=ShownJob, wait=wait)

    @dual
    async def cancel_job(self, job: str, *, reason: str = "") -> Task:
        return await self._ask("POST", "/v1/jobs/{}/cancel", job, body={"reason": reason}, reads=Task, repeatable=True)

    @dual
    async def take_follow_ups(self, job: str, attempt: int, *, after: int = 0) -> List[FollowUp]:
        """For the agent of a running job: the requests that wait behind it become part of it. `after`: so many are known."""
        body = {"attempt": attempt, "after": after}
        return await self._ask("POST", "/v1/jobs/{}/take", job, body=body, reads=List[FollowUp], member="items",
                               repeatable=True)
