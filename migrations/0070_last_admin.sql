-- The last admin of an organization stays, also when an account is deleted while another admin leaves. The check takes the lock that every
-- change of members takes.
create function auth.keep_an_admin() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  org uuid;
begin
  for org in select m.org_id from public.members m where m.user_id = old.id and m.role = 'admin' order by m.org_id loop
    perform pg_advisory_xact_lock(hashtextextended('people of ' || org::text, 0));
    if not exists (
      select from public.members m where m.org_id = org and m.user_id <> old.id and m.role = 'admin') then
      raise exception 'the account is the last admin of an organization' using errcode = 'check_violation', constraint = 'last_admin';
    end if;
  end loop;
  return old;
end $$;
comment on function auth.keep_an_admin() is 'Refuses to delete the account of the last admin of an organization.';
revoke execute on function auth.keep_an_admin() from public;
grant create on schema auth to tablero_system;
alter function auth.keep_an_admin() owner to tablero_system;
revoke create on schema auth from tablero_system;
create trigger kept before delete on auth.users for each row execute function auth.keep_an_admin();
