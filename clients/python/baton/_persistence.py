"""When to try again, and how long to wait before. Decides; does nothing."""

from __future__ import annotations

import random
import time
from typing import Callable, Optional

from .errors import BatonError, Unavailable

FIRST_PAUSE = 0.05
LONGEST_PAUSE = 5.0


class Persistence:
    """The tries of one call. `patience`: seconds until it is given up; None: never."""

    def __init__(self, patience: Optional[float], clock: Callable[[], float] = time.monotonic,
                 chance: Callable[[], float] = random.random) -> None:
        self._patience = patience
        self._clock = clock
        self._chance = chance
        self._since = clock()
        self._pause = FIRST_PAUSE

    def pause_after(self, error: BatonError, retry_after: float = 0.0) -> Optional[float]:
        """None: it is final. Otherwise how long to leave the daemon alone: longer each time, never all clients at once."""
        if not isinstance(error, Unavailable):
            return None
        pause = max(self._pause * (0.5 + self._chance() / 2), min(retry_after, LONGEST_PAUSE))
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        if self._patience is not None and self._clock() + pause - self._since > self._patience:
            return None
        return pause
