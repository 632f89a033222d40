// What a cluster of Citus costs: calls and merges there and on one PostgreSQL of the same server, one at a time and alternately.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import { prepare_logins } from '#db/logins.ts'
import { migrate } from '#db/migrate.ts'
import { OrgSession } from '#db/org_session.ts'
import { open_pool } from '#db/pool.ts'
import { read_tables } from '#db/tables.ts'
import { Stage } from '#engine/sync/merge.ts'
import { place_of, test_credentials } from '../scripts/disposable_postgres.ts'
import { create_database, drop_database, run_on } from '../scripts/nodes.ts'
import { tools as measured_tools } from './calls.ts'
import { child } from './child.ts'
import { median } from './measured.ts'
import { days, merge_in, ROWS, seconds } from './merge.ts'
import { request_of, send } from './requests.ts'
import { ms, type Section } from './section.ts'
import { make_orgs, reset_limits } from './world.ts'

const TITLE = 'A call and a merge on a cluster of Citus'
const ORGS = 8
const CALL_ROUNDS = 100
const WARM_UP_ROUNDS = 20
const MERGE_ROUNDS = 7
/** Tablero records a call shortly after its answer, which asks the worker too. */
const RECORDED_WITHIN_MS = 700
const SQL = 'select platform, sum(spend) as spend from campaign_daily group by platform'
const tools = { ...measured_tools, run_readonly_sql: { sql: SQL } }

type Side = Awaited<ReturnType<typeof open_side>>

/** Measures nothing without a cluster: BENCH_CITUS_URL names its coordinator. */
export async function measure_citus(): Promise<Section> {
  const coordinator = process.env.BENCH_CITUS_URL
  if (!coordinator)
    return { title: TITLE, about: 'Not measured in this run: BENCH_CITUS_URL names no coordinator.', tables: [] }
  const [plain, spread] = await databases(coordinator)
  const sides: Side[] = []
  try {
    for (const url of [plain, spread]) sides.push(await open_side(url))
    return await compare(sides[0]!, sides[1]!)
  } finally {
    for (const side of sides) await side.close()
    for (const url of [plain, spread]) await drop_database(coordinator, new URL(url).pathname.slice(1))
  }
}

/** Two migrated databases of the coordinator's server. The first one knows nothing of Citus. */
async function databases(coordinator: string): Promise<[string, string]> {
  await run_on(coordinator, 'set citus.enable_ddl_propagation = off', 'create database bench_plain template template0')
  const plain = Object.assign(new URL(coordinator), { pathname: '/bench_plain' }).href
  const spread = await create_database(coordinator, 'bench_spread')
  await run_on(spread, 'alter database bench_spread set citus.enable_stat_counters = on')
  // The cluster first: it makes the roles on every node, which the other database then finds on its own.
  for (const url of [spread, plain]) {
    await migrate(url)
    await prepare_logins(url, test_credentials)
  }
  return [plain, spread]
}

async function open_side(url: string) {
  const pool = new pg.Pool({ connectionString: url })
  const orgs = await make_orgs(pool, ORGS)
  const server = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs: [] })
  const client = new Pool(server.ready.address)
  const resetting = reset_limits(pool)
  const close = async () => {
    clearInterval(resetting)
    await client.close()
    await server.stop()
    await pool.end()
  }
  return { url, pool, orgs, client, close }
}

async function compare(plain: Side, spread: Side): Promise<Section> {
  const calls: string[][] = []
  for (const tool of Object.keys(tools) as (keyof typeof tools)[]) {
    const { times, questions } = await call_interleaved(tool, plain, spread)
    calls.push([tool, ...in_cells(times), questions.toFixed(1)])
  }
  const merges = await merge_interleaved(plain, spread)
  return {
    title: TITLE,
    about: `A coordinator and its workers on one machine, so no network is between them, and a database without Citus on the same server. ${ORGS} organizations, as in the first section. The medians of ${CALL_ROUNDS} calls and of ${MERGE_ROUNDS} merges, one at a time, alternately on both. *Questions* are the statements for workers that Citus counts for a call and its record. Each asks one shard.`,
    tables: [
      { columns: ['Call', 'One PostgreSQL', 'Cluster', 'ratio', 'questions'], rows: calls },
      { columns: [`Merge of ${ROWS} rows`, 'One PostgreSQL', 'Cluster', 'ratio'], rows: merges },
    ],
  }
}

const in_cells = ({ plain, spread }: Record<'plain' | 'spread', number[]>): string[] => [
  ms(median(plain)),
  ms(median(spread)),
  median(spread.map((time, round) => time / plain[round]!)).toFixed(2),
]

async function call_interleaved(tool: keyof typeof tools, plain: Side, spread: Side) {
  const times = { plain: [] as number[], spread: [] as number[] }
  const call = async ({ client, orgs }: Side, round: number) => {
    const { key } = orgs[round % orgs.length]!
    const request = request_of({ protocol: 'REST', tool, input: tools[tool], key })
    return (await seconds(async () => void (await send(client, request)))) * 1000
  }
  let before: Questions | undefined
  for (let round = -WARM_UP_ROUNDS; round < CALL_ROUNDS; round += 1) {
    if (round === 0) before = await questions_of(spread)
    const on_plain = () => call(plain, round + WARM_UP_ROUNDS)
    const on_spread = () => call(spread, round + WARM_UP_ROUNDS)
    const [first, second] = round % 2 === 0 ? [on_plain, on_spread] : [on_spread, on_plain]
    const [one, other] = [await first(), await second()]
    if (round < 0) continue
    times.plain.push(round % 2 === 0 ? one : other)
    times.spread.push(round % 2 === 0 ? other : one)
  }
  const after = await questions_of(spread)
  const several = after.several_shards - before!.several_shards
  if (several > 0) throw new Error(`${several} statements of ${tool} asked several shards`)
  return { times, questions: (after.one_shard - before!.one_shard) / CALL_ROUNDS }
}

interface Questions {
  one_shard: number
  several_shards: number
}

/** The statements that Citus has sent to workers so far, by the number of shards that each of them asked. */
async function questions_of({ url }: Side): Promise<Questions> {
  await sleep(RECORDED_WITHIN_MS)
  const { rows } = await run_on(
    url,
    `select query_execution_single_shard::int as one_shard, query_execution_multi_shard::int as several_shards
     from citus_stat_counters where name = current_database()`,
  )
  return rows[0]
}

async function merge_interleaved(plain: Side, spread: Side): Promise<string[][]> {
  const kinds = { 'new rows': days(), 'unchanged rows': days(), 'one row in ten restated': days(10) }
  const times = Object.keys(kinds).map((kind) => ({ kind, plain: [] as number[], spread: [] as number[] }))
  for (let round = 0; round <= MERGE_ROUNDS; round += 1)
    for (const [name, side] of Object.entries({ plain, spread })) {
      const took = await merges_of(side, Object.values(kinds))
      if (round > 0) for (const [at, time] of took.entries()) times[at]![name as 'plain' | 'spread'].push(time)
    }
  return times.map(({ kind, ...of_kind }) => [kind, ...in_cells(of_kind)])
}

async function merges_of({ url, pool, orgs }: Side, batches: ReturnType<typeof days>[]): Promise<number[]> {
  const { org_id, ads_id } = orgs[0]!
  await pool.query(`delete from campaign_daily where org_id = $1 and campaign_id like 'm%'`, [org_id])
  const jobs = open_pool(place_of(url)).worker
  const client = await jobs.org.connect()
  try {
    const session = new OrgSession(jobs, client, org_id)
    const tables = [(await read_tables(pool)).get('campaign_daily')!]
    const stage = new Stage(session, { connection_id: ads_id, platform: 'mx_ads' }, tables)
    const took: number[] = []
    for (const rows of batches) took.push((await seconds(() => merge_in(session, stage, rows))) * 1000)
    return took
  } finally {
    client.release(true)
    await jobs.end()
  }
}
