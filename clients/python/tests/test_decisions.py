import threading
from datetime import datetime, timedelta, timezone

import pytest

import baton
from baton import _ids
from baton._call import call, from_json, microseconds, moment, to_json
from baton._decode import reader_of
from baton._follow import StreamReader
from baton._persistence import LONGEST_PAUSE, Persistence
from baton._pulse import Pulse
from baton.errors import from_problem
from baton.models import Group, Orders


def test_pauses_double_up_to_a_bound_and_stop_with_the_patience():
    now = [0.0]
    persistence = Persistence(30.0, clock=lambda: now[0], chance=lambda: 1.0)
    pauses = []
    while True:
        pause = persistence.pause_after(baton.Unavailable("gone"))
        if pause is None:
            break
        pauses.append(pause)
        now[0] += pause
    assert pauses[:4] == [0.05, 0.1, 0.2, 0.4] and max(pauses) == LONGEST_PAUSE
    assert 25.0 < now[0] <= 30.0


def test_chance_keeps_clients_from_coming_all_at_once():
    assert Persistence(None, chance=lambda: 0.0).pause_after(baton.Unavailable("gone")) == 0.025


def test_the_daemon_may_ask_for_a_longer_pause_and_refusals_are_final():
    persistence = Persistence(None, chance=lambda: 1.0)
    assert persistence.pause_after(baton.Unavailable("gone"), retry_after=2.0) == 2.0
    for refusal in (baton.Conflict, baton.StaleFence, baton.Invalid, baton.Exhausted, baton.Forbidden):
        assert persistence.pause_after(refusal("no")) is None


@pytest.mark.parametrize("status, code, kind", [
    (400, "invalid", baton.Invalid), (400, "bad_request", baton.Invalid), (401, "unauthorized", baton.Unauthorized),
    (403, "forbidden", baton.Forbidden), (403, "host_not_allowed", baton.Forbidden), (404, "not_found", baton.NotFound),
    (404, "no_such_path", baton.NotFound), (408, "too_slow", baton.Unavailable), (409, "conflict", baton.Conflict),
    (409, "stale_fence", baton.StaleFence), (413, "body_too_large", baton.Invalid), (429, "exhausted", baton.Exhausted),
    (500, "corrupt", baton.Corrupt), (503, "unavailable", baton.Unavailable), (502, None, baton.Unavailable)])
def test_the_code_of_a_problem_decides_the_class(status, code, kind):
    error = from_problem(status, {"code": code, "detail": "d", "next": "n", "request_id": "r", "expected": "e", "actual": "a"})
    assert type(error) is kind and isinstance(error, baton.BatonError)
    assert (error.detail, error.next, error.request_id, error.status) == ("d", "n", "r", status)
    assert str(error) == "d; n"
    if kind is baton.Conflict:
        assert (error.expected, error.actual) == ("e", "a")


def test_integers_are_exact_and_what_is_no_json_is_refused():
    value = {"big": 2 ** 200, "text": "ü\u0000", "list": [1, None, True]}
    assert from_json(to_json(value)) == value
    for wrong in (float("nan"), {1, 2}, b"x", "\ud800", object()):
        with pytest.raises(baton.Invalid):
            to_json({"x": wrong})


def test_names_are_escaped_in_paths_and_unset_parameters_are_left_out():
    made = call("GET", "/v1/locks/{}", "a/b c?ü", query={"limit": 3, "after": None, "newest_first": True, "types": ["a", "b"]})
    assert made.target == "/v1/locks/a%2Fb%20c%3F%C3%BC?limit=3&newest_first=true&types=a%2Cb"


def test_times_and_durations():
    assert microseconds(1.5) == microseconds(timedelta(seconds=1.5)) == 1_500_000
    assert moment(datetime(2026, 1, 2, 3, 4, 5, 6, timezone(timedelta(hours=2)))) == "2026-01-02T01:04:05.000006Z"
    with pytest.raises(baton.Invalid):
        moment(datetime(2026, 1, 2))


def test_answers_are_read_by_their_types_and_new_members_ignored():
    orders = reader_of(Orders)({"deadline": "2026-01-02T03:04:05.000006Z", "drain": False, "new": 1,
                                "cancel": {"agent": "a", "incarnation": "i", "task": "t", "attempt": 2 ** 62}})
    assert orders.deadline == datetime(2026, 1, 2, 3, 4, 5, 6, timezone.utc)
    assert orders.cancel == baton.Fence("a", "i", "t", 2 ** 62) and orders.grant is None
    with pytest.raises(baton.Misunderstood, match="name"):
        reader_of(Group)({"cursor": 1})


def test_task_ids_are_version_7_and_differ():
    made = [_ids.task_id() for _ in range(1000)]
    assert len(set(made)) == 1000 and all(one[14] == "7" and one[19] in "89ab" for one in made)
    assert made[0][:8] <= made[-1][:8]


def test_a_pulse_survives_every_error(caplog):
    beats, enough = [], threading.Event()

    def beat():
        beats.append(1)
        if len(beats) == 5:
            enough.set()
        raise RuntimeError("no")

    pulse = Pulse("a test", 0.01, beat)
    assert enough.wait(20)
    pulse.stop()
    assert "the pulse of a test did not get through" in caplog.text


def test_a_stream_of_events_is_read_in_any_pieces():
    text = (b": hello\nretry: 1000\nid: 41\n\nid: 42\nevent: task.created\ndata: "
            b'{"position":42,"at":"2026-01-02T03:04:05.000000Z","event_type":"task.created","payload":{}}\n\n'
            b'event: log.trimmed\ndata: {"after":2,"first":8}\n\nid: 50\n\n')
    for size in (1, 7, len(text)):
        reader = StreamReader()
        events = [event for at in range(0, len(text), size) for event in reader.feed(text[at:at + size])]
        assert [event.position for event in events] == [42] and reader.last_id == "50"
