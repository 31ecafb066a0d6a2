"""The client against the daemon's own description: nothing of it is out of reach."""

import dataclasses
import inspect
import typing
from typing import get_args, get_origin

import pytest

from baton import Client, NewTask, models
from baton._decode import name_on_the_wire
from baton._duality import dual, dual_iterator, run_now
from baton._operations import Operations

# For people with a browser, not for programs.
FOR_BROWSERS = {"dashboard", "dashboard_file", "login_page", "login_style", "log_in", "log_out"}
# For those who send webhooks, which prove themselves by a signature.
FOR_SENDERS = {"receive_webhook"}
# A settle is about the task of its fence, so the path needs no name of its own.
NAMED_BY_FENCE = {"report_progress", "settle_task", "complete_task", "fail_task", "release_task", "decline_task"}
# Other forms of what is answered in the one that this client reads.
NOT_FOR_US = {"stream_events": {"format"}}
# Answers that are unwrapped.
PLAIN = {"AcceptedDelivery", "ContextDocuments", "Done", "FollowUps", "HandedOver", "Removed", "ShownSubscriptions", "SubmittedTasks"}
# What our names are, where the daemon's would say too little in Python.
RENAMED = {"HealthReport": "Health", "TryLockReply": "LockTried", "SignalEntry": "Signal", "ListedItem": "AttentionItem",
           "ListedReason": "Reason", "NamedSubject": "Subject", "ShownSubscription": "Subscription"}


@pytest.fixture(scope="module")
def document():
    from baton.testing import Daemon
    with Daemon() as daemon, daemon.client() as client:
        yield client.openapi()


def operations_of(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if operation["operationId"] not in FOR_BROWSERS | FOR_SENDERS:
                yield method.upper(), path, operation


def resolved(document, schema):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def members_of(document, operation):
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if operation["operationId"] == "submit_tasks":
        body = {"$ref": "#/components/schemas/SubmitRequest"}
    return set(resolved(document, body)["properties"]) if body else set()


def in_python(name):
    return name[:-3] if name.endswith("_us") else name


def parameters_of(document, operation):
    named = {one["name"] for one in operation.get("parameters", ()) if one["in"] != "header"}
    if operation["operationId"] in NAMED_BY_FENCE:
        named.remove("task")
    return {in_python(name) for name in named | members_of(document, operation)}


class Recorder:
    """A courier that keeps what it is given."""

    patience = 0.0

    async def send(self, call):
        self.call = call
        raise StopAsyncIteration

    async def stream(self, call, headers, silence):
        self.call = call
        raise StopAsyncIteration
        yield b""


def recorded(operation_id, arguments):
    asking = Operations()
    asking._courier = recorder = Recorder()
    method = getattr(Operations, operation_id)
    try:
        started = method.method(asking, **arguments)
        run_now(started if isinstance(method, dual) else started.__anext__())
    except (StopAsyncIteration, RuntimeError):
        pass
    return recorder.call


def test_every_operation_is_a_method_with_every_parameter(document):
    operations = list(operations_of(document))
    assert len(operations) > 50
    for _, _, operation in operations:
        method = inspect.getattr_static(Client, operation["operationId"], None)
        assert isinstance(method, (dual, dual_iterator)), f"{operation['operationId']} is out of reach"
        ours = set(inspect.signature(method.method).parameters) - {"self", "default"}
        asked = parameters_of(document, operation) - NOT_FOR_US.get(operation["operationId"], set())
        assert asked <= ours, f"{operation['operationId']} has no {asked - ours}"


def test_every_method_asks_for_the_path_of_its_operation(document):
    fence = models.Fence("a", "i", "task", 1)
    values = {"fence": None, "expected": ["x"], "lanes": ["x"], "positions": [1], "tasks": [NewTask("k")], "attempt": 1}
    for verb, path, operation in operations_of(document):
        name = operation["operationId"]
        needed = {one.name: values.get(one.name, one.name) for one in
                  inspect.signature(getattr(Operations, name).method).parameters.values()
                  if one.default is inspect.Parameter.empty and one.name != "self"}
        if name in NAMED_BY_FENCE:
            needed["fence"] = fence
        call = recorded(name, needed)
        filled = path.format(**{key: str(values.get(key, key)) for key in
                                [part[1:-1] for part in path.split("/") if part.startswith("{")]})
        assert (call.method, call.target.partition("?")[0]) == (verb, filled), name


def test_new_tasks_have_every_member(document):
    asked = set(document["components"]["schemas"]["NewTaskRequest"]["properties"])
    assert {one.name for one in dataclasses.fields(NewTask)} == asked


def test_answers_have_every_member_and_every_word(document):
    compared = 0
    for name, schema in document["components"]["schemas"].items():
        ours = getattr(models, RENAMED.get(name, name), None)
        if not dataclasses.is_dataclass(ours) or name.endswith("Request"):
            continue
        compared += 1
        hints = typing.get_type_hints(ours)
        members = {name_on_the_wire(field, hints[field]): hints[field] for field in hints}
        assert set(members) == set(schema["properties"]), name
        required = {name_on_the_wire(one.name, hints[one.name]) for one in dataclasses.fields(ours)
                    if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING}
        assert required <= set(schema.get("required", ())), name
        for member, kind in members.items():
            if get_origin(kind) is typing.Literal:
                assert list(get_args(kind)) == schema["properties"][member]["enum"], f"{name}.{member}"
    assert compared >= 30


def test_every_answer_has_a_type(document):
    for name in document["components"]["schemas"]:
        if not name.endswith(("Request", "Document")) and name not in PLAIN:
            assert hasattr(models, RENAMED.get(name, name)), name
