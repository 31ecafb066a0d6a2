#!/usr/bin/env python3
"""Runs `baton bench` and asserts the figures that the project promises. usage: bench_check.py BATON [--quick]

Every figure is a ratio within one run, or a latency far above what a healthy machine needs; of several runs the median
counts. Exits 1 if a figure is missed.
"""

import json
import statistics
import subprocess
import sys

RUNS = 3
PUBLISHED_MS = {"submit": (0.8, 2.2), "get": (0.8, 2.2), "edit": (0.8, 2.2)}


def bench(baton, *args):
    """The figures of one run, by (verb, callers)."""
    done = subprocess.run([baton, "bench", "--json", *args], check=True, stdout=subprocess.PIPE, text=True)
    return {(row["verb"], row["callers"]): row for row in json.loads(done.stdout)["results"]}


def median_of(runs, verb, callers, figure):
    return statistics.median(run[verb, callers][figure] for run in runs)


class Report:
    def __init__(self):
        self.failed = 0

    def line(self, what, value, bound, holds, unit=""):
        self.failed += not holds
        print(f"{'ok  ' if holds else 'MISS'} {what:<58} {value:>9.2f}{unit}  ({bound})", flush=True)

    def at_least(self, what, value, bound, unit="x"):
        self.line(what, value, f"at least {bound}{unit}", value >= bound, unit)

    def at_most(self, what, value, bound, unit="x"):
        self.line(what, value, f"at most {bound}{unit}", value <= bound, unit)


def check_ratios(report, baton, seconds):
    runs = [bench(baton, "--store", "sqlite:", "--callers", "1,64", "--seconds", seconds) for _ in range(RUNS)]
    for verb in ("submit", "claim", "settle", "lifecycle"):
        report.at_least(f"sqlite {verb} at 64 callers, against raw", median_of(runs, verb, 64, "ratio"), 4)
        report.at_least(f"sqlite {verb} at 1 caller, against raw", median_of(runs, verb, 1, "ratio"), 0.7)
    for verb, (p50, p99) in PUBLISHED_MS.items():
        report.at_most(f"sqlite {verb} at 1 caller, p50", median_of(runs, verb, 1, "p50_us") / 1000, p50, " ms")
        report.at_most(f"sqlite {verb} at 1 caller, p99", median_of(runs, verb, 1, "p99_us") / 1000, p99, " ms")


def claim_time(baton, seconds, *args):
    """Microseconds that one claim takes of the store's time, at 64 callers: the commit is shared, so its own cost shows."""
    runs = [bench(baton, "--store", "sqlite:", "--verbs", "claim", "--callers", "64", "--seconds", seconds, "--no-raw",
                  *args) for _ in range(RUNS)]
    return 1e6 / median_of(runs, "claim", 64, "per_s")


def check_flatness(report, baton, seconds, many):
    few = claim_time(baton, seconds, "--fill", "1000")
    report.at_most(f"sqlite claim with {many} pending, against 1000", claim_time(baton, seconds, "--fill", many) / few, 1.5)
    lanes = claim_time(baton, seconds, "--fill", "1000", "--lanes", "64")
    report.at_most("sqlite claim from 64 lanes, against one", lanes / few, 3)


def main():
    baton, *options = sys.argv[1:]
    quick = "--quick" in options
    report = Report()
    check_ratios(report, baton, "0.5" if quick else "2")
    check_flatness(report, baton, "0.5" if quick else "2", "20000" if quick else "1000000")
    print(f"{report.failed} figures missed" if report.failed else "every figure holds")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
