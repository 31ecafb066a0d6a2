"""Ids that the caller makes before the first try, so that a repeat is recognised."""

from __future__ import annotations

import os
import time
import uuid


def task_id() -> str:
    """A UUID of version 7: sorts by time."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (milliseconds & (1 << 48) - 1) << 80 | 7 << 76 | (random >> 62 & 0xFFF) << 64 | 2 << 62 | random & (1 << 62) - 1
    return str(uuid.UUID(int=value))


def key() -> str:
    return uuid.uuid4().hex
