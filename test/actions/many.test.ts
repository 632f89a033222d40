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
/** Changes that can continue take a session within this time. */
const STILL_MS = 300

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
/** Requests for a token, and sessions that were taken. */
let [token_requests, taken] = [0, 0]
/** The platform answers when this resolves, and token requests when that does. */
let [answers, tokens] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
tokens.resolve()

before(async () => {
  bench = await action_bench({ connectors: { mx_ads: { ...mx_ads, api: { ...mx_ads.api, pace: [] } } } })
  pool = open_pool(bench.database.place)
  pool.worker.org.on('acquire', () => {
    taken += 1
  })
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
        if (request.method !== 'POST') {
          token_requests += 1
          await tokens.promise
          return engine.outbound.fetch(request)
        }
        const id = new URL(request.url).pathname.split('/').at(-1)!
        arrived.push(id)
        await answers.promise
        on.add(id)
        return { status: 200, headers: {}, text: '{}' }
      },
    },
  })
})
after(async () => {
  answers.resolve()
  tokens.resolve()
  await worker?.stop()
  await pool?.end()
  await bench?.close()
})

/** Approved changes, which the worker carries out. */
async function begin_changes(place: ActionPlace) {
  for (let n = 0; n < CHANGES; n++) {
    const execution_id = await bench.begin(place, 'turn_on', { id: `thing-${arrived.length + n}` })
    await in_org(bench.engine.pool, place, (db) =>
      enqueue_on(db, jobs)(jobs.carry_out_action as never, { execution_id }),
    )
  }
}

async function until(is_so: () => boolean | Promise<boolean>, what: () => string) {
  const late = performance.now() + WITHIN_MS
  while (!(await is_so())) {
    assert.ok(performance.now() < late, what())
    await sleep(100)
  }
}

/** Whether all changes wait for something else than a session. */
async function is_still() {
  const before = taken
  await sleep(STILL_MS)
  return taken === before
}

async function check_sessions(place: ActionPlace) {
  const { totalCount, idleCount } = pool.worker.org
  assert.ok(totalCount - idleCount <= BUSY_MAX, `${totalCount - idleCount} sessions are held`)
  await in_org(pool.worker, place, (db) => db.selectFrom('connections').select('connection_id').executeTakeFirst())
}

const count = async (sql: string) => Number((await bench.database.owner.query<{ count: string }>(sql)).rows[0]!.count)
const executed = () => count("select count(*) from action_executions where state = 'executed'")
const ended = () => count('select count(*) from action_executions where ended_at is not null')

test('changes that wait for a slow platform hold no sessions, so all of them end and other work gets its own', async () => {
  const place = await bench.place_of('mx_ads')
  await begin_changes(place)
  await until(
    () => arrived.length === AT_A_TIME,
    () => `${arrived.length} requests arrived`,
  )
  await check_sessions(place)
  answers.resolve()
  await until(
    async () => (await ended()) === CHANGES,
    () => 'the changes did not end',
  )
  assert.equal(await executed(), CHANGES)
  assert.deepEqual(arrived.toSorted(), [...on].toSorted(), 'each request was sent once')
})

test('changes that wait for the same new token hold no sessions', async () => {
  const place = await bench.place_of('mx_ads')
  // Long-lived tokens are renewed at half of their sixty days.
  bench.sandbox.clock.advance(40 * 86_400_000)
  tokens = Promise.withResolvers<void>()
  answers = Promise.withResolvers<void>()
  answers.resolve()
  const before = token_requests
  await begin_changes(place)
  const locks = `select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  await until(
    async () => (await count(locks)) > AT_A_TIME,
    () => 'not all changes began',
  )
  await until(
    async () => token_requests > before && (await is_still()),
    () => 'the changes did not come to the token',
  )
  await check_sessions(place)
  tokens.resolve()
  await until(
    async () => (await ended()) === 2 * CHANGES,
    () => 'the changes did not end',
  )
  assert.equal(await executed(), 2 * CHANGES)
})
