from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import Any, AsyncIterator, Dict, List, Optional, Sequence

from .. import _ids
from .._call import UNSET, Moment, Seconds, given, microseconds, moment
from .._duality import dual, dual_iterator
from ..models import (DependencyRule, Explanation, Fence, Heard, Json, LockFence, SettleKind, Settled, Submitted, Task,
                      TaskCount, TaskPage, TaskStatus)
from .base import Base, every

LONGEST_WAIT = 60.0


@dataclass(frozen=True)
class NewTask:
    """A task to be submitted. Its id is made here, so that a submit can be sent again."""

    kind: str
    payload: Json = None
    id: str = field(default_factory=_ids.task_id)
    lane: Optional[str] = None
    thread: Optional[str] = None
    priority: Optional[int] = None
    max_attempts: Optional[int] = None
    run_at: Optional[Moment] = None
    deadline: Optional[Moment] = None
    depends_on: Sequence[str] = ()
    on_failed_dependency: Optional[DependencyRule] = None
    idempotency_key: Optional[str] = None
    traceparent: Optional[str] = None
    metadata: Json = None

    def as_json(self) -> Dict[str, Any]:
        members = given(**{name: getattr(self, name) for name in self.__dataclass_fields__})
        members.update(given(run_at=moment(self.run_at), deadline=moment(self.deadline)))
        members["depends_on"] = list(self.depends_on)
        return members


@dataclass(frozen=True)
class NextClaim:
    """With a settle: claims the agent's next task in the same step."""

    claim_id: str = field(default_factory=_ids.key)
    lease: Seconds = 60

    def as_json(self) -> Dict[str, Any]:
        return {"claim_id": self.claim_id, "lease_us": microseconds(self.lease)}


class TaskOperations(Base):
    @dual
    async def submit(self, kind: str, payload: Json = None, /, *, fence: Optional[LockFence] = None,
                     **members: Any) -> Submitted:
        """One task; the members are those of NewTask."""
        return (await TaskOperations.submit_tasks.method(self, [NewTask(kind, payload, **members)], fence=fence))[0]

    @dual
    async def submit_tasks(self, tasks: Sequence[NewTask], *, fence: Optional[LockFence] = None) -> List[Submitted]:
        """Up to 1000 tasks, all or nothing, answered in the order given."""
        body = given(tasks=[task.as_json() for task in tasks], fence=fence and asdict(fence))
        return await self._ask("POST", "/v1/tasks", body=body, reads=List[Submitted], member="tasks")

    @dual
    async def list_tasks(self, *, status: Optional[TaskStatus] = None, thread: Optional[str] = None,
                         lane: Optional[str] = None, kind: Optional[str] = None, holder: Optional[str] = None,
                         created_from: Optional[Moment] = None, created_until: Optional[Moment] = None,
                         newest_first: bool = False, after: Optional[int] = None, limit: int = 100) -> TaskPage:
        """Tasks that match all that is given, without payloads and results."""
        query = {"status": status, "thread": thread, "lane": lane, "kind": kind, "holder": holder,
                 "created_from": moment(created_from), "created_until": moment(created_until),
                 "newest_first": newest_first, "after": after, "limit": limit}
        return await self._ask("GET", "/v1/tasks", query=query, reads=TaskPage)

    @dual
    async def count_tasks(self, *, status: Optional[TaskStatus] = None, thread: Optional[str] = None,
                          lane: Optional[str] = None, kind: Optional[str] = None, holder: Optional[str] = None,
                          created_from: Optional[Moment] = None, created_until: Optional[Moment] = None) -> TaskCount:
        """How many tasks match all that is given."""
        query = {"status": status, "thread": thread, "lane": lane, "kind": kind, "holder": holder,
                 "created_from": moment(created_from), "created_until": moment(created_until)}
        return await self._ask("GET", "/v1/tasks/count", query=query, reads=TaskCount)

    @dual_iterator
    async def each_task(self, /, **filters: Any) -> AsyncIterator[Task]:
        """All tasks that match; the filters are those of list_tasks."""
        async for task in every(self, TaskOperations.list_tasks, **filters):
            yield task

    @dual
    async def get_task(self, task: str, *, wait: float = 0) -> Task:
        """The task as it is; with `wait`, once it has ended, or after so many seconds (at most 60)."""
        return await self._ask("GET", "/v1/tasks/{}", task, query={"wait": wait or None}, reads=Task, wait=wait)

    @dual
    async def wait_for_task(self, task: str, *, timeout: Optional[float] = None) -> Task:
        """The task once it has ended. TimeoutError: it has not, within that time."""
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            left = LONGEST_WAIT if until is None else max(0.0, min(LONGEST_WAIT, until - time.monotonic()))
            found = await TaskOperations.get_task.method(self, task, wait=left)
            if found.has_ended:
                return found
            if until is not None and time.monotonic() >= until:
                raise TimeoutError(f"the task {task} is still {found.status}")

    @dual
    async def explain_task(self, task: str) -> Explanation:
        """What keeps the task from running."""
        return await self._ask("GET", "/v1/tasks/{}/why", task, reads=Explanation)

    @dual
    async def report_progress(self, fence: Fence, progress: Json) -> Heard:
        body = {"fence": asdict(fence), "progress": progress}
        return await self._ask("POST", "/v1/tasks/{}/progress", fence.task, body=body, reads=Heard)

    @dual
    async def settle_task(self, fence: Fence, kind: SettleKind, body: Json = None, *, retry: bool = True,
                          next: Optional[NextClaim] = None) -> Settled:
        """Ends the agent's hold on its task, and may claim its next one in the same step."""
        return await self._settle("settle", fence, next, kind=kind, body=body, retry=retry)

    @dual
    async def complete_task(self, fence: Fence, result: Json = None, *, next: Optional[NextClaim] = None) -> Settled:
        return await self._settle("complete", fence, next, result=result)

    @dual
    async def fail_task(self, fence: Fence, error: Json = None, *, retry: bool = True,
                        next: Optional[NextClaim] = None) -> Settled:
        """Another attempt later, if any are left and `retry` is set."""
        return await self._settle("fail", fence, next, error=error, retry=retry)

    @dual
    async def release_task(self, fence: Fence, *, next: Optional[NextClaim] = None) -> Settled:
        """Puts the task back at its old place."""
        return await self._settle("release", fence, next)

    @dual
    async def decline_task(self, fence: Fence, reason: Json = None, *, next: Optional[NextClaim] = None) -> Settled:
        """Puts the task back at its old place, with the reason why this agent does not want it."""
        return await self._settle("decline", fence, next, reason=reason)

    async def _settle(self, verb: str, fence: Fence, next: Optional[NextClaim], **members: Any) -> Settled:
        body = {"fence": asdict(fence), "next": next.as_json() if next else UNSET, **members}
        return await self._ask("POST", "/v1/tasks/{}/" + verb, fence.task, body=body, reads=Settled)

    @dual
    async def cancel_task(self, task: str, *, reason: str = "") -> Task:
        """Ends a task that has not ended; an agent that works on it learns it with its next beat."""
        return await self._ask("POST", "/v1/tasks/{}/cancel", task, body={"reason": reason}, reads=Task)

    @dual
    async def retry_task(self, task: str, *, attempt: Optional[int] = None) -> Task:
        """Puts a failed, dead or cancelled task back in line, if it is still at that attempt."""
        return await self._ask("POST", "/v1/tasks/{}/retry", task, body=given(attempt=attempt), reads=Task,
                               repeatable=False)

    @dual
    async def edit_task(self, task: str, *, priority: Optional[int] = None, lane: Optional[str] = None,
                        payload: Json = UNSET, metadata: Json = UNSET, max_attempts: Optional[int] = None,
                        run_at: Optional[Moment] = None, deadline: Optional[Moment] = None,
                        fence: Optional[LockFence] = None) -> Task:
        """Changes what is given and nothing else."""
        body = given(priority=priority, lane=lane, max_attempts=max_attempts, run_at=moment(run_at),
                     deadline=moment(deadline), fence=fence and asdict(fence))
        return await self._ask("POST", "/v1/tasks/{}/edit", task, reads=Task, repeatable=False,
                               body={**body, "payload": payload, "metadata": metadata})

    @dual
    async def purge_task(self, task: str) -> bool:
        """Removes an ended task with all that was said in it."""
        return await self._ask("DELETE", "/v1/tasks/{}", task, reads=bool, member="removed")

    @dual
    async def set_result(self, task: str, attempt: int, value: Json, *, ttl: Seconds = 3600,
                         fence: Optional[LockFence] = None) -> None:
        """Hands a value to whoever waits for it, for `ttl` seconds."""
        body = given(ttl_us=microseconds(ttl), fence=fence and asdict(fence))
        await self._tell("PUT", "/v1/tasks/{}/results/{}", task, attempt, body={**body, "value": value})

    @dual
    async def get_result(self, task: str, attempt: int, *, wait: float = 0, default: Json = None) -> Json:
        """The value handed over; `default` if it is not there yet, also after so many seconds (at most 60)."""
        answer = await self._ask_maybe("GET", "/v1/tasks/{}/results/{}", task, attempt, query={"wait": wait or None},
                                       wait=wait, reads=dict)
        return default if answer is None else answer["value"]
