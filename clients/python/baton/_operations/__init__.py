"""Every operation of the daemon, named as in its /openapi.json. Written once; see `_duality`."""

from .agents import AgentOperations
from .conversations import ConversationOperations
from .correlations import CorrelationOperations
from .jobs import JobOperations
from .locks import LockOperations
from .log import LogOperations
from .memory import MemoryOperations
from .operators import OperatorOperations
from .queue import QueueOperations
from .records import RecordOperations
from .tasks import TaskOperations


class Operations(AgentOperations, TaskOperations, JobOperations, QueueOperations, LogOperations, ConversationOperations, LockOperations,
                 CorrelationOperations, MemoryOperations, RecordOperations, OperatorOperations):
    pass


__all__ = ["Operations"]
