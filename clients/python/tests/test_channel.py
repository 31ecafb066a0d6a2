"""Waiting for a connection, and giving up."""

import asyncio
import contextlib
import socket

import pytest

from baton._channel import AwaitingShell, _within
from baton._place import Place

STEPS = 6


async def steps(count, outcome="done"):
    for _ in range(count):
        await asyncio.sleep(0)
    return outcome


async def call_off_after(moment, work, drop):
    """Whether it was called off, and what came of it."""
    waiting = asyncio.ensure_future(_within(60, work, drop))
    await steps(1 + moment)
    called_off = waiting.cancel()
    await asyncio.wait({waiting})
    return called_off, waiting


@pytest.mark.parametrize("moment", range(2 * STEPS))
@pytest.mark.parametrize("length", range(STEPS))
def test_who_calls_it_off_is_heard_in_whatever_moment_the_work_ends(moment, length):
    async def run():
        dropped = []
        called_off, waiting = await call_off_after(moment, steps(length), dropped.append)
        assert waiting.cancelled() == called_off
        await steps(2 * STEPS)
        assert dropped in ([], ["done"]) if called_off else dropped == [] and waiting.result() == "done"

    asyncio.run(run())


def test_a_failure_that_nobody_takes_any_more_is_not_told():
    async def fail():
        await asyncio.sleep(0)
        raise ConnectionError("cut")

    async def run():
        told = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context))
        for moment in range(STEPS):
            await call_off_after(moment, fail(), lambda outcome: None)
        await steps(STEPS)
        return told

    assert asyncio.run(run()) == []


def test_work_that_takes_too_long_is_ended():
    async def run():
        work = asyncio.ensure_future(asyncio.sleep(3600))
        with pytest.raises(TimeoutError):
            await _within(0, work)
        await asyncio.wait({work})
        assert work.cancelled()

    asyncio.run(run())


@pytest.mark.parametrize("moment", range(2 * STEPS))
def test_a_connection_that_nobody_waits_for_any_more_is_closed(moment):
    async def run(listener):
        place = Place(*listener.getsockname(), secure=False, ca_file=None, read_token=str)
        connecting = asyncio.ensure_future(AwaitingShell().connect(place, 60))
        await steps(moment)
        if connecting.cancel():
            await asyncio.wait({connecting})
            assert connecting.cancelled()
        else:
            connecting.result().close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        asyncio.run(run(listener))
        listener.setblocking(False)
        with contextlib.suppress(BlockingIOError):  # called off before it began
            accepted, _ = listener.accept()
            with accepted:
                accepted.settimeout(60)
                assert accepted.recv(1) == b""
