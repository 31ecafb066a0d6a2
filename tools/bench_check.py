#!/usr/bin/env python3
"""Runs `baton bench` and asserts the figures that the project promises. usage: bench_check.py BATON [--quick] [sqlite] [redis] [postgres]

Every figure is a ratio within one run, or a latency far above what a healthy machine needs; of several runs the median
counts. Redis and PostgreSQL are servers of their own in temporary folders. Exits 1 if a figure is missed.
"""

import contextlib
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from bench_figures import Bench, Report, check_latencies
from bench_postgres import check_postgres

SQLITE_MS = {"submit": (0.8, 2.2), "get": (0.8, 2.2), "edit": (0.8, 2.2)}
REDIS_MS = {"set_result": (0.3, 0.8), "get_result": (0.3, 0.8)}
REDIS_VERBS = ("submit", "claim", "settle", "cas")
# Debian's redis-tools brings the server under this name; called redis-server, it is the server.
REDIS_PROGRAM = "/usr/bin/redis-check-rdb"



def check_sqlite(report, baton, seconds, many):
    bench = Bench.repeat(baton, "sqlite:", seconds, "--callers", "1,64")
    for verb in ("submit", "claim", "settle", "lifecycle"):
        report.at_least(f"sqlite {verb} at 64 callers, against raw", bench.median(verb, 64, "ratio"), 4)
        report.at_least(f"sqlite {verb} at 1 caller, against raw", bench.median(verb, 1, "ratio"), 0.7)
    check_latencies(report, "sqlite", bench, SQLITE_MS)

    def claim_us(*args):
        return Bench.repeat(baton, "sqlite:", seconds, "--verbs", "claim", "--callers", "64", "--no-raw", *args).each_us("claim", 64)

    few = claim_us("--fill", "1000")
    report.at_most(f"sqlite claim with {many} pending, against 1000", claim_us("--fill", many) / few, 1.5)
    report.at_most("sqlite claim from 64 lanes, against one", claim_us("--fill", "1000", "--lanes", "64") / few, 3)


@contextlib.contextmanager
def redis_server(*settings):
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        program = pathlib.Path(folder) / "redis-server"
        program.symlink_to(REDIS_PROGRAM)
        server = subprocess.Popen([program, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "",
                                   "--logfile", os.path.join(folder, "log"), *settings])
        try:
            while subprocess.run(["redis-cli", "-p", str(port), "ping"], capture_output=True, check=False).stdout != b"PONG\n":
                if server.poll() is not None:
                    sys.exit(f"the Redis of the check does not start: {(pathlib.Path(folder) / 'log').read_text()}")
                time.sleep(0.05)
            yield port
        finally:
            server.terminate()
            server.wait()


def redis(port, *command):
    return subprocess.run(["redis-cli", "-p", str(port), *command], check=True, capture_output=True, text=True).stdout


def script_us(port):
    found = re.search(r"cmdstat_evalsha:.*?usec_per_call=([0-9.]+)", redis(port, "info", "commandstats"))
    return float(found.group(1))


def redis_benchmark(port, loops, callers):
    """Calls per second of a script that reads a field so many times, and the microseconds it takes of the server."""
    sha = redis(port, "script", "load", f"for i = 1, {loops} do redis.call('HGET', KEYS[1], 'f') end return 1").strip()
    redis(port, "config", "resetstat")
    out = subprocess.run(["redis-benchmark", "-p", str(port), "-c", "1", "-P", str(callers), "-n", "20000", "--csv", "evalsha",
                          sha, "1", "k"], check=True, capture_output=True, text=True).stdout
    return float(out.strip().splitlines()[-1].split(",")[1].strip('"')), script_us(port)


def tell_redis_benchmark(report, baton, port, seconds):
    """`redis-benchmark` with a script that costs the server as much as ours do on average, beside ours."""
    redis(port, "config", "resetstat")
    verbs = ("submit", "claim", "settle")
    ours = Bench.repeat(baton, f"redis://127.0.0.1:{port}", seconds, "--verbs", ",".join(verbs), "--callers", "64", "--no-raw")
    cost = script_us(port)
    _, of_100 = redis_benchmark(port, 100, 64)
    rate, equal = redis_benchmark(port, max(1, round(100 * cost / of_100)), 64)
    report.tell(f"redis-benchmark -P 64 of a script of {equal:.0f} us", rate, "/s")
    report.tell(f"submit, claim and settle at 64 callers, of {cost:.0f} us",
                statistics.harmonic_mean(ours.median(verb, 64, "per_s") for verb in verbs), "/s")


def check_redis(report, baton, seconds, how, *settings):
    with redis_server(*settings) as port:
        store = f"redis://127.0.0.1:{port}"
        bench = Bench.repeat(baton, store, seconds, "--callers", "1,64,512", "--verbs", ",".join(REDIS_VERBS))
        for callers, bound in ((1, 0.75), (64, 0.8), (512, 0.8)):
            for verb in REDIS_VERBS:
                report.at_least(f"redis ({how}) {verb} at {callers}, against raw", bench.median(verb, callers, "ratio"), bound)
        if "always" not in settings:
            check_latencies(report, f"redis ({how})", bench, REDIS_MS)
            tell_redis_benchmark(report, baton, port, seconds)
            return
        for verb in REDIS_MS:  # a flush of the disk is in it, and disks differ
            for figure in ("p50", "p99"):
                report.tell(f"redis ({how}) {verb} at 1 caller, {figure}", bench.median(verb, 1, f"{figure}_us") / 1000, " ms")


def check_redis_sweep(report, baton, seconds, many):
    with redis_server() as port:
        def sweep_us(agents):
            return Bench.repeat(baton, f"redis://127.0.0.1:{port}", seconds, "--no-raw", "--callers", "1", "--verbs", "sweep", "--agents",
                         agents).each_us("sweep", 1)

        few = sweep_us("100")
        report.at_most(f"redis sweep with {many} healthy agents, against 100", sweep_us(many) / few, 2)


def check_redis_supervisor(report, baton, seconds):
    with redis_server("--appendonly", "yes", "--appendfsync", "everysec") as port:
        bench = Bench.repeat(baton, f"redis://127.0.0.1:{port}", seconds, "--no-raw", "--callers", "1", "--verbs", "pass,assign",
                             "--agents", "100")
        report.at_most("redis idle pass over 100 agents, p50", bench.median("pass", 1, "p50_us") / 1000, 0.3, " ms")
        report.at_most("redis submit to assigned, p99", bench.median("assign", 1, "p99_us") / 1000, 100, " ms")


def check_memory(report, baton, seconds):
    bench = Bench.repeat(baton, "memory:", seconds, "--no-raw", "--callers", "1", "--verbs", "hot_signal,hot_read")
    for verb in ("hot_signal", "hot_read"):
        report.at_most(f"shared memory {verb}, p99", bench.median(verb, 1, "p99_us") / 1000, 1, " ms")


def main():
    baton, *options = sys.argv[1:]
    quick = "--quick" in options
    seconds = "0.5" if quick else "2"
    wanted = [option for option in options if not option.startswith("--")] or ["memory", "sqlite", "redis", "postgres"]
    report = Report()
    if "memory" in wanted:
        check_memory(report, baton, seconds)
    if "sqlite" in wanted:
        check_sqlite(report, baton, seconds, "20000" if quick else "1000000")
    if "redis" in wanted:
        check_redis(report, baton, seconds, "everysec", "--appendonly", "yes", "--appendfsync", "everysec")
        check_redis(report, baton, seconds, "always", "--appendonly", "yes", "--appendfsync", "always")
        check_redis_sweep(report, baton, seconds, "10000" if quick else "100000")
        check_redis_supervisor(report, baton, seconds)
    if "postgres" in wanted:
        check_postgres(report, baton, seconds, quick)
    print(f"{report.failed} figures missed" if report.failed else "every figure holds")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
