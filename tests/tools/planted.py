"""Runs a checker of tools/ on a small tree of planted files."""

import importlib
import pathlib
import subprocess
import sys
import tempfile

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))


def write_tree(root, files):
    for name, text in files.items():
        path = pathlib.Path(root) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def check(tool, files):
    """The violations that the tool finds."""
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, files)
        return list(importlib.import_module(tool).violations(pathlib.Path(root)))


def exit_status(tool, files):
    """How the tool ends when it is run as a program."""
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, files)
        return subprocess.run([sys.executable, TOOLS / f"{tool}.py", "--root", root], capture_output=True, check=False).returncode
