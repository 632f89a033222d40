// A row in every table with an organization, generated from the database's catalog, so that a new table is covered immediately.
// Every text of a row contains its organization's name, and every amount contains its organization's digits.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { connectors } from '#connectors/index.ts'
import { fixed } from '#test/fixture_values.ts'

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
  /** True: a row needs a value, because null is refused and there is no default. */
  is_required: boolean
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
          'is_id', a.atttypid = 'uuid'::regtype and a.atthasdef, 'is_required', a.attnotnull and not a.atthasdef))
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
  { name, type, is_id, is_required }: Column,
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
  if (type === 'boolean' && is_required) return true
  if ((type === 'json' || type === 'jsonb') && is_required) return {}
  return undefined // the rest keeps its default or is null
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
    const sql = `insert into ${table.name} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`
    const values = names.map((name) => row[name])
    const { rows } = await db.query(sql, values).catch((cause) => {
      throw new Error(`${table.name}: ${cause.message}. Put a valid value into test/support/fixture_values.ts.`, {
        cause,
      })
    })
    made.set(`${table.name} ${platform}`, rows[0])
  }
}
