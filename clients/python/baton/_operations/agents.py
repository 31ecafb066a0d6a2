from __future__ import annotations

from typing import AsyncIterator, Optional, Sequence

from .. import _ids
from .._call import Seconds, given, microseconds
from .._duality import dual, dual_iterator
from ..models import Agent, AgentEvent, AgentPage, AgentState, Grant, Json, Orders
from .base import Base, every


class AgentOperations(Base):
    @dual
    async def list_agents(self, *, state: Optional[AgentState] = None, after: Optional[str] = None,
                          limit: int = 100) -> AgentPage:
        query = {"state": state, "after": after, "limit": limit}
        return await self._ask("GET", "/v1/agents", query=query, reads=AgentPage)

    @dual_iterator
    async def each_agent(self, *, state: Optional[AgentState] = None) -> AsyncIterator[Agent]:
        """All agents, by id."""
        async for agent in every(self, AgentOperations.list_agents, state=state):
            yield agent

    @dual
    async def get_agent(self, agent: str) -> Agent:
        return await self._ask("GET", "/v1/agents/{}", agent, reads=Agent)

    @dual
    async def deregister_agent(self, agent: str, *, incarnation: Optional[str] = None) -> bool:
        """Removes the agent; a task it held goes back to its place. Whether there was one."""
        return await self._ask("DELETE", "/v1/agents/{}", agent, query={"incarnation": incarnation},
                               reads=bool, member="removed")

    @dual
    async def register_agent(self, agent: str, lanes: Sequence[str], *, incarnation: Optional[str] = None, version: str = "",
                             metadata: Json = None, ttl: Seconds = 30) -> Agent:
        """Makes the agent known and idle. Another incarnation than the one that is there replaces it."""
        body = {"lanes": list(lanes), "incarnation": incarnation or _ids.key(), "version": version, "metadata": metadata,
                "ttl_us": microseconds(ttl)}
        return await self._ask("POST", "/v1/agents/{}/register", agent, body=body, reads=Agent)

    @dual
    async def beat(self, agent: str, incarnation: str, *, task: Optional[str] = None, attempt: int = 0,
                   ttl: Seconds = 30) -> Orders:
        """Proves the agent alive, and renews its hold on the task it names."""
        body = given(incarnation=incarnation, task=task, attempt=attempt, ttl_us=microseconds(ttl))
        return await self._ask("POST", "/v1/agents/{}/beat", agent, body=body, reads=Orders)

    @dual
    async def transition_agent(self, agent: str, expected: AgentState, event: AgentEvent, *,
                               incarnation: Optional[str] = None) -> Agent:
        """The compare-and-set: applies the event if the agent is in that state."""
        body = given(expected=expected, event=event, incarnation=incarnation)
        return await self._ask("POST", "/v1/agents/{}/transition", agent, body=body, reads=Agent,
                               repeatable=False)

    @dual
    async def claim_task(self, agent: str, incarnation: str, *, claim_id: Optional[str] = None, lease: Seconds = 60,
                         pushed: bool = False, wait: float = 0) -> Optional[Grant]:
        """The agent's next task; `wait` for one up to so many seconds (at most 60)."""
        body = {"incarnation": incarnation, "claim_id": claim_id or _ids.key(), "lease_us": microseconds(lease),
                "pushed": pushed}
        return await self._ask_maybe("POST", "/v1/agents/{}/claim", agent, query={"wait": wait or None},
                                     body=body, reads=Grant, wait=wait)
