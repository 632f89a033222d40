-- Processes keep in memory whether an organization has its own rates, and the catalog of metrics. Changes tell them. Own rates, which can
-- be distributed over machines, have no trigger: the code that writes them does it.
create policy system on org_fx_rates for select to tablero_system using (true);
grant select on org_fx_rates to tablero_system;
create trigger announce after insert or update or delete or truncate on metric_sources     for each statement execute function announce_directory_change();
create trigger announce after insert or update or delete or truncate on metric_dimensions  for each statement execute function announce_directory_change();
create trigger announce after insert or update or delete or truncate on metric_definitions for each statement execute function announce_directory_change();
-- A migration can change the columns of the catalog's relations.
create trigger announce after insert or update or delete or truncate on schema_migrations  for each statement execute function announce_directory_change();
revoke select (name) on schema_migrations from tablero_app;
