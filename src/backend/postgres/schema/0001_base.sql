-- 0001_base.sql: every table of a namespace. `baton_ns` stands for its schema. Times are microseconds since 1970, states
-- their names, JSON opaque text. Names of columns are those of core/fields.hpp, so that a row is a reply as it stands. Names
-- are compared by their bytes (COLLATE "C"), whatever the database's own order is.

-- What no other row tells. Hardly ever written: the counters are those of the last event (see functions/step.sql), and stand
-- here only for a log without events.
CREATE TABLE baton_ns.meta (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  position bigint NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0,
  all_paused boolean NOT NULL DEFAULT false,
  frozen boolean NOT NULL DEFAULT false
);
INSERT INTO baton_ns.meta DEFAULT VALUES;

-- Counters of the step under way, set anew from the last event by every step, and the clock, which is never set back. A
-- sequence is no row: it leaves no dead ones behind, however old the oldest snapshot is.
CREATE SEQUENCE baton_ns.positions MINVALUE 0;
CREATE SEQUENCE baton_ns.seqs MINVALUE 0;
CREATE SEQUENCE baton_ns.clock MINVALUE 0;

-- In tests, where the clock is injected: every step that changed something, in order.
CREATE TABLE baton_ns.trace (
  step bigint PRIMARY KEY,
  now bigint NOT NULL,
  verb text NOT NULL
);

CREATE TABLE baton_ns.agents (
  id text COLLATE "C" PRIMARY KEY,
  state text NOT NULL,
  incarnation text NOT NULL,
  deadline bigint NOT NULL, -- of one that has crashed; else see beats
  current_task uuid,
  attempt bigint NOT NULL DEFAULT 0,
  lanes text[] NOT NULL,
  version text NOT NULL DEFAULT '',
  metadata text NOT NULL DEFAULT 'null',
  claims_from bigint,
  crashes bigint[] NOT NULL DEFAULT '{}',
  last_claim text NOT NULL DEFAULT '',
  registered_at bigint NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The deadlines of agents that have not crashed: all that a beat writes.
CREATE TABLE baton_ns.beats (
  agent text COLLATE "C" PRIMARY KEY,
  deadline bigint NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- What becomes due is found by its time alone: an index that also held the key would be taken for searches by key while the
-- table is small, and kept to.
CREATE INDEX beats_due ON baton_ns.beats (deadline);

CREATE TYPE baton_ns.last_settle AS (
  agent text,
  incarnation text,
  attempt bigint,
  kind text,
  digest text,
  status text,
  counted boolean
);
CREATE TABLE baton_ns.tasks (
  id uuid PRIMARY KEY,
  seq bigint NOT NULL,
  place bigint NOT NULL,
  kind text NOT NULL,
  lane text COLLATE "C" NOT NULL,
  thread text COLLATE "C",
  priority integer NOT NULL,
  status text NOT NULL,
  payload text,
  result text,
  error text,
  attempt bigint NOT NULL DEFAULT 0,
  failures bigint NOT NULL DEFAULT 0,
  crashes bigint NOT NULL DEFAULT 0,
  max_attempts bigint NOT NULL,
  holder text,
  last_settle baton_ns.last_settle,
  run_at bigint,
  deadline bigint,
  depends_on uuid[] NOT NULL DEFAULT '{}',
  waiting_for bigint NOT NULL DEFAULT 0,
  on_failed_dependency text NOT NULL DEFAULT 'fail_fast',
  idempotency_key text,
  digest text NOT NULL,
  progress text,
  traceparent text NOT NULL DEFAULT '',
  metadata text NOT NULL DEFAULT 'null',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  started_at bigint,
  ended_at bigint
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.1);
CREATE UNIQUE INDEX tasks_seq ON baton_ns.tasks (seq);
CREATE INDEX tasks_status ON baton_ns.tasks (status, seq);
CREATE INDEX tasks_thread ON baton_ns.tasks (thread, seq) WHERE thread IS NOT NULL;
CREATE INDEX tasks_live ON baton_ns.tasks (lane) WHERE ended_at IS NULL;
CREATE INDEX tasks_scheduled ON baton_ns.tasks (run_at, id) WHERE status = 'scheduled';
CREATE INDEX tasks_deadline ON baton_ns.tasks (deadline, id) WHERE deadline IS NOT NULL AND ended_at IS NULL;
CREATE INDEX tasks_ended ON baton_ns.tasks (ended_at, id) WHERE ended_at IS NOT NULL;

-- The lines: exactly the pending tasks, in the order of claims.
CREATE TABLE baton_ns.ready (
  lane text COLLATE "C" NOT NULL,
  priority integer NOT NULL,
  place bigint NOT NULL,
  task uuid NOT NULL,
  PRIMARY KEY (lane, priority, place)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- How many stand in each, and the place of the first: a claim goes straight to it, past whatever dead rows lie before.
CREATE TABLE baton_ns.lines (
  lane text COLLATE "C" NOT NULL,
  priority integer NOT NULL,
  depth bigint NOT NULL,
  head bigint NOT NULL,
  paused boolean NOT NULL, -- as the lane is
  PRIMARY KEY (lane, priority)
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
-- Lanes in use, and some that were: at most as many as may be in use.
CREATE TABLE baton_ns.lanes (
  lane text COLLATE "C" PRIMARY KEY
);
-- Written anew whenever the two above are: see functions/repack.sql.
CREATE TABLE baton_ns.queue_mark (
  one boolean PRIMARY KEY DEFAULT true CHECK (one)
);
INSERT INTO baton_ns.queue_mark DEFAULT VALUES;
CREATE TABLE baton_ns.paused_lanes (
  lane text COLLATE "C" PRIMARY KEY
);

CREATE TABLE baton_ns.dependencies (
  dependency uuid NOT NULL,
  seq bigint NOT NULL, -- of the dependant
  dependant uuid NOT NULL,
  PRIMARY KEY (dependency, seq)
);
-- Tasks that have ended and whose dependants have not all been told.
CREATE TABLE baton_ns.unresolved (
  seq bigint PRIMARY KEY,
  task uuid NOT NULL
);
CREATE TABLE baton_ns.late_results (
  task uuid NOT NULL,
  attempt bigint NOT NULL,
  PRIMARY KEY (task, attempt)
);
CREATE TABLE baton_ns.keys (
  key text COLLATE "C" PRIMARY KEY,
  task uuid NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX keys_due ON baton_ns.keys (expires_at);

-- The log. Each event also carries the counter of places as it was then.
CREATE TABLE baton_ns.events (
  position bigint PRIMARY KEY,
  at bigint NOT NULL,
  event_type text NOT NULL,
  task_id uuid,
  agent_id text,
  payload text NOT NULL,
  seq bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.2);

CREATE TABLE baton_ns.groups (
  name text COLLATE "C" PRIMARY KEY,
  cursor bigint NOT NULL,
  visibility_us bigint NOT NULL,
  max_deliveries bigint NOT NULL,
  dropped bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  pending bigint NOT NULL DEFAULT 0,
  dead bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
-- Pending, or given up (dead). The event is kept with those that have been dead, because the log may be trimmed past it.
CREATE TABLE baton_ns.deliveries (
  grp text COLLATE "C" NOT NULL,
  dead boolean NOT NULL,
  position bigint NOT NULL,
  consumer text NOT NULL,
  count bigint NOT NULL,
  at bigint NOT NULL, -- pending: when it becomes visible again; dead: when it was given up
  last boolean NOT NULL, -- after this delivery it is given up
  event_at bigint,
  event_type text,
  event_task uuid,
  event_agent text,
  event_payload text,
  PRIMARY KEY (grp, dead, position)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- For those who ask for `at` alone: a search by position would else take it while the table is small, and keep to it.
CREATE INDEX deliveries_lapsing ON baton_ns.deliveries (grp, at) INCLUDE (position) WHERE NOT dead AND at IS NOT NULL;
CREATE INDEX deliveries_last ON baton_ns.deliveries (at, grp, position) WHERE NOT dead AND last;

CREATE TABLE baton_ns.threads (
  id text COLLATE "C" PRIMARY KEY,
  metadata text NOT NULL DEFAULT 'null',
  messages bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE TABLE baton_ns.messages (
  thread text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  role text NOT NULL,
  body text NOT NULL,
  task uuid,
  at bigint NOT NULL,
  PRIMARY KEY (thread, number)
);
CREATE UNIQUE INDEX messages_id ON baton_ns.messages (thread, id);

CREATE TABLE baton_ns.locks (
  name text COLLATE "C" PRIMARY KEY,
  owner text NOT NULL,
  token bigint NOT NULL,
  acquired_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  session text COLLATE "C",
  agent text COLLATE "C"
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX locks_due ON baton_ns.locks (expires_at);
CREATE INDEX locks_session ON baton_ns.locks (session, name) WHERE session IS NOT NULL;
CREATE INDEX locks_agent ON baton_ns.locks (agent, name) WHERE agent IS NOT NULL;
-- `proof` is the advisory lock that the session's process holds on a connection of its own: who finds it free knows that the
-- process is gone. `proven_at`: when it was last held for sure. `missed_at`: since when it has been found free.
CREATE TABLE baton_ns.sessions (
  id text COLLATE "C" PRIMARY KEY,
  deadline bigint NOT NULL,
  proof bigint,
  proven_at bigint,
  missed_at bigint
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
CREATE INDEX sessions_due ON baton_ns.sessions (deadline);

CREATE TABLE baton_ns.results (
  task uuid NOT NULL,
  attempt bigint NOT NULL,
  value text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (task, attempt)
);
CREATE INDEX results_due ON baton_ns.results (expires_at);

CREATE TABLE baton_ns.correlations (
  id text COLLATE "C" PRIMARY KEY,
  status text NOT NULL,
  version bigint NOT NULL,
  expected text[] NOT NULL,
  min_agents bigint NOT NULL,
  timeout_at bigint NOT NULL,
  pattern text NOT NULL,
  document text NOT NULL,
  step text NOT NULL DEFAULT '',
  digest text NOT NULL,
  expires_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX correlations_collecting ON baton_ns.correlations (timeout_at, id) WHERE status = 'collecting';
CREATE INDEX correlations_due ON baton_ns.correlations (expires_at, id) WHERE expires_at IS NOT NULL;
CREATE TABLE baton_ns.signals (
  correlation text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  body text NOT NULL,
  at bigint NOT NULL,
  late boolean NOT NULL,
  PRIMARY KEY (correlation, name, version)
);

CREATE TABLE baton_ns.records (
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  body text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint,
  PRIMARY KEY (kind, key)
);
CREATE INDEX records_due ON baton_ns.records (expires_at, kind, key) WHERE expires_at IS NOT NULL;
