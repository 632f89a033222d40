// An organization with many similar rows in each table, and the largest request to each tool.
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
