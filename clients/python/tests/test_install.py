"""pip installs it from its folder, without a network."""

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent


def test_pip_installs_it_from_the_folder(tmp_path, baton_daemon):
    # A build leaves traces beside the sources.
    source = shutil.copytree(ROOT, tmp_path / "source", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    # Pip and setuptools are the system's; what is installed is not.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", source],
                   check=True, cwd=tmp_path)
    program = ("import baton, pathlib; folder = pathlib.Path(baton.__file__).parent\n"
               "print((folder / 'py.typed').exists(), baton.__version__, baton.Client().livez().status, folder)")
    said = subprocess.run([python, "-c", program], check=True, cwd=tmp_path, capture_output=True, text=True).stdout
    assert said == f"True 0.1.0 alive {next((tmp_path / 'venv').glob('lib/*/site-packages/baton'))}\n"


def test_the_version_is_that_of_the_daemon(baton_daemon):
    import baton
    said = subprocess.run([baton_daemon.binary, "version"], check=True, capture_output=True, text=True).stdout
    assert baton.__version__ in said
