"""baton: the state layer and supervisor for fleets of AI agents. This is its client for Python.

`Agent` works on tasks, `Client` and `AsyncClient` do everything else.
"""

from ._call import UNSET
from ._held import AsyncHeldLock, HeldLock
from ._operations.tasks import NewTask, NextClaim
from ._place import find_daemon
from ._version import VERSION
from .agent import Agent
from .client import AsyncClient, Client
from .errors import (BatonError, Cancelled, Conflict, Corrupt, Exhausted, Forbidden, Invalid, Misunderstood, NotFound,
                     OutcomeUnknown, StaleFence, Unauthorized, Unavailable, Untrusted)
from .job import AsyncJob, Decline, Fail, Job, Release
from .models import Fence, LockFence

__version__ = VERSION

__all__ = [
    "UNSET", "Agent", "AsyncClient", "AsyncHeldLock", "AsyncJob", "BatonError", "Cancelled", "Client", "Conflict", "Corrupt",
    "Decline", "Exhausted", "Fail", "Fence", "Forbidden", "HeldLock", "Invalid", "Job", "LockFence", "Misunderstood", "NewTask",
    "NextClaim", "NotFound", "OutcomeUnknown", "Release", "StaleFence", "Unauthorized", "Unavailable", "Untrusted",
    "find_daemon",
]
