"""The daemon itself: what a request costs it, and how it bears a crowd.

Each check starts daemons of its own in temporary folders and loads them from another process: bench/http, bench/live.
"""

import contextlib
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

from bench_figures import run_bench

PAIRS = 15
CALLERS = 64
VERBS = ("claim", "settle")


@contextlib.contextmanager
def daemon(baton, store):
    """What a program that loads it needs to know of a daemon that runs as long as the block does."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = f"sqlite:{folder}/state.db" if store == "sqlite:" else store
        with open(folder / "log", "wb") as log:
            process = subprocess.Popen([baton, "serve", "--store", store, "--assign", "pull", "--listen", "127.0.0.1:0", "--token-file",
                                        folder / "token", "--port-file", folder / "port"], stdout=log, stderr=log, cwd=folder)
        try:
            while not (folder / "port").exists() or not (folder / "port").read_text().endswith("\n"):
                if process.poll() is not None:
                    sys.exit(f"the daemon of the check does not start: {(folder / 'log').read_text()}")
                time.sleep(0.02)
            yield ["--pid", str(process.pid), "--port", (folder / "port").read_text().strip(), "--token-file", str(folder / "token")]
        finally:
            process.terminate()
            process.wait()


def load(baton, program, place, *args):
    return subprocess.run([pathlib.Path(baton).with_name(program), *place, *args], check=True, stdout=subprocess.PIPE, text=True).stdout


def median(runs, verb, figure):
    return statistics.median(run[verb][figure] for run in runs)


def tell_http(store, over_http, in_process):
    print(f"\n{store} {CALLERS} connections  {'per s':>9} {'p50 us':>9} {'p99 us':>9} {'cpu us':>8}", flush=True)
    for where, runs, verbs in (("http", over_http, ("empty", *VERBS)), ("in process", in_process, VERBS)):
        for verb in verbs:
            figures = [median(runs, verb, figure) for figure in ("per_s", "p50_us", "p99_us", "cpu_us")]
            print("     {:<22} {:>9.0f} {:>9.0f} {:>9.0f} {:>8.2f}".format(f"{verb}, {where}", *figures), flush=True)


@contextlib.contextmanager
def busy_neighbour():
    """Takes a processor, as the load does that asks over HTTP: processors share more than they seem to."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def load_http(baton, place, tasks, rounds, *args):
    return json.loads(load(baton, "http_load", place, "--connections", str(CALLERS), "--tasks", tasks, "--rounds", rounds, *args))


def measure_pair(baton, store, tasks, rounds):
    """The same work over HTTP and in process: as many callers, agents, tasks and rounds, from an empty store.

    The speed of a machine drifts, so each is told in empty requests of its own moment (`against_empty`): those of the same round, and
    those just before and just after."""
    with daemon(baton, store) as place:
        over_http = load_http(baton, place, tasks, rounds)
        empties = [load_http(baton, place, tasks, "3", "--only", "empty")]
        with busy_neighbour():
            found = run_bench(baton, store, "0", "--rounds", rounds, "--agents", tasks, "--no-raw", "--callers", str(CALLERS), "--verbs",
                              ",".join(VERBS))
        empties.append(load_http(baton, place, tasks, "3", "--only", "empty"))
    in_process = {verb: found[verb, CALLERS] for verb in VERBS}
    empty = statistics.mean(run["empty"]["cpu_us"] for run in empties)
    for figures in in_process.values():
        figures["against_empty"] = figures["cpu_us"] / empty
    return over_http, in_process


def beyond_verb(over_http, in_process, verb):
    """Both of a pair met the same minute of the machine, so what they differ by is steadier than either: the median of the differences."""
    return statistics.median(http[verb]["against_empty"] - alone[verb]["against_empty"] for http, alone in zip(over_http, in_process))


def check_http(report, baton, quick):
    """A request costs what its verb costs, and little more than one that asks for nothing."""
    tasks, rounds = ("1000", "2") if quick else ("2000", "8")
    for store in ("memory:", "sqlite:"):
        over_http, in_process = zip(*(measure_pair(baton, store, tasks, rounds) for _ in range(PAIRS)))
        tell_http(store, over_http, in_process)
        for verb in VERBS:
            report.at_most(f"{store} {verb} over HTTP without the verb's CPU, against empty", beyond_verb(over_http, in_process, verb), 1.3)


def number(pattern, text):
    return float(re.search(pattern, text).group(1))


def check_live(report, baton, quick):
    """Streams, agents that wait and slow clients, all at once."""
    streams, agents, seconds = ("200", "100", "5") if quick else ("2000", "1000", "60")
    p99 = r"submit to grant .*p99 +([0-9.]+) ms"
    with daemon(baton, "sqlite:") as place:
        # The store opens the files it keeps when it is first asked: those are no descriptors left over.
        load(baton, "live_load", place, "--streams", "50", "--agents", "50", "--seconds", "2")
        told = load(baton, "live_load", place, "--streams", streams, "--agents", agents, "--events", "20", "--seconds", seconds)
        crowd = f"{streams} streams, {agents} agents, 20 events/s"
        report.at_most(f"{crowd}: submit to grant, p99", number(p99, told), 50, " ms")
        report.at_most(f"{crowd}: memory", number(r"\(most ([0-9.]+)\)", told), 150, " MB")
        report.at_most(f"{crowd}: events missed or repeated, streams cut off",
                       sum(number(rf"([0-9]+) {what}", told) for what in ("missed", "repeated", "streams cut off")), 0, "")
        report.at_most(f"{crowd}: descriptors left over",
                       number(r"after ([0-9]+)", told) - number(r"descriptors before ([0-9]+)", told), 0, "")
    # So many tasks that a p99 is more than the second worst of all; of several pairs the median counts.
    with daemon(baton, "sqlite:") as place:
        ratios = []
        for _ in range(1 if quick else 3):
            told = load(baton, "live_load", place, "--streams", "0", "--agents", agents, "--loris", agents,
                        "--events", "150", "--seconds", "5" if quick else "20")
            without, with_slow = (float(found) for found in re.findall(p99, told))
            ratios.append(with_slow / without)
        report.at_most(f"p99 with {agents} slow clients, against none", statistics.median(ratios), 2)
