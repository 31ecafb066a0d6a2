#!/usr/bin/env python3
"""Tries to break baton and says what was tried: the suites that kill, cut, starve and confuse it, and the fuzzers.

Each round runs every suite with new seeds; with --minutes there are as many as fit into that time, the fuzzers' included.
What the suites tell in lines `figure: 20 power cuts under SQLite` is added up over all rounds, and of lines
`longest: 80 ms until …` the longest is kept. The first failure ends it, with the seeds and the commit that are needed to see
it again.
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

SUITES = ("linearizability", "planted", "crash", "fault", "chaos", "model", "corpus")
FIGURE = re.compile(r"^(?:\d+: )?figure: (\d+) (.+)$", re.MULTILINE)
LONGEST = re.compile(r"^(?:\d+: )?longest: (\d+) ms (.+)$", re.MULTILINE)
ENTRY = re.compile(r"^ *\d+\/\d+ Test +#(\d+): (\S+) \.+ *([A-Za-z ]*\*{3}[A-Za-z: ]+?|\w+) +([\d.]+) sec", re.MULTILINE)
SEED = re.compile(r"BATON_SEED=\d+")
FUZZ_SECONDS = 30

# What a round of all suites has to have tried: a suite that tries less and says nothing would be believed otherwise.
PROMISED = {
    "kills of the daemon": 200,
    "kills of the server: Redis": 40,
    "kills of the server: PostgreSQL": 15,
    "kills of an agent": 30,
    "power cuts under SQLite": 20,
    "power cuts under Redis": 20,
    "power cuts under PostgreSQL": 5,
    "linearizability histories": 200,
    "calls in them": 400_000,
    "planted bugs found": 12,
}


def commit():
    if shutil.which("git") is None:
        return "unknown"

    def git(*words):
        return subprocess.run(["git", *words], capture_output=True, text=True, check=False).stdout.strip()
    return git("rev-parse", "--short=12", "HEAD") + ("+changes" if git("status", "--porcelain") else "")


def run_suites(preset, suites, jobs, log, environment):
    """Runs them once; whether all passed. What they said is in the log."""
    labels = "^(" + "|".join(suites) + ")$"
    command = ["ctest", "--test-dir", f"build/{preset}", "-V", "--no-tests=error", "-L", labels, "-j", str(jobs),
               "--timeout", "1800", "--stop-on-failure"]
    with log.open("w", encoding="utf-8") as out:
        return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=environment, check=False).returncode == 0


class Tally:
    """What was tried, over all rounds."""

    def __init__(self):
        self.sums = collections.Counter()
        self.longest = {}

    def add(self, text):
        for count, what in FIGURE.findall(text):
            self.sums[what] += int(count)
        for count, what in LONGEST.findall(text):
            self.longest[what] = max(self.longest.get(what, 0), int(count))

    def broken_promises(self, rounds):
        return [f"{what}: {self.sums[what]} of {least * rounds}" for what, least in PROMISED.items()
                if self.sums[what] < least * rounds]

    def table(self, rounds, seconds, fuzzers, fuzz_seconds):
        lines = [f"commit {commit()}, {rounds} round{'s' if rounds > 1 else ''}, {seconds / 60:.0f} minutes, nothing lost, "
                 "nothing double, no violation", "", "| how often | what |", "|---:|---|"]
        lines += [f"| {f'{count:,}'.replace(',', ' ')} | {what} |" for what, count in sorted(self.sums.items())]
        if fuzzers:
            lines.append(f"| {fuzzers} | fuzzers for {fuzz_seconds} s each, without a find |")
        if self.longest:
            lines += ["", "| the longest | wait |", "|---:|---|"]
            lines += [f"| {count} ms | {what} |" for what, count in sorted(self.longest.items())]
        return "\n".join(lines) + "\n"


def failures_in(text):
    """Each entry that failed, with the seeds that it drew."""
    found = []
    for number, name, verdict, _ in ENTRY.findall(text):
        if verdict in ("Passed", "***Skipped"):
            continue
        said = "\n".join(re.findall(rf"^{number}: .*$", text, re.MULTILINE))
        found.append((name, sorted(set(SEED.findall(said)))))
    return found


def complain(log, preset):
    failed = failures_in(log.read_text(encoding="utf-8", errors="replace"))
    print(f"\nFAILED at commit {commit()}: {', '.join(name for name, _ in failed) or 'nothing could be run'}; "
          f"what was said is in {log}")
    for name, seeds in failed:
        for seed in seeds or [""]:
            again = f"BATON_PROVE=1 {seed} ctest --test-dir build/{preset} --output-on-failure -R '^{name}$'"
            print("again:", " ".join(again.split()))


def another_round_fits(begun, now, minutes, last_round, fuzzing):
    """Whether another round like the last one ends nearer to the end of the time than we are now."""
    left = minutes * 60 - (now - begun) - fuzzing
    return left > last_round / 2


def fuzzer_names():
    return sorted(source.stem for source in pathlib.Path("tests/fuzz").glob("*.cpp"))


def fuzz_seconds(minutes, fuzzers):
    """For each of them: at most a quarter of the time for all."""
    return FUZZ_SECONDS if minutes == 0 else max(1, min(FUZZ_SECONDS, int(minutes * 60 / 4 / max(1, fuzzers))))


def fuzz(seconds, jobs, tally):
    command = [sys.executable, "tools/fuzz.py", "--jobs", str(jobs), "--seconds", str(seconds)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    print(run.stdout, flush=True)
    tally.add(run.stdout)
    return run.returncode == 0


def run_rounds(args, tally, begun, fuzzing):
    """How many rounds there were; 0: one failed."""
    rounds, last_round = 0, 0.0
    environment = dict(os.environ, BATON_PROVE="1", BATON_COMMIT=commit())
    while rounds == 0 or another_round_fits(begun, time.monotonic(), args.minutes, last_round, fuzzing):
        rounds += 1
        log = pathlib.Path(f"build/{args.preset}/prove-{rounds}.log")
        print(f"round {rounds}: {', '.join(args.suites)}", flush=True)
        start = time.monotonic()
        if not run_suites(args.preset, args.suites, args.jobs, log, environment):
            complain(log, args.preset)
            return 0
        last_round = time.monotonic() - start
        text = log.read_text(encoding="utf-8", errors="replace")
        tally.add(text)
        print(f"round {rounds}: passed in {last_round:.0f} s at commit {commit()}; {log} has what was said; seeds:",
              " ".join(sorted(seed.removeprefix("BATON_SEED=") for seed in set(SEED.findall(text)))), flush=True)
        environment.pop("BATON_SEED", None)  # a given one is tried once
    return rounds


def main():
    parser = argparse.ArgumentParser(prog="./dev prove", description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="debug")
    parser.add_argument("--minutes", type=float, default=0, help="as many rounds as fit into that time, fuzzers included")
    parser.add_argument("--fuzz", type=int, metavar="SECONDS", help="for each fuzzer; 0: none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("suites", nargs="*", default=list(SUITES), help="all of them unless named, and then no fuzzers")
    args = parser.parse_args()
    unknown = sorted(set(args.suites) - set(SUITES))
    if unknown:
        parser.error(f"unknown suites: {' '.join(unknown)}; suites: {' '.join(SUITES)}")

    complete = set(args.suites) == set(SUITES)
    fuzzers = len(fuzzer_names()) if complete or args.fuzz else 0
    seconds = args.fuzz if args.fuzz is not None else fuzz_seconds(args.minutes, fuzzers)
    fuzzers = fuzzers if seconds else 0
    begun, tally = time.monotonic(), Tally()
    rounds = run_rounds(args, tally, begun, -(-fuzzers // args.jobs) * seconds)
    if rounds == 0:
        return 1
    if complete and (broken := tally.broken_promises(rounds)):
        print(f"\nFAILED at commit {commit()}: less was tried than is promised:", "; ".join(broken))
        return 1
    if fuzzers and not fuzz(seconds, args.jobs, tally):
        print(f"\nFAILED at commit {commit()}: a fuzzer; the input that it found is in build/fuzz")
        return 1
    report = tally.table(rounds, time.monotonic() - begun, fuzzers, seconds)
    pathlib.Path(f"build/{args.preset}/proof.md").write_text(report, encoding="utf-8")
    print("\n" + report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
