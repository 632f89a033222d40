// What a cluster of Citus costs: the questions that a call sends to workers, and the time of calls and merges beside one PostgreSQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { read_tables } from '#db/backup/tables.ts'
import { OrgSession } from '#db/org_session.ts'
import { Stage } from '#engine/sync/merge.ts'
import { test_app } from '#test/app.ts'
import { call_as_member } from '#test/people.ts'
import { median } from '../../bench/measured.ts'
import { days, merge_in, ROWS, seconds } from '../../bench/merge.ts'
import type { App } from '../../src/app.ts'
import { type Both, open_both, type Side } from './both.ts'
import { no_cluster, open_app } from './cluster.ts'
import { readings_of } from './readings.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
/** Each question is sent to both sides in turn, so often. */
const ROUNDS = Number(process.env.COST_ROUNDS ?? 3)
const TIMED = ['list_connections', 'query_mx_campaigns', 'get_kpi_summary', 'query_orders', 'run_readonly_sql']
const CONNECTION = '01980000-0000-7000-8000-00000000c057'
const skip = { skip: no_cluster }

let both: Both
/** A server on the cluster, to which Citus reports each question to a worker. */
let observed: App
let org_id: string
const inputs = new Map<string, Record<string, unknown>>()
/** What Citus reported since the last call began. */
let noticed: { command: string; worker: string }[] = []

before(async () => {
  if (no_cluster) return
  const source = await test_app({ measures: true, now: NOW })
  try {
    org_id = source.acme.org_id
    for (const { name, input } of await readings_of(source)) inputs.set(name, input)
    both = await open_both(source.database, () => ({ now: NOW }))
  } finally {
    await source.close()
  }
  const { place, owner } = both.spread
  await owner.query(`alter database ${name_of(both.spread)} set citus.log_remote_commands = on`)
  observed = await open_app(place, { now: NOW })
  for (const pool of [observed.engine.pool.org, observed.engine.pool.sql, observed.engine.pool.system])
    pool.on('acquire', listen)
})
after(async () => {
  await observed?.close()
  await both?.close()
})

const name_of = ({ place }: Side) => new URL(place.database_url).pathname.slice(1)

const heard = new WeakSet<pg.PoolClient>()

function listen(client: pg.PoolClient) {
  if (heard.has(client)) return
  heard.add(client)
  client.on('notice', ({ message = '', detail = '' }) => {
    const worker = /on server \S+@(\S+)/.exec(detail)?.[1]
    if (worker && message.startsWith('issuing ')) noticed.push({ command: message.slice('issuing '.length), worker })
  })
}

const ask = async ({ engine }: App, tool: string) => {
  const answer = await call_as_member(engine, tool, inputs.get(tool)!, { org_id, role: 'admin' })
  assert.ok(answer.ok, `${tool}: ${answer.ok ? '' : answer.error}`)
}

/** The rest only begins, prepares and ends the transaction at the worker. */
const is_question = ({ command }: { command: string }) =>
  /^\s*(?:select|insert|update|delete|with|declare|fetch)\b/i.test(command)

test('every reading tool asks one worker at most', skip, async (context) => {
  const counts: number[] = []
  for (const tool of inputs.keys()) {
    await ask(observed, tool)
    noticed = []
    await ask(observed, tool)
    await observed.engine.recorder.flush()
    const workers = new Set(noticed.map(({ worker }) => worker))
    assert.ok(workers.size <= 1, `${tool} asks ${[...workers].join(' and ')}`)
    counts.push(noticed.filter(is_question).length)
  }
  await both.spread.owner.query(`alter database ${name_of(both.spread)} reset citus.log_remote_commands`)
  assert.ok(Math.max(...counts) > 2, 'Citus reported no question')
  context.diagnostic(
    `${counts.length} reading tools, each at one worker: ${median(counts)} statements there in the middle, ${Math.max(...counts)} at most`,
  )
})

test('calls one at a time, beside one PostgreSQL', skip, async (context) => {
  const lines: string[] = []
  for (const tool of TIMED) {
    const times = new Map<Side, number[]>()
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const side of round % 2 === 0 ? [both.plain, both.spread] : [both.spread, both.plain]) {
        const took = await seconds(() => ask(side.app, tool))
        if (round > 0) times.set(side, [...(times.get(side) ?? []), took * 1000])
      }
    const [plain, spread] = [both.plain, both.spread].map((side) => median(times.get(side)!)) as [number, number]
    lines.push(`${tool} ${plain.toFixed(1)} and ${spread.toFixed(1)} ms`)
  }
  context.diagnostic(`on one PostgreSQL and on the cluster: ${lines.join(', ')}`)
})

test('merges, beside one PostgreSQL, which leave the same number of rows', skip, async (context) => {
  const lines: string[] = []
  for (const side of [both.plain, both.spread]) {
    const { owner, app } = side
    await owner.query(
      `insert into connections (org_id, connection_id, platform, name) values ($1, $2, 'mx_ads', 'Costs')`,
      [org_id, CONNECTION],
    )
    const tables = [(await read_tables(owner)).get('campaign_daily')!]
    const client = await app.engine.pool.worker.org.connect()
    const session = new OrgSession(app.engine.pool.worker, client, org_id)
    const stage = new Stage(session, { connection_id: CONNECTION, platform: 'mx_ads' }, tables)
    const times: number[] = []
    for (const rows of [days(), days(), days(10)]) times.push(await seconds(() => merge_in(session, stage, rows)))
    client.release(true)
    const { rows } = await owner.query('select count(*) from campaign_daily where connection_id = $1', [CONNECTION])
    assert.equal(Number(rows[0].count), ROWS)
    lines.push(times.map((time) => Math.round(time * 1000)).join(', '))
  }
  context.diagnostic(
    `${ROWS} new, unchanged, and one in ten restated rows: ${lines[0]} ms on one PostgreSQL, ${lines[1]} ms on the cluster`,
  )
})
