"""What agents do, against a daemon on memory."""

import asyncio
import signal
import subprocess
import sys
import threading

import pytest

from baton import Agent, Cancelled, Decline, Fail, NewTask, Release, Unauthorized
from baton.testing import Daemon
from servers import wait_until

PATIENCE = 20


def ended(client, made):
    return client.wait_for_task(made.id, timeout=PATIENCE)


def agents(client, state=None):
    return [agent.id for agent in client.each_agent(state=state)]


@pytest.fixture
def agent(baton_daemon):
    return Agent("worker", grace=5)


@pytest.fixture
def pulled():
    """A daemon that gives nothing by itself: a task that it gives has a lease of its own making."""
    with Daemon(arguments=["--assign", "pull"]) as daemon:
        daemon.place = {"url": daemon.url, "token_file": str(daemon.token_file)}
        yield daemon


@pytest.fixture
def client(baton_client):
    return baton_client


def test_a_function_does_a_task(agent, client):
    @agent.task("double", lease=10)
    def double(job):
        return {"twice": 2 * job.payload, "attempt": job.attempt}

    with agent:
        assert ended(client, client.submit("double", 2 ** 70)).result == {"twice": 2 ** 71, "attempt": 1}
        assert len(agents(client)) == 1 and agents(client)[0].startswith("worker-")
    assert agents(client) == []


def test_a_coroutine_does_a_task(agent, client):
    @agent.task("double")
    async def double(job):
        await job.progress("half way")
        return 2 * job.payload

    async def main():
        async with agent:
            return await asyncio.to_thread(ended, client, client.submit("double", 4))

    task = asyncio.run(main())
    assert (task.result, task.progress) == (8, "half way") and agents(client) == []


def test_several_tasks_at_once_are_several_agents(baton_daemon, client):
    agent = Agent("crowd", concurrency=4)
    meeting = threading.Barrier(4)

    @agent.task("meet")
    def meet(job):
        meeting.wait(PATIENCE)
        return threading.current_thread().name

    with agent:
        made = client.submit_tasks([NewTask("meet") for _ in range(4)])
        results = {ended(client, one).result for one in made}
        assert len(results) == 4 and len(agents(client)) == 4


def test_many_tasks_by_few_agents(baton_daemon, client):
    agent = Agent("busy", concurrency=3)

    @agent.task("square", lane="numbers")
    async def square(job):
        return job.payload ** 2

    with agent:
        made = client.submit_tasks([NewTask("square", number, lane="numbers") for number in range(200)])
        assert [ended(client, one).result for one in made] == [number ** 2 for number in range(200)]


@pytest.mark.parametrize("raised, status, check", [
    (Fail({"why": "no"}, retry=False), "failed", lambda task: task.error == {"why": "no"}),
    (ValueError("wrong ü"), "failed", lambda task: task.error["type"] == "ValueError" and "wrong ü" in task.error["trace"]),
    (SystemExit(3), "failed", lambda task: "SystemExit" in task.error["message"]),
    (StopIteration(), "failed", lambda task: "StopIteration" in task.error["message"]),
], ids=["Fail", "ValueError", "SystemExit", "StopIteration"])
def test_what_a_handler_raises_fails_the_attempt(agent, client, raised, status, check):
    @agent.task("fail")
    def fail(job):
        raise raised

    with agent:
        task = ended(client, client.submit("fail", max_attempts=1))
        assert task.status == status and check(task), task.error


def test_a_failed_attempt_is_tried_again(agent, client):
    @agent.task("flaky")
    def flaky(job):
        if job.attempt == 1:
            raise Fail("not yet")
        return job.attempt

    with agent:
        assert ended(client, client.submit("flaky")).result == 2


@pytest.mark.parametrize("verdict", [Release(), Decline("not mine")], ids=["release", "decline"])
def test_a_task_that_is_given_back_is_done_later(agent, client, verdict):
    @agent.task("hot")
    def hot(job):
        if job.attempt < 3:
            raise verdict
        return job.attempt

    with agent:
        task = ended(client, client.submit("hot"))
        assert task.result == 3 and task.failures == 0


def test_a_result_that_cannot_be_kept_fails_the_task(agent, client):
    @agent.task("odd")
    def odd(job):
        return {1, 2} if job.payload == "no json" else "x" * 1_100_000

    with agent:
        assert "JSON" in ended(client, client.submit("odd", "no json")).error["message"]
        task = ended(client, client.submit("odd", "too large"))
        assert task.status == "failed" and task.attempt == 1 and "1" in task.error["message"]


def test_a_kind_without_a_handler_goes_to_somebody_else(agent, client, baton_daemon):
    @agent.task("known", lane="shared")
    def known(job):
        return "known"

    other = Agent("other")

    @other.task("unknown", lane="shared")
    def unknown(job):
        return "other"

    with agent:
        made = client.submit("unknown", lane="shared")
        wait_until(lambda: client.get_task(made.id).attempt > 0, "a decline")
        with other:
            assert ended(client, made).result == "other"


@pytest.mark.parametrize("kind", ["function", "coroutine"])
def test_a_cancelled_task_stops_its_handler(agent, client, kind):
    started, seen = threading.Event(), []

    @agent.task("function", lease=1)
    def function(job):
        started.set()
        try:
            job.wait(PATIENCE)
        except Cancelled as told:
            seen.append(told.detail)
            raise

    @agent.task("coroutine", lease=1)
    async def coroutine(job):
        started.set()
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            seen.append(job.cancelled)
            raise

    with agent:
        made = client.submit(kind)
        assert started.wait(PATIENCE)
        client.cancel_task(made.id)
        wait_until(lambda: seen, "the cancellation")
        wait_until(lambda: agents(client, "idle"), "freedom")
        assert client.get_task(made.id).status == "cancelled"


def test_progress_tells_of_a_cancellation_too(agent, client):
    started, cancelled, told = threading.Event(), threading.Event(), threading.Event()

    @agent.task("slow")
    def slow(job):
        job.progress(1)
        started.set()
        cancelled.wait(PATIENCE)
        try:
            job.progress(2)
        except Cancelled:
            told.set()
            raise

    with agent:
        made = client.submit("slow")
        started.wait(PATIENCE)
        client.cancel_task(made.id)
        cancelled.set()
        assert told.wait(PATIENCE)


def test_a_drained_agent_ends_its_task_takes_no_more_and_resumes(baton_daemon, client):
    agent = Agent("worker", id="worker", ttl=1)
    started, go_on = threading.Event(), threading.Event()

    @agent.task("wait", lease=1)
    def wait(job):
        started.set()
        assert go_on.wait(PATIENCE)
        return "done"

    with agent:
        first = client.submit("wait")
        assert started.wait(PATIENCE)
        client.transition_agent("worker", "working", "drain")
        second = client.submit("wait")
        go_on.set()
        assert ended(client, first).result == "done"
        wait_until(lambda: client.get_agent("worker").current_task is None, "an empty hand")
        assert client.get_task(second.id).status == "pending"
        client.transition_agent("worker", "draining", "resume")
        assert ended(client, second).result == "done"


def test_a_drained_agent_can_leave(baton_daemon, client):
    agent = Agent("worker", id="worker", ttl=1, exits_when_drained=True)
    agent.task("none")(lambda job: None)
    background = threading.Thread(target=agent.run)
    background.start()
    wait_until(lambda: agents(client, "idle"), "registration")
    client.transition_agent("worker", "idle", "drain")
    background.join(PATIENCE)
    assert not background.is_alive() and agents(client) == []


def test_beats_go_on_whatever_the_handler_is_busy_with(pulled):
    """Also one that blocks the event loop, as a coroutine must not but does."""
    agent = Agent("worker", **pulled.place)

    @agent.task("block", lease=0.8)
    async def block(job):
        first = client.get_agent(job.fence.agent).deadline
        wait_until(lambda: (client.get_agent(job.fence.agent).deadline - first).total_seconds() > 1.6, "renewals", PATIENCE)
        return job.attempt

    with pulled.client() as client, agent:
        assert ended(client, client.submit("block")).result == 1


def test_an_agent_that_was_given_up_comes_back(baton_daemon, client):
    agent = Agent("worker", id="worker", ttl=1)
    started, lost = threading.Event(), threading.Event()

    @agent.task("work", lease=1)
    def work(job):
        if job.attempt > 1 or job.payload == "quick":
            return "second"
        started.set()
        try:
            job.wait(PATIENCE)
        finally:
            lost.set()

    with agent:
        made = client.submit("work")
        assert started.wait(PATIENCE)
        incarnation = client.get_agent("worker").incarnation
        client.transition_agent("worker", "working", "agent_failed")
        assert lost.wait(PATIENCE)
        task = ended(client, made)
        assert (task.result, task.crashes) == ("second", 1)
        assert client.get_agent("worker").incarnation != incarnation
        client.deregister_agent("worker")
        assert ended(client, client.submit("work", "quick")).result == "second"


def test_locks_threads_results_and_signals_of_a_job(agent, client):
    client.put_thread("chat")
    client.append_message("chat", "user", "question")
    client.open_correlation(["risk"], id="c1")

    @agent.task("all", lease=10)
    def everything(job):
        with job.lock("repo") as held:
            child = job.client.submit("other", fence=held.fence)
        asked = job.history()[-1].body
        job.say({"answer to": asked})
        job.hand_over([child.created, 2 ** 80])
        return job.signal("c1", "risk", {"score": 0.25}).status

    @agent.task("all async", lease=10)
    async def everything_awaited(job):
        async with job.lock("repo") as held:
            child = await job.client.submit("other", fence=held.fence)
        asked = (await job.history())[-1].body
        await job.say({"answer to": asked})
        await job.hand_over([child.created, 2 ** 80])
        return (await job.signal("c1", "risk", {"score": 0.25})).status

    with agent:
        for kind in ("all", "all async"):
            made = client.submit(kind, thread="chat")
            assert ended(client, made).result == "ready"
            assert client.get_result(made.id, 1) == [True, 2 ** 80]
    messages = list(client.each_message("chat"))
    assert len(messages) == 3 and messages[1].body == {"answer to": "question"} and messages[1].task


def test_a_stop_waits_for_what_is_under_way_and_gives_back_the_rest(baton_daemon, client):
    agent = Agent("worker", grace=0.2)
    started = threading.Event()

    @agent.task("endless", lease=10)
    def endless(job):
        started.set()
        threading.Event().wait(2 * PATIENCE)

    with agent:
        made = client.submit("endless")
        assert started.wait(PATIENCE)
    task = client.get_task(made.id)
    assert (task.status, task.crashes, task.failures) == ("pending", 0, 0) and agents(client) == []


def test_a_service_that_is_cancelled_gives_back_what_it_has(agent, client):
    started = threading.Event()

    @agent.task("endless", lease=10)
    async def endless(job):
        started.set()
        await asyncio.Event().wait()

    async def main():
        serving = asyncio.ensure_future(agent.serve())
        made = await asyncio.to_thread(client.submit, "endless")
        assert await asyncio.to_thread(started.wait, PATIENCE)
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        return made

    assert client.get_task(asyncio.run(main()).id).status == "pending" and agents(client) == []


def test_an_agent_that_may_not_says_so(baton_daemon):
    agent = Agent("worker", token="wrong")
    agent.task("x")(lambda job: None)
    with pytest.raises(Unauthorized), agent:
        pass
    with pytest.raises(ValueError, match="handler"):
        Agent("idle").run()


PROGRAM = """
import logging, sys
from baton import Agent
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
agent = Agent("program")
@agent.task("step")
def step(job):
    print("started", flush=True)
    job.wait(float(job.payload))
    return "ended"
agent.run()
print("left", flush=True)
"""


@pytest.mark.parametrize("signals, status", [(1, "completed"), (2, "pending")], ids=["one", "two"])
def test_signals_stop_a_program(baton_daemon, client, python_path, signals, status):
    made = client.submit("step", 1 if signals == 1 else 2 * PATIENCE)
    with subprocess.Popen([sys.executable, "-c", PROGRAM], env=python_path, stdout=subprocess.PIPE) as program:
        assert program.stdout.readline() == b"started\n"
        program.send_signal(signal.SIGTERM)
        assert b"once more" in program.stdout.readline()
        if signals == 2:
            program.send_signal(signal.SIGTERM)
        assert program.stdout.readline() == b"left\n"
        assert program.wait(PATIENCE) == 0
    assert client.get_task(made.id).status == status and agents(client) == []
