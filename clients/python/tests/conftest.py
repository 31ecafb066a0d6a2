"""Stores to run against, started as the other suites start them: Debian's programs, on free ports."""

import os
import pathlib

import pytest

from servers import PostgresServer, RedisServer

pytest_plugins = ["baton.testing"]

ROOT = pathlib.Path(__file__).parent.parent


@pytest.fixture(scope="session")
def redis():
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="session")
def postgres():
    with PostgresServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "redis", "postgres"])
def daemon(request, monkeypatch):
    """A daemon on each store whose state outlives it, in a namespace of the test's own."""
    from baton.testing import Daemon
    store, more = "sqlite:state.db", []
    if request.param != "sqlite":
        server = request.getfixturevalue(request.param)
        store, more = server.url, ["--namespace", server.new_namespace()]
    with Daemon(store, more) as daemon:
        for name, value in daemon.environment.items():
            monkeypatch.setenv(name, value)
        yield daemon


@pytest.fixture
def client(daemon):
    with daemon.client() as client:
        yield client


@pytest.fixture
def python_path():
    """The environment of a program that uses the client from its folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
