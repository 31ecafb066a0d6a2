"""Runs a checker of tools/ on a small tree of planted files."""

import pathlib
import subprocess
import sys
import tempfile

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"


def write_tree(root, files):
    for name, text in files.items():
        path = pathlib.Path(root) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def check(tool, files):
    """Returns the violations that the tool finds; its exit status must agree with them."""
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, files)
        run = subprocess.run([sys.executable, TOOLS / tool, "--root", root], capture_output=True, text=True, check=False)
    found = run.stdout.splitlines()[:-1]
    assert run.returncode == (1 if found else 0), run.stderr
    return found
