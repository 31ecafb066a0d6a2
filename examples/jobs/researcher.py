"""An agent of the fleet that does jobs: they come as tasks of the lane `research`, the document of the job as payload."""

from baton import Agent

agent = Agent("researcher")


@agent.task("research")
def research(job):
    request = job.payload["request"]
    earlier = [message for message in job.payload["history"] if message["role"] == "assistant"]
    return {"topic": request, "notes": f"looked at {len(earlier)} earlier answers on {job.payload['thread']}"}


if __name__ == "__main__":
    agent.run()
