"""A heartbeat: something done again and again on a thread of its own, whatever the program is busy with."""

from __future__ import annotations

import logging
import threading
from typing import Callable

log = logging.getLogger("baton")


class Pulse:
    """Calls `beat` every `interval` seconds until it is stopped. An error never ends it; it is tried again sooner."""

    def __init__(self, name: str, interval: float, beat: Callable[[], None]) -> None:
        self._name = name
        self._interval = interval
        self._beat = beat
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"baton pulse of {name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """A beat that is under way is not waited for."""
        self._stopped.set()

    def _run(self) -> None:
        pause = self._interval
        while not self._stopped.wait(pause):
            pause = self._interval
            try:
                self._beat()
            except Exception as error:  # pylint: disable=broad-except
                log.warning("the pulse of %s did not get through and goes on: %s", self._name, error)
                pause = self._interval / 2
