from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable

from .._call import call
from .._courier import Courier


class Base:
    _courier: Courier

    async def _ask(self, method: str, path: str, *names: object, **parts: Any) -> Any:
        return await self._courier.send(call(method, path, *names, **parts))


async def every(first: Any, page_after: Callable[[Any], Awaitable[Any]]) -> AsyncIterator[Any]:
    """All items of a list. A page that is short or empty but has a `next` is not the end."""
    after = first
    while True:
        page = await page_after(after)
        for item in page.items:
            yield item
        after = page.next
        if after is None:
            return
