"""What the daemon answers with. Members that are None are unset; times are UTC, and exact to the microsecond."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import List, Literal, Optional

from ._memory_models import (
    Checked as Checked,
    Correlation as Correlation,
    CorrelationEvent as CorrelationEvent,
    CorrelationPage as CorrelationPage,
    CorrelationStatus as CorrelationStatus,
    Json as Json,
    MigrationPage as MigrationPage,
    SchemaList as SchemaList,
    SchemaSummary as SchemaSummary,
    SchemaText as SchemaText,
    SchemaVersions as SchemaVersions,
    Signal as Signal,
    Timeline as Timeline,
    TimelineEntry as TimelineEntry,
)

AgentState = Literal["idle", "assigned", "working", "reporting", "draining", "crashed"]
AgentEvent = Literal["work_started", "output_ready", "drain", "resume", "agent_failed"]
TaskStatus = Literal["blocked", "scheduled", "pending", "running", "completed", "failed", "cancelled", "dead"]
SettleKind = Literal["complete", "fail", "release", "decline"]
DependencyRule = Literal["fail_fast", "continue"]
Role = Literal["viewer", "agent", "orchestrator", "admin"]

ENDED = frozenset({"completed", "failed", "cancelled", "dead"})


@dataclass(frozen=True)
class Status:
    status: str


@dataclass(frozen=True)
class ReadyCheck:
    name: str
    state: str


@dataclass(frozen=True)
class Readiness:
    """`checks`: what it depends on, if that was asked for."""

    status: str
    checks: List[ReadyCheck] = field(default_factory=list)


@dataclass(frozen=True)
class Health:
    now: datetime
    backend: str
    version: str
    durable: bool
    durability: str
    degraded: bool
    frozen: bool
    notes: List[str]
    first: int
    last: int


@dataclass(frozen=True)
class Fence:
    """The hold of one agent on one task: whatever is done for the task carries it."""

    agent: str
    incarnation: str
    task: str
    attempt: int


@dataclass(frozen=True)
class LockFence:
    """Writes that carry it are refused once the lock is no longer held with that token."""

    lock: str
    token: int


@dataclass(frozen=True)
class Agent:
    id: str
    state: AgentState
    incarnation: str
    deadline: datetime
    attempt: int
    lanes: List[str]
    version: str
    metadata: Json
    crashes: List[datetime]
    registered_at: datetime
    current_task: Optional[str] = None
    claims_from: Optional[datetime] = None
    last_claim: Optional[str] = None


@dataclass(frozen=True)
class AgentPage:
    items: List[Agent]
    next: Optional[str] = None


@dataclass(frozen=True)
class Orders:
    deadline: datetime
    drain: bool
    grant: Optional[Fence] = None
    cancel: Optional[Fence] = None


@dataclass(frozen=True)
class LastSettle:
    agent: str
    incarnation: str
    attempt: int
    kind: SettleKind
    digest: str
    status: TaskStatus
    counted: bool


@dataclass(frozen=True)
class Task:
    """In lists payload and result are left out."""

    id: str
    seq: int
    place: int
    kind: str
    lane: str
    priority: int
    status: TaskStatus
    attempt: int
    failures: int
    crashes: int
    max_attempts: int
    depends_on: List[str]
    waiting_for: int
    on_failed_dependency: DependencyRule
    digest: str
    traceparent: str
    metadata: Json
    created_at: datetime
    updated_at: datetime
    thread: Optional[str] = None
    payload: Json = None
    result: Json = None
    error: Json = None
    holder: Optional[str] = None
    last_settle: Optional[LastSettle] = None
    run_at: Optional[datetime] = None
    deadline: Optional[datetime] = None
    idempotency_key: Optional[str] = None
    progress: Json = None
    started_at: Optional[datetime] = None
    ended_at: Optional[datetime] = None

    @property
    def has_ended(self) -> bool:
        return self.status in ENDED


@dataclass(frozen=True)
class TaskPage:
    items: List[Task]
    next: Optional[int] = None


@dataclass(frozen=True)
class TaskCount:
    """`complete` is False if there may be more: a million were counted."""

    count: int
    complete: bool


@dataclass(frozen=True)
class AcceptedJob:
    """`created` is False if the job was there already: this was a repeat."""

    job: str
    thread: str
    status: TaskStatus
    created: bool


@dataclass(frozen=True)
class Verdict:
    """What the safety pipeline said about the output of a run."""

    run: int
    check: str
    ruling: Literal["deliver", "retry", "reject"]
    reason: str
    at: datetime


@dataclass(frozen=True)
class ShownJob:
    task: Task
    stage: Literal["queued", "spawning", "running", "returned", "judged"]
    run: int
    verdicts: List[Verdict]
    taken: List[str]


@dataclass(frozen=True)
class JobPage:
    items: List[Task]
    next: Optional[int] = None


@dataclass(frozen=True)
class FollowUp:
    """A request that the agent of a running job took over."""

    job: str
    request: Json


@dataclass(frozen=True)
class Submitted:
    """`created` is False if the task was there already: this was a repeat."""

    id: str
    status: TaskStatus
    created: bool


@dataclass(frozen=True)
class Grant:
    task: Task
    fence: Fence
    deadline: datetime


@dataclass(frozen=True)
class Heard:
    cancel: bool
    deadline: datetime


@dataclass(frozen=True)
class Settled:
    """`counted` is False if the task had ended or moved on: the agent was only freed."""

    status: TaskStatus
    counted: bool
    next: Optional[Grant] = None


@dataclass(frozen=True)
class Reason:
    reason: str
    sentence: str
    command: str
    task: Optional[str] = None
    agent: Optional[str] = None
    lane: Optional[str] = None
    at: Optional[datetime] = None
    count: Optional[int] = None


@dataclass(frozen=True)
class Explanation:
    task: str
    status: TaskStatus
    now: datetime
    reasons: List[Reason]


@dataclass(frozen=True)
class Subject:
    kind: str
    id: Optional[str] = None


@dataclass(frozen=True)
class AttentionItem:
    severity: str
    rule: str
    subject: Subject
    count: int
    at_least: bool
    examples: List[Subject]
    sentence: str
    command: str
    since: Optional[datetime] = None


@dataclass(frozen=True)
class AttentionList:
    now: datetime
    complete: bool
    items: List[AttentionItem]


@dataclass(frozen=True)
class Line:
    lane: str
    priority: int
    depth: int
    oldest: datetime


@dataclass(frozen=True)
class LineRef:
    lane: str
    priority: int


@dataclass(frozen=True)
class QueueReport:
    lines: List[Line]
    paused: List[str]
    all_paused: bool
    next: Optional[LineRef] = None


@dataclass(frozen=True)
class Waiting:
    task: str
    priority: int
    place: int


@dataclass(frozen=True)
class Event:
    position: int
    at: datetime
    event_type: str
    payload: Json
    task_id: Optional[str] = None
    agent_id: Optional[str] = None


@dataclass(frozen=True)
class LogPage:
    events: List[Event]
    first: int
    last: int
    next: int


@dataclass(frozen=True)
class Group:
    name: str
    cursor: int
    visibility: timedelta
    max_deliveries: int
    pending: int
    dead: int
    dropped: int
    oldest_pending: int
    lag: int
    created_at: datetime


@dataclass(frozen=True)
class Pending:
    position: int
    consumer: str
    count: int
    visible_at: datetime


@dataclass(frozen=True)
class GroupReport:
    group: Group
    pending: List[Pending]
    next: Optional[int] = None


@dataclass(frozen=True)
class Delivery:
    event: Event
    count: int


@dataclass(frozen=True)
class DeadLetter:
    event: Event
    count: int
    consumer: str
    at: datetime


@dataclass(frozen=True)
class DeadLetterPage:
    items: List[DeadLetter]
    next: Optional[int] = None


@dataclass(frozen=True)
class Thread:
    id: str
    metadata: Json
    messages: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True)
class ThreadPage:
    items: List[Thread]
    next: Optional[str] = None


@dataclass(frozen=True)
class Message:
    id: str
    number: int
    role: str
    body: Json
    at: datetime
    task: Optional[str] = None


@dataclass(frozen=True)
class MessagePage:
    items: List[Message]
    more: bool


@dataclass(frozen=True)
class Lock:
    name: str
    owner: str
    token: int
    acquired_at: datetime
    expires_at: datetime
    session: Optional[str] = None
    agent: Optional[str] = None


@dataclass(frozen=True)
class LockPage:
    items: List[Lock]
    next: Optional[str] = None


@dataclass(frozen=True)
class LockTried:
    """`lock` is ours, or the one that is in the way."""

    won: bool
    lock: Lock


@dataclass(frozen=True)
class Session:
    id: str
    deadline: datetime


@dataclass(frozen=True)
class Record:
    kind: str
    key: str
    version: int
    body: Json
    created_at: datetime
    updated_at: datetime
    expires_at: Optional[datetime] = None


@dataclass(frozen=True)
class RecordPage:
    items: List[Record]
    next: Optional[str] = None


@dataclass(frozen=True)
class Scope:
    """What an agent's token is limited to: `agent` is an id, or the beginning of ids and a `*`."""

    agent: Optional[str] = None
    signals: List[str] = field(default_factory=list)
    task: Optional[str] = None


@dataclass(frozen=True)
class Identity:
    id: str
    name: str
    role: Role
    scope: Optional[Scope] = None
    expires_at: Optional[datetime] = None


@dataclass(frozen=True)
class Token:
    id: str
    name: str
    role: Role
    created_at: datetime
    created_by: str
    revoked: bool
    scope: Optional[Scope] = None
    expires_at: Optional[datetime] = None


@dataclass(frozen=True)
class MadeToken:
    """The only time that the secret is told."""

    secret: str
    token: Token


@dataclass(frozen=True)
class TokenPage:
    items: List[Token]
    next: Optional[str] = None


@dataclass(frozen=True)
class AuditEntry:
    at: datetime
    actor: str
    actor_name: str
    role: str
    action: str
    object: str
    outcome: str
    request_id: str
    address: str
    left_out: int


@dataclass(frozen=True)
class AuditPage:
    items: List[AuditEntry]
    next: Optional[str] = None


@dataclass(frozen=True)
class Subscription:
    """The secret is there only in the answer to whoever had it made."""

    name: str
    url: str
    types: List[str]
    retry: timedelta
    max_deliveries: int
    group: str
    enabled: bool
    created_at: datetime
    disabled_because: Optional[str] = None
    secret: Optional[str] = None
