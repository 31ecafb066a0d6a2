"""Connections that break, daemons that die, servers that are slow: on every store whose state outlives its daemon, nothing
is lost and nothing happens twice."""

import asyncio
import threading

import pytest

import baton
from baton import Agent, AsyncClient, Cancelled, Client, NewTask
from proxy import Proxy
from servers import wait_until

PATIENCE = 40


@pytest.fixture
def proxy(daemon):
    with Proxy(daemon.port) as proxy:
        yield proxy


def through(proxy, daemon):
    return {"url": proxy.url, "token_file": str(daemon.token_file)}


def events(client, kind):
    return list(client.each_event(types=[kind]))


def test_lost_answers_double_nothing(daemon, proxy, client):
    with Client(**through(proxy, daemon)) as shaky:
        def repeated(act, *arguments, **named):
            proxy.lose_replies(2)
            return act(*arguments, **named)

        made = repeated(shaky.submit, "k", {"n": 1})
        repeated(shaky.register_agent, "ann", ["k"])
        incarnation = client.get_agent("ann").incarnation
        grant = repeated(shaky.claim_task, "ann", incarnation, wait=1)
        assert grant.task.id == made.id and grant.task.attempt == 1
        repeated(shaky.report_progress, grant.fence, 1)
        repeated(shaky.put_thread, "t")
        assert repeated(shaky.append_message, "t", "user", "hello").number == 1
        tried = repeated(shaky.try_lock, "l")
        assert tried.won
        repeated(shaky.set_result, made.id, 1, "value")
        opened = repeated(shaky.open_correlation, ["risk"])
        assert repeated(shaky.signal, opened.id, "risk", {"n": 1}).status == "ready"
        assert repeated(shaky.complete_task, grant.fence, "result").counted
        assert proxy.lost == 2 * 11 and proxy.connections >= 2 * 11
    assert len(events(client, "task.created")) == len(events(client, "task.completed")) == 1
    assert len(events(client, "agent.registered")) == len(events(client, "lock.acquired")) == 1
    assert [message.body for message in client.each_message("t")] == ["hello"]
    assert [one.id for one in client.each_correlation()] == [opened.id]


def test_what_cannot_be_repeated_is_not(daemon, proxy, client):
    made = client.submit("k")
    client.cancel_task(made.id)
    with Client(**through(proxy, daemon)) as shaky:
        proxy.lose_replies(1)
        with pytest.raises(baton.OutcomeUnknown, match="lost"):
            shaky.retry_task(made.id)
    assert client.get_task(made.id).status == "pending"


def test_a_slow_server_is_asked_again_and_does_it_once(daemon, proxy, client):
    async def submit():
        async with AsyncClient(**through(proxy, daemon), timeout=0.3, patience=None) as slow:
            return await slow.submit("async")

    proxy.hold(True)
    with Client(**through(proxy, daemon), timeout=0.3, patience=None) as slow:
        made = []
        asking = [threading.Thread(target=lambda: made.append(slow.submit("blocking"))),
                  threading.Thread(target=lambda: made.append(asyncio.run(submit())))]
        for one in asking:
            one.start()
        wait_until(lambda: proxy.connections >= 6, "tries")
        proxy.hold(False)
        for one in asking:
            one.join(PATIENCE)
    assert len(made) == 2 and len(events(client, "task.created")) == 2


def test_an_agent_works_on_through_cuts(daemon, proxy, client):
    """Its connections are cut again and again while it works; each task is done once, with one result."""
    agent = Agent("worker", concurrency=2, grace=5, **through(proxy, daemon))
    done = []

    @agent.task("step", lease=10)
    async def step(job):
        await job.progress(job.payload)
        done.append(job.payload)
        return job.payload

    made = client.submit_tasks([NewTask("step", number) for number in range(60)])
    with agent:
        for mark in range(10, 60, 10):
            wait_until(lambda: len(done) >= mark, "progress")
            proxy.cut()
        for number, one in enumerate(made):
            assert client.wait_for_task(one.id, timeout=PATIENCE).result == number
    assert len(events(client, "task.completed")) == 60 and all(task.crashes == 0 for task in client.each_task())


def test_an_agent_survives_the_death_of_the_daemon(daemon, client):
    """Killed in the middle of a task, and again while results wait to be told."""
    agent = Agent("worker", concurrency=2, grace=5)
    started, go_on = threading.Event(), threading.Event()

    @agent.task("long", lease=20)
    def long(job):
        started.set()
        assert go_on.wait(PATIENCE)
        return job.attempt

    with agent:
        made = client.submit("long")
        assert started.wait(PATIENCE)
        daemon.kill()
        go_on.set()
        daemon.start()
        assert client.wait_for_task(made.id, timeout=PATIENCE).result == 1
        daemon.kill()
        daemon.start()
        assert client.wait_for_task(client.submit("long").id, timeout=PATIENCE).result == 1
    assert len(events(client, "task.completed")) == 2 and list(client.each_agent()) == []


@pytest.mark.serve("--assign", "pull")
def test_who_was_cut_off_for_too_long_loses_the_task_and_comes_back(daemon, proxy, client):
    cut_off = Agent("cut-off", id="cut-off", grace=5, **through(proxy, daemon))
    other = Agent("other", grace=5)
    started, told = threading.Event(), threading.Event()

    @cut_off.task("work", lease=1)
    def work(job):
        if job.attempt > 1:
            return "again"
        started.set()
        try:
            job.wait(2 * PATIENCE)
        except Cancelled:
            told.set()
            raise

    other.task("work", lease=1)(lambda job: "other")
    with cut_off:
        made = client.submit("work")
        assert started.wait(PATIENCE)
        proxy.refuse(True)
        with other:
            task = client.wait_for_task(made.id, timeout=PATIENCE)
            assert (task.result, task.attempt, task.crashes) == ("other", 2, 1)
        proxy.refuse(False)
        assert told.wait(PATIENCE)
        wait_until(lambda: client.get_agent("cut-off").state == "idle", "its return")
    assert len(events(client, "task.completed")) == 1


def test_a_connection_that_died_in_silence_does_not_keep_an_agent_from_work(baton_daemon, baton_client, monkeypatch):
    """What it waits on carries nothing any more, and nobody says so. A beat that gets through makes it ask again, long before
    the fleet would give it up."""
    monkeypatch.setattr("baton._slot.LONG_POLL", 60.0)
    with Proxy(baton_daemon.port) as proxy:
        agent = Agent("worker", grace=5, url=proxy.url)
        agent.task("work", lease=20)(lambda job: "done")
        with agent:
            wait_until(lambda: proxy.requests >= 2, "its first claim")
            proxy.vanish()
            task = baton_client.wait_for_task(baton_client.submit("work").id, timeout=PATIENCE)
            assert (task.result, task.attempt, task.crashes) == ("done", 1, 0)
