-- 0001_base.sql: every table of a store. Times are microseconds since 1970, states the number of their enumerator, task ids
-- 16 bytes, JSON opaque text. Code reads whole rows by the order of the columns, so later migrations add columns at the end.

-- What the next step continues from.
CREATE TABLE meta (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  position INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  step INTEGER NOT NULL,
  now INTEGER NOT NULL,
  all_paused INTEGER NOT NULL,
  frozen INTEGER NOT NULL
) STRICT;
INSERT INTO meta VALUES (1, 0, 0, 0, 0, 0, 0);

-- What an operator should know: what a salvage lost.
CREATE TABLE notes (
  number INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE agents (
  id TEXT NOT NULL PRIMARY KEY,
  state INTEGER NOT NULL,
  incarnation TEXT NOT NULL,
  deadline INTEGER NOT NULL,
  current_task BLOB,
  attempt INTEGER NOT NULL,
  lanes TEXT NOT NULL,
  version TEXT NOT NULL,
  claims_from INTEGER,
  crashes TEXT NOT NULL,
  last_claim TEXT NOT NULL,
  registered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX agents_due ON agents (deadline, id) WHERE state <> 5;

-- Apart from the row that every beat rewrites.
CREATE TABLE agent_metadata (
  agent TEXT NOT NULL PRIMARY KEY,
  metadata TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tasks (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  place INTEGER NOT NULL,
  kind TEXT NOT NULL,
  lane TEXT NOT NULL,
  thread TEXT,
  priority INTEGER NOT NULL,
  status INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  crashes INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  holder TEXT,
  run_at INTEGER,
  deadline INTEGER,
  waiting_for INTEGER NOT NULL,
  on_failed_dependency INTEGER NOT NULL,
  idempotency_key TEXT,
  digest TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  settled_by TEXT,
  settled_incarnation TEXT,
  settled_attempt INTEGER,
  settled_kind INTEGER,
  settled_digest TEXT,
  settled_status INTEGER,
  settled_counted INTEGER
) STRICT;
CREATE UNIQUE INDEX tasks_id ON tasks (id);
CREATE INDEX tasks_status ON tasks (status);
CREATE INDEX tasks_thread ON tasks (thread) WHERE thread IS NOT NULL;
CREATE INDEX tasks_scheduled ON tasks (run_at, id) WHERE status = 1;
CREATE INDEX tasks_deadline ON tasks (deadline, id) WHERE deadline IS NOT NULL AND status < 4;
CREATE INDEX tasks_ended ON tasks (ended_at, id) WHERE ended_at IS NOT NULL;

-- Apart, so that a change of status rewrites neither.
CREATE TABLE task_bodies (
  seq INTEGER PRIMARY KEY,
  payload TEXT,
  metadata TEXT NOT NULL,
  depends_on BLOB NOT NULL,
  traceparent TEXT NOT NULL
) STRICT;
CREATE TABLE task_outcomes (
  seq INTEGER PRIMARY KEY,
  result TEXT,
  error TEXT,
  progress TEXT
) STRICT;

-- The lines: exactly the pending tasks, in the order of claims.
CREATE TABLE ready (
  lane TEXT NOT NULL,
  priority INTEGER NOT NULL,
  place INTEGER NOT NULL,
  task BLOB NOT NULL,
  PRIMARY KEY (lane, priority, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE lines (
  lane TEXT NOT NULL,
  priority INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  PRIMARY KEY (lane, priority)
) STRICT, WITHOUT ROWID;
-- Lanes that hold unfinished tasks or are paused.
CREATE TABLE lanes (
  lane TEXT NOT NULL PRIMARY KEY,
  live INTEGER NOT NULL,
  paused INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE dependencies (
  dependency BLOB NOT NULL,
  seq INTEGER NOT NULL,
  dependant BLOB NOT NULL,
  PRIMARY KEY (dependency, seq)
) STRICT, WITHOUT ROWID;
-- Tasks that have ended and whose dependants have not all been told.
CREATE TABLE unresolved (
  seq INTEGER PRIMARY KEY,
  task BLOB NOT NULL
) STRICT;
CREATE TABLE late_results (
  task BLOB NOT NULL,
  attempt INTEGER NOT NULL,
  PRIMARY KEY (task, attempt)
) STRICT, WITHOUT ROWID;
CREATE TABLE keys (
  key TEXT NOT NULL PRIMARY KEY,
  task BLOB NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_due ON keys (expires_at, key);

CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  type INTEGER NOT NULL,
  task BLOB,
  agent TEXT,
  payload TEXT NOT NULL
) STRICT;

CREATE TABLE groups (
  name TEXT NOT NULL PRIMARY KEY,
  cursor INTEGER NOT NULL,
  visibility INTEGER NOT NULL,
  max_deliveries INTEGER NOT NULL,
  dropped INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  pending INTEGER NOT NULL,
  dead INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Pending, or given up (dead). The event is kept with those that have been dead, because the log may be trimmed past it.
CREATE TABLE deliveries (
  grp TEXT NOT NULL,
  dead INTEGER NOT NULL,
  position INTEGER NOT NULL,
  consumer TEXT NOT NULL,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  last INTEGER NOT NULL,
  event_at INTEGER,
  event_type INTEGER,
  event_task BLOB,
  event_agent TEXT,
  event_payload TEXT,
  PRIMARY KEY (grp, dead, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_lapsing ON deliveries (grp, at) WHERE dead = 0;
CREATE INDEX deliveries_last ON deliveries (at, grp, position) WHERE dead = 0 AND last = 1;

CREATE TABLE threads (
  id TEXT NOT NULL PRIMARY KEY,
  metadata TEXT NOT NULL,
  messages INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE messages (
  thread TEXT NOT NULL,
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  role TEXT NOT NULL,
  body TEXT NOT NULL,
  task BLOB,
  at INTEGER NOT NULL,
  PRIMARY KEY (thread, number)
) STRICT;
CREATE UNIQUE INDEX messages_id ON messages (thread, id);

CREATE TABLE locks (
  name TEXT NOT NULL PRIMARY KEY,
  owner TEXT NOT NULL,
  token INTEGER NOT NULL,
  acquired_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  session TEXT,
  agent TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX locks_due ON locks (expires_at, name);
CREATE INDEX locks_session ON locks (session, name) WHERE session IS NOT NULL;
CREATE INDEX locks_agent ON locks (agent, name) WHERE agent IS NOT NULL;
CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY,
  deadline INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_due ON sessions (deadline, id);

CREATE TABLE results (
  task BLOB NOT NULL,
  attempt INTEGER NOT NULL,
  value TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (task, attempt)
) STRICT;
CREATE INDEX results_due ON results (expires_at, task, attempt);

CREATE TABLE correlations (
  id TEXT NOT NULL PRIMARY KEY,
  status INTEGER NOT NULL,
  version INTEGER NOT NULL,
  expected TEXT NOT NULL,
  min_agents INTEGER NOT NULL,
  timeout_at INTEGER NOT NULL,
  pattern TEXT NOT NULL,
  document TEXT NOT NULL,
  step TEXT NOT NULL,
  digest TEXT NOT NULL,
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX correlations_collecting ON correlations (timeout_at, id) WHERE status = 0;
CREATE INDEX correlations_due ON correlations (expires_at, id) WHERE expires_at IS NOT NULL;
CREATE TABLE signals (
  correlation TEXT NOT NULL,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL,
  late INTEGER NOT NULL,
  PRIMARY KEY (correlation, name, version)
) STRICT;

CREATE TABLE records (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (kind, key)
) STRICT;
CREATE INDEX records_due ON records (expires_at, kind, key) WHERE expires_at IS NOT NULL;
