"""Agents that contribute to one decision: each sends its signal, and whoever orchestrates decides when all are in.

    baton serve & python3 signals.py
"""

from baton import Agent, Client, NewTask

analysts = Agent("analyst", concurrency=2)


@analysts.task("analyse", lease=30)
def analyse(job):
    opinion = {"momentum": 0.8, "risk": 0.3}[job.payload["view"]]
    job.signal(job.payload["correlation"], job.payload["view"], {"score": opinion})


def decide(client, correlation):
    scores = {signal.name: signal.body["score"] for signal in correlation.signals}
    begun = client.advance_correlation(correlation.id, correlation.version, event="orchestrate")
    decision = {"action": "buy" if scores["momentum"] > scores["risk"] else "wait", "scores": scores}
    return client.advance_correlation(begun.id, begun.version, event="complete", document=decision)


def main():
    with Client() as client, analysts:
        views = ["momentum", "risk"]
        opened = client.open_correlation(views, timeout=60)
        tasks = [NewTask("analyse", {"view": view, "correlation": opened.id}) for view in views]
        for made in client.submit_tasks(tasks):
            client.wait_for_task(made.id, timeout=60)
        decided = decide(client, client.get_correlation(opened.id))
        print(decided.status, decided.document["action"])


if __name__ == "__main__":
    main()
