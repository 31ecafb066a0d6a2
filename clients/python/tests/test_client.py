"""What programs do, against a daemon on memory: each test once blocking and once awaiting."""

import asyncio
import gc
import inspect
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone

import pytest

import baton
from baton import AsyncClient, Client, NewTask
from servers import wait_until


class Awaited:
    """The asynchronous client behind the face of the other one, so that one test drives both."""

    def __init__(self, daemon):
        self._loop = asyncio.new_event_loop()
        self._client = daemon.async_client()

    def __getattr__(self, name):
        method = getattr(self._client, name)

        def call(*arguments, **named):
            started = method(*arguments, **named)
            return self.all_of(started) if inspect.isasyncgen(started) else self._loop.run_until_complete(started)

        return call

    def all_of(self, items):
        async def collect():
            return [item async for item in items]

        return self._loop.run_until_complete(collect())

    def close(self):
        self._loop.run_until_complete(self._client.close())
        self._loop.close()


@pytest.fixture(params=["blocking", "awaiting"])
def client(request, baton_daemon):
    client = baton_daemon.client() if request.param == "blocking" else Awaited(baton_daemon)
    yield client
    client.close()


def test_it_finds_the_daemon_by_itself(baton_daemon):
    with Client() as client:
        assert client.url == baton_daemon.url and client.livez().status == "alive"
        assert client.health().backend == "memory" and "baton" in client.metrics()


def test_the_life_of_a_task(client):
    made = client.submit("translate", {"n": 2 ** 70}, priority=10, metadata={"by": "test"})
    assert made.created and made.status == "pending"
    client.register_agent("ann", ["translate"], incarnation="1")
    grant = client.claim_task("ann", "1", claim_id="c1")
    assert grant.task.payload == {"n": 2 ** 70} and grant == client.claim_task("ann", "1", claim_id="c1")
    assert not client.report_progress(grant.fence, {"done": 0.5}).cancel
    assert client.beat("ann", "1", task=made.id, attempt=1).cancel is None
    client.set_result(made.id, 1, [1, 2])
    assert client.get_result(made.id, 1, wait=5) == [1, 2]
    assert client.get_result(made.id, 2, default="none") == "none"
    settled = client.complete_task(grant.fence, {"text": "bonjour"})
    assert settled == client.complete_task(grant.fence, {"text": "bonjour"}) and settled.counted
    task = client.wait_for_task(made.id, timeout=5)
    assert task.has_ended and task.result == {"text": "bonjour"} and task.progress == {"done": 0.5}
    assert [event.event_type for event in client.each_event(task=made.id)] == ["task.created", "task.assigned", "task.completed"]
    assert client.claim_task("ann", "1", wait=0.01) is None and client.deregister_agent("ann")


def test_many_tasks_at_once_with_dependencies_and_times(client):
    first = NewTask("k", 1)
    later = NewTask("k", 2, depends_on=[first.id])
    timed = NewTask("k", 3, run_at=datetime.now(timezone.utc) + timedelta(hours=1))
    made = client.submit_tasks([first, later, timed])
    assert [one.status for one in made] == ["pending", "blocked", "scheduled"]
    assert [one.created for one in client.submit_tasks([first, later, timed])] == [False] * 3
    assert [task.id for task in client.each_task(kind="k")] == [first.id, later.id, timed.id]
    assert client.list_tasks(status="blocked").items[0].depends_on == [first.id]
    assert client.explain_task(later.id).reasons[0].reason == "waits_for"
    assert client.edit_task(first.id, payload=None, priority=1).priority == 1
    assert client.cancel_task(first.id, reason="no").status == "cancelled"
    assert client.retry_task(first.id).status == "pending"
    with pytest.raises(TimeoutError):
        client.wait_for_task(timed.id, timeout=0)


def test_lists_go_through_all_pages(client):
    client.submit_tasks([NewTask("k", number) for number in range(1000)])
    client.submit_tasks([NewTask("k", number) for number in range(500)])
    assert len(list(client.each_task())) == 1500
    assert len(list(client.each_event())) == 1500
    page = client.list_tasks(limit=10)
    assert len(page.items) == 10 and page.next is not None


def test_errors_have_classes_and_say_what_to_do(client):
    with pytest.raises(baton.NotFound) as missing:
        client.get_task("019a86ff-1234-7abc-8def-0123456789ab")
    assert missing.value.code == "not_found" and missing.value.request_id and missing.value.next
    with pytest.raises(baton.Invalid, match="priority"):
        client.submit("k", priority=5000)
    key = NewTask("k", 1, idempotency_key="one")
    client.submit_tasks([key])
    with pytest.raises(baton.Conflict):
        client.submit_tasks([NewTask("k", 2, idempotency_key="one")])
    client.register_agent("ann", ["x"], incarnation="1")
    with pytest.raises(baton.StaleFence):
        client.beat("ann", "2")
    with pytest.raises(baton.Conflict) as taken:
        client.transition_agent("ann", "working", "drain")
    assert (taken.value.expected, taken.value.actual) == ("working", "idle")


def test_threads_and_messages(client):
    client.put_thread("chat/1", metadata={"title": "ü"})
    said = client.append_message("chat/1", "user", {"text": "hello"}, id="m1")
    assert said == client.append_message("chat/1", "user", {"text": "hello"}, id="m1") and said.number == 1
    client.append_message("chat/1", "agent", "hi")
    assert [message.body for message in client.each_message("chat/1")] == [{"text": "hello"}, "hi"]
    assert client.get_thread("chat/1").messages == 2 and [one.id for one in client.each_thread()] == ["chat/1"]


def test_fences_of_locks(client):
    tried = client.try_lock("repo", owner="me", ttl=30)
    assert tried.won and not client.try_lock("repo", owner="you").won
    assert client.try_lock("other").won and not client.try_lock("other").won
    fence = baton.LockFence("repo", tried.lock.token)
    client.put_thread("t", fence=fence)
    assert client.renew_lock("repo", "me", fence.token).token == fence.token
    assert client.release_lock("repo", "me", fence.token) and not client.release_lock("repo", "me", fence.token)
    with pytest.raises(baton.StaleFence):
        client.submit("k", fence=fence)
    with pytest.raises(baton.NotFound):
        client.inspect_lock("repo")
    assert client.beat_session("s1").id == "s1" and [lock.name for lock in client.each_lock()] == ["other"]


def test_shared_memory_decides_and_tells_from_what(client):
    client.open_correlation(["risk", "news"], id="c1", pattern="weighted_vote")
    with pytest.raises(baton.Invalid, match="rule type"):
        client.signal("c1", "risk", {"analysis": []})
    with pytest.raises(baton.NotFound):
        client.get_decision("c1")
    client.put_context_document("c1", "market_regime", {"calm": True})
    assert client.get_context("c1")["market_regime"] == client.get_context_document("c1", "market_regime").body == {"calm": True}
    for name in ("risk", "news"):
        client.signal("c1", name, {"agent_version": "1", "analysis": {"choice": "wait", "confidence": 0.5}})
    assert client.get_decision("c1", wait=30)["decision"]["action"] == "wait"
    assert set(client.get_shared_state("c1")["signals"]) == {"risk", "news"}
    assert [entry.what for entry in client.get_timeline("c1").entries] == ["opened", "signalled", "signalled", "decided"]
    assert "correlation_state" in [one.type for one in client.list_schemas().schemas]
    assert client.get_schema("correlation_state").versions[0].version == "1.0.0"
    assert not client.check_value("correlation_state", {}).valid
    assert client.migrate_schema("correlation_state", dry_run=True).examined == 1


def test_correlations_records_groups_and_queue(client):
    opened = client.open_correlation(["risk", "momentum"], id="c1", timeout=60, document={"a": 1})
    assert opened.status == "collecting" and opened == client.open_correlation(["risk", "momentum"], id="c1", timeout=60,
                                                                                document={"a": 1})
    client.signal("c1", "risk", {"value": 0.5})
    ready = client.signal("c1", "momentum", {"large": 2 ** 65})
    assert ready.status == "ready" and {one.name: one.body for one in ready.signals}["momentum"] == {"large": 2 ** 65}
    assert client.advance_correlation("c1", ready.version, event="orchestrate", step="merge").step == "merge"
    record = client.put_record("decision", "d1", {"buy": True}, expected=0)
    assert client.get_record("decision", "d1") == record and [one.key for one in client.each_record("decision")] == ["d1"]
    group = client.put_group("watchers", after=0, visibility=timedelta(seconds=5))
    assert group.visibility == timedelta(seconds=5)
    assert client.put_group("watchers").visibility == timedelta(seconds=5)
    assert client.put_group("watchers", visibility=9, update=True).visibility == timedelta(seconds=9)
    delivered = client.read_group("watchers", "w1")
    assert client.acknowledge("watchers", [one.event.position for one in delivered]) == len(delivered) > 0
    assert client.inspect_group("watchers").pending == [] and client.redrive("watchers", dry_run=True) == 0
    assert list(client.each_dead_letter("watchers")) == [] and client.drop_group("watchers")
    client.submit("k", lane="slow/lane")
    client.pause_lane("slow/lane")
    report = client.queue_stats()
    assert report.paused == ["slow/lane"] and report.lines[0].depth == 1 and len(client.peek_lane("slow/lane")) == 1
    client.resume_lane("slow/lane")
    client.pause_queue()
    client.resume_queue()
    assert client.list_attention(waiting_for=0.0).items


def test_a_wrong_token_is_said_so(baton_daemon):
    with Client(baton_daemon.url, token="wrong") as client, pytest.raises(baton.Unauthorized):
        client.health()


def test_a_token_that_is_replaced_in_its_file_is_taken_up(baton_daemon, tmp_path):
    path = tmp_path / "token"
    path.write_text("stale")
    with Client(baton_daemon.url, token_file=str(path)) as client:
        with pytest.raises(baton.Unauthorized):
            client.health()
        path.write_text(baton_daemon.token_file.read_text())
        assert client.health().backend == "memory"


def test_nobody_there_is_one_clear_error_after_the_patience(baton_daemon):
    baton_daemon.stop()
    with Client(patience=0.2) as client, pytest.raises(baton.Unavailable, match="baton serve"):
        client.health()


def test_threads_share_a_client(baton_client):
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda number: baton_client.submit("k", number).created, range(200)))
    assert all(made) and len(list(baton_client.each_task())) == 200


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_one_event_loop_after_the_other(baton_daemon):
    """Connections that were left behind in a loop that has ended are not used."""
    client = AsyncClient()

    async def ask():
        return (await client.livez()).status

    assert [asyncio.run(ask()) for _ in range(3)] == ["alive"] * 3
    del client
    gc.collect()


def test_a_lock_excludes_and_waits(baton_client):
    entered = []

    def enter(number):
        with baton_client.lock("one at a time", ttl=5) as held:
            entered.append(held.token)
            assert baton_client.inspect_lock("one at a time").token == held.token
            return number

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(enter, range(8))) == list(range(8))
    assert entered == sorted(set(entered)) and len(entered) == 8
    with baton_client.lock("taken"):
        with pytest.raises(TimeoutError), baton_client.lock("taken", timeout=0.05):
            pass


def test_a_lock_is_renewed_while_it_is_held_and_its_loss_is_noticed(baton_client):
    with baton_client.lock("short", ttl=0.6) as held:
        first = baton_client.inspect_lock("short").expires_at
        wait_until(lambda: baton_client.inspect_lock("short").expires_at > first + timedelta(seconds=0.6), "two renewals")
        held.check()
        lock = baton_client.inspect_lock("short")
        baton_client.release_lock("short", lock.owner, lock.token)
        wait_until(lambda: held.lost, "the loss")
        with pytest.raises(baton.StaleFence):
            held.check()


def test_a_lock_that_cannot_be_renewed_counts_as_lost(baton_daemon, baton_client):
    with pytest.raises(baton.Unavailable), Client(patience=0.1) as client, client.lock("short", ttl=0.3) as held:
        held.check()
        baton_daemon.kill()
        wait_until(lambda: held.lost, "the loss")
        with pytest.raises(baton.StaleFence, match="renewed"):
            held.check()
