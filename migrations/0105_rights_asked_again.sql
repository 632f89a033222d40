-- Work that began with a right ends with it: before a sign-in is finished, and before an approved change is sent, both are asked again.
create function standing_of(person uuid) returns table (role text, is_approver boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select m.role, m.is_approver from public.members m
    where m.org_id = public.current_org() and m.user_id = person;
  if found then
    return;
  end if;
  return query select case when m.role = 'admin' then 'admin' else a.role end, false from public.agency_clients c
    join public.orgs o on o.org_id = c.org_id and o.kind = 'agency' and o.ended_at is null
    join public.members m on m.org_id = c.org_id and m.user_id = person
    left join public.agency_access a on a.org_id = c.org_id and a.client_org_id = c.client_org_id and a.user_id = person
    where c.client_org_id = public.current_org() and (m.role = 'admin' or a.role is not null)
    order by array_position(array['admin', 'member', 'viewer'], case when m.role = 'admin' then 'admin' else a.role end)
    limit 1;
end $$;
comment on function standing_of(uuid) is 'What a person may do in the organization, as a member or through an agency that works. No row: nothing.';

create function credential_works(actor text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
      when actor ~ '^key:[0-9a-f-]{36}$' then
        exists (select from public.api_keys k
          where k.key_id = substr(actor, 5)::uuid and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
            and (k.org_id = public.current_org() or exists (select from public.agency_clients c
              join public.orgs o on o.org_id = c.org_id and o.kind = 'agency' and o.ended_at is null
              where c.org_id = k.org_id and c.client_org_id = public.current_org())))
      when actor ~ '^oauth:[0-9a-f-]{36}$' then
        exists (select from auth.oauth_grants g where g.id = substr(actor, 7)::uuid)
      else true
    end
$$;
comment on function credential_works(text) is 'Whether the key or app of an actor still works for the organization. True for an actor without one.';

drop function may_still_act(uuid, text);
revoke execute on function standing_of(uuid), credential_works(text) from public;
grant create on schema public to tablero_system;
alter function standing_of(uuid) owner to tablero_system;
alter function credential_works(text) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function standing_of(uuid), credential_works(text) to tablero_work;
