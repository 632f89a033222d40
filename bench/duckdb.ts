// Runs the same SQL on the same rows in DuckDB, to check both the figures and the time.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type pg from 'pg'
import { to as copy_to } from 'pg-copy-streams'
import { set_org } from '#db/org.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { place_of } from '../scripts/disposable_postgres.ts'
import { ms, quantile, type Section } from './section.ts'
import type { Recorded, Statement } from './statements.ts'

const ROUNDS = 7
/** Tables that the statements read, and the rows that row security leaves: those of the organization, or all. */
const OWN = ['campaign_daily', 'ad_campaigns', 'ad_accounts', 'store_orders', 'store_refunds', 'marketplace_orders']
const OWN_TOO = ['web_daily', 'seo_daily', 'store_connections']
const SHARED = ['fx_rates']
/** DuckDB computes with fixed decimals where PostgreSQL is exact. Sums of money must agree in this number of digits. */
const DIGITS = 12

const types: Record<string, string> = {
  uuid: 'uuid',
  bigint: 'bigint',
  boolean: 'boolean',
  date: 'date',
  'timestamp with time zone': 'timestamptz',
  numeric: 'decimal(38, 8)',
}

export async function against_duckdb(url: string, org_id: string, recorded: Recorded): Promise<Section> {
  const title = 'The same statements in DuckDB'
  const duckdb = await import('@duckdb/node-api').catch(() => undefined)
  if (!duckdb) return { title, about: 'DuckDB has no binary for this platform, so nothing was compared.', tables: [] }
  const folder = await mkdtemp(join(tmpdir(), 'tablero-duckdb-'))
  const pool = open_pool(place_of(url), { max: 1 })
  const postgres = await pool.org.connect()
  try {
    const instance = await duckdb.DuckDBInstance.create(join(folder, 'rows.duckdb'))
    const other = await instance.connect()
    await copy_rows(postgres, other, { folder, org_id })
    const rows: string[][] = []
    for (const [tool, of_org] of Object.entries(recorded)) {
      const figures = of_org[org_id]!.filter(({ text }) => text.trimStart().startsWith('with'))
      rows.push(await compare(tool, figures, { pool, postgres, other, org_id }))
    }
    other.closeSync()
    instance.closeSync()
    return {
      title,
      about: `The statements of the tools for 90 days of the organization with a million rows. PostgreSQL runs them under row security. DuckDB ${duckdb.version()}, a database for analytical queries, runs them on the rows of all organizations, with the organization as a condition. Time of the statements alone, in their own process and without HTTP, median of ${ROUNDS}. Results are compared row by row.`,
      tables: [{ columns: ['Tool', 'statements', 'PostgreSQL', 'DuckDB', 'results'], rows }],
    }
  } finally {
    postgres.release(true)
    await pool.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function copy_rows(
  postgres: pg.PoolClient,
  other: DuckDBConnection,
  { folder, org_id }: { folder: string; org_id: string },
) {
  await other.run(`set TimeZone = 'UTC'; create schema everyone; create schema metrics`)
  await other.run(`create macro metrics.org_time_zone() as 'UTC'`)
  for (const table of [...OWN, ...OWN_TOO, ...SHARED]) {
    const { rows: columns } = await postgres.query<{ name: string; type: string }>(
      `select attname as name, regexp_replace(format_type(atttypid, null), '\\(.*', '') as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
    const file = join(folder, `${table}.csv`)
    await pipeline(postgres.query(copy_to(`copy ${table} to stdout (format csv)`)), createWriteStream(file))
    await other.run(`create table everyone.${table} (${columns
      .map(({ name, type }) => `"${name}" ${types[type] ?? 'varchar'}`)
      .join(', ')});
      copy everyone.${table} from '${file}' (format csv, auto_detect false, header false, delim ',', quote '"', escape '"', nullstr '')`)
    await rm(file)
    const own = SHARED.includes(table) ? '' : ` where org_id = '${org_id}'`
    await other.run(`create view ${table} as select * from everyone.${table}${own}`)
  }
  await postgres.query('set search_path to pg_catalog') // so that the text of a view names the schema of each table
  for (const view of ['store_orders', 'campaigns']) {
    const { rows } = await postgres.query<{ sql: string }>(`select pg_get_viewdef('metrics.${view}'::regclass) as sql`)
    await other.run(`create view metrics.${view} as ${adapted(rows[0]!.sql)}`)
  }
  await postgres.query('reset search_path')
}

/** Differences between the two SQL dialects. */
function adapted(text: string): string {
  return text
    .replaceAll('::numeric', '::decimal(38, 6)')
    .replaceAll('public.', 'main.')
    .replaceAll(/\bselect\s+from\b/gi, 'select 1 from')
}

interface Both {
  pool: Pool
  postgres: pg.PoolClient
  other: DuckDBConnection
  org_id: string
}

async function compare(
  tool: string,
  statements: Statement[],
  { pool, postgres, other, org_id }: Both,
): Promise<string[]> {
  const times = { postgres: [] as number[], other: [] as number[] }
  let are_equal = true
  for (let round = 0; round <= ROUNDS; round++) {
    const took = { postgres: 0, other: 0 }
    for (const statement of statements) {
      await postgres.query(`begin read only; ${set_org(pool, org_id)}`)
      const before = performance.now()
      const ours = await postgres.query(statement.text, statement.values)
      took.postgres += performance.now() - before
      await postgres.query('commit')
      const text = inlined(statement)
      const started = performance.now()
      const theirs = await (await other.runAndReadAll(adapted(text))).getRowObjectsJson()
      took.other += performance.now() - started
      are_equal &&= comparable(ours.rows) === comparable(theirs)
    }
    if (round === 0) continue
    times.postgres.push(took.postgres)
    times.other.push(took.other)
  }
  const median = (of: number[]) => ms(quantile(of, 0.5))
  return [
    tool,
    String(statements.length),
    median(times.postgres),
    median(times.other),
    are_equal ? 'equal' : 'DIFFERENT',
  ]
}

/** DuckDB needs the type of every parameter. Literals have a type. */
function inlined({ text, values }: Statement): string {
  const literal = (value: unknown): string => {
    if (value === null || value === undefined) return 'null'
    if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
    return `'${String(value).replaceAll("'", "''")}'`
  }
  return text.replaceAll(/\$(\d+)/g, (_, at) => literal(values[Number(at) - 1]))
}

/** Rows as text, independent of the order and the types of the driver. */
function comparable(rows: Record<string, unknown>[]): string {
  const cell = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value)
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text).toPrecision(DIGITS) : text
  }
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, value]) => [name, cell(value)])
          .sort(),
      ),
    )
    .sort()
    .join('\n')
}
