"""What the README shows is taken from it and run."""

import ast
import asyncio
import contextlib
import pathlib
import re
import signal
import subprocess
import sys

import pytest

from servers import wait_until

ROOT = pathlib.Path(__file__).parent.parent
BLOCKS = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
PATIENCE = 60


@pytest.fixture
def agent_file(tmp_path):
    """The first block, as somebody who copies it has it."""
    path = tmp_path / "agent.py"
    path.write_text(BLOCKS[0], encoding="utf-8")
    return path


@contextlib.contextmanager
def running(agent_file, environment):
    with subprocess.Popen([sys.executable, agent_file], env=environment, cwd=agent_file.parent) as process:
        try:
            yield process
        finally:
            process.kill()


def test_it_has_ten_lines():
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 10


def has_reached(client, made, step):
    return lambda: (client.get_task(made.id).progress or {}).get("step", 0) >= step


def test_killed_in_the_middle_of_a_task_another_one_finishes_it_and_there_is_one_result(agent_file, all_daemons, python_path):
    """On every store, all at once: it takes as long as the lease."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(daemon.client()) for daemon in all_daemons]
        environments = [{**python_path, **daemon.environment} for daemon in all_daemons]
        first = [stack.enter_context(running(agent_file, environment)) for environment in environments]
        made = [client.submit("research", {"topic": "batons"}) for client in clients]
        for client, task, process in zip(clients, made, first):
            wait_until(has_reached(client, task, 2), "the middle of the task")
            process.send_signal(signal.SIGKILL)
        second = [stack.enter_context(running(agent_file, environment)) for environment in environments]
        for client, one in zip(clients, made):
            task = client.wait_for_task(one.id, timeout=PATIENCE)
            assert (task.status, task.result) == ("completed", {"answer": "all about batons"})
            assert (task.attempt, task.crashes) == (2, 1)
            assert len(list(client.each_event(types=["task.completed"], task=one.id))) == 1
            assert list(client.each_event(types=["task.late_result"])) == []
        for process in second:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0


def test_the_command_beside_it_prints_the_answer(agent_file, baton_daemon, python_path, tmp_path):
    shell = re.search(r"^python3 -c '(.*)'$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    (tmp_path / "baton.token").write_text(baton_daemon.token_file.read_text())
    environment = {name: value for name, value in python_path.items() if name != "BATON_TOKEN_FILE"}
    environment["BATON_URL"] = baton_daemon.url
    with running(agent_file, environment):
        said = subprocess.run([sys.executable, "-c", shell.group(1)], env=environment, cwd=tmp_path, capture_output=True,
                              text=True, check=True, timeout=PATIENCE)
    assert said.stdout == "{'answer': 'all about batons'}\n"


def test_the_other_blocks_run_too(baton_client):
    """The agent of the first block gets the handler of the second one; the third is a program; the fourth a test."""
    scope = {}
    exec(BLOCKS[0].replace("agent.run()", "").replace("0.5", "0"), scope)
    exec(BLOCKS[1].partition("with agent:")[0], scope)
    baton_client.put_thread("t")
    baton_client.open_correlation(["risk"], id="decision-7")
    with scope["agent"]:
        made = baton_client.submit("summarise", {"repo": "r"}, lane="gpu", thread="t")
        assert baton_client.wait_for_task(made.id, timeout=PATIENCE).status == "completed"
    exec(BLOCKS[2], scope)
    assert {task.kind for task in baton_client.each_task()} == {"summarise", "index", "fetch", "parse"}
    with scope["agent"]:
        assert asyncio.run(scope["conclusion"]("x")) == {"answer": "all about x"}
    exec(BLOCKS[3], scope)
    scope["test_the_agent"](baton_client)


def test_the_agent_of_the_page_above_works(baton_client):
    """The README of the whole project shows one, too."""
    text = (ROOT.parent.parent / "README.md").read_text(encoding="utf-8")
    scope = {}
    exec(re.search(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE).group(1).replace("agent.run()", ""), scope)
    with scope["agent"]:
        made = baton_client.submit("research", {"topic": "x"})
        assert baton_client.wait_for_task(made.id, timeout=PATIENCE).result == {"answer": "all about x"}


@pytest.mark.parametrize("name, said", [("fleet", "words: 10\n"), ("signals", "completed buy\n")])
def test_examples_run(baton_daemon, python_path, name, said):
    done = subprocess.run([sys.executable, ROOT / "examples" / f"{name}.py"], env=python_path, capture_output=True, text=True,
                          check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == (said, "")


def test_no_syntax_is_younger_than_the_oldest_python_served():
    for path in [*ROOT.glob("baton/**/*.py"), *ROOT.glob("examples/*.py")]:
        ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))


@pytest.mark.skipif(sys.version_info < (3, 10), reason="only later Pythons know what is theirs")
def test_nothing_but_the_standard_library_is_imported():
    for path in ROOT.glob("baton/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            for name in names:
                outside = name.partition(".")[0] not in sys.stdlib_module_names
                assert not outside or (path.name, name) in {("testing.py", "pytest"), ("_duality.py", "typing_extensions")}
