from __future__ import annotations

from typing import AsyncIterator, Dict, Optional

from .. import _ids
from .._call import Moment, Seconds, given, microseconds, moment
from .._duality import dual, dual_iterator
from ..models import (AuditEntry, AuditPage, Health, Identity, Json, MadeToken, Readiness, Role, Scope, Status, Token,
                      TokenPage)
from .base import Base, every


class OperatorOperations(Base):
    @dual
    async def livez(self) -> Status:
        status: Status = await self._ask("GET", "/livez", reads=Status)
        return status

    @dual
    async def readyz(self, *, verbose: bool = False) -> Readiness:
        """Unavailable: the store does not answer."""
        readiness: Readiness = await self._ask("GET", "/readyz", query={"verbose": verbose or None}, reads=Readiness)
        return readiness

    @dual
    async def health(self) -> Health:
        health: Health = await self._ask("GET", "/v1/health", reads=Health)
        return health

    @dual
    async def metrics(self) -> str:
        """As Prometheus reads them."""
        text: str = await self._ask("GET", "/metrics")
        return text

    @dual
    async def openapi(self) -> Dict[str, Json]:
        document: Dict[str, Json] = await self._ask("GET", "/openapi.json")
        return document

    @dual
    async def who_am_i(self) -> Identity:
        """The caller's token, role and scope."""
        identity: Identity = await self._ask("GET", "/v1/whoami", reads=Identity)
        return identity

    @dual
    async def list_tokens(self, *, after: Optional[str] = None, limit: int = 100) -> TokenPage:
        return await self._list_tokens(after, limit)

    @dual_iterator
    async def each_token(self) -> AsyncIterator[Token]:
        async for token in every(None, lambda after: self._list_tokens(after, 1000)):
            yield token

    async def _list_tokens(self, after: Optional[str], limit: int) -> TokenPage:
        page: TokenPage = await self._ask("GET", "/v1/tokens", query={"after": after, "limit": limit}, reads=TokenPage)
        return page

    @dual
    async def create_token(self, name: str, role: Role = "viewer", *, id: Optional[str] = None,
                           scope: Optional[Scope] = None, ttl: Optional[Seconds] = None) -> MadeToken:
        """Makes a token; its secret is told this once."""
        body = given(name=name, role=role, id=id or _ids.key(), scope=scope and given(**vars(scope)),
                     ttl_us=None if ttl is None else microseconds(ttl))
        made: MadeToken = await self._ask("POST", "/v1/tokens", body=body, reads=MadeToken, repeatable=False)
        return made

    @dual
    async def get_token(self, token: str) -> Token:
        found: Token = await self._ask("GET", "/v1/tokens/{}", token, reads=Token)
        return found

    @dual
    async def revoke_token(self, token: str) -> None:
        """Ends a token for good."""
        await self._ask("DELETE", "/v1/tokens/{}", token)

    @dual
    async def list_audit(self, *, actor: Optional[str] = None, action: Optional[str] = None,
                         outcome: Optional[str] = None, since: Optional[Moment] = None, until: Optional[Moment] = None,
                         after: Optional[str] = None, limit: int = 100) -> AuditPage:
        """What was done by whom, the newest first."""
        query = {"actor": actor, "action": action, "outcome": outcome, "since": moment(since), "until": moment(until),
                 "after": after, "limit": limit}
        page: AuditPage = await self._ask("GET", "/v1/audit", query=query, reads=AuditPage)
        return page

    @dual_iterator
    async def each_audit_entry(self) -> AsyncIterator[AuditEntry]:
        async def page(after: Optional[str]) -> AuditPage:
            found: AuditPage = await self._ask("GET", "/v1/audit", query={"after": after, "limit": 1000}, reads=AuditPage)
            return found

        async for entry in every(None, page):
            yield entry
