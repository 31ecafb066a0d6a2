"""Events as they happen."""

import asyncio
import itertools

import pytest

from baton import AsyncClient, Client
from proxy import Proxy


@pytest.fixture
def streaming(baton_daemon):
    with Proxy(baton_daemon.port) as proxy:
        yield proxy


def test_events_come_once_and_in_order_through_cuts(streaming, baton_client):
    with Client(streaming.url) as client:
        events = client.stream_events(after=0, types=["task.*"])
        seen = []
        for number in range(20):
            baton_client.submit("k", number)
            seen.append(next(events).position)
            if number % 5 == 4:
                streaming.cut()
        events.close()
    assert seen == [event.position for event in baton_client.each_event(types=["task.created"])]


def test_they_come_to_coroutines_too(streaming, baton_client):
    async def follow():
        async with AsyncClient(streaming.url) as client:
            events = client.stream_events(after=0)
            for number in itertools.count():
                await client.submit("k", number)
                event = await events.__anext__()
                if number == 5:
                    streaming.cut()
                if number == 10:
                    await events.aclose()
                    return event.position

    assert asyncio.run(follow()) == 11
