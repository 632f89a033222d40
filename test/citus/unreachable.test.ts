// While a worker of a cluster is unreachable, every tool answers the organizations of the others, reading and writing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_reachable } from '#db/reachable.ts'
import { call } from '#engine/calls/call.ts'
import { claim } from '#engine/outbound_webhooks/claim.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { jobs } from '#jobs/index.ts'
import { create_org } from '#test/access.ts'
import { test_app } from '#test/app.ts'
import { pagespeed_key, pagespeed_outbound } from '#test/pagespeed.ts'
import { call_as_member, member_caller } from '#test/people.ts'
import { with_planned_actions } from '#test/planned_actions.ts'
import { type Both, open_both } from './both.ts'
import { no_cluster, worker_of } from './cluster.ts'
import { readings_of } from './readings.ts'
import { GRANT, type Request, requests_of } from './written.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const messaging = {
  ...{ phone: '+525512345678', phone_id: '1', token: 'token', app_secret: 'secret', verify_token: 'verify' },
}
/** They change organizations, whose rows are on every node, or another organization too, whose worker can be the one that is unreachable. */
const NEED_ALL_NODES = [
  ...['create_client', 'end_org', 'hold_critical_notifications', 'restore_org', 'set_code_amount', 'set_second_person'],
  ...['update_org_settings', 'accept_access_request', 'decline_access_request', 'end_agency_access'],
]
const skip = { skip: no_cluster }

let both: Both
let worker: Worker
let org_id: string
let requests: Request[]
const readings: { name: string; input: Record<string, unknown> }[] = []

before(async () => {
  if (no_cluster) return
  const parts = { connectors: with_planned_actions(connectors) }
  const source = await test_app({ measures: true, now: NOW, messaging, ...parts })
  try {
    org_id = source.acme.org_id
    readings.push(...(await readings_of(source)))
    requests = await requests_of(source)
    both = await open_both(source.database, async () => ({
      ...{ now: NOW, config: { messaging, pagespeed_api_key: pagespeed_key } },
      parts: { ...parts, outbound: await pagespeed_outbound(NOW.toISOString()) },
    }))
  } finally {
    await source.close()
  }
  const { app, owner } = both.spread
  await owner.query(GRANT.sql, [GRANT.id])
  app.engine.check_code = async () => {} // a person's one-time code is tested in test/approvals
  const { work_run } = app.engine.jobs
  worker = await start_worker({ ...app.engine, jobs: { work_run: work_run! } })
})
after(async () => {
  await worker?.stop()
  await both?.close()
})

test('every tool answers an organization whose worker is there', skip, async (context) => {
  const other = 3 - (await worker_of(both.spread.owner, org_id))
  await both.cluster.kill_worker(other)
  const { refused, answered, asked } = await ask_all().finally(() => both.cluster.start_worker(other))
  context.diagnostic(`${answered} of ${asked} tools answered while the other worker was unreachable`)
  assert.deepEqual(refused, [])
})

async function ask_all() {
  const { app } = both.spread
  const refused: string[] = []
  let answered = 0
  for (const { name, input } of readings) {
    const answer = await call_as_member(app.engine, name, input, { org_id, role: 'admin' })
    if (answer.ok) answered += 1
    else refused.push(`${name}: ${answer.status} ${answer.error}`)
  }
  // Organizations of agencies may be on the worker that is unreachable.
  const own = requests.filter(({ as, tool }) => as.org_id === org_id && !NEED_ALL_NODES.includes(tool))
  for (const { tool, input, as } of own) {
    const answer = await call(app.engine, {
      ...{ tool, input, credential: member_caller(as), org_id, transport: 'rest' },
      ...{ idempotency_key: `key-of-${tool}`, request_id: '01990000-0000-7000-8000-000000000001' },
    })
    if (answer.ok) answered += 1
    else refused.push(`${tool}: ${answer.status} ${answer.error}`)
  }
  return { refused, answered, asked: readings.length + own.length }
}

/** Scheduled jobs that look at all organizations, every minute or quarter of an hour. */
const SCHEDULED = [
  ...['schedule_syncs', 'schedule_webhooks', 'schedule_withdrawals', 'continue_actions', 'expire_actions'],
  'send_due_messages',
  ...['end_abandoned_runs', 'evaluate_alerts_daily', 'find_recommendations_daily'],
]
const DUE_ORGS = 12

async function run(name: string) {
  const { engine } = both.spread.app
  const parts = { ...engine, pool: engine.pool.worker }
  await run_job(parts, jobs[name]!, {}, { log: engine.log, signal: new AbortController().signal })
}

/** Organizations with a sync that is due, by the number of their worker. */
async function due_orgs(): Promise<Map<number, string[]>> {
  const { app, owner } = both.spread
  const found: { org_id: string; worker: number }[] = []
  while (found.length < DUE_ORGS) {
    const org_id = await create_org(app.engine.pool, { name: 'Due' })
    await owner.query(
      `insert into connections (org_id, platform, name, next_sync_at) values ($1, 'seo_console', 'Due', now() - interval '1 year')`,
      [org_id],
    )
    found.push({ org_id, worker: await worker_of(both.spread.owner, org_id) })
  }
  const by_worker = Map.groupBy(found, ({ worker }) => worker)
  return new Map([...by_worker].map(([worker, orgs]) => [worker, orgs.map((org) => org.org_id)]))
}

async function started(org_ids: readonly string[]): Promise<number> {
  const { rows } = await both.spread.owner.query(
    'select count(distinct org_id)::int as orgs from sync_runs where org_id = any ($1)',
    [org_ids],
  )
  return rows[0].orgs
}

test('scheduled work continues for organizations whose worker is there, and follows for the others', skip, async () => {
  const due = await due_orgs()
  assert.deepEqual([...due.keys()].sort(), [1, 2])
  const [here, unreachable] = [due.get(1)!, due.get(2)!]
  await both.cluster.kill_worker(2)
  try {
    for (const name of SCHEDULED) await run(name)
    const wanted = { now: NOW, lease_until: NOW, only: undefined, busy: [], places: { quick: 10, slow: 10 } }
    await in_reachable(both.spread.app.engine.pool.worker, (db) => claim(db, wanted))
    assert.equal(await started(here), here.length)
  } finally {
    await both.cluster.start_worker(2)
  }
  assert.equal(await started(unreachable), 0)
  await run('schedule_syncs')
  assert.equal(await started(unreachable), unreachable.length)
})
