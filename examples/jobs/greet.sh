#!/bin/sh
# The agent of a job: one JSON document comes in, the answer goes out. BATON_TASK, BATON_ATTEMPT, BATON_THREAD, BATON_URL and
# a BATON_TOKEN that is good for this job alone are in the environment.
set -eu
told=$(cat)
turns=$(printf '%s' "$told" | grep -o '"role":"user"' | wc -l)
printf '{"text":"hello, this is request %d on %s"}\n' "$turns" "$BATON_THREAD"
