from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Optional

from .. import _ids
from .._call import Moment, Seconds, given, microseconds, moment
from .._duality import dual, dual_iterator
from ..models import (AuditEntry, AuditPage, Health, Identity, Json, MadeToken, Readiness, Role, Scope, Status, Token,
                      TokenPage)
from .base import Base, every


class OperatorOperations(Base):
    @dual
    async def livez(self) -> Status:
        return await self._ask("GET", "/livez", reads=Status)

    @dual
    async def readyz(self, *, verbose: bool = False) -> Readiness:
        """Unavailable: the store does not answer."""
        return await self._ask("GET", "/readyz", query={"verbose": verbose or None}, reads=Readiness)

    @dual
    async def health(self) -> Health:
        return await self._ask("GET", "/v1/health", reads=Health)

    @dual
    async def metrics(self) -> str:
        """As Prometheus reads them."""
        return await self._ask("GET", "/metrics", reads=str)

    @dual
    async def openapi(self) -> Dict[str, Json]:
        return await self._ask("GET", "/openapi.json", reads=dict)

    @dual
    async def who_am_i(self) -> Identity:
        """The caller's token, role and scope."""
        return await self._ask("GET", "/v1/whoami", reads=Identity)

    @dual
    async def list_tokens(self, *, after: Optional[str] = None, limit: int = 100) -> TokenPage:
        return await self._ask("GET", "/v1/tokens", query={"after": after, "limit": limit}, reads=TokenPage)

    @dual_iterator
    async def each_token(self) -> AsyncIterator[Token]:
        async for token in every(self, OperatorOperations.list_tokens):
            yield token

    @dual
    async def create_token(self, name: str, role: Role = "viewer", *, id: Optional[str] = None,
                           scope: Optional[Scope] = None, ttl: Optional[Seconds] = None) -> MadeToken:
        """Makes a token; its secret is told this once."""
        body = given(name=name, role=role, id=id or _ids.key(), scope=scope and given(**vars(scope)),
                     ttl_us=None if ttl is None else microseconds(ttl))
        return await self._ask("POST", "/v1/tokens", body=body, reads=MadeToken, repeatable=False)

    @dual
    async def get_token(self, token: str) -> Token:
        return await self._ask("GET", "/v1/tokens/{}", token, reads=Token)

    @dual
    async def revoke_token(self, token: str) -> None:
        """Ends a token for good."""
        await self._tell("DELETE", "/v1/tokens/{}", token)

    @dual
    async def list_audit(self, *, actor: Optional[str] = None, action: Optional[str] = None,
                         outcome: Optional[str] = None, since: Optional[Moment] = None, until: Optional[Moment] = None,
                         after: Optional[str] = None, limit: int = 100) -> AuditPage:
        """What was done by whom, the newest first."""
        query = {"actor": actor, "action": action, "outcome": outcome, "since": moment(since), "until": moment(until),
                 "after": after, "limit": limit}
        return await self._ask("GET", "/v1/audit", query=query, reads=AuditPage)

    @dual_iterator
    async def each_audit_entry(self, /, **filters: Any) -> AsyncIterator[AuditEntry]:
        """All that match; the filters are those of list_audit."""
        async for entry in every(self, OperatorOperations.list_audit, **filters):
            yield entry
