-- Syncs under way are looked for with every start and by the schedule; those that ended only grow in number.
create index on sync_runs (org_id, connection_id) where state in ('queued', 'running');
