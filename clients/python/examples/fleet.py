"""A fleet of two kinds: fetchers bring texts, a counter counts their words, and a program waits for both.

    baton serve & python3 fleet.py
"""

from baton import Agent, Client, NewTask

TEXTS = {"one": "a baton is passed", "two": "and never lost", "three": "by whoever runs"}

fetchers = Agent("fetcher", concurrency=2)
counter = Agent("counter")


@fetchers.task("fetch", lease=30)
def fetch(job):
    job.progress({"reading": job.payload["name"]})
    return TEXTS[job.payload["name"]]


@counter.task("count", lease=30)
async def count(job):
    texts = [(await job.client.get_task(task)).result for task in job.task.depends_on]
    return sum(len(text.split()) for text in texts)


def main():
    with Client() as client, fetchers, counter:
        parts = [NewTask("fetch", {"name": name}, priority=100) for name in TEXTS]
        whole = NewTask("count", depends_on=[part.id for part in parts])
        client.submit_tasks([*parts, whole])
        print("words:", client.wait_for_task(whole.id, timeout=60).result)


if __name__ == "__main__":
    main()
