"""Takes calls to the daemon and brings the answers back, whatever happens to connections in between."""

from __future__ import annotations

import socket
import ssl
import time
from collections import deque
from typing import Any, AsyncIterator, Deque, Dict, Hashable, Optional, Tuple, TypeVar, Union

from ._call import Call, from_json
from ._channel import Channel, Shell
from ._persistence import Persistence
from ._place import Place
from ._wire import Answer, AnswerReader, Cut, request_bytes
from .errors import BatonError, Misunderstood, OutcomeUnknown, Unavailable, Untrusted, from_problem

T = TypeVar("T")
MOST_IDLE = 16
# The daemon closes connections that were idle for 75 s; a request on its way meanwhile would be lost.
LONGEST_IDLE = 60.0
# Before Python 3.10 these were two.
TIMEOUTS = (TimeoutError, socket.timeout)


class Courier:
    """Any thread may use one whose shell blocks; an awaiting one belongs to its event loop."""

    def __init__(self, place: Place, shell: Shell, timeout: float = 10.0, patience: Optional[float] = 30.0) -> None:
        self.place = place
        self.shell = shell
        self.timeout = timeout
        self.patience = patience
        self._closed = False
        self._idle: Deque[Tuple[Hashable, float, Channel]] = deque()

    async def send(self, call: Call[T]) -> T:
        """The answer, read; or the error that it stands for, or that there was none within the patience (None: for ever)."""
        persistence = Persistence(self.patience)
        while True:
            outcome = await self._try(call)
            if isinstance(outcome, Answer) and outcome.status < 400:
                return call.read(outcome)
            if isinstance(outcome, Answer) and outcome.status == 401 and self.place.renew_token():
                continue
            error = _refusal(outcome) if isinstance(outcome, Answer) else outcome
            retry_after = outcome.headers.get("retry-after", "") if isinstance(outcome, Answer) else ""
            # A store that did not answer may have done it.
            final = isinstance(error, OutcomeUnknown) or not (call.repeatable or error.status is None)
            pause = None if final else persistence.pause_after(error, float(retry_after) if retry_after.isdigit() else 0.0)
            if pause is None:
                raise error
            await self.shell.pause(pause)

    async def stream(self, call: Call[Any], headers: Dict[str, str], silence: float) -> AsyncIterator[bytes]:
        """The body of one answer, as it comes, until it ends. Unavailable: it was cut, or there was `silence`."""
        channel = await self._connect()
        try:
            reader = AnswerReader()
            await channel.send(self._bytes_of(call, headers), self.timeout)
            while reader.answer is None:
                reader.feed(await channel.receive(silence))
                if reader.head is not None and reader.head.status < 400:
                    yield reader.take()
            if reader.answer.status >= 400:
                raise _refusal(reader.answer)
        except (OSError, Cut) as error:
            raise self._unreachable(error) from None
        finally:
            channel.close()

    def close(self) -> None:
        """What is under way goes on, and leaves no connection behind."""
        self._closed = True
        self.drop_idle()

    def drop_idle(self) -> None:
        """For connections that may have died unnoticed."""
        while True:
            try:
                self._idle.popleft()[2].close()
            except IndexError:
                return

    async def _try(self, call: Call[Any]) -> Union[Answer, BatonError]:
        """One try. A connection that was idle may have ended unnoticed: then a fresh one is used at once."""
        idle = self._take_idle() if call.repeatable else None
        if idle is not None:
            outcome, started = await self._exchange(idle, call)
            if isinstance(outcome, Answer) or started:
                return outcome
        try:
            channel = await self._connect()
        except Unavailable as error:
            return error
        outcome, _ = await self._exchange(channel, call)
        return outcome

    async def _connect(self) -> Channel:
        if not self.place.token:
            self.place.renew_token()
        try:
            return await self.shell.connect(self.place, self.timeout)
        except ssl.SSLCertVerificationError as error:
            raise Untrusted(f"the certificate of {self.place.url} is not trusted: {error.verify_message}",
                            next="name the file of its authority in BATON_CA_FILE") from None
        except OSError as error:
            raise self._unreachable(error) from None

    async def _exchange(self, channel: Channel, call: Call[Any]) -> Tuple[Union[Answer, BatonError], bool]:
        """Also whether the daemon took its time or began to answer: then the connection had not been dead before."""
        reader = AnswerReader()
        kept = False
        try:
            answer = await self._carry(channel, call, reader)
            kept = reader.keep_alive and self._put_idle(channel)
            return answer, True
        except (OSError, Cut) as error:
            timed_out = isinstance(error, TIMEOUTS)
            if call.repeatable:
                return self._unreachable(error), reader.started or timed_out
            return OutcomeUnknown(f"the answer of {self.place.url} was lost: {_words(error)}",
                                  next="read what it was about, and decide again"), True
        finally:
            if not kept:
                channel.close()

    async def _carry(self, channel: Channel, call: Call[Any], reader: AnswerReader) -> Answer:
        until = time.monotonic() + self.timeout + call.wait
        await channel.send(self._bytes_of(call, {}), self.timeout)
        while reader.answer is None:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError("timed out")
            reader.feed(await channel.receive(left))
        return reader.answer

    def _bytes_of(self, call: Call[Any], more: Dict[str, str]) -> bytes:
        headers = {"Host": self.place.authority, "Authorization": "Bearer " + self.place.token, **more}
        return request_bytes(call.method, call.target, headers, call.body)

    def _take_idle(self) -> Optional[Channel]:
        home, now = self.shell.home(), time.monotonic()
        while True:
            try:
                owner, since, channel = self._idle.pop()
            except IndexError:
                return None
            if owner == home and now - since < LONGEST_IDLE:
                return channel
            channel.close()

    def _put_idle(self, channel: Channel) -> bool:
        if self._closed or len(self._idle) >= MOST_IDLE:
            return False
        self._idle.append((self.shell.home(), time.monotonic(), channel))
        return True

    def _unreachable(self, error: Exception) -> Unavailable:
        return Unavailable(f"no answer from {self.place.url}: {_words(error)}",
                           next="start a daemon with `baton serve`, or name its address in BATON_URL")


def _refusal(answer: Answer) -> BatonError:
    try:
        problem = from_json(answer.body)
    except Misunderstood:
        problem = None
    return from_problem(answer.status, problem if isinstance(problem, dict) else {})


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
