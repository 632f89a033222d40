// Tools that list and sum, called for an organization with a million orders and five years of ads.
import pg from 'pg'
import { Pool } from 'undici'
import { type DisposableServer, migrated_database } from '../scripts/disposable_postgres.ts'
import { child } from './child.ts'
import { median } from './measured.ts'
import { request_of, send } from './requests.ts'
import { met, ms, quantile, type Section } from './section.ts'
import { type Kind, kinds, tools_questions } from './tools_questions.ts'
import { make_tools_world, type ToolsWorld } from './tools_world.ts'

const CALLS_MIN = 40
/** Calls of each kind that are not counted. PostgreSQL plans a prepared statement with its values for the first five times. */
const WARM_CALLS = 6
const GOAL_MS = 100
/** The kinds in the order of the table. The longest window is the last. */
const shown_kinds = ['default', 'narrow', 'little', 'much', 'widest'] as const satisfies readonly Kind[]

interface Call {
  kind: Kind
  input: object
  took_ms: number
}

export async function measure_tools(server: DisposableServer): Promise<Section[]> {
  const database = await migrated_database(server, 'tools')
  const pool = new pg.Pool({ connectionString: database.url })
  try {
    const world = await make_tools_world(pool)
    return [section_of(await call_tools(database.url, pool, world.key), world)]
  } finally {
    await pool.end()
    await database.drop()
  }
}

/** The calls of each tool. They run one after the other, over HTTP, and their kinds alternate. */
async function call_tools(url: string, pool: pg.Pool, key: string): Promise<Record<string, Call[]>> {
  const app = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs: [] })
  const client = new Pool(app.ready.address)
  const found: Record<string, Call[]> = {}
  try {
    for (const [tool, questions] of Object.entries(tools_questions)) {
      const asked = kinds.flatMap((kind) => (questions[kind] ? [{ kind, input_of: questions[kind] }] : []))
      const calls = Math.ceil(CALLS_MIN / asked.length)
      found[tool] = []
      for (let n = -WARM_CALLS; n < calls; n++) {
        await pool.query('delete from rate_windows')
        for (const { kind, input_of } of asked) {
          const input = input_of(n < 0 ? calls - n : n)
          const started = performance.now()
          await send(client, request_of({ protocol: 'REST', tool, input, key })).catch(unless_too_slow)
          if (n >= 0) found[tool].push({ kind, input, took_ms: performance.now() - started })
        }
      }
    }
  } finally {
    await client.close()
    await app.stop()
  }
  return found
}

/** A call that Tablero stops because it takes too long counts with the time that it took. */
function unless_too_slow(error: Error): void {
  if (!error.message.includes('would take longer')) throw error
}

const p95 = (calls: readonly Call[]) =>
  quantile(
    calls.map(({ took_ms }) => took_ms),
    0.95,
  )

/** The median of each kind, and the p95 of all and of those that do not ask for the longest window. */
function row_of(tool: string, calls: readonly Call[]): string[] {
  const by_kind = Map.groupBy(calls, ({ kind }) => kind)
  const medians = shown_kinds.map((kind) => {
    const of = by_kind.get(kind)
    return of ? ms(median(of.map(({ took_ms }) => took_ms))) : ''
  })
  const usual = p95(calls.filter(({ kind }) => kind !== 'widest'))
  return [tool, ...medians, ms(usual), met(usual <= GOAL_MS), ms(p95(calls)), met(p95(calls) <= GOAL_MS)]
}

function section_of(found: Record<string, Call[]>, { rows, others }: ToolsWorld): Section {
  const counted = Object.entries(rows).map(([table, count]) => [table, count.toLocaleString('en')])
  return {
    title: 'Every list of an organization with a million orders',
    about: `One organization has five years of everything, beside ${others} smaller ones. At least ${CALLS_MIN} calls of each tool over HTTP, one after the other, with different arguments. The kinds of arguments have equal shares. They are the defaults, few days, and a filter that matches little. *much* is a year with up to a thousand rows, or a filter that matches much. *widest* is the longest window, which has all five years. The table shows the median of each kind. Then come the p95 of the calls without *widest*, and the p95 of all calls.`,
    tables: [
      { columns: ['Table', 'Rows'], rows: counted },
      {
        columns: [
          'Tool',
          ...shown_kinds,
          'p95 without widest',
          `at most ${GOAL_MS} ms`,
          'p95 of all',
          `at most ${GOAL_MS} ms`,
        ],
        rows: Object.entries(found).map(([tool, calls]) => row_of(tool, calls)),
      },
    ],
  }
}
