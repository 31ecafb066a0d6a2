"""Stores to run against, started as the other suites start them: Debian's programs, on free ports."""

import contextlib
import os
import pathlib

import pytest

from servers import PostgresServer, RedisServer

pytest_plugins = ["baton.testing"]

STORES = ["sqlite", "redis", "postgres"]
ROOT = pathlib.Path(__file__).parent.parent


@pytest.fixture(scope="session")
def redis():
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="session")
def postgres():
    with PostgresServer() as server:
        yield server


def serving(request, kind, *arguments):
    """A daemon on that store, in a namespace of its own."""
    from baton.testing import Daemon
    if kind == "sqlite":
        return Daemon("sqlite:state.db", arguments)
    server = request.getfixturevalue(kind)
    return Daemon(server.url, [*arguments, "--namespace", server.new_namespace()])


@pytest.fixture(params=STORES)
def daemon(request, monkeypatch):
    """A daemon on each store whose state outlives it; `serve` marks its arguments."""
    marked = request.node.get_closest_marker("serve")
    with serving(request, request.param, *(marked.args if marked else ())) as daemon:
        for name, value in daemon.environment.items():
            monkeypatch.setenv(name, value)
        yield daemon


@pytest.fixture
def all_daemons(request):
    """One on each store, at the same time. Agents claim: a task that the daemon gives has a lease of its making."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(serving(request, kind, "--assign", "pull")) for kind in STORES]


@pytest.fixture
def client(daemon):
    with daemon.client() as client:
        yield client


@pytest.fixture
def python_path():
    """The environment of a program that uses the client from its folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
