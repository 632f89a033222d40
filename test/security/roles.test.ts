// Tests the rights of each database role for each relation: a transaction of globex tries to use the rows of acme. The table of
// expectations names every exception. A new relation must follow the rule of its kind.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import {
  belongs_to,
  insert_of,
  type Kind,
  type Relation,
  type Role,
  roles,
  type TwoOrgs,
  two_orgs,
} from './two_orgs.ts'

const operations = ['select', 'insert', 'update', 'delete', 'truncate'] as const
type Operation = (typeof operations)[number]

/** One character for each operation: `o` own organization's rows, `a` rows of all, `-` none. The default of a role is `-----`. */
type Rights = Partial<Record<Role, string>>
const rules: Record<Kind, Rights> = {
  'of organizations': { tablero_app: 'o----', tablero_work: 'oooo-' },
  'view of organizations': { tablero_app: 'o----', tablero_work: 'o----' },
  shared: { tablero_app: 'a----', tablero_work: 'a----' },
  published: { tablero_sql: 'o----', tablero_views: 'o----' },
  queue: {},
  accounts: { tablero_auth: 'aaaa-' },
}
const across = { tablero_system: 'aaaa-' }
const behind_views = { ...rules['of organizations'], tablero_views: 'o----' }
const for_system = { ...rules['of organizations'], ...across }
const for_system_and_calls = { ...for_system, tablero_app: 'oooo-' }
const written_by_calls = (rights: string) => ({ ...for_system, tablero_app: rights })
/** Only the system changes it, for operators. */
const of_operators = { tablero_app: 'o----', tablero_work: 'o----', ...across }
const each = (names: string, rights: Rights) =>
  Object.fromEntries(names.split(' ').map((name) => [`public.${name}`, rights]))
const exceptions: Record<string, Rights> = {
  ...each('orgs org_modules', of_operators),
  'public.agency_clients': { ...of_operators, tablero_app: 'o--o-' },
  'public.api_keys': { ...of_operators, tablero_app: '-----' },
  'public.credit_balances': of_operators,
  'public.org_data_keys': { ...for_system, tablero_app: '-----' },
  'public.org_seals': {},
  'public.audit_heads': { tablero_app: 'ooo--', tablero_work: 'ooo--', tablero_system: 'aaa--' },
  'public.audit_log': { tablero_app: 'oo---', tablero_work: 'oo---', tablero_system: '-a---' },
  'public.record_changes': { tablero_app: 'oo---', tablero_work: 'oo---' },
  ...each('sync_runs runs rate_windows', written_by_calls('ooo--')),
  ...each('action_executions action_steps events notification_reads', written_by_calls('oo---')),
  ...each('webhook_deliveries notifications messages', written_by_calls('ooo--')),
  ...each('webhooks webhook_health org_channels alert_rules', for_system_and_calls),
  'public.webhook_attempts': for_system,
  'public.actions': { tablero_app: 'ooo--', tablero_work: 'ooo--', tablero_system: 'aaa--' },
  'public.action_changes': { tablero_app: 'oo---', tablero_work: 'oo---', tablero_system: 'aa---' },
  'public.action_impacts': { tablero_app: 'o----', tablero_work: 'oo---' },
  'public.recommendations': { tablero_app: 'o-o--', tablero_work: 'oooo-' },
  'public.alert_evaluations': { tablero_app: 'oo-o-', tablero_work: 'oooo-' },
  ...each('alert_incidents guardrails guardrail_days', { tablero_app: 'ooo--', tablero_work: 'oooo-' }),
  ...each('idempotency_keys members invitations agency_access access_requests', for_system_and_calls),
  'public.connections': written_by_calls('o-o--'),
  ...each(
    'sync_cursors run_steps connection_accounts missing_rows spent_links sign_ins vendor_reports webhook_inbox webhook_states privacy_requests',
    for_system,
  ),
  ...each(
    'ad_accounts ad_campaigns ad_daily ad_group_daily campaign_daily email_campaign_daily meta_ad_creatives seo_daily seo_page_daily seo_query_daily social_daily',
    behind_views,
  ),
  ...each(
    'seo_place_daily web_country_daily web_device_daily web_event_daily campaign_country_daily campaign_device_daily campaign_share_daily search_term_daily',
    behind_views,
  ),
  ...each(
    'marketplace_charges store_connections store_order_lines store_orders store_refunds web_daily web_source_daily',
    behind_views,
  ),
  ...each(
    'behavior_daily behavior_page_daily feed_daily feed_issue_daily feed_offer_daily feed_product_issues feed_product_statuses',
    behind_views,
  ),
  ...each('feed_products feed_status_daily', behind_views),
  ...each('social_accounts social_follower_daily social_posts social_stories', behind_views),
  ...each('org_product_costs store_products store_variant_costs store_variants', behind_views),
  'public.org_fx_rates': { ...behind_views, tablero_system: 'a----' },
  ...each('ledger metric_restatements', { ...behind_views, ...across }),
  'public.fx_rates': { tablero_app: 'a----', tablero_work: 'a----', tablero_views: 'a----', ...across },
  'public.schema_migrations': {},
  'public.vendor_budgets': across,
  'auth.oauth_grants': { ...rules.accounts, tablero_system: 'a--a-' },
  'auth.outbox': { ...rules.accounts, tablero_system: '-a---' },
  'public.page_scans': { ...rules['of organizations'], tablero_system: 'a--a-' },
}

/** The roles that may call each of the product's functions. PostgreSQL's own functions have PUBLIC's rights. */
const functions: Record<string, readonly Role[]> = {
  'current_org()': roles.filter((role) => role !== 'tablero_auth'),
  'uuid_v7()': ['tablero_app', 'tablero_auth', 'tablero_system', 'tablero_work'],
  'count_call(text,integer,integer)': ['tablero_app', 'tablero_work'],
  'enqueue_job(text,jsonb,text,integer,text)': ['tablero_app', 'tablero_work'],
  'metrics.org_time_zone()': ['tablero_app', 'tablero_work'],
  'person_of(text,text,text,text,uuid)': ['tablero_app', 'tablero_sql', 'tablero_views', 'tablero_work'],
  'take_credits(bigint)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'return_credits(uuid,bigint)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'take_vendor_budget(bigint,jsonb)': ['tablero_system', 'tablero_work'],
  'pause_vendor_budgets(bigint,bigint,text[])': ['tablero_system', 'tablero_work'],
  'clocks_differ_ms()': ['tablero_system'],
  'current_person()': ['tablero_app'],
  'agencies_with_access()': ['tablero_app', 'tablero_system'],
  'revoke_keys_of(uuid,timestamp with time zone)': ['tablero_app', 'tablero_system'],
  'make_key(uuid,text,text,bytea,text[],timestamp with time zone,text)': ['tablero_app', 'tablero_system'],
  'may_approve(uuid)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'revoke_key(uuid,timestamp with time zone)': ['tablero_app', 'tablero_system'],
  'assign_key(uuid,uuid)': ['tablero_app', 'tablero_system'],
  'access_requests_to(uuid)': ['tablero_app', 'tablero_system'],
  'accept_access_request(uuid,uuid,timestamp with time zone,integer)': ['tablero_app', 'tablero_system'],
  'decline_access_request(uuid,uuid)': ['tablero_app', 'tablero_system'],
  'end_agency(uuid)': ['tablero_app', 'tablero_system'],
  'make_client(text,text,text,text,bigint,date,integer)': ['tablero_app', 'tablero_system'],
  'clients_of_agency()': ['tablero_app', 'tablero_system'],
  'auth.data_of_person(uuid,integer)': ['tablero_auth', 'tablero_system'],
  'auth.copy_person()': ['tablero_system'],
  'auth.forget_person()': ['tablero_system'],
  'auth.forget_expired()': ['tablero_auth', 'tablero_system'],
  'auth.post_mail(bytea)': ['tablero_app', 'tablero_system', 'tablero_work'],
  'auth.has_invitation(text)': ['tablero_auth', 'tablero_system'],
  'auth.last_admin_of(uuid)': ['tablero_auth', 'tablero_system'],
  'auth.keep_an_admin()': ['tablero_system'],
  'auth.check_grant()': ['tablero_system'],
  'auth.end_grants()': ['tablero_system'],
  'auth.standing_of(uuid,uuid)': ['tablero_auth', 'tablero_system'],
  'connected_apps()': ['tablero_app', 'tablero_system'],
  'disconnect_app(uuid)': ['tablero_app', 'tablero_system'],
  'end_grants_of(uuid)': ['tablero_app', 'tablero_system'],
}

/** Columns that a role may use where it has no such right to the whole table. The views' own role has many. */
const columns: Record<string, readonly string[]> = {
  'tablero_app select api_keys': [
    'acts_for',
    ...[
      'created_at',
      'expires_at',
      'key_id',
      'last_used_at',
      'name',
      'org_id',
      'prefix',
      'revoked_at',
      'scopes',
      'user_id',
    ],
  ],
  'tablero_app update api_keys': ['name'],
  'tablero_app update orgs': [
    ...[
      'currency',
      'demands_second_approver',
      'demands_two_factor',
      'email_notifications',
      'ended_at',
      'industry',
      'language',
      'name',
    ],
    ...['quiet_from', 'quiet_holds_critical', 'quiet_to', 'shows_first_steps', 'time_zone'],
  ],
  'tablero_system select oauth_access_tokens': [
    ...[
      'client_id',
      'confirmation',
      'expires_at',
      'granted_org_id',
      'resources',
      'revoked',
      'scopes',
      'token',
      'user_id',
    ],
  ],
  'tablero_system select oauth_clients': ['client_id', 'disabled', 'name', 'redirect_uris', 'uri'],
  'tablero_system select schema_migrations': ['name'],
  'tablero_system select sessions': ['expires_at', 'token', 'user_id'],
  'tablero_system select users': ['email', 'email_verified', 'id', 'language', 'name', 'two_factor_enabled'],
  'tablero_system update oauth_grants': ['last_used_at'],
}

let db: TwoOrgs
before(async () => {
  db = await two_orgs()
})
after(() => db.close())

/** Error codes for denied permissions, views that cannot be written, and relations that are not tables. */
const impossible = new Set(['42501', '55000', '0A000', '42809'])

async function right_to(role: Role, relation: Relation, operation: Operation): Promise<string> {
  const { name, columns, kind } = relation
  const column = pg.escapeIdentifier(columns[0]!)
  const all = await db.rows_of(relation)
  const sql = {
    select: `select to_jsonb(t)::text as text from ${name} t`,
    insert: insert_of(relation),
    update: `update ${name} set ${column} = ${column}`,
    delete: `delete from ${name}`,
    truncate: `truncate ${name} cascade`,
  }[operation]
  const moved = { ...all.find(belongs_to(db.globex)), org_id: db.acme.org_id }
  const values = operation === 'insert' ? [kind === 'of organizations' ? moved : (all[0] ?? {})] : []
  const { count, rows, fault, is_unharmed } = await db.tried(role, relation, sql, { values })
  if (fault && /row-level security/.test(fault.message)) return 'o'
  if (fault && impossible.has(fault.code ?? '')) return '-'
  // PostgreSQL checks unique keys last, so this error means that the role has the right.
  if (operation === 'insert' || fault) return 'a'
  if (kind === 'shared' || kind === 'accounts') return 'a'
  if (operation === 'select' && rows.some(({ text }) => /acme/.test(String(text)))) return 'a'
  return is_unharmed && (kind !== 'of organizations' || count === all.filter(belongs_to(db.globex)).length) ? 'o' : 'a'
}

test('every relation of organizations has rows of both organizations', async () => {
  for (const relation of db.relations.filter(({ kind }) => kind === 'of organizations')) {
    const rows = await db.rows_of(relation)
    for (const seed of [db.acme, db.globex]) assert.ok(rows.some(belongs_to(seed)), `${relation.name} of ${seed.name}`)
  }
})

test('a role has exactly the rights in the table of expectations', async (context) => {
  let tries = 0
  for (const relation of db.relations.filter(({ kind }) => kind !== 'queue')) {
    const expected = exceptions[relation.name] ?? rules[relation.kind]
    for (const role of roles) {
      let found = ''
      for (const operation of operations) found += await right_to(role, relation, operation)
      tries += operations.length
      assert.equal(found, expected[role] ?? '-----', `${role} on ${relation.name}: ${operations.join(', ')}`)
    }
  }
  context.diagnostic(`${db.relations.length} relations, ${tries} tries`)
  assert.ok(db.relations.length >= 60)
  const named = new Set(db.relations.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(exceptions).filter((name) => !named.has(name)),
    [],
  )
})

test('a role has rights to single columns only where the table of expectations names them', async () => {
  const { rows } = await db.owner.query<{ what: string; names: string[] }>(`
    select r.role || ' ' || p.right || ' ' || c.relname as what, array_agg(a.attname::text order by a.attname) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
      unnest('{tablero_app,tablero_work,tablero_system,tablero_auth}'::text[]) r(role), unnest('{select,insert,update}'::text[]) p("right")
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'v') and has_column_privilege(r.role, c.oid, a.attnum, p."right")
      and not has_table_privilege(r.role, c.oid, p."right") group by 1`)
  assert.deepEqual(Object.fromEntries(rows.map(({ what, names }) => [what, names])), columns)
})

test('the queue’s tables are open to jobs, and its list of jobs to the system', async () => {
  const { rows } = await db.owner.query<{ role: string; name: string }>(`
    select r.role, c.relname::text as name from pg_class c, unnest('{${roles}}'::text[]) r(role)
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'v') and r.role <> 'tablero_work'
      and has_table_privilege(r.role, c.oid, 'select, insert, update, delete, truncate')`)
  assert.deepEqual(rows, [{ role: 'tablero_system', name: 'jobs' }])
})

suite('a function of the product', () => {
  test('may be called only by the roles that need it', async () => {
    const { rows } = await db.owner.query<{ name: string; role: Role }>(`
      select p.oid::regprocedure::text as name, r.role from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
        unnest('{${roles}}'::text[]) r(role)
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
        and has_schema_privilege(r.role, n.oid, 'usage') and has_function_privilege(r.role, p.oid, 'execute') order by 1, 2`)
    const found = Map.groupBy(rows, ({ name }) => name)
    assert.deepEqual(
      Object.fromEntries([...found].map(([name, callers]) => [name, callers.map(({ role }) => role)])),
      Object.fromEntries(Object.entries(functions).map(([name, callers]) => [name, [...callers].sort()])),
    )
  })

  test('of the queue may be called only by jobs', async () => {
    const { rows } = await db.owner.query<{ role: string }>(`
      select distinct r.role from pg_proc p, unnest('{${roles}}'::text[]) r(role)
      where p.pronamespace = 'graphile_worker'::regnamespace and has_schema_privilege(r.role, p.pronamespace, 'usage')
        and has_function_privilege(r.role, p.oid, 'execute')`)
    assert.deepEqual(rows, [{ role: 'tablero_work' }])
  })

  test('that changes tables refuses all roles', async () => {
    const relation = db.relations.find(({ name }) => name === 'public.contacts')!
    for (const role of roles) {
      const { fault } = await db.tried(role, relation, `call public.protect('contacts')`)
      assert.equal(fault?.code, '42501', role)
    }
  })

  test('counts calls only of the caller’s organization', async () => {
    const relation = db.relations.find(({ name }) => name === 'public.rate_windows')!
    for (const role of roles) {
      const { is_unharmed, fault } = await db.tried(role, relation, `select * from public.count_call('test', 10, 60)`)
      assert.ok(is_unharmed && (/_app|_work/.test(role) || fault?.code === '42501'), role)
    }
  })
})
