from __future__ import annotations

from dataclasses import asdict
from typing import AsyncIterator, Optional

from .. import _ids
from .._call import given
from .._duality import dual, dual_iterator
from ..models import Json, LockFence, Message, MessagePage, Thread, ThreadPage
from .base import Base, every


class ConversationOperations(Base):
    @dual
    async def list_threads(self, *, after: Optional[str] = None, limit: int = 100) -> ThreadPage:
        return await self._list_threads(after, limit)

    @dual_iterator
    async def each_thread(self) -> AsyncIterator[Thread]:
        async for thread in every(None, lambda after: self._list_threads(after, 1000)):
            yield thread

    async def _list_threads(self, after: Optional[str], limit: int) -> ThreadPage:
        page: ThreadPage = await self._ask("GET", "/v1/threads", query={"after": after, "limit": limit}, reads=ThreadPage)
        return page

    @dual
    async def put_thread(self, thread: str, *, metadata: Json = None, update: bool = False,
                         fence: Optional[LockFence] = None) -> Thread:
        """Get-or-create; with `update` the metadata of an existing one is replaced."""
        body = {"metadata": metadata, **given(update=update, fence=fence and asdict(fence))}
        put: Thread = await self._ask("PUT", "/v1/threads/{}", thread, body=body, reads=Thread, repeatable=not update)
        return put

    @dual
    async def get_thread(self, thread: str) -> Thread:
        found: Thread = await self._ask("GET", "/v1/threads/{}", thread, reads=Thread)
        return found

    @dual
    async def purge_thread(self, thread: str) -> bool:
        """Removes a thread with its messages."""
        removed: bool = await self._ask("DELETE", "/v1/threads/{}", thread, reads=bool, member="removed")
        return removed

    @dual
    async def list_messages(self, thread: str, *, after: Optional[int] = None, before: Optional[int] = None,
                            limit: int = 50) -> MessagePage:
        """The latest messages, or those after or before a number; oldest first."""
        return await self._list_messages(thread, after, before, limit)

    @dual_iterator
    async def each_message(self, thread: str, *, after: int = 0) -> AsyncIterator[Message]:
        """All messages of a thread after that number, oldest first."""
        more = True
        while more:
            page = await self._list_messages(thread, after, None, 1000)
            for message in page.items:
                after = message.number
                yield message
            more = page.more

    async def _list_messages(self, thread: str, after: Optional[int], before: Optional[int], limit: int) -> MessagePage:
        query = {"after": after, "before": before, "limit": limit}
        page: MessagePage = await self._ask("GET", "/v1/threads/{}/messages", thread, query=query, reads=MessagePage)
        return page

    @dual
    async def append_message(self, thread: str, role: str, body: Json, *, id: Optional[str] = None,
                             task: Optional[str] = None, fence: Optional[LockFence] = None) -> Message:
        members = given(id=id or _ids.key(), role=role, task=task, fence=fence and asdict(fence))
        said: Message = await self._ask("POST", "/v1/threads/{}/messages", thread, body={**members, "body": body},
                                        reads=Message)
        return said
