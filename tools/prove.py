#!/usr/bin/env python3
"""Tries to break baton and says what was tried: the suites that kill, cut, starve and confuse it, and the fuzzers.

Each round runs every suite with new seeds; with --minutes the rounds go on until that time is over. What the suites tell
in lines `figure: 20 power cuts under SQLite` is added up over all rounds. The first failure ends it, with the seeds and the
commit that are needed to see it again.
"""

import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

SUITES = ("linearizability", "planted", "crash", "fault", "chaos", "model")
FIGURE = re.compile(r"^(?:\d+: )?figure: (\d+) (.+)$", re.MULTILINE)
ENTRY = re.compile(r"^ *\d+\/\d+ Test +#\d+: (\S+) \.+ *(\*{3}[A-Za-z]+(?: [A-Za-z]+)*|\w+) +([\d.]+) sec", re.MULTILINE)
SEED = re.compile(r"BATON_SEED=\d+")


def commit():
    if shutil.which("git") is None:
        return "unknown"

    def git(*words):
        return subprocess.run(["git", *words], capture_output=True, text=True, check=False).stdout.strip()
    return git("rev-parse", "--short=12", "HEAD") + ("+changes" if git("status", "--porcelain") else "")


def run_suites(preset, suites, jobs, log):
    """Runs them once; whether all passed. What they said is in the log."""
    labels = "^(" + "|".join(suites) + ")$"
    environment = dict(os.environ, BATON_PROVE="1", BATON_COMMIT=commit())
    command = ["ctest", "--test-dir", f"build/{preset}", "-V", "--no-tests=error", "-L", labels, "-j", str(jobs),
               "--timeout", "1800", "--stop-on-failure"]
    with log.open("w", encoding="utf-8") as out:
        return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=environment, check=False).returncode == 0


def figures_of(text):
    sums = collections.Counter()
    for count, what in FIGURE.findall(text):
        sums[what] += int(count)
    return sums


def complain(log):
    text = log.read_text(encoding="utf-8", errors="replace")
    failed = [name for name, verdict, _ in ENTRY.findall(text) if verdict != "Passed"]
    seeds = sorted(set(SEED.findall(text)))
    print(f"\nFAILED at commit {commit()}: {', '.join(failed) or 'nothing could be run'}; what was said is in {log}")
    print("seeds of this round:", " ".join(seeds) or "none")
    print("again: BATON_PROVE=1 BATON_SEED=… ctest --test-dir build/debug --output-on-failure -R ^NAME$")


def table(rounds, sums, seconds):
    lines = [f"commit {commit()}, {rounds} round{'s' if rounds > 1 else ''}, {seconds / 60:.0f} minutes, nothing lost, "
             "nothing double, no violation", "", "| how often | what |", "|---:|---|"]
    lines += [f"| {count:,} | {what} |".replace(",", " ") for what, count in sorted(sums.items())]
    return "\n".join(lines) + "\n"


def fuzz(seconds):
    return subprocess.run(["./dev", "fuzz", str(seconds)], check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="debug")
    parser.add_argument("--minutes", type=float, default=0, help="go on in rounds until that time is over")
    parser.add_argument("--fuzz", type=int, default=30, metavar="SECONDS", help="for each fuzzer; 0: none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("suites", nargs="*", default=list(SUITES), help="all of them unless named")
    args = parser.parse_args()

    start, rounds, sums = time.monotonic(), 0, collections.Counter()
    while rounds == 0 or time.monotonic() - start < args.minutes * 60:
        rounds += 1
        log = pathlib.Path(f"build/{args.preset}/prove-{rounds}.log")
        print(f"round {rounds}: {', '.join(args.suites)}", flush=True)
        if not run_suites(args.preset, args.suites, args.jobs, log):
            complain(log)
            return 1
        sums += figures_of(log.read_text(encoding="utf-8", errors="replace"))
    if args.fuzz and not fuzz(args.fuzz):
        print(f"\nFAILED at commit {commit()}: a fuzzer; the input that it found is in build/fuzz")
        return 1
    report = table(rounds, sums, time.monotonic() - start)
    pathlib.Path(f"build/{args.preset}/proof.md").write_text(report, encoding="utf-8")
    print("\n" + report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
