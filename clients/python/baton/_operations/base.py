from __future__ import annotations

from typing import Any, AsyncIterator, Optional, Type, TypeVar

from .._call import call
from .._courier import Courier
from .._duality import dual

T = TypeVar("T")


class Base:
    _courier: Courier

    async def _ask(self, method: str, path: str, *names: object, reads: Type[T], **parts: Any) -> T:
        answer: T = await self._courier.send(call(method, path, *names, reads=reads, **parts))
        return answer

    async def _ask_maybe(self, method: str, path: str, *names: object, reads: Type[T], **parts: Any) -> Optional[T]:
        """None: the daemon has nothing to say, yet."""
        return await self._ask(method, path, *names, reads=reads, **parts)

    async def _tell(self, method: str, path: str, *names: object, **parts: Any) -> None:
        await self._courier.send(call(method, path, *names, **parts))


async def every(asking: Base, listing: dual[Any, Any], *names: str, after: Any = None, **filters: Any) -> AsyncIterator[Any]:
    """All items of a list. A page that is short or empty but has a `next` is not the end."""
    while True:
        page = await listing.method(asking, *names, after=after, limit=1000, **filters)
        for item in page.items:
            yield item
        after = page.next
        if after is None:
            return
