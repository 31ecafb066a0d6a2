"""What an agent tells of itself while it lives, and what it hears."""

from __future__ import annotations

import threading
from typing import Callable, NamedTuple, Optional

from ._pulse import Pulse
from .client import Client
from .errors import BatonError, NotFound, StaleFence, Unavailable
from .models import Fence, Orders

LONGEST_INTERVAL = 5.0


class Listener(NamedTuple):
    """Called on the thread of the pulse."""

    drain: Callable[[bool], None]
    cancel: Callable[[Fence], None]
    lost: Callable[[BatonError], None]
    """Another has our place or our task, or nobody knows us any more."""
    ask_again: Callable[[], None]
    """The daemon answers again after it did not, or has given us a task that we have not heard of: an answer was lost."""


class Heart:
    """Beats for one incarnation of an agent, on a thread of its own, and names the task that it holds."""

    def __init__(self, client: Client, agent: str, incarnation: str, ttl: float, interval: float, listener: Listener) -> None:
        """`client`: one without patience, since the next beat comes anyway."""
        self._client = client
        self._agent = agent
        self._incarnation = incarnation
        self._ttl = ttl
        self._listener = listener
        self._guard = threading.Lock()
        self._fence: Optional[Fence] = None
        self._lease = 0.0
        self._settling = False
        self._cut_off = False
        self._pulse = Pulse(f"the agent {agent}", min(interval, LONGEST_INTERVAL), self._beat)

    def hold(self, fence: Fence, lease: float) -> None:
        with self._guard:
            self._fence, self._lease, self._settling = fence, lease, False

    def settling(self) -> None:
        """The task may be gone any moment: goes on to renew it, and a refusal says nothing."""
        with self._guard:
            self._settling = True

    def free(self) -> None:
        with self._guard:
            self._fence, self._settling = None, False

    def stop(self) -> None:
        self._pulse.stop()

    def _beat(self) -> None:
        with self._guard:
            fence, ttl = self._fence, self._lease if self._fence else self._ttl
        try:
            orders = self._client.beat(self._agent, self._incarnation, task=fence.task if fence else None,
                                       attempt=fence.attempt if fence else 0, ttl=ttl)
        except (StaleFence, NotFound) as refused:
            if self._still_holds(fence):
                self._pulse.stop()
                self._listener.lost(refused)
            return
        except Unavailable:
            self._cut_off = True
            raise
        self._obey(orders, fence)

    def _still_holds(self, fence: Optional[Fence]) -> bool:
        """Otherwise the beat was overtaken by a settle or a claim, and its refusal is about what is over."""
        with self._guard:
            return self._fence == fence and not self._settling

    def _obey(self, orders: Orders, fence: Optional[Fence]) -> None:
        if self._cut_off or (orders.grant is not None and self._still_holds(fence)):
            self._cut_off = False
            self._listener.ask_again()
        if orders.cancel is not None:
            self._listener.cancel(orders.cancel)
        self._listener.drain(orders.drain)
