-- salvage.sql: every table row by row from both ends, so that one bad page costs the rows on it and not the table.
-- name: read_meta
SELECT rowid, * FROM meta WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_meta
SELECT rowid, * FROM meta WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_meta
INSERT OR REPLACE INTO meta VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
-- name: count_meta
SELECT count(*) FROM meta
-- name: read_notes
SELECT rowid, * FROM notes WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_notes
SELECT rowid, * FROM notes WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_notes
INSERT OR IGNORE INTO notes VALUES (?1, ?2)
-- name: count_notes
SELECT count(*) FROM notes
-- name: read_agents
SELECT * FROM agents ORDER BY id
-- name: read_back_agents
SELECT * FROM agents ORDER BY id DESC
-- name: keep_agents
INSERT OR IGNORE INTO agents VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
-- name: count_agents
SELECT count(*) FROM agents
-- name: read_agent_metadata
SELECT * FROM agent_metadata ORDER BY agent
-- name: read_back_agent_metadata
SELECT * FROM agent_metadata ORDER BY agent DESC
-- name: keep_agent_metadata
INSERT OR IGNORE INTO agent_metadata VALUES (?1, ?2)
-- name: count_agent_metadata
SELECT count(*) FROM agent_metadata
-- name: read_tasks
SELECT rowid, * FROM tasks WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_tasks
SELECT rowid, * FROM tasks WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_tasks
INSERT OR IGNORE INTO tasks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ifnull(?31, ''))
-- name: count_tasks
SELECT count(*) FROM tasks
-- name: read_task_bodies
SELECT rowid, * FROM task_bodies WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_task_bodies
SELECT rowid, * FROM task_bodies WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_task_bodies
INSERT OR IGNORE INTO task_bodies VALUES (?1, ?2, ?3, ?4, ?5)
-- name: count_task_bodies
SELECT count(*) FROM task_bodies
-- name: read_task_outcomes
SELECT rowid, * FROM task_outcomes WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_task_outcomes
SELECT rowid, * FROM task_outcomes WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_task_outcomes
INSERT OR IGNORE INTO task_outcomes VALUES (?1, ?2, ?3, ?4)
-- name: count_task_outcomes
SELECT count(*) FROM task_outcomes
-- name: read_lanes
SELECT * FROM lanes ORDER BY lane
-- name: read_back_lanes
SELECT * FROM lanes ORDER BY lane DESC
-- name: keep_lanes
INSERT OR IGNORE INTO lanes VALUES (?1, ?2, ?3)
-- name: count_lanes
SELECT count(*) FROM lanes
-- name: read_dependencies
SELECT * FROM dependencies ORDER BY dependency, seq
-- name: read_back_dependencies
SELECT * FROM dependencies ORDER BY dependency DESC, seq DESC
-- name: keep_dependencies
INSERT OR IGNORE INTO dependencies VALUES (?1, ?2, ?3)
-- name: count_dependencies
SELECT count(*) FROM dependencies
-- name: read_late_results
SELECT * FROM late_results ORDER BY task, attempt
-- name: read_back_late_results
SELECT * FROM late_results ORDER BY task DESC, attempt DESC
-- name: keep_late_results
INSERT OR IGNORE INTO late_results VALUES (?1, ?2)
-- name: count_late_results
SELECT count(*) FROM late_results
-- name: read_keys
SELECT * FROM keys ORDER BY key
-- name: read_back_keys
SELECT * FROM keys ORDER BY key DESC
-- name: keep_keys
INSERT OR IGNORE INTO keys VALUES (?1, ?2, ?3)
-- name: count_keys
SELECT count(*) FROM keys
-- name: read_events
SELECT rowid, * FROM events WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_events
SELECT rowid, * FROM events WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_events
INSERT OR IGNORE INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6)
-- name: count_events
SELECT count(*) FROM events
-- name: read_groups
SELECT * FROM groups ORDER BY name
-- name: read_back_groups
SELECT * FROM groups ORDER BY name DESC
-- name: keep_groups
INSERT OR IGNORE INTO groups VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
-- name: count_groups
SELECT count(*) FROM groups
-- name: read_deliveries
SELECT * FROM deliveries ORDER BY grp, dead, position
-- name: read_back_deliveries
SELECT * FROM deliveries ORDER BY grp DESC, dead DESC, position DESC
-- name: keep_deliveries
INSERT OR IGNORE INTO deliveries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
-- name: count_deliveries
SELECT count(*) FROM deliveries
-- name: read_threads
SELECT rowid, * FROM threads WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_threads
SELECT rowid, * FROM threads WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_threads
INSERT OR IGNORE INTO threads VALUES (?1, ?2, ?3, ?4, ?5)
-- name: count_threads
SELECT count(*) FROM threads
-- name: read_messages
SELECT rowid, * FROM messages WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_messages
SELECT rowid, * FROM messages WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_messages
INSERT OR IGNORE INTO messages VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
-- name: count_messages
SELECT count(*) FROM messages
-- name: read_locks
SELECT * FROM locks ORDER BY name
-- name: read_back_locks
SELECT * FROM locks ORDER BY name DESC
-- name: keep_locks
INSERT OR IGNORE INTO locks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
-- name: count_locks
SELECT count(*) FROM locks
-- name: read_sessions
SELECT * FROM sessions ORDER BY id
-- name: read_back_sessions
SELECT * FROM sessions ORDER BY id DESC
-- name: keep_sessions
INSERT OR IGNORE INTO sessions VALUES (?1, ?2)
-- name: count_sessions
SELECT count(*) FROM sessions
-- name: read_results
SELECT rowid, * FROM results WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_results
SELECT rowid, * FROM results WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_results
INSERT OR IGNORE INTO results VALUES (?1, ?2, ?3, ?4)
-- name: count_results
SELECT count(*) FROM results
-- name: read_correlations
SELECT rowid, * FROM correlations WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_correlations
SELECT rowid, * FROM correlations WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_correlations
INSERT OR IGNORE INTO correlations VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
-- name: count_correlations
SELECT count(*) FROM correlations
-- name: read_signals
SELECT rowid, * FROM signals WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_signals
SELECT rowid, * FROM signals WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_signals
INSERT OR IGNORE INTO signals VALUES (?1, ?2, ?3, ?4, ?5, ?6)
-- name: count_signals
SELECT count(*) FROM signals
-- name: read_records
SELECT rowid, * FROM records WHERE rowid >= ?1 ORDER BY rowid
-- name: read_back_records
SELECT rowid, * FROM records WHERE rowid > ?1 ORDER BY rowid DESC
-- name: keep_records
INSERT OR IGNORE INTO records VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
-- name: count_records
SELECT count(*) FROM records
