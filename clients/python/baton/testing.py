"""A daemon of one's own for tests, and fixtures for pytest:

    pytest_plugins = ["baton.testing"]      # in conftest.py

    def test_greets(baton_client):
        with my_agent:
            task = baton_client.submit("greet", {"name": "Ann"})
            assert baton_client.wait_for_task(task.id, timeout=10).result == "Hello Ann"

The program is found by BATON_BINARY, or as `baton` in the PATH.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any, Dict, IO, Iterator, Optional, Sequence

from .client import AsyncClient, Client

try:
    import pytest
except ImportError:
    pytest = None  # type: ignore[assignment]

_LISTENS = re.compile(rb"listens on (https?://\S+:(\d+))")


class Daemon:
    """`baton serve` on a free port, in a folder of its own that goes with it. After `kill` or `stop` it can be started
    again, on the same port and store."""

    def __init__(self, store: str = "memory:", arguments: Sequence[str] = (), binary: Optional[str] = None) -> None:
        self.binary = shutil.which(binary or os.environ.get("BATON_BINARY") or "baton") or ""
        if not self.binary:
            raise FileNotFoundError("there is no program baton: name it in BATON_BINARY, or put it into the PATH")
        self.folder = Path(tempfile.mkdtemp(prefix="baton-test-"))
        self.token_file = self.folder / "baton.token"
        self.url = ""
        self._arguments = ["serve", "--store", store, "--token-file", str(self.token_file), *arguments]
        self._port = 0
        self._process: Optional[subprocess.Popen[bytes]] = None
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def port(self) -> int:
        return self._port

    @property
    def environment(self) -> Dict[str, str]:
        """What makes clients in other processes find it."""
        return {"BATON_URL": self.url, "BATON_TOKEN_FILE": str(self.token_file)}

    def client(self, **options: Any) -> Client:
        return Client(self.url, token_file=str(self.token_file), **options)

    def async_client(self, **options: Any) -> AsyncClient:
        return AsyncClient(self.url, token_file=str(self.token_file), **options)

    def start(self) -> None:
        with open(self.folder / "log", "ab") as log:
            begin = log.tell()
            environment = {name: value for name, value in os.environ.items() if not name.startswith("BATON_")}
            # Notes for other clients of this user stay here, too.
            environment["XDG_STATE_HOME"] = str(self.folder)
            self._process = subprocess.Popen([self.binary, *self._arguments, "--listen", f"127.0.0.1:{self._port}"],
                                             cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                             stdout=subprocess.PIPE, stderr=log)
        said = self._read_start(self._process)
        found = _LISTENS.search(said)
        if found is None:
            self.kill()
            raise RuntimeError(f"{self.binary} does not start: {self.log()[begin:]}{said.decode(errors='replace')}")
        self.url, self._port = found.group(1).decode(), int(found.group(2))

    def stop(self) -> None:
        self._end(subprocess.Popen.terminate)

    def kill(self) -> None:
        self._end(subprocess.Popen.kill)

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Daemon:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def _end(self, how: Any) -> None:
        process, self._process = self._process, None
        if process is not None:
            how(process)
            process.wait()

    def _read_start(self, process: subprocess.Popen[bytes]) -> bytes:
        """Up to the line with the token, after which it serves. What comes later must not fill the pipe."""
        assert process.stdout is not None
        said = b""
        for line in process.stdout:
            said += line
            if line.startswith(b"  token"):
                threading.Thread(target=_drain, args=(process.stdout, self.folder / "log"), daemon=True).start()
                break
        return said


def _drain(output: IO[bytes], path: Path) -> None:
    with output, open(path, "ab") as log:
        shutil.copyfileobj(output, log)


if pytest is not None:

    @pytest.fixture
    def baton_daemon(monkeypatch: pytest.MonkeyPatch) -> Iterator[Daemon]:
        """A daemon on memory; Client() and Agent(name) find it."""
        with Daemon() as daemon:
            for name, value in daemon.environment.items():
                monkeypatch.setenv(name, value)
            monkeypatch.delenv("BATON_TOKEN", raising=False)
            yield daemon

    @pytest.fixture
    def baton_client(baton_daemon: Daemon) -> Iterator[Client]:
        with baton_daemon.client() as client:
            yield client
