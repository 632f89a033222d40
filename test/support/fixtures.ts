// A row in every table with an organization, generated from the database's catalog, so that a new table is covered immediately.
// Every text of a row contains its organization's name, and every amount contains its organization's digits.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { connectors } from '#connectors/index.ts'

const all_platforms = ['mx_ads', 'gx_ads', 'gx_analytics', 'seo_console', 'social_a', 'sx', 'mpa', 'email_a']
/** The platforms of a table's rows. A table that is not listed gets a row of the first platform. */
const platforms: [RegExp, string[]][] = [
  [/^(sync_cursors|connection_accounts)/, all_platforms],
  [/^(ad_|ads$|campaign_|search_|meta_)/, ['mx_ads', 'gx_ads']],
  [/^web_/, ['gx_analytics']],
  [/^seo_/, ['seo_console']],
  [/^social_/, ['social_a']],
  [/^store_/, ['sx']],
  [/^marketplace_/, ['mpa']],
  [/^(email_|contacts)/, ['email_a']],
  [/^checkouts/, ['sx', 'email_a']],
]

/** The account of the examples of tools. Networks give the same id to everyone who may read the account. */
const social_account_id = '17841400008460056'

/** Values that a check constraint requires, or without which no tool would show the row. */
const fixed: Record<string, Record<string, unknown>> = {
  ...Object.fromEntries(
    ['accounts', 'daily', 'follower_daily', 'posts', 'stories'].map((name) => [
      `social_${name}`,
      { social_account_id },
    ]),
  ),
  campaign_country_daily: { country: 'MX' },
  campaign_device_daily: { device: 'mobile' },
  web_event_daily: { event_name: 'purchase' },
  members: { user_id: '01980000-0000-7000-8000-000000000000', role: 'admin' },
  invitations: { role: 'viewer', token_hash: Buffer.alloc(32), accepted_at: null },
  page_scans: { device: 'mobile', method: 'pagespeed', performance: 77, failure: null, field_of: 'page' },
  email_campaigns: { status: 'sent' },
  marketplace_questions: { status: 'unanswered' },
  checkouts: { completed_at: null },
  store_orders: { cancelled_at: null, is_first_of_customer: true },
  sync_runs: { trigger: 'tool', state: 'succeeded', progress: 1 },
  sync_cursors: {
    ...{ cursor: {}, covered_from: '-infinity', covered_at: null },
    ...{ state: 'ok', reason: null, suspect_reason: null, empty_days: '{}' },
  },
  connection_accounts: { state: 'read', reason: null },
  alert_rules: {
    ...{
      platform: null,
      metric: 'store.revenue',
      condition: 'above',
      comparison_period: null,
      channels: null,
      unit: 'money',
    },
    ...{ is_firing: false, no_data_since: null, no_data_reason: null, flapping_since: null, enabled: true },
  },
  alert_evaluations: { version: '0123456789abcdef' },
  alert_incidents: {
    ...{ version: '0123456789abcdef', state: 'open', closed_at: null, severity: 'info' },
    ...{ is_complete: true, is_settled: true, is_sent: true },
  },
  recommendations: {
    ...{
      rule: 'carts_rising',
      module: 'tienda',
      severity: 'warning',
      status: 'new',
      snoozed_until: null,
      action_id: null,
    },
    ...{
      effect_low_micros: 7_000_000,
      effect_high_micros: 9_000_000,
      call: null,
      action_type: null,
      action_target: null,
    },
    ...{
      title: { key: 'rule.carts_rising.title', values: {} },
      text: { key: 'sentence', values: { text: 'More carts' } },
      evidence: { carts: 7 },
    },
  },
  rule_verdicts: { rule: 'carts_rising', state: 'in_part', found: 7, kept: 7, untrusted: ['Main'] },
  test_cards: { status: 'todo', deleted_at: null },
  test_pages: { deleted_at: null },
  record_changes: { record_id: '01980000-0000-7000-8000-000000000000' },
  metric_restatements: { row_key: {} },
  missing_rows: { row_key: {} },
  ledger: { verdict: 'matches' },
  runs: { state: 'succeeded', progress: 1, input: {}, input_hash: Buffer.alloc(32) },
  connections: {
    status: 'active',
    revoked_at: null,
    last_error: null,
    last_error_at: null,
    secrets: null,
    granted_scopes: null,
    access_ends_at: null,
  },
  action_executions: {
    ...{ state: 'executed', cause: null, again_at: null, differences: '[]', target: {}, target_key: 'campaign:1' },
    ...{ mark: 'tb-0000000001', refused_parts: '[]', left_behind: '[]', looks: 0, input: {}, seen: {} },
  },
  action_steps: { state: 'done', position: 0, made: {} },
  actions: {
    ...{ action_type: 'pause_campaign', mark: 'tb-0000000001', target_key: 'campaign:1' },
    ...{
      input: {},
      target: { kind: 'campaign', id: '1', name: 'One' },
      differences: '[]',
      warnings: '[]',
      seen: {},
      steps: [],
      basis: {},
    },
    ...{ risk: 'low', content_hash: Buffer.alloc(32), digest: Buffer.alloc(32), expires_at: '2036-01-01T00:00:00Z' },
    ...{ status: 'executed', cause: null },
  },
  action_changes: { status: 'executed' },
  action_impacts: {
    ...{ days: 7, measure: 'spend', from_day: '2026-11-01', to_day: '2026-11-07', reason: null },
    ...{ low_percent: '-3.5', change_percent: '7', high_percent: '17.5' },
  },
  guardrail_days: { guardrail_id: '01980000-0000-7000-8000-000000000000' },
  guardrails: {
    ...{ version: 1, needs_approval: true, replaced_at: null, automatic_percent: 7, cooldown_hours: 7, day_count: 7 },
    ...{ raise_max_percent: 7, cut_max_percent: 7 },
  },
  notifications: {
    ...{ module: 'conexiones', severity: 'warning', ended_at: null },
    ...{
      title: { key: 'sentence', values: { text: 'News' } },
      text: { key: 'sentence', values: { text: 'More news' } },
    },
  },
  org_channels: { channel: 'messaging', vendor: 'whatsapp', state: 'on', off_reason: null },
  messages: { channel: 'email', state: 'sent', due_at: null },
  spent_links: { link_id: '01980000-0000-7000-8000-000000000000' },
  webhook_inbox: { kind: 'changed', is_hint: false },
  webhook_states: { problem: null },
  events: { type: 'order.created', data: {} },
  webhooks: { url: 'https://receiver.example/ok', events: ['order.created'] },
  webhook_health: { off_reason: null },
  webhook_deliveries: { state: 'waiting' },
  webhook_attempts: { status_code: 200 },
  privacy_requests: { kind: 'redact_person' },
  sign_ins: {
    ...{ step: 'done', secrets: null, browser_hash: Buffer.alloc(32) },
    link_id: '01980000-0000-7000-8000-000000000000',
  },
}
/** Tables that calls fill, or that are filled when an organization or a key is created. */
const not_seeded = new Set([
  'orgs',
  'org_modules',
  'org_data_keys',
  'agency_access',
  'agency_clients',
  'api_keys',
  'credit_balances',
  'rate_windows',
  'audit_heads',
  'audit_log',
  'idempotency_keys',
])

export interface Seed {
  org_id: string
  /** Part of every text. */
  name: string
  /** A digit. Counts repeat this digit seven times. */
  digit: number
}

interface Column {
  name: string
  type: string
  generated: boolean
  /** True: the database creates its values. */
  is_id: boolean
}

interface Table {
  name: string
  columns: Column[]
  parents: { table: string; columns: string[]; referenced: string[] }[]
}

const count_of = ({ digit }: Seed) => BigInt(String(digit).repeat(7))
/** Marks that no other organization may read. */
export const marks_of = (seed: Seed): string[] => [seed.name, String(count_of(seed)), seed.org_id]

export async function tables_of_orgs(db: pg.Pool): Promise<Table[]> {
  const { rows } = await db.query<Table>(`
    select c.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'generated', a.attgenerated <> '',
          'is_id', a.atttypid = 'uuid'::regtype and a.atthasdef))
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(json_build_object('table', f.confrelid::regclass::text,
          'columns', (select array_agg(attname order by k.n) from unnest(f.conkey) with ordinality k(num, n) join pg_attribute on attrelid = f.conrelid and attnum = k.num),
          'referenced', (select array_agg(attname order by k.n) from unnest(f.confkey) with ordinality k(num, n) join pg_attribute on attrelid = f.confrelid and attnum = k.num)))
        from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid), '[]') as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'org_id' and not attisdropped)
    order by c.relname`)
  return rows
}

/** All rows of an organization, as text, by table. */
export async function holdings(
  db: pg.Pool,
  { org_id }: Seed,
  without = new Set<string>(),
): Promise<Record<string, string>> {
  const held: Record<string, string> = {}
  for (const { name } of await tables_of_orgs(db)) {
    if (without.has(name)) continue
    const { rows } = await db.query(
      `select coalesce(string_agg(t::text, e'\\n' order by t::text), '') as held from ${name} t where org_id = $1`,
      [org_id],
    )
    held[name] = rows[0].held
  }
  return held
}

function value_of(
  { name, type, is_id }: Column,
  seed: Seed,
  { table, platform, now }: { table: string; platform: string; now: Date },
): unknown {
  const yesterday = new Date(now.getTime() - 86_400_000)
  if (name === 'platform') return platform
  if (name === 'currency') return 'USD'
  if (name === 'per_currency') return 'EUR'
  if (name === 'time_zone') return 'UTC'
  if (type === 'text') return `${seed.name} ${table} ${name} ${platform}`
  if (type === 'text[]') return [`${seed.name} ${name}`]
  if (type === 'uuid') return is_id ? id_of(`${seed.name} ${table} ${name} ${platform}`) : undefined
  if (type === 'date') return yesterday.toISOString().slice(0, 10)
  if (type.startsWith('timestamp')) return yesterday.toISOString()
  if (type === 'bigint') return name.endsWith('_micros') ? count_of(seed) * 1_000_000n : count_of(seed)
  if (type === 'integer' || type === 'smallint') return seed.digit
  if (type === 'numeric' || type === 'real' || type === 'double precision') return String(count_of(seed))
  return undefined // booleans, json and the rest keep their defaults
}

/** The same id in every run, so that the order of ids never changes. */
export const id_of = (words: string) =>
  `01980000-0000-7000-8000-${createHash('sha256').update(words).digest('hex').slice(0, 12)}`

/** Inserts a row into every table, parents first. */
export async function seed_org(db: pg.Pool, seed: Seed, now = new Date()): Promise<void> {
  const waiting = (await tables_of_orgs(db)).filter(({ name }) => !not_seeded.has(name))
  const made = new Map<string, Record<string, unknown>>()
  while (waiting.length > 0) {
    const index = waiting.findIndex(
      ({ name, parents }) =>
        !parents.some(({ table }) => table !== name && waiting.some((other) => other.name === table)),
    )
    const [table] = waiting.splice(index, 1)
    await seed_table(db, table!, seed, { made, now })
  }
}

/** Every stream of a connector has read everything. Other tables have one row for each platform. */
const streams_of = ({ name }: Table, platform: string): { stream?: string }[] =>
  name === 'sync_cursors'
    ? Object.keys(connectors[platform]?.streams ?? { all: true }).map((stream) => ({ stream }))
    : [{}]

interface Seeding {
  /** The inserted rows, by table and platform. */
  made: Map<string, Record<string, unknown>>
  now: Date
}

async function seed_table(db: pg.Pool, table: Table, seed: Seed, { made, now }: Seeding) {
  const own =
    table.name === 'connections' ? all_platforms : platforms.find(([pattern]) => pattern.test(table.name))?.[1]
  const places = (own ?? [all_platforms[0]!]).flatMap((platform) =>
    streams_of(table, platform).map((stream) => ({ platform, stream })),
  )
  for (const { platform, stream } of places) {
    const row: Record<string, unknown> = {}
    for (const column of table.columns)
      if (!column.generated) row[column.name] = value_of(column, seed, { table: table.name, platform, now })
    Object.assign(row, fixed[table.name], stream)
    for (const { table: parent, columns, referenced } of table.parents) {
      const there = made.get(`${parent} ${platform}`)
      if (there)
        columns.forEach((column, at) => {
          row[column] = there[referenced[at]!]
        })
    }
    row.org_id = seed.org_id
    const names = Object.keys(row).filter((name) => row[name] !== undefined)
    const { rows } = await db.query(
      `insert into ${table.name} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
      names.map((name) => row[name]),
    )
    made.set(`${table.name} ${platform}`, rows[0])
  }
}
