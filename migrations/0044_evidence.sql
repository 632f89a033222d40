-- The record of calls outlives the organization, and shows who acted for whom.

-- A deleted organization must not take the record of its calls with it. The chain of the installation has no organization either.
alter table audit_log drop constraint audit_log_org_id_fkey;
alter table audit_heads drop constraint audit_heads_org_id_fkey;
comment on column audit_log.org_id is 'The organization that was acted on. 00000000-0000-0000-0000-000000000000: the installation, for what belongs to no organization.';

alter table audit_log
  add column caller_request_id text,
  add column caller_org_id uuid,
  add column wanted_org_id uuid,
  add column attempts integer check (attempts > 0);
comment on column audit_log.request_id is 'The id that Tablero gave the request. The answer carries it.';
comment on column audit_log.caller_request_id is 'The id that the caller sent with the request, if any.';
comment on column audit_log.caller_org_id is 'The organization of the caller, when it is another one: an agency, or a caller that was refused.';
comment on column audit_log.wanted_org_id is 'The other organization that a refused caller of this organization named, or whose run it asked for.';
comment on column audit_log.attempts is 'Refused attempts of an hour that this row stands for. null: one.';

alter table audit_heads
  add column anchored_seq bigint not null default 0,
  add column anchored_at timestamptz;
comment on column audit_heads.anchored_seq is 'The last call that an exported anchor covers.';
comment on column audit_heads.anchored_at is 'When the last anchor of this chain was exported. null: the next export includes it.';

-- Finds the organization of a run that another organization asks for.
create index on runs (run_id);

-- An organization that is no agency has no clients.
do $$
declare
  -- Row security holds the owner of the tables too. A migration knows no organization, so it would see no row.
  is_held constant boolean := not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
begin
  if is_held then
    alter table orgs no force row level security;
    alter table agency_clients no force row level security;
  end if;
  delete from agency_clients a using orgs o where o.org_id = a.org_id and o.kind <> 'agency';
  if is_held then
    alter table orgs force row level security;
    alter table agency_clients force row level security;
  end if;
end $$;
