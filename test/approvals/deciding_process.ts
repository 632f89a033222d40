// A Tablero that answers calls and runs the jobs of actions, until it is killed or stopped at the moment of its plan:
// node deciding_process.ts <plan as JSON>. Calls are lines of its input. Its own lines say what it answered, and which moment it reached.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { connectors } from '#connectors/index.ts'
import { open_pool } from '#db/pool.ts'
import type { Scope } from '#domain/scopes.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { ActionParts } from '#engine/actions/place.ts'
import { call } from '#engine/calls/call.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import type { OrgJob } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { create_outbound, type Outbound } from '#engine/vendors/outbound.ts'
import { continue_actions } from '#jobs/continue_actions.ts'
import { jobs } from '#jobs/index.ts'
import { silent_log } from '#lib/log.ts'
import { TEST_KEY } from '#test/database.ts'
import { unlimited } from '#test/unlimited.ts'
import { actions_recommendations } from '#tools/actions_recommendations/index.ts'
import { ads } from '#tools/ads/index.ts'
import { place_of } from '../../scripts/disposable_postgres.ts'
import { read_clock } from './shared_clock.ts'

export interface Plan {
  name: string
  database_url: string
  sandbox_url: string
  clock: string
  /** What happens at the nth such moment. Moments of the wire are the test's. */
  moment: string
  nth: number
  signal: 'SIGKILL' | 'SIGSTOP'
}

export interface SentCall {
  id: number
  tool: string
  input: object
  caller: Omit<Caller, 'scopes'> & { scopes: Scope[] }
  key?: string
}

const MINUTE_MS = 60_000
const TIMEOUT_MS = 60_000

const plan = JSON.parse(process.argv[2]!) as Plan
const clock = read_clock(plan.clock)
// The limits of a sender are measured with it.
performance.now = clock.ms

/** Written before it returns, so that the test learns of a moment before the process ends. */
const say = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`)

let left = plan.nth
function at(moment: string): void {
  if (moment !== plan.moment || left-- !== 1) return
  say({ moment })
  process.kill(process.pid, plan.signal)
}

/** What the statements of a transaction belong to. */
const doing = new AsyncLocalStorage<string>()
const read_only = new WeakSet<object>()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [asked] = given as [string | { text?: string }]
  const text = typeof asked === 'string' ? asked : asked.text
  const send = () => (query as (...args: unknown[]) => Promise<unknown>).apply(this, given)
  if (text?.includes('begin')) read_only[text.includes('begin read only') ? 'add' : 'delete'](this)
  const work = doing.getStore()
  if (text !== 'commit' || !work || read_only.has(this)) return send()
  at(`${work}, before the commit`)
  const committed = send()
  at(`${work}, the commit is on its way`)
  return committed.then((result) => {
    at(`${work}, after the commit`)
    return result
  })
} as never

/** Requests with the limits of the shared clock. Each carries the instant at which it was sent. */
function timed(direct: Outbound): Outbound {
  const fetch: Outbound['fetch'] = async (asked) => {
    const late = new AbortController()
    const answered = new AbortController()
    const is_late = () => late.abort(new Error('no answer in time'))
    clock.sleep(asked.timeout_ms ?? TIMEOUT_MS, answered.signal).then(is_late, () => {})
    const signal = asked.signal ? AbortSignal.any([late.signal, asked.signal]) : late.signal
    const headers = { ...asked.headers, 'x-sent-at': String(clock.ms()) }
    return direct.fetch({ ...asked, headers, signal }).finally(() => answered.abort())
  }
  return { ...direct, fetch }
}

const engine: Engine & Pick<ActionParts, 'after_point'> = await create_engine({
  ...{ pool: open_pool(place_of(plan.database_url), { name: plan.name }), log: silent_log(), connectors, jobs, clock },
  ...{
    areas: unlimited({ actions_recommendations, ads }),
    base_url: 'http://tablero.test',
    master_key: TEST_KEY,
    sandbox_url: plan.sandbox_url,
  },
  outbound: timed(create_outbound({ sandbox_url: plan.sandbox_url })),
})
engine.after_point = (point) =>
  at(point.startsWith('waits') || point.startsWith('ended') ? point : point.split(' ')[0]!)
const { work_run, carry_out_action } = jobs as Record<string, OrgJob>
const carried_out = (job: OrgJob): OrgJob => ({
  ...job,
  run: (payload, context) => doing.run('carrying out', () => job.run(payload, context)),
})
await start_worker({
  ...engine,
  jobs: { work_run: carried_out(work_run!), carry_out_action: carried_out(carry_out_action!) },
})

/** As the schedule does, each minute of the shared clock. */
async function continue_forever(): Promise<void> {
  const { log, pool } = engine
  const signal = new AbortController().signal
  for (;;) {
    await clock.sleep(MINUTE_MS)
    const parts = { ...engine, pool: pool.worker }
    const work = () => run_job(parts, continue_actions, {}, { log, signal })
    await doing.run('continuing', work).catch((error) => say({ failed: String(error) }))
  }
}

async function answer({ id, tool, input, caller, key }: SentCall): Promise<void> {
  const { org_id } = caller
  const credential = { ...caller, scopes: new Set(caller.scopes) } as unknown as Caller
  const request = { tool, input, credential, org_id, idempotency_key: key, request_id: randomUUID() }
  const work = () => call(engine, { ...request, transport: 'rest', wait_ms: 0 })
  say({ id, answer: await doing.run(tool === 'approve_action' ? 'approving' : 'proposing', work) })
}

createInterface(process.stdin).on('line', (line) => void answer(JSON.parse(line)))
say({ moment: 'ready' })
await continue_forever()
