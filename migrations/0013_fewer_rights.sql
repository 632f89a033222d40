-- Whom an agency acts for is decided by operators, as tablero_system. A call that could add a client to its own organization
-- could make itself the agency of any organization whose id it knows.
revoke insert, update, delete on agency_clients from tablero_app;

-- PostgreSQL lets everybody call a new function; ours are for the roles that need them.
revoke execute on all routines in schema public, metrics from public;
-- Row security asks for the organization in the name of whoever reads, and a stranger's SELECT reads through our views.
grant execute on function current_org() to tablero_app, tablero_system, tablero_views, tablero_sql;
grant execute on function uuid_v7() to tablero_app, tablero_system;
grant execute on function take_turn(text, int, int), metrics.org_time_zone() to tablero_app;
