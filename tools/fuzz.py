#!/usr/bin/env python3
"""Runs fuzzers, each for some seconds, from its kept corpus on.

What a fuzzer says is in NAME.log beside it. New inputs stay in the build folder: the corpus in the repository only grows on purpose.
An input that breaks something is left beside the fuzzer, and its name is printed.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

SOURCES = pathlib.Path("tests/fuzz")
BUILD = pathlib.Path("build/fuzz")
SHOWN_LINES = 60


def fuzzers():
    return sorted(source.stem for source in SOURCES.glob("*.cpp"))


def command(name, seconds):
    own = BUILD / "corpus" / name
    own.mkdir(parents=True, exist_ok=True)
    kept = SOURCES / "corpus" / name
    corpora = [str(own)] + ([str(kept)] if kept.is_dir() else [])
    return [str(BUILD / f"fuzz_{name}"), f"-max_total_time={seconds}", "-print_final_stats=1",
            f"-artifact_prefix={BUILD}/{name}-", *corpora]


def inputs_of(text):
    found = re.search(r"number_of_executed_units: (\d+)", text)
    return int(found.group(1)) if found else 0


def run(name, seconds):
    """Whether it ran clean, and what to say of it."""
    if not (BUILD / f"fuzz_{name}").exists():
        return False, f"{name}: {BUILD}/fuzz_{name} is not built; ./dev build fuzz builds those of build/fuzz"
    log = BUILD / f"{name}.log"
    environment = dict(os.environ, ASAN_SYMBOLIZER_PATH="/usr/bin/llvm-symbolizer-19")
    with log.open("w", encoding="utf-8") as out:
        status = subprocess.run(command(name, seconds), stdout=out, stderr=subprocess.STDOUT, env=environment,
                                check=False).returncode
    text = log.read_text(encoding="utf-8", errors="replace")
    inputs = inputs_of(text)
    if status != 0 or inputs == 0:
        end = "\n".join(text.splitlines()[-SHOWN_LINES:])
        return False, f"{name}: FAILED with status {status} after {inputs} inputs; the end of {log}:\n{end}"
    return True, f"{name}: {inputs} inputs in {seconds} s, clean\nfigure: {inputs} inputs of the fuzzer {name}"


def main():
    global BUILD  # pylint: disable=global-statement
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=pathlib.Path, default=BUILD, help="where they are")
    parser.add_argument("names", nargs="*", help="all of them unless named")
    args = parser.parse_args()
    BUILD = args.build
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    unknown = sorted(set(args.names) - set(fuzzers()))
    if unknown:
        parser.error(f"unknown fuzzer '{unknown[0]}'; fuzzers: {' '.join(fuzzers())}")
    clean = True
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for passed, words in pool.map(lambda name: run(name, args.seconds), args.names or fuzzers()):
            print(words, flush=True)
            clean = clean and passed
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
