-- A sign-in of an agency lists accounts of other clients too. Syncs stored a row of each of them in the organization of one client.
-- The platform lists some of them no more. Accounts that were read before keep their rows, because their figures come back when they are chosen again.
select set_config('citus.multi_shard_modify_mode', 'sequential', true);
do $$
declare
  -- Row security holds the owner of the tables too. A migration knows no organization, so it would see no row.
  is_held constant boolean := not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user);
  forced constant text[] := array(select relname::text from pg_class where relnamespace = 'public'::regnamespace
    and relforcerowsecurity and relname in ('social_accounts', 'ad_accounts', 'connection_accounts', 'sync_cursors'));
  name text;
begin
  if is_held then
    foreach name in array forced loop
      execute format('alter table %I no force row level security', name);
    end loop;
  end if;

  delete from social_accounts a using connection_accounts x
  where x.org_id = a.org_id and x.connection_id = a.connection_id and x.account_id = a.social_account_id
    and (x.reason = 'The settings of the connection name other accounts.'
      or x.state = 'gone' and x.reason = 'The platform no longer lists it.')
    and not exists (select from sync_cursors s
      where s.org_id = a.org_id and s.connection_id = a.connection_id and s.account_id = a.social_account_id);
  delete from ad_accounts a using connection_accounts x
  where x.org_id = a.org_id and x.connection_id = a.connection_id and x.account_id = a.account_id
    and (x.reason = 'The settings of the connection name other accounts.'
      or x.state = 'gone' and x.reason = 'The platform no longer lists it.')
    and not exists (select from sync_cursors s
      where s.org_id = a.org_id and s.connection_id = a.connection_id and s.account_id = a.account_id);

  if is_held then
    foreach name in array forced loop
      execute format('alter table %I force row level security', name);
    end loop;
  end if;
end $$;
