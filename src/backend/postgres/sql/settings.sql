-- settings.sql: reads settings and statistics; changes nothing.
SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
       current_setting('synchronous_standby_names'),
       (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'),
       (SELECT coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)), 0)::bigint FROM pg_stat_activity
        WHERE datname = current_database() AND backend_xmin IS NOT NULL)
