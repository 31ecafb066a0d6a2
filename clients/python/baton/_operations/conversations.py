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
        return await self._ask("GET", "/v1/threads", query={"after": after, "limit": limit}, reads=ThreadPage)

    @dual_iterator
    async def each_thread(self) -> AsyncIterator[Thread]:
        async for thread in every(self, ConversationOperations.list_threads):
            yield thread

    @dual
    async def put_thread(self, thread: str, *, metadata: Json = None, update: bool = False,
                         fence: Optional[LockFence] = None) -> Thread:
        """Get-or-create; with `update` the metadata of an existing one is replaced."""
        body = {"metadata": metadata, **given(update=update, fence=fence and asdict(fence))}
        return await self._ask("PUT", "/v1/threads/{}", thread, body=body, reads=Thread, repeatable=not update)

    @dual
    async def get_thread(self, thread: str) -> Thread:
        return await self._ask("GET", "/v1/threads/{}", thread, reads=Thread)

    @dual
    async def purge_thread(self, thread: str) -> bool:
        """Removes a thread with its messages."""
        return await self._ask("DELETE", "/v1/threads/{}", thread, reads=bool, member="removed")

    @dual
    async def list_messages(self, thread: str, *, after: Optional[int] = None, before: Optional[int] = None,
                            limit: int = 50) -> MessagePage:
        """The latest messages, or those after or before a number; oldest first."""
        query = {"after": after, "before": before, "limit": limit}
        return await self._ask("GET", "/v1/threads/{}/messages", thread, query=query, reads=MessagePage)

    @dual_iterator
    async def each_message(self, thread: str, *, after: int = 0) -> AsyncIterator[Message]:
        """All messages of a thread after that number, oldest first."""
        more = True
        while more:
            page = await ConversationOperations.list_messages.method(self, thread, after=after, limit=1000)
            for message in page.items:
                after = message.number
                yield message
            more = page.more

    @dual
    async def append_message(self, thread: str, role: str, body: Json, *, id: Optional[str] = None,
                             task: Optional[str] = None, fence: Optional[LockFence] = None) -> Message:
        members = given(id=id or _ids.key(), role=role, task=task, fence=fence and asdict(fence))
        return await self._ask("POST", "/v1/threads/{}/messages", thread, body={**members, "body": body},
                               reads=Message)
