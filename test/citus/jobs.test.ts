// Every job runs on a cluster of Citus as on PostgreSQL 15, and leaves the same rows: schedules, syncs from the sandbox, and all that they
// start.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { in_org } from '#db/org.ts'
import { Dispatcher } from '#engine/outbound_webhooks/dispatcher.ts'
import { type Queued, run_job } from '#engine/queue/run_job.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { create_outbound, type Outbound } from '#engine/vendors/outbound.ts'
import { jobs } from '#jobs/index.ts'
import { create_org } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { recent_connectors } from '#test/recent.ts'
import { moved_by_waiting } from '#test/sync.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { type Both, open_both, type Side } from './both.ts'
import { no_cluster } from './cluster.ts'
import { compare, rows_of } from './rows.ts'

const NOW = '2026-11-20T12:00:00Z'
/** Platforms whose first sync is short. */
const PLATFORMS = ['sx', 'seo_console']
/** Days of the sandbox's world, and days that streams of days read, in several steps. */
const [DAYS, HISTORY_DAYS] = [10, 60]
/** Longer than everything is kept. */
const YEARS_LATER = '2030-11-20T12:00:00Z'
const signal = new AbortController().signal
const skip = { skip: no_cluster }

/** Schedules that act at another moment. The others act at `NOW`. */
const MOMENTS: Record<string, string> = {
  evaluate_alerts_daily: '2026-11-20T07:00:00Z',
  find_recommendations_daily: '2026-11-20T06:00:00Z',
  expire_actions: '2037-01-01T00:00:00Z',
  delete_ended_orgs: '2027-01-01T00:00:00Z',
  forget_expired: YEARS_LATER,
}
/** What comes after all others: what deletes what they need, and what exports their records. */
const LAST = ['expire_actions', 'delete_ended_orgs', 'export_anchors', 'forget_expired']
/** A run of a tool is worked on in writes.test.ts. */
const ELSEWHERE = ['work_run']

const OF_CONNECTIONS = [
  ...['backfill_connection', 'register_webhooks', 'work_webhooks', 'measure_impacts', 'withdraw_access'],
]
const OF_ORGS = ['evaluate_alerts', 'find_recommendations', 'send_mails', 'send_messages', 'delete_org']

let both: Both
const closing: (() => Promise<unknown>)[] = []
const anchors: string[] = []
const ran = new Map<Side, Set<string>>()

/** Files of rates, which the sandbox does not have. */
function with_rates(outbound: Outbound): Outbound {
  const ecb = `<e:Envelope xmlns:e="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time="2026-11-19"><Cube currency="MXN" rate="21.5"/><Cube currency="USD" rate="1.1"/></Cube></Cube></e:Envelope>`
  const others = Object.fromEntries(Intl.supportedValuesOf('currency').map((code) => [code.toLowerCase(), 2.5]))
  return {
    ...outbound,
    async fetch(request) {
      if (request.url.includes('eurofxref')) return { status: 200, text: ecb, headers: {} }
      const date = /currency-api@(\d{4}-\d\d-\d\d)/.exec(request.url)?.[1]
      if (date) return { status: 200, text: JSON.stringify({ date, eur: others }), headers: {} }
      return outbound.fetch(request)
    },
  }
}

/** An organization with connections to the sandbox, beside one with a row in every table and one that was ended. */
async function prepare({ engine, db, globex }: TestApp) {
  const org_id = await create_org(db, { name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' })
  for (const platform of PLATFORMS) {
    const found = sandbox_connections.find((one) => one.platform === platform)!
    await in_org(engine.pool.worker, { org_id }, (tx) => create_connection(tx, engine, { org_id, ...found }))
  }
  await db.query('update connections set next_sync_at = $1', [NOW])
  await db.query('delete from fx_rates')
  await db.query(`update orgs set ended_at = '2026-11-01T00:00:00Z' where org_id = $1`, [globex.org_id])
}

async function parts_of_side(side: string) {
  const sandbox = await create_sandbox({ now: NOW, frozen: true, history_days: DAYS })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = sandbox.app.server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), `anchors-${side}-`))
  anchors.push(folder)
  closing.push(
    () => sandbox.app.close(),
    () => rm(folder, { recursive: true }),
  )
  const sandbox_url = `http://127.0.0.1:${port}`
  return {
    config: { sandbox_url, anchors_to: { url: pathToFileURL(folder).href }, database_pool: 8 },
    parts: {
      connectors: recent_connectors(HISTORY_DAYS),
      clock: moved_by_waiting(sandbox),
      outbound: with_rates(create_outbound({ sandbox_url })),
    },
  }
}

before(async () => {
  if (no_cluster) return
  const source = await test_app({ now: new Date(NOW) })
  try {
    await prepare(source)
    both = await open_both(source.database, parts_of_side)
  } finally {
    await source.close()
  }
})
after(async () => {
  await both?.close()
  for (const close of closing) await close()
})

async function run(side: Side, name: string, { queued = {}, moment }: { queued?: Queued; moment?: string } = {}) {
  const { engine } = side.app
  ran.set(side, (ran.get(side) ?? new Set()).add(name))
  const clock = moment ? { ...engine.clock, now: () => new Date(moment) } : engine.clock
  const parts = { ...engine, pool: engine.pool.worker, clock }
  await run_job(parts, jobs[name]!, queued, { log: engine.log, signal }).catch((error: Error) =>
    side.errors.push(`${name}: ${error.message}`),
  )
}

/** Runs a schedule, and what it left in the queue, one job after the other, until nothing waits. */
async function run_schedule(side: Side, name: string) {
  const moment = MOMENTS[name]
  await run(side, name, { moment })
  for (;;) {
    const { rows } = await side.owner.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and j.id = (select min(id) from graphile_worker._private_jobs) returning t.identifier as name, j.payload`,
    )
    if (rows.length === 0) return
    await run(side, rows[0].name, { queued: rows[0].payload, moment })
  }
}

async function deliver(side: Side) {
  const { engine } = side.app
  const dispatcher = new Dispatcher({ ...engine, pool: engine.pool.worker })
  const due = `select from webhook_deliveries d join webhooks w using (org_id, webhook_id) join orgs o using (org_id)
    where d.next_at <= $1 and w.is_active and o.ended_at is null`
  while ((await side.owner.query(due, [engine.clock.now().toISOString()])).rowCount! > 0)
    await engine.clock.sleep(0, signal)
  await dispatcher.stop()
}

/** Jobs that no schedule starts here. */
async function run_the_rest(side: Side) {
  const { rows: places } = await side.owner.query(
    `select org_id, connection_id from connections where platform = 'sx' order by 1`,
  )
  for (const { org_id, connection_id } of places)
    for (const name of OF_CONNECTIONS) await run(side, name, { queued: { org_id, payload: { connection_id } } })
  const { rows: orgs } = await side.owner.query('select org_id, execution_id from action_executions order by 1, 2')
  for (const { org_id, execution_id } of orgs) {
    await run(side, 'carry_out_action', { queued: { org_id, payload: { execution_id } } })
    for (const name of OF_ORGS) await run(side, name, { queued: { org_id, payload: {} } })
  }
}

async function compare_rows(context: TestContext) {
  for (const { app } of [both.plain, both.spread]) await app.engine.recorder.flush()
  const [here, there] = [await rows_of(both.plain.place.database_url), await rows_of(both.spread.place.database_url)]
  const { rows, equal, differences } = compare(here, there, Date.parse(NOW))
  context.diagnostic(`${equal} equal of ${rows} rows in ${here.size} tables`)
  assert.deepEqual(differences.slice(0, 10), [])
  return here
}

const schedules = Object.entries(jobs).flatMap(([name, { cron }]) => (cron ? [name] : []))

test('schedules, syncs and all that they start leave the same rows', skip, async (context) => {
  for (const side of [both.plain, both.spread]) {
    for (const name of schedules.filter((name) => !LAST.includes(name))) await run_schedule(side, name)
    await deliver(side)
    await run_the_rest(side)
  }
  const rows = await compare_rows(context)
  const syncs = rows.get('public.sync_runs')!.filter((row) => row.includes('"state": "succeeded"'))
  assert.ok(syncs.length > PLATFORMS.length, `${syncs.length} syncs succeeded`)
  const attempts = rows.get('public.webhook_attempts')!
  assert.ok(attempts.length > 2, `${attempts.length} attempts of deliveries`)
})

test('what deletes and what exports leaves the same rows and anchors', skip, async (context) => {
  for (const side of [both.plain, both.spread]) for (const name of LAST) await run_schedule(side, name)
  const rows = await compare_rows(context)
  assert.equal(rows.get('public.orgs')!.filter((row) => row.includes('"name": "globex"')).length, 0)
  const lines = await Promise.all(
    anchors.map(async (folder) => {
      const files = await readdir(folder)
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
      return texts.join('').split('\n').length
    }),
  )
  assert.ok(lines[0]! > 1 && lines[0] === lines[1], `${lines} lines of anchors`)
})

test('every job ran, and none failed otherwise than on PostgreSQL', skip, (context) => {
  const [here, there] = [both.plain, both.spread].map(({ errors }) => errors.map(without_values)) as [
    string[],
    string[],
  ]
  context.diagnostic(`${ran.get(both.spread)!.size} jobs ran, with ${there.length} errors`)
  assert.deepEqual(there, here)
  const left_out = Object.keys(jobs).filter((name) => !ran.get(both.spread)!.has(name) && !ELSEWHERE.includes(name))
  assert.deepEqual(left_out, [])
})

/** The sentence of an error, which is in the log with its place and moment. */
function without_values(line: string): string {
  if (!line.startsWith('{')) return line
  const { msg, job, err } = JSON.parse(line)
  return `${job ?? ''} ${msg}: ${err?.message ?? ''}`
}
