// An organization with many similar rows in each table, and the largest request to each tool.
import { createHash } from 'node:crypto'
import type { NamedTool } from '#engine/tool.ts'
import type { TestApp } from '#test/app.ts'
import { id_of, tables_of_orgs } from '#test/fixtures.ts'

/** Tables of settings, in which a further row would mean another organization or another bill. */
const ALONE =
  /^(orgs|org_|agency_|api_keys|credit_|rate_|audit_|idempotency_|sync_cursors|sign_ins|spent_links|vendor_|webhook_|privacy_|actions|action_)/

/** A text in each copy, with characters of several bytes. */
const COPY = 'Ñandú 時'

type Table = Awaited<ReturnType<typeof tables_of_orgs>>[number]
type Counts = { rows: number; connections: number }

/** Fills the tables of acme. */
export async function multiply(app: TestApp, counts: Counts): Promise<void> {
  for (const table of await tables_of_orgs(app.db)) if (!ALONE.test(table.name)) await multiply_rows(app, table, counts)
  // A funnel is that of one property.
  await app.db.query(
    `delete from connection_accounts a using connections c where c.connection_id = a.connection_id and c.platform = 'gx_analytics'
       and a.org_id = $1 and a.account_id like '%' || $2 || '%'`,
    [app.acme.org_id, COPY],
  )
  await app.db.query('analyze')
}

/** Copies the organization's rows with other keys, other texts and other days of the last month, and with the same parents. */
async function multiply_rows(app: TestApp, { name, columns, parents }: Table, { rows, connections }: Counts) {
  const fixed = new Set([
    ...parents.flatMap(({ columns }) => columns),
    'org_id',
    'platform',
    'currency',
    'time_zone',
    'status',
    'state',
    'trigger',
    'verdict',
    'country',
    'device',
    'method',
    'field_of',
    'role',
    'metric',
  ])
  const defaults = await app.db.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_schema = 'public' and table_name = $1 and column_default is not null",
    [name],
  )
  const checked = await app.db.query<{ attname: string }>(
    `select a.attname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'c' and c.conrelid = $1::regclass and pg_get_constraintdef(c.oid) ~ 'ARRAY\\[|~|length\\(\\w+\\) = '`,
    [name],
  )
  for (const { attname } of checked.rows) fixed.add(attname)
  const made_by_default = new Set(defaults.rows.map(({ column_name }) => column_name))
  const copied = columns.filter(
    (column) =>
      !column.generated && !(column.type === 'uuid' && !fixed.has(column.name) && made_by_default.has(column.name)),
  )
  const value = ({ name, type }: (typeof columns)[number]) => {
    if (fixed.has(name)) return `t.${name}`
    if (type === 'text') return `t.${name} || ' ${COPY} ' || n`
    if (type === 'date') return `t.${name} - n % 28`
    if (type.startsWith('timestamp')) return `t.${name} - make_interval(mins => n)`
    return `t.${name}`
  }
  await app.db.query(
    `insert into ${name} (${copied.map(({ name }) => name).join(', ')})
     select ${copied.map(value).join(', ')} from ${name} t, generate_series(1, ${name === 'connections' ? Math.round(connections / 8) : rows}) n
     where t.org_id = $1 on conflict do nothing`,
    [app.acme.org_id],
  )
}

/** The request with the largest answer: every limit at its maximum, every switch on, the longest window. */
export function widest({ input_schema, example = {} }: NamedTool): Record<string, unknown> {
  const shape = input_schema.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>
  const wide: Record<string, unknown> = { ...example }
  if ('webhook_id' in shape) wide.webhook_id = id_of('acme webhooks webhook_id mx_ads')
  for (const [name, field] of Object.entries(shape)) {
    if (name === 'limit') wide.limit = [1000, 500, 200, 100, 50].find((value) => field.safeParse(value).success)
    if (name.startsWith('include_')) wide[name] = true
  }
  return wide
}

/** Pseudorandom bytes, equal in every run. */
const bytes_of = (at: number) => createHash('sha512').update(String(at)).digest()
const picked = (first: number, last: number) => (at: number) =>
  String.fromCodePoint(...[...bytes_of(at)].map((byte, place) => first + ((byte * 257 + place) % (last - first + 1))))
const places_in = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const regions = ['MX', 'AR', 'BR', 'CL', 'CO', 'PE', 'UY', 'EC', 'BO', 'VE', 'US', 'ET', 'IN', 'ES', 'PT', 'JP']
  return (at: number) => regions.map((_, place) => names.of(regions[(at + place) % regions.length]!)).join(' ')
}

/** Texts with many tokens for their length, by kind. */
export const dense_texts: Record<string, (at: number) => string> = {
  uuids: (at) => Array.from({ length: 6 }, (_, n) => uuid_of(at * 6 + n)).join(' '),
  base64url: (at) => bytes_of(at).toString('base64url'),
  hexadecimal: (at) => bytes_of(at).toString('hex'),
  digits: (at) => BigInt(`0x${bytes_of(at).toString('hex')}`).toString(),
  lists: (at) => [...bytes_of(at)].map((byte) => byte % 10).join(),
  json: (at) => JSON.stringify([...bytes_of(at)].map((byte) => ({ a: byte, b: null }))),
  urls: (at) => `https://shop.example/lamps/${at}?utm_source=google&gclid=${bytes_of(at).toString('base64url')}`,
  emoji: picked(0x1f600, 0x1f64f),
  flags: picked(0x1f1e6, 0x1f1ff),
  devanagari: picked(0x0905, 0x0939),
  ethiopic: picked(0x1200, 0x1256),
  cherokee: picked(0x13a0, 0x13ef),
  cuneiform: picked(0x12000, 0x12399),
  hindi: places_in('hi'),
  amharic: places_in('am'),
  chinese: places_in('zh'),
  russian: places_in('ru'),
}

function uuid_of(at: number): string {
  const hex = bytes_of(at).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
