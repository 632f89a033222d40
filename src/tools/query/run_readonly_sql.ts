import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { working_plan } from '#db/citus/plans.ts'
import { set_for_transaction } from '#db/org.ts'
import { length_fields, list_of, ROWS_BYTES_MAX } from '#engine/lists.ts'
import { Refusal, refuse } from '#engine/outcomes.ts'
import { sentence } from '#engine/sentence.ts'
import { own_text, public_value } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import { counted_in } from '#figures/sums/counted_in_sql.ts'
import { check_sql, shortened } from '#tools/query/sql/check.ts'
import { currency_notes } from '#tools/query/sql/currencies.ts'
import { check_plan, type PlanNode } from '#tools/query/sql/plan.ts'
import { known_published, named_for, type PublishedTable } from '#tools/query/sql/published.ts'

const ROWS_MAX = 1_000
const ROW_BYTES_MAX = 20_000
/** Levels of a row's values. Deeper JSON exceeds the stack of this program and of callers. */
const DEPTH_MAX = 64
const ROWS_PER_FETCH = 100
const TIMEOUT_MS = 5_000
/** Lower than for other tools, because a caller's own statement can cost more than any statement of the product. */
const CALLS_PER_MINUTE = 20
/** Concurrent statements of one organization, and of one caller's organization, over all processes. Each statement occupies a database connection and the disk. */
const CONCURRENT_MAX = 3
/** Memory of one sort or hash. A statement can have many of them, and PostgreSQL keeps the rows of a query after `IN` in memory up to this estimate. */
const NODE_MEMORY_MAX = '8MB'

export const run_readonly_sql = tool({
  about:
    'Runs one read-only SELECT over rows behind all figures: store_orders with lines and refunds, daily facts and texts of ads, web, search, social and email, exchange rates, coverage. Join store_connections by store_connection_id; there is no org_id. Add `where counts` for the rows that other tools sum. get_data_catalog describes the columns.',
  keywords: {
    es: 'SQL consulta a mano select base de datos tabla cruda código',
    en: 'SQL query by hand select statement database raw rows table code',
    pt: 'SQL consulta à mão select banco de dados tabela bruta código',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  rate: CALLS_PER_MINUTE,
  input: {
    sql: z
      .string()
      .min(1, 'must not be empty')
      .describe('One SELECT in PostgreSQL’s dialect. Days are counted in the organization’s time zone.'),
  },
  result: {
    columns: z.array(own_text()).describe('Names of the columns, in order.'),
    rows: z.array(z.record(own_text(), public_value())),
    ...length_fields,
    total: z.int().nullable().describe('Rows there are; null when there are more than were read.'),
    notes: z
      .array(sentence())
      .optional()
      .describe('What the named tables lack, and sums that mix currencies; absent when nothing.'),
  },
  example: {
    sql: 'select order_number, ordered_at, total, currency from store_orders order by ordered_at desc limit 5',
  },
  async run({ sql: text }, context) {
    const tables = await known_published(context)
    const { statement, relations } = await check_sql(text, columns_of(tables))
    await take_place(context)
    const { counted, notes: lacking } = await counted_in(context, relations)
    const named = tables.filter(({ table }) => relations.has(table))
    const notes = [...(await currency_notes(context, statement, named)), ...lacking]
    const views = named.map((one) => named_for(one, context.org.org_id))
    const cursor = cursor_of(statement, views)
    const { columns, rows, is_all } = await context.in_sql((db) => read_rows(db, context, cursor, counted))
    const known = is_all ? rows.length : rows.length + 1
    const hint = 'Select fewer columns, aggregate, or add a LIMIT.'
    const { total, ...list } = list_of('rows', rows.slice(0, ROWS_MAX), known, hint)
    return { columns, ...list, total: is_all ? total : null, ...(notes.length > 0 && { notes }) }
  },
})

const columns_of = (tables: PublishedTable[]) =>
  new Map(tables.map(({ table, columns }) => [table, new Set(columns.map(({ column }) => column))]))

/**
 * Takes one of the organization's concurrency slots, and one of the caller's own, until the transaction ends. An agency would otherwise take
 * the sessions of all others with the slots of its clients.
 */
async function take_place({ db, org, caller }: Context): Promise<void> {
  const place_of = (whose: string) => sql`(select place from generate_series(1, ${CONCURRENT_MAX}::int) place
    where pg_try_advisory_xact_lock(hashtext(${whose}), place) limit 1)`
  const { rows } = await sql<{ of_org: number | null; of_caller: number | null }>`
    select ${place_of(`sql of ${org.org_id}`)} as of_org, ${place_of(`sql by ${caller.org_id}`)} as of_caller`.execute(
    db,
  )
  const { of_org, of_caller } = rows[0]!
  if (of_org !== null && of_caller !== null) return
  const whose = of_org === null ? 'this organization' : 'your agency and its clients'
  throw new Refusal(
    'rate_limited',
    `${CONCURRENT_MAX} statements of ${whose} are running; wait for one of them to end.`,
    TIMEOUT_MS / 1000,
  )
}

/**
 * The cursor of a caller's statement, whose tables are the named views and nothing else. Of a limit that is not a constant, PostgreSQL
 * expects the same share of rows as of a cursor, so it chooses the same plan. A worker of Citus sends no rows that nobody fetches.
 */
function cursor_of(statement: string, named: RawBuilder<unknown>[]): RawBuilder<unknown> {
  // The line break after the statement ends a trailing comment.
  return sql`declare answer no scroll cursor for ${named.length > 0 ? sql`with ${sql.join(named)}` : sql``}
    select left(row_to_json(answer.*)::text, ${sql.lit(ROW_BYTES_MAX + 1)}) as line from (\n${sql.raw(statement)}\n) answer
    limit (select ${sql.lit(ROWS_MAX + 1)})`
}

/** Runs the statement in the session of a role that can read only the published views. `is_all`: no row of its answer was left. */
async function read_rows(db: Context['db'], { org }: Context, cursor: RawBuilder<unknown>, counted: string) {
  const ends_at = performance.now() + TIMEOUT_MS
  const settings = set_for_transaction({
    timezone: org.time_zone,
    'app.counted': counted,
    search_path: '',
    standard_conforming_strings: 'on',
    work_mem: NODE_MEMORY_MAX,
    hash_mem_multiplier: 1,
    max_parallel_workers_per_gather: 0,
    jit: 'off',
  })
  /** All steps together have `TIMEOUT_MS`, so each step gets the time that remains. */
  const run_in_time = async <Row>(step: RawBuilder<Row>) => {
    await sql.raw(`set local statement_timeout = ${Math.max(1, Math.ceil(ends_at - performance.now()))}`).execute(db)
    return step.execute(db)
  }
  try {
    await sql.raw(settings).execute(db)
    const explained_as = await run_in_time(sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (format json) ${cursor}`)
    check_plan(working_plan(explained_as.rows[0]!['QUERY PLAN'][0].Plan))
    await run_in_time(cursor)
    const rows: Record<string, unknown>[] = []
    let columns: string[] = []
    let bytes = 0
    while (rows.length <= ROWS_MAX && bytes < ROWS_BYTES_MAX) {
      const read = await run_in_time(sql<{ line: string }>`fetch ${sql.lit(ROWS_PER_FETCH)} from answer`)
      for (const { line } of read.rows) {
        if (line.length > ROW_BYTES_MAX) refuse(`A row is longer than ${ROW_BYTES_MAX} bytes; select fewer columns.`)
        if (depth_of(line) > DEPTH_MAX)
          refuse(`A value is nested deeper than ${DEPTH_MAX} levels; select a part of it with ->.`)
        if (rows.length === 0) columns = await columns_in(db, line)
        bytes += line.length
        rows.push(JSON.parse(line, exact_number))
      }
      if (read.rows.length < ROWS_PER_FETCH) return { columns, rows, is_all: rows.length <= ROWS_MAX }
    }
    const next = await run_in_time(sql`fetch 1 from answer`)
    return { columns, rows, is_all: next.rows.length === 0 }
  } catch (error) {
    throw explained(error)
  }
}

/** Levels of arrays and objects in JSON. Brackets in texts do not count. */
function depth_of(json: string): number {
  let depth = 0
  let deepest = 0
  for (const [part] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (part === '[' || part === '{') deepest = Math.max(deepest, ++depth)
    else if (part === ']' || part === '}') depth -= 1
  }
  return deepest
}

/** Column names of a row in PostgreSQL's JSON. A JSON parser would keep only one of two columns with the same name. */
async function columns_in(db: Context['db'], line: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select json_object_keys(${line}::json) as name`.execute(db)
  const names = rows.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) refuse(`Two columns are called '${twice}'; give one another name with AS.`)
  return names
}

/** Keeps a number as text if a double cannot represent the number exactly. */
function exact_number(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return Number.isInteger(value) || !Number.isFinite(value) ? source : value
}

const UNDEFINED_COLUMN = '42703'

/** Shows PostgreSQL's message to the caller if the message is about the statement. Any other error stays internal. */
function explained(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  if (code === '57014')
    return new Refusal('error', `The statement took longer than ${TIMEOUT_MS / 1000} seconds; ask for less.`)
  if (code === UNDEFINED_COLUMN)
    return new Refusal('error', `PostgreSQL says: ${shortened(message)}. get_data_catalog lists the columns.`)
  if (code && /^(0A|21|22|42|54)/.test(code)) return new Refusal('error', `PostgreSQL says: ${shortened(message)}.`)
  // Memory, and the limit of temporary files, are what this statement wanted too much of. A full disk or too many connections are no error of the statement.
  if (code && /^(53200|53400|XX)/.test(code))
    return new Refusal('error', 'PostgreSQL could not run the statement; ask for less.')
  return error
}
