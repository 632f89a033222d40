// Reads with ten million rows of a thousand organizations: typical organizations, one with a million rows, and the same call while
// the database grows.
import pg from 'pg'
import { Pool } from 'undici'
import { groups } from '#db/logins.ts'
import { set_org } from '#db/org.ts'
import { open_pool } from '#db/pool.ts'
import { type DisposableServer, migrated_database, place_of } from '../scripts/disposable_postgres.ts'
import { type Child, child } from './child.ts'
import { against_duckdb } from './duckdb.ts'
import { decades, line_chart } from './picture.ts'
import { questions } from './questions.ts'
import { add_orgs, rows_of, type ScaleOrg, steps } from './scale_world.ts'
import { met, ms, quantile, type Section } from './section.ts'
import type { Recorded } from './statements.ts'

const RANDOM_CALLS = 300
const GIANT_CALLS = 15
const GROWTH_CALLS = 60
const WARM_CALLS = 8
const USUAL_GOAL_MS = 25
const GIANT_GOAL_MS = 100
/** Numbers of days in calls for the organization with a million rows. They show the cost of a call's rows. */
const SPANS = [1, 3, 10, 30, 90]

const tools = Object.keys(questions(1))

interface Place {
  url: string
  pool: pg.Pool
}

type Times = Record<string, number[]>
interface Growth {
  rows: number
  times: Times
  blocks: Record<string, number>
}

export async function measure_scale(server: DisposableServer): Promise<Section[]> {
  const database = await migrated_database(server, 'scale')
  const pool = new pg.Pool({ connectionString: database.url })
  const place = { url: database.url, pool }
  try {
    const orgs: ScaleOrg[] = []
    const growth: Growth[] = []
    for (const step of steps) {
      orgs.push(...(await add_orgs(pool, step)))
      console.log(`${orgs.reduce((sum, { size }) => sum + rows_of(size), 0).toLocaleString('en')} rows`)
      growth.push(await measure_growth(place, orgs))
    }
    const giant = orgs.toSorted((a, b) => rows_of(b.size) - rows_of(a.size))[0]!
    const { usual, spans, recorded } = await measure_full(place, orgs, giant)
    const duckdb = await against_duckdb(database.url, giant.org_id, recorded).catch((error): Section => {
      console.error(error) // an error here must not lose earlier measurements
      process.exitCode = 1
      return { title: 'The same statements in DuckDB', about: 'Could not be compared in this run.', tables: [] }
    })
    return [section_of_usual(usual, orgs), section_of_giant(spans, giant), duckdb, section_of_growth(growth)]
  } finally {
    await pool.end()
    await database.drop()
  }
}

/** The first organizations stay unchanged while others are added. */
async function measure_growth({ url, pool }: Place, orgs: ScaleOrg[]): Promise<Growth> {
  const asked = orgs.slice(0, steps[0]!.length)
  const app = await child<{ address: string; recorded: Recorded }>('app_server.ts', {
    url,
    tools: questions(30),
    orgs: asked.slice(0, 1),
  })
  try {
    const times = await ask_each(app, pool, questions(30), asked, GROWTH_CALLS)
    const blocks = await blocks_of(url, pool, asked[0]!.org_id, app.ready.recorded)
    return { rows: orgs.reduce((sum, { size }) => sum + rows_of(size), 0), times, blocks }
  } finally {
    await app.stop()
  }
}

async function measure_full({ url, pool }: Place, orgs: ScaleOrg[], giant: ScaleOrg) {
  const app = await child<{ address: string; recorded: Recorded }>('app_server.ts', {
    url,
    tools: questions(90),
    orgs: [giant],
  })
  try {
    const at_random = Array.from({ length: RANDOM_CALLS }, () => orgs[Math.floor(Math.random() * orgs.length)]!)
    const usual = await ask_each(app, pool, questions(30), at_random, RANDOM_CALLS)
    const spans: { days: number; times: Times }[] = []
    for (const days of SPANS)
      spans.push({ days, times: await ask_each(app, pool, questions(days), [giant], GIANT_CALLS) })
    return { usual, spans, recorded: app.ready.recorded }
  } finally {
    await app.stop()
  }
}

/** Milliseconds of each call. Calls run one after the other, over HTTP. */
async function ask_each(
  { ready: { address } }: Child<{ address: string }>,
  pool: pg.Pool,
  asked: Record<string, object>,
  orgs: ScaleOrg[],
  calls: number,
): Promise<Times> {
  const client = new Pool(address)
  const times: Times = {}
  try {
    for (const [tool, input] of Object.entries(asked)) {
      await pool.query('delete from rate_windows')
      times[tool] = []
      for (let n = -WARM_CALLS; n < calls; n++) {
        const { key } = orgs[(n + orgs.length * WARM_CALLS) % orgs.length]!
        const started = performance.now()
        const { statusCode, body } = await client.request({
          method: 'POST',
          path: `/api/v1/${tool}`,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify(input),
        })
        const text = await body.text()
        const took = performance.now() - started
        if (statusCode !== 200) throw new Error(`${tool} answered ${statusCode}: ${text.slice(0, 300)}`)
        if (n >= 0) times[tool].push(took)
      }
    }
  } finally {
    await client.close()
  }
  return times
}

/** Blocks of 8 KiB that PostgreSQL reads for each tool. Other work of the machine does not change this number. */
async function blocks_of(
  url: string,
  pool: pg.Pool,
  org_id: string,
  recorded: Recorded,
): Promise<Record<string, number>> {
  const client = await pool.connect()
  const signed = open_pool(place_of(url))
  try {
    const blocks: Record<string, number> = {}
    for (const [tool, of_org] of Object.entries(recorded)) {
      blocks[tool] = 0
      for (const { text, values } of of_org[org_id]!) {
        await client.query(`begin read only; set local role ${groups.calls}; ${set_org(signed, org_id)}`)
        const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
        await client.query('commit')
        const { Plan: plan } = rows[0]['QUERY PLAN'][0]
        blocks[tool] += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      }
    }
    return blocks
  } finally {
    await signed.end()
    client.release(true)
  }
}

const total_of = (orgs: ScaleOrg[]) => orgs.reduce((sum, { size }) => sum + rows_of(size), 0).toLocaleString('en')

const median = (times: number[]) => quantile(times, 0.5)
const quantiles = (times: number[]) => [0.5, 0.95, 0.99].map((share) => ms(quantile(times, share)))

function section_of_usual(times: Times, orgs: ScaleOrg[]): Section {
  return {
    title: 'Any organization among a thousand',
    about: `${total_of(orgs)} daily rows and orders of ${orgs.length.toLocaleString('en')} organizations over two years. Most organizations are small, one has a million rows. ${RANDOM_CALLS} calls of each tool over HTTP, one after the other, each for a random organization and 30 days. Tools that compare also read the 30 days before.`,
    tables: [
      {
        columns: ['Tool', 'p50', 'p95', 'p99', `p95 at most ${USUAL_GOAL_MS} ms`],
        rows: tools.map((tool) => [
          tool,
          ...quantiles(times[tool]!),
          met(quantile(times[tool]!, 0.95) <= USUAL_GOAL_MS),
        ]),
      },
    ],
  }
}

function section_of_giant(spans: { days: number; times: Times }[], giant: ScaleOrg): Section {
  const widest = spans.at(-1)!
  return {
    title: 'An organization with a million rows',
    about: `${rows_of(giant.size).toLocaleString('en')} rows: ${giant.size.campaigns} campaigns and ${giant.size.orders} orders a day. ${GIANT_CALLS} calls of each tool over HTTP for each span. The table is for ${widest.days} days. Tools that compare also read the same number of days before.`,
    tables: [
      {
        columns: ['Tool', 'p50', 'p95', `p50 at most ${GIANT_GOAL_MS} ms`],
        rows: tools.map((tool) => [
          tool,
          ...quantiles(widest.times[tool]!).slice(0, 2),
          met(median(widest.times[tool]!) <= GIANT_GOAL_MS),
        ]),
      },
    ],
    pictures: [
      {
        file: 'benchmarks_question.svg',
        says: 'Time of a call against the days that are asked',
        svg: line_chart({
          title: 'Time of a call by requested days',
          x: { title: 'requested days', ticks: SPANS, shown: String },
          y: {
            title: 'milliseconds of a call, median',
            ticks: decades([...spans.flatMap(({ times }) => Object.values(times).map(median)), GIANT_GOAL_MS]),
            shown: String,
          },
          goal: { y: GIANT_GOAL_MS, name: `${GIANT_GOAL_MS} ms` },
          series: tools.map((tool) => ({
            name: tool,
            points: spans.map(({ days, times }) => ({ x: days, y: median(times[tool]!) })),
          })),
        }),
      },
    ],
  }
}

function section_of_growth(growth: Growth[]): Section {
  const x = growth.map(({ rows }) => rows)
  return {
    title: 'The same call while the database grows',
    about: `The first ${steps[0]!.length} organizations get calls for 30 days. First the database contains only their rows, then those of ten times and a hundred times as many organizations. ${GROWTH_CALLS} calls of each tool. The table shows the median, and the blocks of 8 KiB that PostgreSQL reads for one call. Other work on the machine does not change the blocks.`,
    tables: [
      {
        columns: ['Tool', ...x.map((rows) => `${rows.toLocaleString('en')} rows`)],
        rows: tools.map((tool) => [
          tool,
          ...growth.map(
            ({ times, blocks }) => `${ms(median(times[tool]!))}, ${blocks[tool]!.toLocaleString('en')} blocks`,
          ),
        ]),
      },
    ],
    pictures: [
      {
        file: 'benchmarks_growth.svg',
        says: 'Time of a call against the rows in the database',
        svg: line_chart({
          title: 'The same call while the database grows',
          x: {
            title: 'rows in the database',
            ticks: x,
            shown: (rows) => `${Math.round(rows / 1000).toLocaleString('en')}k`,
          },
          y: {
            title: 'milliseconds of a call, median',
            ticks: decades(growth.flatMap(({ times }) => Object.values(times).map(median))),
            shown: String,
          },
          series: tools.map((tool) => ({
            name: tool,
            points: growth.map(({ rows, times }) => ({ x: rows, y: median(times[tool]!) })),
          })),
        }),
      },
    ],
  }
}
