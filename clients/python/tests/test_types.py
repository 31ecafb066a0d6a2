"""The types hold: mypy's strict rules pass, and what programs see is typed."""

import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parent.parent
MYPY = shutil.which("mypy", path="/usr/bin") or shutil.which("mypy")

USE = '''
from typing import Any, Callable, List, Optional
from baton import Agent, AsyncClient, AsyncJob, Client, Job
from baton.models import Grant, Task

def blocking(client: Client) -> Optional[Grant]:
    task: Task = client.get_task("t", wait=1.0)
    reveal_type(client.get_task)
    tasks: List[Task] = list(client.each_task(status="failed"))
    return client.claim_task("a", "1")

async def awaiting(client: AsyncClient) -> Optional[Grant]:
    reveal_type(client.get_task)
    async for task in client.each_task():
        print(task.payload)
    return await client.claim_task("a", "1")

agent = Agent("a")

@agent.task("one")
def one(job: Job) -> Any:
    job.progress(1)
    return job.payload

@agent.task("two")
async def two(job: AsyncJob) -> None:
    await job.progress(1)
'''

WRONG = '''
from baton import Client
Client().get_task("t", weight=1)
Client().get_task(1)
Client().list_agents(state="asleep")
x: int = Client().get_task("t")
'''


def mypy(*arguments):
    return subprocess.run([MYPY, "--strict", "--python-version", "3.9", "--cache-dir", "/dev/null", *arguments], cwd=ROOT,
                          capture_output=True, text=True, check=False)


@pytest.mark.skipif(MYPY is None, reason="mypy is not installed; ./dev test installs it")
def test_the_types_of_the_client_hold_and_reach_its_users(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "wrong.py").write_text(WRONG)
    checked = mypy("baton", tmp_path / "use.py", tmp_path / "wrong.py")
    lines = [line for line in checked.stdout.splitlines() if line.startswith(str(tmp_path))]
    assert checked.stdout.count("error:") == len([line for line in lines if "wrong.py" in line]) == 4, checked.stdout
    revealed = [line.partition("note: ")[2] for line in lines if "Revealed" in line]
    assert revealed[0].endswith('-> baton.models.Task"') and "Coroutine[Any, Any, baton.models.Task]" in revealed[1]
