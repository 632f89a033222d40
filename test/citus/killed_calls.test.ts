// Nodes of a cluster are killed while organizations write and read. Every call is answered, or refused with a sentence; repeated with its key,
// it has one effect, all of it. Organizations on other workers are served meanwhile.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import type { PoolPlace } from '#db/pool.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { create_org } from '#test/access.ts'
import type { TestApp } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'
import { seed_org } from '#test/fixtures.ts'
import { add_member } from '#test/people.ts'
import { HELD, run_fixtures } from '#test/run_area.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { run_on } from '../../scripts/nodes.ts'
import type { App } from '../../src/app.ts'
import { input_for } from '../contract/inputs.ts'
import { type Cluster, no_cluster, open_app, start_cluster, worker_of } from './cluster.ts'
import { type Attempt, faults_of, once, repeat, type Stream, type Tenant, write_and_read } from './killed_calls.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const NODES = [0, 1, 2]
/** Organizations on each worker, and writers of each. */
const [ORGS, WRITERS] = [2, 2]
const BALANCE = 100_000_000
/** Before the next kill, calls are served for up to this time. */
const SERVED_MS = 1_500
/** A killed node is unreachable for this time. */
const UNREACHABLE_MS = 1_000
/** A job that failed during several kills waits up to a minute for its next attempt, and can fail once more. */
const SETTLED_MS = 180_000
const LOOK_MS = 50
/** Calls around each kill that are sent again with their keys. */
const REPEATED_MAX = 20
const skip = { skip: no_cluster }

let cluster: Cluster
let place: PoolPlace
let owner: pg.Pool
let app: App
let worker: Worker
let is_working = false
let stream: Stream
const tenants: Tenant[] = []
const errors: string[] = []

before(async () => {
  if (no_cluster) return
  cluster = await start_cluster()
  place = await cluster.migrated('tablero')
  owner = new pg.Pool({ connectionString: place.database_url, max: 4 }).on('error', () => {})
  // Tools of the tests write contacts, which no tool of the product does yet.
  await owner.query('grant insert, update, delete on contacts to tablero_app')
  while (tenants.length < ORGS * 2) await add_tenant()
  await owner.query('update credit_balances set balance = $1', [BALANCE])
  app = await open_app(place, {
    log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
    config: { database_pool: 8 },
    parts: { areas: unlimited({ ...areas, fixtures, run_fixtures }) },
  })
  const { work_run, carry_out_action } = app.engine.jobs
  worker = await start_worker({ ...app.engine, jobs: { work_run: work_run!, carry_out_action: carry_out_action! } })
  is_working = true
  stream = { app, owner, attempts: [], done: [], is_over: false }
})
after(async () => {
  if (is_working) await worker.stop()
  await app?.close()
  await owner?.end()
  await cluster?.stop()
})

/** An organization, if it is on the worker that has the fewest. */
async function add_tenant() {
  const name = `acme ${tenants.length}`
  const org_id = await create_org(owner, { name })
  const worker = await worker_of(owner, org_id)
  if (tenants.filter((tenant) => tenant.worker === worker).length === ORGS) return
  await seed_org(owner, { org_id, name, digit: tenants.length + 1 })
  const user_id = await add_member(owner, { org_id, role: 'admin', is_approver: true })
  await owner.query('delete from alert_rules where org_id = $1', [org_id])
  await owner.query('delete from runs where org_id = $1', [org_id])
  tenants.push({ org_id, role: 'admin', user_id, is_approver: true, name, worker })
}

async function make_action({ org_id, name }: Tenant): Promise<string> {
  const approve = app.engine.catalog.get('approve_action')!
  const { action_id } = await input_for(approve, { db: owner } as unknown as TestApp, { org_id, name, digit: 1 })
  return action_id as string
}

/** Transactions that a node has prepared and nobody has ended. */
async function prepared(): Promise<number> {
  let left = 0
  for (const number of NODES) {
    const url = number === 0 ? place.database_url : cluster.at_worker(place.database_url, number)
    left += (await run_on(url, 'select count(*)::int as n from pg_prepared_xacts where database = current_database()'))
      .rows[0].n
  }
  return left
}

async function until(is_so: () => boolean | Promise<boolean>, what: string) {
  const deadline = performance.now() + SETTLED_MS
  while (!(await is_so())) {
    assert.ok(performance.now() < deadline, what)
    await sleep(LOOK_MS)
  }
}

/** Citus ends what it had prepared when a node was lost, within a minute by itself. */
const recover = () => run_on(place.database_url, 'select recover_prepared_transactions()')

/** Kills a node, starts it again, and waits until every organization is served. Returns the calls that began while it was unreachable. */
async function kill(node: number): Promise<Attempt[]> {
  await cluster.kill_worker(node)
  const killed_ms = performance.now()
  await sleep(UNREACHABLE_MS)
  const until_ms = performance.now()
  await cluster.start_worker(node)
  const back = performance.now()
  await recover()
  const is_served = ({ org_id }: Tenant) =>
    stream.attempts.some(({ tenant, status, from }) => tenant.org_id === org_id && status === 200 && from > back)
  const is_end = () => stream.is_over || tenants.every(is_served)
  await until(is_end, `not every organization is served again after a kill of node ${node}`)
  return stream.attempts.filter(({ from }) => from > killed_ms && from < until_ms)
}

/** Returns the calls of organizations that were answered while a worker of others was unreachable. */
async function kill_all(): Promise<number> {
  let served = 0
  for (let n = 0; n < KILLS && !stream.is_over; n += 1) {
    await sleep(Math.random() * SERVED_MS)
    const before = stream.done.length
    const node = NODES[n % NODES.length]!
    const began_meanwhile = await kill(node)
    if (node > 0)
      served += began_meanwhile.filter(({ tenant, status }) => tenant.worker !== node && status === 200).length
    for (const one of stream.done.slice(before, before + REPEATED_MAX)) await repeat(stream, one)
  }
  return served
}

test(
  `writes and reads beside ${KILLS} kills of nodes: nothing is lost, double or half-written`,
  skip,
  async (context) => {
    const writing = tenants.flatMap((tenant) =>
      Array.from({ length: WRITERS }, (_, n) => write_and_read(stream, tenant, `${tenant.name} ${n}`, make_action)),
    )
    const end = () => {
      if (stream.is_over) return
      stream.is_over = true
      for (const line of errors.filter((line) => line.includes('a call failed'))) context.diagnostic(line)
    }
    const killing = kill_all().finally(end)
    // A fault of a writer ends the stream, and fails the test after the node that is killed meanwhile has started again.
    const [served] = await Promise.all([killing, ...writing])
      .finally(end)
      .finally(() => killing)
    const open = `select from runs where ended_at is null and state <> 'delegated'`
    await until(async () => (await owner.query(open)).rowCount === 0, 'runs do not end')
    await app.engine.recorder.flush()
    await recover()
    const { attempts, done } = stream
    const failed = [
      ...Map.groupBy(
        attempts.filter(({ status }) => status !== 200),
        ({ status, sentence }) => `${status} ${sentence}`,
      ),
    ]
    context.diagnostic(
      `${KILLS} kills; ${done.length} writes in ${attempts.length} calls; ${served} calls of organizations on other workers answered while one was unreachable; repeated: ${failed.map(([what, of]) => `${of.length} with ${what}`).join(', ')}`,
    )
    assert.deepEqual(
      errors.filter((line) => line.includes('a call failed')),
      [],
    )
    assert.deepEqual((await faults_of(stream, tenants, BALANCE)).slice(0, 10), [])
    for (const { org_id } of tenants)
      assert.equal((await verify_chain(app.engine.pool, app.engine, org_id)).ok, true, 'a chain of records is broken')
    assert.equal(await prepared(), 0)
    assert.ok(KILLS < 2 || served > 0, 'nobody was served while a worker was unreachable')
  },
)

/**
 * Holds the lock of notifications, on which every commit with a notification waits after Citus has asked the workers to commit. Its own
 * commit waits for a standby that does not exist.
 */
async function block_commits(): Promise<void> {
  await run_on(
    place.database_url,
    `alter system set synchronous_commit = 'local'`,
    `alter system set synchronous_standby_names = 'nobody'`,
    'select pg_reload_conf()',
  )
  const blocking = new pg.Client({ connectionString: place.database_url })
  blocking.on('error', () => {})
  await blocking.connect()
  await blocking.query('set synchronous_commit = on')
  blocking.query(`begin; create temp table blocks (); notify nobody; commit`).catch(() => {})
  await waits_on(`wait_event = 'SyncRep'`)
}

/** Until a session of the coordinator waits so. */
const waits_on = (how: string) =>
  until(
    async () => (await run_on(place.database_url, `select from pg_stat_activity where ${how}`)).rowCount! > 0,
    `no session with ${how}`,
  )

const allow_commits = () =>
  run_on(
    place.database_url,
    'alter system reset synchronous_commit',
    'alter system reset synchronous_standby_names',
    'select pg_reload_conf()',
  )

test('a coordinator that dies in the middle of a commit leaves nothing of it at a worker', skip, async () => {
  const [tenant] = tenants as [Tenant]
  const at_both = async () => {
    const { rows } = await owner.query(
      `select (select count(*)::int from runs where org_id = $1) as runs,
        (select count(*)::int from audit_log where org_id = $1 and outcome = 'ok' and tool = 'fixture_run') as records,
        (select held::int from credit_balances where org_id = $1) as held`,
      [tenant.org_id],
    )
    return rows[0]
  }
  await worker.stop()
  is_working = false
  const before = await at_both()
  await block_commits()
  const call = () => once(stream, tenant, 'fixture_run', { text: 'in the middle' }, 'key-in-the-middle')
  const asked = call()
  await waits_on(`wait_event = 'object' and query = 'commit'`)
  await cluster.kill_worker(0)
  await cluster.start_worker(0)
  await allow_commits()
  assert.equal(await asked, undefined)
  await recover()
  assert.deepEqual(await at_both(), before)
  assert.ok(await call())
  assert.deepEqual(await at_both(), { runs: before.runs + 1, records: before.records + 1, held: before.held + HELD })
})
