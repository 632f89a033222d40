-- Runs once, when the container of PostgreSQL makes its cluster. Tablero's database belongs to a role that is no superuser. Only migrations,
-- backups and restores log in as this role: it creates the logins of all other processes.
\set password `cat "${SECRETS:-/run/secrets}/owner_password"`
-- bypassrls: a backup reads the rows of every organization.
create role tablero_owner login nosuperuser createrole bypassrls password :'password';
create database tablero owner tablero_owner;
-- For the logins of processes, which otherwise only a superuser may set: no values of callers in the log of PostgreSQL. And for callers' SQL:
-- a limit of temporary files, and that no session sees the statements of another one.
grant set on parameter log_min_messages, temp_file_limit, track_activities to tablero_owner;
