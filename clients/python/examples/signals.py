"""Agents that contribute to one decision: each sends its signal, and the daemon merges them when all are in.

    baton serve & python3 signals.py
"""

from baton import Agent, Client, NewTask

analysts = Agent("analyst", concurrency=2)
opinions = {"momentum": ("buy", 0.8), "risk": ("wait", 0.3)}


@analysts.task("analyse", lease=30)
def analyse(job):
    choice, confidence = opinions[job.payload["view"]]
    job.signal(job.payload["correlation"], job.payload["view"], {"analysis": {"choice": choice, "confidence": confidence}})


def main():
    with Client() as client, analysts:
        opened = client.open_correlation(list(opinions), timeout=60, pattern="weighted_vote")
        client.submit_tasks([NewTask("analyse", {"view": view, "correlation": opened.id}) for view in opinions])
        decided = client.get_decision(opened.id, wait=60)
        print(decided["outcome"], decided["decision"]["action"])


if __name__ == "__main__":
    main()
