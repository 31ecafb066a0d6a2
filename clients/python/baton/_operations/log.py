from __future__ import annotations

from typing import AsyncIterator, List, Optional, Sequence

from .._call import Seconds, call, given, microseconds
from .._duality import dual, dual_iterator
from .._follow import follow
from ..models import DeadLetter, DeadLetterPage, Delivery, Event, Group, GroupReport, LogPage, Subscription
from .base import Base, every


class LogOperations(Base):
    @dual
    async def read_events(self, *, after: int = 0, types: Sequence[str] = (), task: Optional[str] = None,
                          agent: Optional[str] = None, limit: int = 100) -> LogPage:
        query = {"after": after, "types": list(types) or None, "task": task, "agent": agent, "limit": limit}
        return await self._ask("GET", "/v1/events", query=query, reads=LogPage)

    @dual_iterator
    async def each_event(self, *, after: int = 0, types: Sequence[str] = (), task: Optional[str] = None,
                         agent: Optional[str] = None) -> AsyncIterator[Event]:
        """The log after a position, up to where it ends now."""
        end: Optional[int] = None
        while end is None or after < end:
            page = await LogOperations.read_events.method(self, after=after, types=types, task=task, agent=agent, limit=1000)
            end = page.last if end is None else end
            for event in page.events:
                if event.position <= end:
                    yield event
            after = page.next

    @dual_iterator
    async def stream_events(self, *, after: Optional[int] = None, types: Sequence[str] = (), task: Sequence[str] = (),
                            agent: Sequence[str] = (), correlation: Sequence[str] = (),
                            keep_alive: float = 15) -> AsyncIterator[Event]:
        """Events as they happen, for ever: after a cut it goes on where it was, with nothing left out and nothing twice."""
        query = {"after": after, "types": list(types) or None, "task": list(task) or None, "agent": list(agent) or None,
                 "correlation": list(correlation) or None, "keep_alive": keep_alive}
        async for event in follow(self._courier, call("GET", "/v1/events/stream", query=query), silence=3 * keep_alive):
            yield event

    @dual
    async def list_groups(self) -> List[Group]:
        return await self._ask("GET", "/v1/groups", reads=List[Group], member="items")

    @dual
    async def put_group(self, group: str, *, after: Optional[int] = None, visibility: Seconds = 60,
                        max_deliveries: int = 5, update: bool = False) -> Group:
        """Get-or-create; with `update` an existing one gets this visibility and bound, and keeps what it has.

        `after` None: a new one begins at the end of the log.
        """
        body = given(after=after, visibility_us=microseconds(visibility), max_deliveries=max_deliveries, update=update)
        return await self._ask("PUT", "/v1/groups/{}", group, body=body, reads=Group,
                               repeatable=not update)

    @dual
    async def inspect_group(self, group: str, *, after: int = 0, limit: int = 100) -> GroupReport:
        """The group and what it has not acknowledged."""
        return await self._ask("GET", "/v1/groups/{}", group, query={"after": after, "limit": limit},
                               reads=GroupReport)

    @dual
    async def drop_group(self, group: str) -> bool:
        return await self._ask("DELETE", "/v1/groups/{}", group, reads=bool, member="removed")

    @dual
    async def read_group(self, group: str, consumer: str, *, limit: int = 100) -> List[Delivery]:
        """Events for this consumer; what is not acknowledged in time is delivered again."""
        return await self._ask("POST", "/v1/groups/{}/read", group, reads=List[Delivery],
                               member="deliveries", body={"consumer": consumer, "limit": limit})

    @dual
    async def acknowledge(self, group: str, positions: Sequence[int]) -> int:
        return await self._ask("POST", "/v1/groups/{}/ack", group, body={"positions": list(positions)}, reads=int,
                               member="acknowledged")

    @dual
    async def list_dead_letters(self, group: str, *, after: int = 0, limit: int = 100) -> DeadLetterPage:
        query = {"after": after, "limit": limit}
        return await self._ask("GET", "/v1/groups/{}/dead-letters", group, query=query, reads=DeadLetterPage)

    @dual_iterator
    async def each_dead_letter(self, group: str) -> AsyncIterator[DeadLetter]:
        async for letter in every(self, LogOperations.list_dead_letters, group, after=0):
            yield letter

    @dual
    async def redrive(self, group: str, *, positions: Sequence[int] = (), limit: int = 1000, dry_run: bool = False) -> int:
        """Makes dead letters deliverable again: those named, or the oldest. How many."""
        body = {"positions": list(positions), "limit": limit, "dry_run": dry_run}
        return await self._ask("POST", "/v1/groups/{}/redrive", group, body=body, reads=int, member="redriven",
                               repeatable=False)

    @dual
    async def list_subscriptions(self) -> List[Subscription]:
        """Who is told about events by a webhook."""
        return await self._ask("GET", "/v1/subscriptions", reads=List[Subscription], member="items")

    @dual
    async def put_subscription(self, name: str, url: str, *, types: Sequence[str] = (), secret: Optional[str] = None,
                               retry: Seconds = 60, max_deliveries: int = 10, after: Optional[int] = None) -> Subscription:
        """Creates a subscription or replaces it. A secret that is made is told in this answer, and never again."""
        body = given(url=url, types=list(types), secret=secret, retry_us=microseconds(retry),
                     max_deliveries=max_deliveries, after=after)
        return await self._ask("PUT", "/v1/subscriptions/{}", name, body=body, reads=Subscription,
                               repeatable=secret is not None)

    @dual
    async def get_subscription(self, name: str) -> Subscription:
        return await self._ask("GET", "/v1/subscriptions/{}", name, reads=Subscription)

    @dual
    async def remove_subscription(self, name: str) -> bool:
        return await self._ask("DELETE", "/v1/subscriptions/{}", name, reads=bool, member="removed")
