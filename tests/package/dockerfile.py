#!/usr/bin/env python3
"""Checks the Dockerfile as far as that is possible without docker: its instructions, its stages, and that what it names exists."""

import json
import pathlib
import re
import shlex
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTRUCTIONS = {"FROM", "ARG", "ENV", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD", "LABEL"}


def instructions(text):
    joined = re.sub(r"\\\n", " ", "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def faults(steps, root):
    stages, user = [], None
    for name, rest in steps:
        if name not in INSTRUCTIONS:
            yield f"{name} is no instruction"
        elif name == "FROM":
            stages.append(rest.split(" AS ")[-1].strip())
            user = None
        elif name == "COPY":
            words = shlex.split(rest)
            stage = next((word[len("--from="):] for word in words if word.startswith("--from=")), None)
            if stage and stage not in stages[:-1]:
                yield f"COPY from {stage}, which is no earlier stage"
            for source in [word for word in words[:-1] if not word.startswith("--")] if not stage else []:
                if not (root / source).exists():
                    yield f"COPY {source}, which does not exist"
        elif name == "USER":
            user = rest
        elif name in {"ENTRYPOINT", "CMD"} or (name == "HEALTHCHECK" and "CMD" in rest):
            command = rest[rest.index("["):] if "[" in rest else ""
            if not command or not isinstance(json.loads(command), list):
                yield f"{name} is not in the form of a list"
    names = [name for name, _ in steps]
    if names[0] not in {"FROM", "ARG"} or names.count("FROM") < 2:
        yield "it has not several stages"
    if user in {None, "root", "0"}:
        yield "the last stage runs as root"
    if not any(name == "HEALTHCHECK" and "/livez" in rest for name, rest in steps):
        yield "there is no HEALTHCHECK by /livez"


def main():
    found = list(faults(instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")), ROOT))
    for planted, why in (("FROM a\nRUN x\n", "stages"), ("FROM a AS b\nFROM c\nCOPY --from=z /x /y\n", "no earlier stage"),
                         ("FROM a\nCOPY nowhere /y\n", "does not exist"), ("FROM a\nBREW tea\n", "no instruction")):
        if not any(why in fault for fault in faults(instructions(planted), ROOT)):
            found.append(f"this check does not notice: {why}")
    for fault in found:
        print(f"Dockerfile: {fault}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
