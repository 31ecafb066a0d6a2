"""A Redis and a PostgreSQL for the tests, from Debian's packages."""

import itertools
import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading

# Debian's redis-tools brings the server under this name; called redis-server, it is the server.
REDIS_PROGRAM = "/usr/bin/redis-check-rdb"
PATIENCE = 60


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def wait_until(done, what="it", patience=PATIENCE):
    """Asks again and again; for what nothing can be waited on."""
    pause = threading.Event()
    for _ in range(int(patience / 0.02)):
        found = done()
        if found:
            return found
        pause.wait(0.02)
    raise AssertionError(f"{what} did not happen")


class Server:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="baton-python-"))
        self.port = free_port()
        self._namespaces = itertools.count(1)

    def new_namespace(self):
        return f"python{next(self._namespaces)}"

    def run(self, command, serves, **options):
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)

        def serves_or_ended():
            if self.process.poll() is not None:
                raise AssertionError("the server does not start: " + (self.folder / "log").read_text())
            return serves()

        wait_until(serves_or_ended, "the start of the server")

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class RedisServer(Server):
    def __init__(self):
        super().__init__()
        self.url = f"redis://127.0.0.1:{self.port}"
        (self.folder / "redis-server").symlink_to(REDIS_PROGRAM)
        self.run(["./redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "yes",
                  "--appendfsync", "no"], self._serves)

    def _serves(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as sock:
                sock.sendall(b"PING\r\n")
                return sock.recv(16).startswith(b"+PONG")
        except OSError:
            return False


class PostgresServer(Server):
    """Does not run as root: there it is the user that the package brings."""

    def __init__(self):
        super().__init__()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self._programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self._account = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            self._account = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        subprocess.run([self._programs / "initdb", "--no-sync", "--username=postgres", "--auth=trust", "--encoding=UTF8",
                        "--locale=C.UTF-8", "-D", self.folder / "data"], cwd=self.folder, check=True, capture_output=True,
                       **self._account)
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": self.folder, "fsync": "off",
                    "shared_buffers": "32MB"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.run([self._programs / "postgres", "-D", self.folder / "data", *options], self._serves, **self._account)

    def _serves(self):
        asked = [self._programs / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-c", "SELECT 1"]
        return subprocess.run(asked, cwd=self.folder, capture_output=True, check=False).returncode == 0

    def __exit__(self, *exception):
        self.process.send_signal(2)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
