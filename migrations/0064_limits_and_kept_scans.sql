-- Until when a limit of a platform ends syncs, as a time instead of a sentence in last_error. How long scans of pages are kept.
alter table connections add column limited_until timestamptz;
comment on column connections.limited_until is 'A limit of the platform ended the last sync: when reading is tried again. null: no limit ended it.';

-- The job that deletes old scans works for all organizations. It changes none.
create policy system on page_scans to tablero_system using (true);
grant select, delete on page_scans to tablero_system;
comment on table page_scans is 'Scans of the speed of pages that the organization asked for. null: not measured. Kept for two years, of a page and device at most the latest 1000.';
