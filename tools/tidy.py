#!/usr/bin/env python3
"""Runs clang-tidy on the sources of a build folder, or on the named ones. What passed and has not changed is left out."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

FINDING = re.compile(r"^(\S+?):\d+:\d+: error: .*\[([^\]]+)\]$", re.MULTILINE)
ROOT = pathlib.Path(__file__).resolve().parent.parent


def dependencies(build):
    """For each object file, the files it was compiled from, as ninja recorded them."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found, inputs = {}, []
    for line in listing.splitlines():
        if line.startswith("    "):
            inputs.append(build / line.strip())
        elif named := re.match(r"(\S+): #deps", line):
            inputs = found[named.group(1)] = []
    return found


def changed_at(path):
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return float("inf")


def tidy(source, build):
    """Whether a source passes, and what clang-tidy said."""
    run = subprocess.run(["clang-tidy-19", "--quiet", "-p", build, source], capture_output=True, text=True, check=False)
    found = FINDING.findall(run.stdout)
    # The analyzer does not understand coroutines and reports null pointers inside Asio's own headers.
    foreign = [name for path, name in found if path.startswith("/usr/") and name.startswith("clang-analyzer-")]
    return run.returncode == 0 or 0 < len(found) == len(foreign), run.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "lint")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    build = args.build.resolve()

    inputs = dependencies(build)
    wanted = {path.resolve() for path in args.sources}
    stamps = {}
    for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        source = pathlib.Path(command["file"])
        if source.is_relative_to(build) or (wanted and source not in wanted):
            continue
        stamp = build / "tidy" / (source.relative_to(ROOT).as_posix().replace("/", "_") + ".passed")
        compiled_from = inputs.get(re.search(r" -o (\S+)", command["command"]).group(1), [])
        newest = max(changed_at(path) for path in [source, ROOT / ".clang-tidy", *compiled_from])
        if not stamp.exists() or stamp.stat().st_mtime <= newest:
            stamps[source] = stamp

    (build / "tidy").mkdir(exist_ok=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for source, (passed, output) in zip(stamps, pool.map(lambda source: tidy(source, build), stamps)):
            if passed:
                stamps[source].touch()
            else:
                failed += 1
                print(f"{output}\n{source.relative_to(ROOT)}: failed", flush=True)
    print(f"clang-tidy: {len(stamps)} files checked, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
