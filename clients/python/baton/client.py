"""Every operation of the daemon, blocking and asynchronous."""

from __future__ import annotations

from typing import Any, Optional

from ._call import Seconds
from ._channel import AwaitingShell, BlockingShell, Shell
from ._courier import Courier
from ._duality import Awaiting, Blocking
from ._held import AsyncHeldLock, HeldLock
from ._operations import Operations
from ._place import Place, find_daemon


class _AnyClient(Operations):
    def __init__(self, url: Optional[str] = None, *, token: Optional[str] = None, token_file: Optional[str] = None,
                 ca_file: Optional[str] = None, timeout: float = 10.0, patience: Optional[float] = 30.0,
                 place: Optional[Place] = None) -> None:
        """Without arguments the daemon and its token are found as the program `baton` finds them: BATON_URL, BATON_TOKEN,
        BATON_TOKEN_FILE, baton.toml, and the token file of a daemon on this machine.

        `timeout`: seconds for one try. `patience`: seconds until a call is given up that cannot be delivered; None: never.
        """
        where = place or find_daemon(url, token, token_file, ca_file)
        self._courier = Courier(where, self._shell(), timeout, patience)

    def _shell(self) -> Shell:
        raise NotImplementedError

    @property
    def url(self) -> str:
        return self._courier.place.url


class Client(_AnyClient, Blocking):
    """Blocks. Any thread may use it, several at once."""

    def _shell(self) -> Shell:
        return BlockingShell()

    def lock(self, name: str, *, ttl: Seconds = 30, timeout: Optional[float] = None, agent: Optional[str] = None,
             owner: Optional[str] = None) -> HeldLock:
        """`with client.lock("name") as held:` waits until it is free (TimeoutError after `timeout` seconds), renews it in
        the background, and releases it. Pass `held.fence` to writes that only its holder may do."""
        return HeldLock(self, name, ttl, timeout, agent, owner)

    def close(self) -> None:
        self._courier.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()


class AsyncClient(_AnyClient, Awaiting):
    """The same as coroutines, for one event loop."""

    def _shell(self) -> Shell:
        return AwaitingShell()

    def lock(self, name: str, *, ttl: Seconds = 30, timeout: Optional[float] = None, agent: Optional[str] = None,
             owner: Optional[str] = None) -> AsyncHeldLock:
        """`async with client.lock("name") as held:`, otherwise as Client.lock."""
        return AsyncHeldLock(self, name, ttl, timeout, agent, owner)

    async def close(self) -> None:
        self._courier.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *exception: Any) -> None:
        await self.close()
