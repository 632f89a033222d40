// Many changes that one process carries out at the same time, with the pools of the product, while their platform is slow.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { action } from '#engine/action.ts'
import { enqueue_on } from '#engine/job.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { jobs } from '#jobs/index.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'

const CHANGES = 40
/** The worker carries out this many at the same time. The pool of jobs has fewer sessions. */
const AT_A_TIME = 32
/** The session of the changes' locks, that of the worker's own lock, and two for work that ends in a moment. */
const BUSY_MAX = 4
const WITHIN_MS = 120_000

/** What the platform has carried out. */
const on = new Set<string>()
const turn_on = action({
  about: 'Turns a thing on.',
  input: z.object({ id: z.string() }),
  scopes: [],
  visible_within: { s: 1, source: 'this test' },
  preflight: async ({ account: { account_id }, input: { id } }) => ({
    target: { kind: 'thing', id, name: id, account_id },
    differences: [{ field: 'status', before: 'off', after: 'on' }],
    seen: {},
  }),
  steps: [
    {
      name: 'status',
      request: ({ input: { id } }) => ({ path: `/${id}`, method: 'POST', body: { status: 'on' } }),
      look: async ({ input: { id } }) => ({ values: { status: on.has(id) ? 'on' : 'off' } }),
    },
  ],
})
const mx_ads = { ...connectors.mx_ads!, actions: { turn_on } }

let bench: ActionBench
let pool: Pool
let worker: Worker
const arrived: string[] = []
const all_wait = Promise.withResolvers<void>()
const answers = Promise.withResolvers<void>()

before(async () => {
  bench = await action_bench({ connectors: { mx_ads: { ...mx_ads, api: { ...mx_ads.api, pace: [] } } } })
  pool = open_pool(bench.database.place)
  const { carry_out_action } = jobs
  const { engine } = bench
  worker = await start_worker({
    ...{
      ...engine,
      pool,
      jobs: { carry_out_action: carry_out_action! },
      clock: { ...engine.clock, sleep: async (ms: number) => void (await sleep(ms)) },
    },
    outbound: {
      ...engine.outbound,
      fetch: async (request) => {
        if (request.method !== 'POST') return engine.outbound.fetch(request)
        const id = new URL(request.url).pathname.split('/').at(-1)!
        arrived.push(id)
        if (arrived.length === AT_A_TIME) all_wait.resolve()
        await answers.promise
        on.add(id)
        return { status: 200, headers: {}, text: '{}' }
      },
    },
  })
})
after(async () => {
  answers.resolve()
  await worker?.stop()
  await pool?.end()
  await bench?.close()
})

const begin = async (place: ActionPlace, n: number) => {
  const execution_id = await bench.begin(place, 'turn_on', { id: `thing-${n}` })
  await in_org(bench.engine.pool, place, (db) => enqueue_on(db, jobs)(jobs.carry_out_action as never, { execution_id }))
}

test('changes that wait for a slow platform hold no sessions, so all of them end and other work gets its own', async () => {
  const place = await bench.place_of('mx_ads')
  for (let n = 0; n < CHANGES; n++) await begin(place, n)
  const late = sleep(WITHIN_MS, 'late', { ref: false })
  assert.notEqual(await Promise.race([all_wait.promise, late]), 'late', `${arrived.length} requests arrived`)
  const { totalCount, idleCount } = pool.worker.org
  assert.ok(totalCount - idleCount <= BUSY_MAX, `${totalCount - idleCount} sessions are held`)
  await in_org(pool.worker, place, (db) => db.selectFrom('connections').select('connection_id').executeTakeFirst())
  answers.resolve()
  const ended = async () => {
    const { rows } = await bench.database.owner.query<{ state: string; count: string }>(
      'select state, count(*)::text from action_executions where ended_at is not null group by state',
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
  }
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await sleep(100))
    if (Object.values(await ended()).reduce((sum, count) => sum + count, 0) === CHANGES) break
  assert.deepEqual(await ended(), { executed: CHANGES })
  assert.deepEqual(arrived.toSorted(), [...on].toSorted(), 'each request was sent once')
})
