"""What the checks of bench_check.py have in common: runs of `baton bench`, and the report of figures."""

import json
import statistics
import subprocess

RUNS = 3


class Report:
    def __init__(self):
        self.failed = 0

    def line(self, what, value, bound, holds, unit=""):
        self.failed += not holds
        print(f"{'ok  ' if holds else 'MISS'} {what:<62} {value:>9.2f}{unit}  ({bound})", flush=True)

    def at_least(self, what, value, bound, unit="x"):
        self.line(what, value, f"at least {bound}{unit}", value >= bound, unit)

    def at_most(self, what, value, bound, unit="x"):
        self.line(what, value, f"at most {bound}{unit}", value <= bound, unit)

    def tell(self, what, value, unit):
        print(f"     {what:<62} {value:>9.2f}{unit}", flush=True)


def run_bench(baton, store, seconds, *args):
    """The figures of one `baton bench`, by verb and number of callers."""
    done = subprocess.run([baton, "bench", "--json", "--store", store, "--seconds", seconds, *args], check=True,
                          stdout=subprocess.PIPE, text=True)
    return {(row["verb"], row["callers"]): row for row in json.loads(done.stdout)["results"]}


class Bench:
    """Repeated runs of one `baton bench`, and their medians."""

    def __init__(self, runs):
        self.runs = runs

    @classmethod
    def repeat(cls, baton, store, seconds, *args):
        return cls([run_bench(baton, store, seconds, *args) for _ in range(RUNS)])

    def median(self, verb, callers, figure):
        return statistics.median(run[verb, callers][figure] for run in self.runs)

    def each_us(self, verb, callers):
        """Microseconds that one takes of the store's time: what is shared by a batch is divided by it."""
        return 1e6 / self.median(verb, callers, "per_s")


def check_latencies(report, name, bench, published):
    for verb, bounds in published.items():
        for figure, bound in zip(("p50", "p99"), bounds):
            report.at_most(f"{name} {verb} at 1 caller, {figure}", bench.median(verb, 1, f"{figure}_us") / 1000, bound, " ms")
