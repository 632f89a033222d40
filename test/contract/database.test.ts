// The rules that keep organizations apart in the database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { hold_rules, type Rule } from '#test/catalog_rules.ts'
import { type TestDatabase, test_database } from '#test/database.ts'

/** Tables that all organizations share: reference data and the product's own bookkeeping. */
const without_org = [
  'fx_rates',
  'metric_definitions',
  'metric_dimensions',
  'metric_sources',
  'org_seals',
  'schema_migrations',
  'vendor_budgets',
]
/** Tables of accounts, which belong to people. */
const of_people = [
  ...['users', 'sessions', 'accounts', 'verifications', 'two_factors', 'attempts', 'outbox'],
  ...['oauth_clients', 'oauth_resources', 'oauth_client_resources', 'oauth_grants', 'oauth_refresh_tokens'],
  ...['oauth_access_tokens', 'oauth_assertions'],
]
/** Functions that run with their owner's rights. Each is small, and checks the organization itself or has nothing of any. */
const security_definers = [
  'current_org()',
  'current_person()',
  'enqueue_job(text,jsonb,text,integer,text)',
  'take_credits(bigint)',
  'hold_credits(bigint)',
  'settle_credits(bigint,bigint)',
  'credits_now()',
  'refresh_statistics(text)',
  'revoke_keys_of(uuid,timestamp with time zone)',
  'agencies_with_access()',
  'access_requests_to(uuid)',
  'accept_access_request(uuid,uuid,timestamp with time zone,integer)',
  'decline_access_request(uuid,uuid)',
  'end_agency(uuid)',
  'join_agency(uuid,integer)',
  'clients_of_agency()',
  'auth.data_of_person(uuid,integer)',
  'make_key(uuid,text,text,bytea,text[],timestamp with time zone,text)',
  'standing_of(uuid)',
  'credential_works(text)',
  'revoke_key(uuid,timestamp with time zone)',
  'assign_key(uuid,uuid)',
  'take_vendor_budget(bigint,jsonb)',
  'vendor_budget_wait(bigint,jsonb)',
  'pause_vendor_budgets(bigint,bigint,text[])',
  'auth.copy_person()',
  'auth.forget_person()',
  'auth.forget_expired()',
  'auth.has_invitation(text)',
  'auth.keep_an_admin()',
  'auth.post_mail(bytea)',
  'auth.last_admin_of(uuid)',
  'auth.check_grant()',
  'auth.end_grants()',
  'auth.standing_of(uuid,uuid)',
  'connected_apps()',
  'disconnect_app(uuid)',
  'end_grants_of(uuid)',
]
const app_roles = ['tablero_app', 'tablero_work', 'tablero_sql', 'tablero_views', 'tablero_system', 'tablero_auth']
/** Schemas of PostgreSQL and of the queue. */
const OURS = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')`

let database: TestDatabase
let pool: pg.Pool
let db: pg.PoolClient
before(async () => {
  database = await test_database()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  db = await pool.connect()
})
after(async () => {
  db.release()
  await pool.end()
  await database.drop()
})

const tables = `from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p')`
const has_org = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)`

const rules: Rule[] = [
  {
    about: 'a table with org_id has forced row security',
    sql: `select c.relname as name ${tables} and ${has_org} and not (c.relrowsecurity and c.relforcerowsecurity)`,
    bad: 'create table bad_unforced (org_id uuid); alter table bad_unforced enable row level security',
    found: 'bad_unforced',
  },
  {
    about: 'a table with org_id has the policy of the organization for reading and writing',
    sql: `select c.relname as name ${tables} and ${has_org} and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
        and 'tablero_app'::regrole = any (p.polroles)
        and pg_get_expr(p.polqual, c.oid) = '(org_id = ( SELECT current_org() AS current_org))'
        and pg_get_expr(p.polwithcheck, c.oid) = '(org_id = ( SELECT current_org() AS current_org))')`,
    bad: `create table bad_policy (org_id uuid); alter table bad_policy enable row level security, force row level security;
      create policy org on bad_policy to tablero_app using (true) with check (org_id = current_org())`,
    found: 'bad_policy',
  },
  {
    about: 'no policy except the organization’s own lets a call or a caller’s SELECT through',
    sql: `select c.relname || '.' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polroles && array[0, 'tablero_app'::regrole, 'tablero_sql'::regrole, 'tablero_views'::regrole]::oid[]
        and coalesce(pg_get_expr(p.polqual, c.oid), '') <> '(org_id = ( SELECT current_org() AS current_org))'
        and not (c.relname = 'members' and p.polname = 'person' and p.polcmd = 'r'
          and pg_get_expr(p.polqual, c.oid) = '(user_id = ( SELECT current_person() AS current_person))')`,
    bad: `create table bad_second (org_id uuid); call protect('bad_second');
      create policy everybody on bad_second for select to tablero_app using (true)`,
    found: 'bad_second.everybody',
  },
  {
    about: 'a table without org_id is on the short list',
    sql: `select c.relname as name ${tables} and not ${has_org}`,
    allowed: [...without_org, ...of_people],
    bad: 'create table bad_shared (id int)',
    found: 'bad_shared',
  },
  {
    about: 'every key of a table with org_id begins with org_id, so that no key of another organization can be probed',
    sql: `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and ${has_org} and k.contype in ('p', 'u') and c.relname <> 'api_keys'
        and (select attname from pg_attribute where attrelid = c.oid and attnum = k.conkey[1]) <> 'org_id'`,
    bad: 'create table bad_key (org_id uuid, email text unique)',
    found: 'bad_key_email_key',
  },
  {
    about: 'a view reads with the rights of its reader, or belongs to the role that is subject to row security',
    sql: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and c.relkind = 'v' and c.relowner <> 'tablero_views'::regrole
        and not coalesce(c.reloptions @> array['security_invoker=true'] or c.reloptions @> array['security_invoker=on'], false)`,
    bad: 'create view bad_view as select * from contacts',
    found: 'bad_view',
  },
  {
    about: 'there is no materialized view, because row security does not apply to its stored rows',
    sql: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind = 'm'`,
    bad: 'create materialized view bad_kept as select 1 as one',
    found: 'bad_kept',
  },
  {
    about: 'a function with its owner’s rights is on the short list',
    sql: `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and p.prosecdef`,
    allowed: security_definers,
    bad: `create function bad_definer() returns int language sql security definer set search_path = pg_catalog as 'select 1'`,
    found: 'bad_definer()',
  },
  {
    about: 'a function with its owner’s rights has a fixed search path',
    sql: `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and p.prosecdef and not exists (select from unnest(p.proconfig) s where s like 'search_path=%')`,
    bad: `create function bad_path() returns int language sql security definer as 'select 1'`,
    found: 'bad_path()',
  },
  {
    about: 'no role of the product is a superuser, bypasses row security, logs in, or creates roles or databases',
    sql: `select rolname as name from pg_roles where rolname = any ('{${app_roles}}')
      and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb or rolreplication)`,
    bad: 'alter role tablero_sql bypassrls',
    found: 'tablero_sql',
  },
  {
    about: 'a login is a member of one role of the product and of nothing else, and has no rights of its own',
    sql: `select rolname as name from pg_roles r where rolname ~ '^tablero_(calls|work|system|sql|auth)_'
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
        or (select count(*) from pg_auth_members m where m.member = r.oid) <> 1
        or exists (select from pg_auth_members m where m.member = r.oid and m.roleid <> all ('{tablero_app,tablero_work,tablero_system,tablero_sql,tablero_auth}'::regrole[]::oid[])))`,
    bad: 'create role tablero_calls_bad login in role tablero_app, tablero_system',
    found: 'tablero_calls_bad',
  },
  {
    about: 'no role of the product owns anything except the views that it owns because of row security',
    sql: `select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname = any ('{${app_roles}}') and not (r.rolname = 'tablero_views' and c.relkind = 'v')`,
    bad: 'create table bad_owned (org_id uuid); alter table bad_owned owner to tablero_app',
    found: 'bad_owned',
  },
  {
    about: 'no role of the product is a member of another',
    sql: `select m.rolname as name from pg_auth_members a join pg_roles m on m.oid = a.member where m.rolname = any ('{${app_roles}}')`,
    bad: 'grant tablero_system to tablero_app',
    found: 'tablero_app',
  },
  {
    about: 'the role of a caller’s SELECT can read the published views and none of the other tables',
    sql: `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'published') and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and has_schema_privilege('tablero_sql', n.oid, 'usage') and has_table_privilege('tablero_sql', c.oid, 'select')`,
    bad: 'grant usage on schema public to tablero_sql; grant select on contacts to tablero_sql',
    found: 'public.contacts',
  },
  {
    about: 'a published view ends with the organization of its rows, unless all organizations read the same rows',
    sql: `select c.relname as name from pg_class c where c.relnamespace = 'published'::regnamespace and c.relkind = 'v' and c.relname <> 'fx_rates'
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and a.attnum = c.relnatts)`,
    bad: 'create view published.bad_view as select org_id, company from contacts',
    found: 'bad_view',
  },
  {
    about: 'no role may create objects in our schemas, and the public role may read no table',
    sql: `select n.nspname || ' ' || r as name from pg_namespace n, unnest('{public,${app_roles}}'::text[]) r
      where ${OURS} and has_schema_privilege(r, n.oid, 'create')
      union all
      select c.relname || ' public' ${tables} and has_table_privilege('public', c.oid, 'select')`,
    bad: 'grant select on contacts to public',
    found: 'contacts public',
  },
]

hold_rules(rules, () => pool.connect())

test('without an organization, a call sees no row and can write none', async () => {
  await db.query(`insert into orgs (name) values ('acme')`)
  await db.query('begin; set local role tablero_work')
  try {
    assert.equal((await db.query('select from orgs')).rowCount, 0)
    await assert.rejects(db.query(`insert into contacts (full_name) values ('nobody')`), /row-level security|org_id/)
  } finally {
    await db.query('rollback')
  }
})

test('all names on the short lists exist, so that the lists do not become outdated', async () => {
  const { rows } = await db.query(`select c.relname as name ${tables}`)
  const there = new Set(rows.map(({ name }) => name))
  assert.deepEqual(
    [...without_org, ...of_people].filter((name) => !there.has(name)),
    [],
  )
})
