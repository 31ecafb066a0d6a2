"""The part of `models` that is about what agents share."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, List, Literal, Optional

Json = Any
"""What json.loads gives: integers are exact, however large."""

CorrelationStatus = Literal["collecting", "ready", "orchestrating", "completed", "failed"]
CorrelationEvent = Literal["orchestrate", "complete", "fail"]


@dataclass(frozen=True)
class Signal:
    name: str
    version: int
    body: Json
    at: datetime
    late: bool


@dataclass(frozen=True)
class Correlation:
    """In lists the signals are left out."""

    id: str
    status: CorrelationStatus
    version: int
    expected: List[str]
    min_agents: int
    timeout_at: datetime
    pattern: str
    document: Json
    step: str
    digest: str
    created_at: datetime
    updated_at: datetime
    signals: List[Signal] = field(default_factory=list)
    expires_at: Optional[datetime] = None


@dataclass(frozen=True)
class CorrelationPage:
    items: List[Correlation]
    next: Optional[str] = None


@dataclass(frozen=True)
class TimelineEntry:
    """`what`: opened, signalled, timed_out, decided, ended."""

    at: datetime
    what: str
    signal: Optional[str] = None
    version: Optional[int] = None
    late: Optional[bool] = None


@dataclass(frozen=True)
class Timeline:
    id: str
    status: CorrelationStatus
    step: str
    entries: List[TimelineEntry]


@dataclass(frozen=True)
class SchemaSummary:
    type: str
    current: str
    versions: List[str]


@dataclass(frozen=True)
class SchemaList:
    schemas: List[SchemaSummary]


@dataclass(frozen=True)
class SchemaText:
    version: str
    schema: Json


@dataclass(frozen=True)
class SchemaVersions:
    type: str
    current: str
    versions: List[SchemaText]


@dataclass(frozen=True)
class Checked:
    """`fault` names the path and the rule that a value breaks."""

    valid: bool
    fault: Optional[str] = None


@dataclass(frozen=True)
class MigrationPage:
    examined: int
    migrated: int
    current: int
    failed: int
    faults: List[str] = field(default_factory=list)
    next: Optional[str] = None
