"""PostgreSQL beside pgbench: baton's verbs, and statements of bench/pgbench on tables of the same shape.

The plain statements write the same rows, but keep neither the dense order of the log nor the exact depth of a line. They are
what we are measured by. Of a lone caller it is also told how it compares with the statement that baton itself sends
(bench/pgbench/verb): what is missing there is our own side's cost, the rest is the server's.

All run on one server with fsync and synchronous_commit on, one after the other in every round, so that what else the
machine does meets all. Every round begins with new tables and the same number of agents and pending tasks.
"""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from bench_figures import Bench, check_latencies, run_bench

ROUNDS = 5
ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "bench/pgbench"
SCHEMA = ROOT / "src/backend/postgres/schema/0001_base.sql"
VERBS = ("submit", "claim", "settle")
AT_LEAST = {(64, "submit"): 2, (64, "settle"): 2, (64, "claim"): 1.3, (1, "submit"): 0.8, (1, "settle"): 0.8, (1, "claim"): 0.8}
POSTGRES_MS = {"submit": (1.2, 1.8), "get": (1.2, 1.8), "edit": (1.2, 1.8), "lock": (0.4, 0.9), "release": (0.4, 0.9),
               "messages": (2.1, 4.5)}
FILL = 10000
SETTINGS = """
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = 256MB
max_wal_size = 4GB
fsync = on
synchronous_commit = on
"""


def programs():
    return max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def as_postgres():
    """PostgreSQL does not run as root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


class Server:
    """A PostgreSQL with nothing in it, as long as the block lasts."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        if as_postgres():
            shutil.chown(self.folder, "postgres", "postgres")
        self.run("initdb", "--no-sync", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=trust",
                 f"--pgdata={self.data}", **as_postgres())
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.write(f"{SETTINGS}port = {self.port}\nunix_socket_directories = '{self.folder}'\n")

    @property
    def url(self):
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, program, *args, **options):
        done = subprocess.run([programs() / program, *map(str, args)], capture_output=True, text=True, cwd="/", **options)
        if done.returncode != 0:
            sys.exit(f"{program} failed: {done.stderr[:2000]}")
        return done.stdout

    def psql(self, *args, **options):
        return self.run("psql", "-XAtq", "--set=ON_ERROR_STOP=1", self.url, *args, **options)

    @contextlib.contextmanager
    def running(self):
        with open(self.folder / "log", "w", encoding="utf-8") as log:
            server = subprocess.Popen([programs() / "postgres", "-D", self.data], stdout=log, stderr=log, cwd=self.folder,
                                      **as_postgres())
        try:
            while subprocess.run([programs() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode:
                if server.poll() is not None:
                    sys.exit(f"the PostgreSQL of the check does not start: {(self.folder / 'log').read_text()}")
                time.sleep(0.05)
            yield self
        finally:
            server.terminate()
            server.wait()


@contextlib.contextmanager
def postgres_server():
    with tempfile.TemporaryDirectory(prefix="baton-bench-") as folder, Server(folder).running() as server:
        yield server


def fill_plain(server, agents):
    schema = SCHEMA.read_text(encoding="utf-8").replace("baton_ns", "plain")
    server.psql(input=f"DROP SCHEMA IF EXISTS plain CASCADE;\nCREATE SCHEMA plain;\n{schema}")
    server.psql(f"--set=agents={agents}", f"--set=fill={FILL}", f"--file={SCRIPTS / 'fill.sql'}")


def fill_equal(server, baton, agents):
    server.psql("--command=DROP SCHEMA IF EXISTS baton_equal CASCADE")
    subprocess.run([baton, "store", "migrate", "--namespace", "equal", server.url], check=True, stdout=subprocess.DEVNULL)
    server.psql(f"--set=agents={agents}", f"--set=fill={FILL}", f"--file={SCRIPTS / 'verb/fill.sql'}")


def pgbench(server, verb, callers, each):
    """Transactions per second, so many by each caller."""
    told = server.run("pgbench", "--no-vacuum", "--protocol=prepared", f"--client={callers}", f"--jobs={min(callers, 2)}",
                      f"--transactions={each}", f"--define=clients={callers}", "--define=turn=-1", f"--define=fill={FILL}",
                      f"--file={SCRIPTS / verb}.sql", server.url)
    return float(re.search(r"^tps = ([0-9.]+) \(without", told, re.MULTILINE).group(1))


def expect_completed(server, schema, tasks):
    completed = int(server.psql(f"--command=SELECT count(*) FROM {schema}.tasks WHERE status = 'completed'"))
    if completed != tasks:
        sys.exit(f"pgbench completed {completed} tasks of {tasks}")


def equal_round(server, baton, each):
    """Of one caller."""
    fill_equal(server, baton, each)
    rates = {verb: pgbench(server, f"verb/{verb}", 1, each) for verb in VERBS}
    expect_completed(server, "baton_equal", each)
    return rates


def plain_round(server, callers, each):
    agents = callers * each
    fill_plain(server, agents)
    rates = {verb: pgbench(server, verb, callers, each) for verb in VERBS}
    expect_completed(server, "plain", agents)
    if callers == 1:
        rates["get"] = pgbench(server, "get", callers, each)
    return rates


def against(ours, theirs, verb, callers):
    return statistics.median(run[verb, callers]["per_s"] / rates[verb] for run, rates in zip(ours, theirs))


def compare(report, baton, server, seconds, callers, each):
    """Rounds of both in turn; returns ours."""
    theirs, equal, ours = [], [], []
    verbs = VERBS + (("get", "edit", "lock", "release", "messages") if callers == 1 else ())
    for _ in range(ROUNDS):
        theirs.append(plain_round(server, callers, each))
        if callers == 1:
            equal.append(equal_round(server, baton, each))
        server.psql("--command=CHECKPOINT")
        ours.append(run_bench(baton, server.url, seconds, "--no-raw", "--callers", str(callers), "--verbs", ",".join(verbs),
                              "--fill", str(FILL), "--agents", str(callers * each)))
    for verb in theirs[0]:
        name = f"postgres {verb} at {callers} caller{'s' * (callers > 1)}"
        report.tell(f"{name}, of pgbench", statistics.median(rates[verb] for rates in theirs), "/s")
        report.tell(f"{name}, of baton", statistics.median(run[verb, callers]["per_s"] for run in ours), "/s")
        ratio = against(ours, theirs, verb, callers)
        if (callers, verb) in AT_LEAST:
            report.at_least(f"{name}, against pgbench", ratio, AT_LEAST[callers, verb])
        else:
            report.tell(f"{name}, against pgbench", ratio, "x")
        if equal and verb in equal[0]:
            report.tell(f"{name}, against pgbench with our own statement", against(ours, equal, verb, callers), "x")
    return Bench(ours)


def flush_ms(folder):
    """What the disk takes to keep one page, p50 and p99, around these runs: told beside the latencies of writes, which wait for it."""
    took = []
    with open(folder / "flush", "w+b", buffering=0) as file:
        file.write(bytes(8192 * 256))
        os.fsync(file.fileno())
        for page in range(256):
            start = time.perf_counter()
            os.pwrite(file.fileno(), bytes([1]) * 8192, 8192 * page)
            os.fdatasync(file.fileno())
            took.append(1000 * (time.perf_counter() - start))
    return statistics.median(took), statistics.quantiles(took, n=100)[98]


def check_postgres(report, baton, seconds, quick):
    with postgres_server() as server:
        compare(report, baton, server, seconds, 64, 40 if quick else 150)
        before = flush_ms(server.folder)
        alone = compare(report, baton, server, seconds, 1, 200 if quick else 1000)
        flush = [statistics.mean(both) for both in zip(before, flush_ms(server.folder))]
        report.tell("a flush of the disk, p50", flush[0], " ms")
        report.tell("a flush of the disk, p99", flush[1], " ms")
        check_latencies(report, "postgres", alone, POSTGRES_MS)
