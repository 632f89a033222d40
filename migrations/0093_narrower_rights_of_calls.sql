-- A call makes a key of a member with scopes of the member's role only (src/domain/roles.ts), also where the code above does not check it.
create or replace function make_key(owner uuid, key_name text, key_prefix text, hash bytea, key_scopes text[], until timestamptz, key_acts_for text)
  returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
  standing record;
  made uuid;
begin
  select m.role, m.is_approver into standing from public.members m where m.org_id = organization and m.user_id = owner;
  if not found then
    raise invalid_parameter_value using message = 'a key belongs to a member';
  end if;
  perform from unnest(key_scopes) s where not case standing.role
    when 'admin' then true
    when 'member' then s ~ ':(read|write|run)$' or (s = 'actions:approve' and standing.is_approver)
    else s ~ ':read$' and s <> 'billing:read' end;
  if found then
    raise invalid_parameter_value using message = 'a key has scopes of its owner only';
  end if;
  insert into public.api_keys (org_id, name, prefix, secret_hash, scopes, expires_at, user_id, acts_for)
    values (organization, key_name, key_prefix, hash, key_scopes, until, owner, key_acts_for) returning key_id into made;
  return made;
end $$;

-- A call adds links to a chain. What was exported of it is written by the system and by operators.
revoke update on audit_heads from tablero_app;
grant update (seq, hash) on audit_heads to tablero_app;
