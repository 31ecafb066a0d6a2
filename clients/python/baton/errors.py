"""What can go wrong. The class follows from the `code` of the daemon's answer; programs decide by class."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type


class BatonError(Exception):
    """`detail` says what happened, `next` what to do about it, `request_id` finds it in the daemon's log."""

    code = "error"

    def __init__(self, detail: str, *, next: str = "", code: Optional[str] = None, status: Optional[int] = None,
                 request_id: Optional[str] = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.next = next
        self.code = code or type(self).code
        self.status = status
        self.request_id = request_id

    def __str__(self) -> str:
        return f"{self.detail}; {self.next}" if self.next else self.detail


class Invalid(BatonError):
    """The request cannot succeed as it is."""

    code = "invalid"


class Unauthorized(BatonError):
    """No token, or one that the daemon does not know."""

    code = "unauthorized"


class Forbidden(BatonError):
    """The token may not do this, or the address is not allowed."""

    code = "forbidden"


class NotFound(BatonError):
    code = "not_found"


class Conflict(BatonError):
    """Somebody was first: read again and decide again. `expected` and `actual` are states or versions, where there are any."""

    code = "conflict"
    expected: Optional[str] = None
    actual: Optional[str] = None


class StaleFence(BatonError):
    """Somebody else has the task or the lock: stop that piece of work."""

    code = "stale_fence"


class Exhausted(BatonError):
    """A bound is reached; `detail` names it."""

    code = "exhausted"


class Corrupt(BatonError):
    """The store is damaged."""

    code = "corrupt"


class Unavailable(BatonError):
    """No daemon answered, or its store did not. All that may be sent again was, for as long as `patience` said."""

    code = "unavailable"


class OutcomeUnknown(Unavailable):
    """The answer was lost, and sending it again could do it twice: look whether it has happened."""

    code = "outcome_unknown"


class Misunderstood(BatonError):
    """What answered is no baton, or one that this client cannot read."""

    code = "misunderstood"


class Untrusted(BatonError):
    """The certificate of what answers is not signed by an authority that is trusted, or is for another name."""

    code = "untrusted"


class Cancelled(BatonError):
    """The work on this task no longer counts. Raised in handlers; let it pass."""

    code = "cancelled"


_BY_CODE: Dict[str, Type[BatonError]] = {
    kind.code: kind
    for kind in (Invalid, Unauthorized, Forbidden, NotFound, Conflict, StaleFence, Exhausted, Corrupt, Unavailable)
}
_BY_STATUS: Dict[int, Type[BatonError]] = {
    401: Unauthorized, 403: Forbidden, 404: NotFound, 408: Unavailable, 409: Conflict, 429: Exhausted, 500: Corrupt,
    502: Unavailable, 503: Unavailable, 504: Unavailable,
}


def from_problem(status: int, problem: Mapping[str, Any]) -> BatonError:
    """The error that an answer stands for. Codes that are new to this client are judged by their status."""
    code = problem.get("code")
    by_status = _BY_STATUS.get(status, Invalid if status < 500 else Unavailable)
    kind = _BY_CODE.get(code, by_status) if isinstance(code, str) else by_status
    error = kind(problem.get("detail") or f"the daemon answered with status {status}", next=problem.get("next") or "",
                 code=code, status=status, request_id=problem.get("request_id"))
    if isinstance(error, Conflict):
        error.expected, error.actual = problem.get("expected"), problem.get("actual")
    return error
