from __future__ import annotations

from typing import Any, Dict, Optional

from .._call import given
from .._duality import dual
from ..models import Checked, Json, MigrationPage, Record, SchemaList, SchemaVersions, Timeline
from .base import Base


class MemoryOperations(Base):
    """What agents share beside the signals themselves: the document, its context, what was decided, and the schemas."""

    @dual
    async def get_shared_state(self, id: str) -> Dict[str, Any]:
        """What agents share, as the schema correlation_state has it."""
        return await self._ask("GET", "/v1/correlations/{}/state", id, reads=dict)

    @dual
    async def get_timeline(self, id: str) -> Timeline:
        return await self._ask("GET", "/v1/correlations/{}/timeline", id, reads=Timeline)

    @dual
    async def get_decision(self, id: str, *, wait: float = 0) -> Dict[str, Any]:
        """What was decided, from what, and how. NotFound: nothing was, within `wait` seconds (at most 60)."""
        return await self._ask("GET", "/v1/correlations/{}/decision", id, query={"wait": wait or None}, reads=dict,
                               wait=wait)

    @dual
    async def get_context(self, id: str) -> Dict[str, Json]:
        """The documents that the agents of a correlation may look at, by name."""
        return await self._ask("GET", "/v1/correlations/{}/context", id, reads=dict, member="documents")

    @dual
    async def get_context_document(self, id: str, name: str) -> Record:
        return await self._ask("GET", "/v1/correlations/{}/context/{}", id, name, reads=Record)

    @dual
    async def put_context_document(self, id: str, name: str, document: Json) -> Record:
        return await self._ask("PUT", "/v1/correlations/{}/context/{}", id, name, body={"document": document},
                               reads=Record)

    @dual
    async def list_schemas(self) -> SchemaList:
        return await self._ask("GET", "/v1/schemas", reads=SchemaList)

    @dual
    async def get_schema(self, type: str) -> SchemaVersions:
        return await self._ask("GET", "/v1/schemas/{}", type, reads=SchemaVersions)

    @dual
    async def check_value(self, type: str, value: Json) -> Checked:
        """Whether a value fits the current version of a schema."""
        return await self._ask("POST", "/v1/schemas/{}/check", type, body={"value": value}, reads=Checked)

    @dual
    async def migrate_schema(self, type: str, *, after: Optional[str] = None, limit: int = 500, dry_run: bool = False,
                             resume: bool = False) -> MigrationPage:
        """Brings a page of what is stored to the current version; `next` of the answer is `after` of the next page."""
        body = given(after=after, limit=limit, dry_run=dry_run, resume=resume)
        return await self._ask("POST", "/v1/schemas/{}/migrate", type, body=body, reads=MigrationPage)
